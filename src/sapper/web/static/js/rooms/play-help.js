// Help while playing: hints that tell no more than asked, risks, "may I guess?", and why a cell is what it is.
// Flags are the player's opinion: help does not trust them.
import { api, position } from "../api.js";
import { percent, place } from "../board/words.js";
import { fill, h } from "../dom.js";
import { say } from "../live.js";
import { button, problem } from "../parts/controls.js";
import { capital, proofCard, proofMarks } from "../parts/proof.js";
import { reveal } from "../parts/reveal.js";

const DEEPER = ["", "Where about?", "Which cell?", "Why?"];

export class Help {
  constructor(board, card) {
    this.board = board;
    this.card = card;
    this.forget();
  }

  forget() {
    this.step = 0;
    this.turn = (this.turn ?? 0) + 1;
    fill(this.card);
  }

  async hint(game) {
    const step = Math.min(this.step + 1, 4);
    const found = await this.#ask(() => api.hint(seen(game), step));
    if (!found) return;
    this.step = step;
    const last = step === 4 || !found.exists;
    if (found.proof) return this.#prove(found.proof, game);
    const text = wording(found);
    this.board.mark({ region: step === 2 ? found.region ?? [] : [], best: step > 2 && found.cell ? [found.cell] : [] });
    this.#tell("Hint", text, !last && button(DEEPER[step], () => this.hint(game), { key: "H" }));
  }

  async mayGuess(game) {
    const found = await this.#ask(() => api.mayGuess(seen(game)));
    if (!found) return;
    if (found.may_guess) this.#tell("Yes, you may guess", "No hidden cell is proved safe.");
    else this.#tell("No need to guess", "Some hidden cell is proved safe.", button("Give me a hint", () => this.hint(game), { key: "H" }));
  }

  async why(game, cell) {
    if (![".", "F"].includes(this.board.symbol(cell))) return this.#tell("Why?", "Point at a hidden cell.");
    const proof = await this.#ask(() => api.explain(seen(game), cell));
    if (proof) this.#prove({ cell, ...proof }, game);
  }

  async #prove(proof) {
    const { ladder } = await api.meta();
    this.board.mark(proofMarks(this.board, proof));
    fill(this.card, proofCard(this.board, proof, ladder));
    reveal(this.card);
    say(`${capital(place(proof.cell))}: ${proof.verdict === "undecided" ? `risk ${percent(proof.risk)}` : proof.verdict}.`);
  }

  #tell(title, text, ...more) {
    fill(this.card, h("section", { class: "card" }, h("h2", {}, title), h("p", {}, text), more.some(Boolean) && h("div", { class: "line" }, more)));
    reveal(this.card);
    say(`${title}. ${text}`);
  }

  async #ask(question) {
    const turn = ++this.turn;
    try {
      const found = await question();
      return turn === this.turn ? found : null;
    } catch (error) {
      if (turn === this.turn) fill(this.card, problem(error));
      return null;
    }
  }
}

// What the player sees, without the player's flags.
export function seen(game) {
  return position({ ...game.view, rows: game.view.rows.map((row) => row.replaceAll("F", ".")) });
}

function wording({ text, region, cell }) {
  if (cell) return `${capital(place(cell))} is safe.`;
  return region ? `${text.split(":")[0]}.` : text;
}

