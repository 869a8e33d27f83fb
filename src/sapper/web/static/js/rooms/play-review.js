// After the game: how it ended, what it measures, and every guess with what would have been better.
import { api, position } from "../api.js";
import { positionBefore } from "../board/replay.js";
import { clock, percent, place } from "../board/words.js";
import { fill, h } from "../dom.js";
import { button, facts } from "../parts/controls.js";

export function overCard(game, again) {
  const { title, text } = ending(game);
  const speed = game.bbbv && game.elapsed > 0 && game.state !== "lost" ? (game.bbbv / game.elapsed).toFixed(2) : null;
  return h("section", { class: `card over ${game.state}` },
    h("h2", {}, title), h("p", { class: "soft" }, text),
    facts([["time", clock(game.elapsed)], ["3BV", game.bbbv], ["3BV / s", speed], ["score", game.state === "done" ? percent(game.score) : null]], "figures"),
    h("div", { class: "line" }, button("New game", again, { kind: "main", picture: "new", key: "N" })));
}

function ending(game) {
  if (game.state === "won") return { title: "Cleared", text: "Every safe cell is open." };
  if (game.state === "done") return { title: "Surveyed", text: `${percent(game.score)} of the mines were found without opening them.` };
  return { title: "That was a mine", text: "The board shows what was missed." };
}

// Looks back at a game; every guess can be pointed at to see the position it was made in.
export class Look {
  constructor(board, place_) {
    this.board = board;
    this.place = place_;
  }

  async show(game) {
    this.game = game;
    fill(this.place, h("section", { class: "card" }, h("h2", {}, "Review"), h("p", { class: "waiting" }, "Looking back …")));
    try {
      this.review = await api.review(game.id);
    } catch (error) {
      return fill(this.place, h("section", { class: "card" }, h("h2", {}, "Review"), h("p", { class: "soft" }, error.message)));
    }
    if (this.game === game) fill(this.place, this.#card());
  }

  forget() {
    this.game = null;
    fill(this.place);
  }

  #card() {
    const { guesses, needless, luck } = this.review;
    const chance = 10 ** -luck;
    return h("section", { class: "card review" }, h("h2", {}, "Review"),
      facts([["guesses", guesses.length], ["needless", needless], ["odds of these", guesses.length ? percent(chance) : "–"]], "figures"),
      guesses.length ? h("ol", { class: "guesses" }, guesses.map((guess) => this.#item(guess))) : h("p", { class: "soft" }, "Nothing was left to luck after the first click."));
  }

  #item(guess) {
    const judged = guess.needless ? ["needless", `${place(guess.best)} was safe`]
      : guess.best_risk + 1e-9 < guess.risk ? ["better", `${place(guess.best)} had ${percent(guess.best_risk)}`] : ["best", "the best there was"];
    const row = h("button", { type: "button", class: `guess ${judged[0]}`, "aria-pressed": "false", onclick: () => this.#look(guess, row) },
      h("span", { class: "step" }, `Move ${guess.step}`), h("strong", {}, percent(guess.risk)), h("span", { class: "judged" }, judged[1]));
    return h("li", {}, row);
  }

  async #look(guess, row) {
    const shown = row.getAttribute("aria-pressed") === "true";
    for (const other of this.place.querySelectorAll(".guess")) other.setAttribute("aria-pressed", "false");
    if (shown || this.game.rules.clues !== "exact") return this.#end(shown ? null : guess);
    row.setAttribute("aria-pressed", "true");
    const before = positionBefore(this.game.layout, this.review.moves, guess.step, this.game.rules.rule === "classic");
    const rows = before.rows.map((line) => line.replaceAll("F", "."));
    this.board.show({ ...before, rows });
    this.board.mark({ target: guess.cell, best: [guess.best] });
    const analysis = await api.analyse(position({ ...this.game.view, rows })).catch(() => null);
    if (row.getAttribute("aria-pressed") === "true") this.board.know(analysis, true);
  }

  #end(guess) {
    this.board.know(null);
    this.board.show(this.game.view);
    this.board.end(this.game.layout);
    this.board.mark(guess ? { target: guess.cell, best: [guess.best] } : null);
  }
}
