// About one cell: its proof or its risk, what it would show if it were opened, and two layouts that disagree about it.
import { api } from "../api.js";
import { percent, place, state } from "../board/words.js";
import { fill, h, icon } from "../dom.js";
import { say } from "../live.js";
import { button, problem } from "../parts/controls.js";
import { capital, proofCard, proofMarks } from "../parts/proof.js";
import { reveal } from "../parts/reveal.js";

export class CellCard {
  constructor(board, element, onsuppose) {
    this.board = board;
    this.element = element;
    this.onsuppose = onsuppose;
    this.turn = 0;
  }

  forget() {
    this.turn++;
    this.cell = null;
    fill(this.element);
  }

  async show(position, cell) {
    const turn = ++this.turn;
    this.cell = cell;
    const symbol = this.board.symbol(cell);
    if (symbol !== ".") {
      this.board.mark({ target: cell });
      return fill(this.element, h("section", { class: "card" }, h("h2", {}, capital(place(cell))), h("p", { class: "soft" }, `${capital(state(symbol))}. Ask about a hidden cell to see its proof or its risk.`)));
    }
    this.board.mark({ target: cell });
    const slow = setTimeout(() => fill(this.element, h("section", { class: "card" }, h("p", { class: "waiting" }, "Looking for the shortest proof …"))), 250);
    try {
      const [proof, meta, shown] = await Promise.all([api.explain(position, cell), api.meta(), api.distribution(position, cell).catch(() => null)]);
      if (turn === this.turn) this.#draw({ cell, ...proof }, meta, shown);
    } catch (error) {
      if (turn === this.turn) fill(this.element, problem(error));
    } finally {
      clearTimeout(slow);
    }
  }

  #draw(proof, meta, shown) {
    this.board.mark(proofMarks(this.board, proof));
    const card = proofCard(this.board, proof, meta.ladder);
    if (proof.example_safe && proof.example_mine) {
      const suppose = (layout) => () => this.onsuppose(layout);
      card.append(h("div", { class: "line" }, button("A layout with it safe", suppose(proof.example_safe)), button("… and with a mine", suppose(proof.example_mine))));
    }
    reveal(fill(this.element, card, shown && proof.verdict !== "mine" && distribution(shown)).firstChild);
    say(`${capital(place(proof.cell))}: ${proof.verdict === "undecided" ? `risk ${percent(proof.risk)}` : proof.verdict}.`);
  }
}

function distribution({ mine, clues }) {
  const bars = [...(mine > 0 ? [["mine", mine]] : []), ...clues.map((share, clue) => [String(clue), share]).filter(([, share]) => share > 0)];
  const most = Math.max(...bars.map(([, share]) => share), 1e-9);
  return h("section", { class: "card" }, h("h2", {}, "If it were opened"), h("ul", { class: "bars" }, bars.map(([what, share]) => {
    const bar = h("span", { class: "bar-fill" });
    bar.style.setProperty("--share", share / most);
    const name = what === "mine" ? icon("mine", "mine") : h("span", { class: `digit d${what}` }, what);
    return h("li", {}, name, h("span", { class: "bar-room" }, bar), h("span", { class: "bar-share" }, percent(share)));
  })));
}
