// One game on the server. Moves queue: a fast hand may click again before the first answer is there.
import { api } from "../api.js";

export class Session {
  constructor({ onchange, onerror }) {
    this.onchange = onchange;
    this.onerror = onerror;
    this.game = null;
    this.risks = false; // whether every answer brings its risks
    this.line = Promise.resolve();
    this.turn = 0;
  }

  get over() {
    return ["won", "lost", "done"].includes(this.game?.state);
  }

  start(rules) {
    return this.#begin(() => api.newGame(rules));
  }

  // Go on with a game that was left; a new one if it is over, or no longer there.
  resume(id, rules) {
    return this.#begin(async () => {
      const game = await api.game(id).catch(() => null);
      return game && ["new", "playing"].includes(game.state) ? game : api.newGame(rules);
    });
  }

  async #begin(asked) {
    const turn = ++this.turn;
    try {
      const game = await asked();
      if (turn === this.turn) this.#take(game);
      return turn === this.turn;
    } catch (error) {
      if (turn === this.turn) this.onerror(error);
      return false;
    }
  }

  // kind: open | flag | chord | ask | undo
  move(kind, cell) {
    const turn = this.turn;
    this.line = this.line.then(async () => {
      if (turn !== this.turn || (this.over && kind !== "undo") || !this.#sensible(kind, cell)) return;
      try {
        const game = await api.move(this.game.id, kind === "undo" ? { undo: true } : { [kind]: cell }, this.risks);
        if (turn === this.turn) this.#take(game);
      } catch (error) {
        if (turn === this.turn) this.onerror(error);
      }
    });
    return this.line;
  }

  // What the board of this moment does not allow is not sent: the answer could only be "no".
  #sensible(kind, cell) {
    if (kind === "undo") return this.game.moves > 0;
    const symbol = this.game.view.rows[cell[0]][cell[1]];
    if (kind === "open") return symbol === ".";
    if (kind === "ask") return symbol === "_";
    if (kind === "flag") return symbol === "." || symbol === "F";
    return /[1-8]/.test(symbol);
  }

  seconds() {
    if (!this.game) return 0;
    const running = this.game.state === "playing" ? (performance.now() - this.since) / 1000 : 0;
    return this.game.elapsed + running;
  }

  #take(game) {
    this.game = game;
    this.since = performance.now();
    this.onchange(game);
  }
}
