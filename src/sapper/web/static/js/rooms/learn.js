// Learn: a tour of the ways to reason, weakest first, on small boards that the reader solves by clicking.
import { api } from "../api.js";
import { Board } from "../board/board.js";
import { percent, place } from "../board/words.js";
import { fill, h, icon } from "../dom.js";
import { say } from "../live.js";
import { memory } from "../memory.js";
import { button, choice, problem } from "../parts/controls.js";
import { capital, proofCard, proofMarks } from "../parts/proof.js";
import { reveal } from "../parts/reveal.js";
import { shortcuts } from "../parts/shortcuts.js";
import { setAddress } from "../router.js";
import { LESSONS } from "./learn-lessons.js";

export function enter(main, query) {
  const room = new Learn(main);
  const wanted = LESSONS.findIndex(({ level }) => level === query.get("level"));
  room.begin(Math.max(wanted, 0));
  return () => room.leave();
}

class Learn {
  constructor(main) {
    this.done = new Set((memory.get("learned") ?? "").split(" ").filter(Boolean));
    this.says = "open";
    this.board = new Board({ label: "Lesson", onact: (kind, cell) => this.act(kind, cell) });
    this.title = h("h1", {});
    this.idea = h("div", { class: "idea" });
    this.counter = h("p", { class: "soft", role: "status" });
    this.told = h("div", {});
    this.contents = h("ol", { class: "contents" });
    this.choice = choice("A click says", [["open", "Safe"], ["flag", "Mine"]], "open", (value) => { this.says = value; });
    fill(main, h("div", { class: "columns learn" },
      h("div", { class: "stage" }, h("div", { class: "lesson" }, this.title, this.idea), h("div", { class: "hold" }, this.board.frame),
        h("div", { class: "tools" }, h("span", { class: "soft says", "aria-hidden": "true" }, "A click says"), this.choice, button("Show me one", () => this.show(), { picture: "hint", key: "H" })), this.counter),
      h("aside", { class: "side", "aria-label": "Lessons" }, this.told, h("nav", { class: "card", "aria-label": "Lessons" }, h("h2", {}, "The ladder"), this.contents))));
    this.board.frame.dataset.below = 120;
    this.forget = shortcuts({ h: () => this.show(), n: () => this.next() });
  }

  leave() {
    this.forget();
    this.board.leave();
  }

  async begin(number) {
    this.number = number;
    const lesson = LESSONS[number];
    setAddress(`/learn?level=${lesson.level}`);
    this.found = { safe: [], mines: [] };
    this.truth = null;
    this.position = { view: lesson.view.replaceAll("/", "\n"), mines: lesson.mines ?? null };
    const rows = lesson.view.split("/");
    this.title.textContent = lesson.title;
    fill(this.idea, lesson.idea.map((text) => h("p", {}, text)), h("p", { class: "small soft" }, lesson.report));
    fill(this.told);
    this.board.know(null);
    this.board.mark(null);
    this.board.show({ rows, width: rows[0].length, height: rows.length });
    this.board.live = true;
    this.#contents();
    this.counter.textContent = "";
    try {
      const analysis = await api.analyse(this.position);
      if (this.number !== number) return;
      this.truth = analysis;
      this.#count();
    } catch (error) {
      fill(this.told, problem(error, () => this.begin(number)));
    }
  }

  next() {
    this.begin((this.number + 1) % LESSONS.length);
  }

  async act(kind, cell) {
    if (!this.truth || this.board.symbol(cell) !== "." || this.#has(this.found.safe, cell) || this.#has(this.found.mines, cell)) return;
    const claim = kind === "open" ? this.says : kind;
    if (claim === "chord") return;
    const [safe, mine] = [this.#has(this.truth.safe, cell), this.#has(this.truth.mines, cell)];
    if (!safe && !mine) {
      this.board.mark({ target: cell });
      return fill(this.told, notSo(`Nobody can know ${place(cell)}: a mine with probability ${percent(this.truth.risk[cell[0]][cell[1]])}.`));
    }
    const right = claim === (safe ? "open" : "flag");
    if (right) this.#take(cell, safe ? "safe" : "mines");
    await this.#explain(cell, !right && notSo(`${capital(place(cell))} is ${safe ? "safe, not a mine" : "a mine"}.`));
  }

  // The next cell that is not found yet, with its proof.
  show() {
    if (!this.truth) return;
    const [kind, cell] = [...this.truth.safe.map((one) => ["safe", one]), ...this.truth.mines.map((one) => ["mines", one])].find(([what, one]) => !this.#has(this.found[what], one)) ?? [];
    if (!cell) return;
    this.#take(cell, kind);
    this.#explain(cell);
  }

  #take(cell, kind) {
    this.found[kind].push(cell);
    this.board.know(this.found);
    this.#count();
  }

  async #explain(cell, answer = null) {
    const { number } = this;
    try {
      const [proof, { ladder }] = await Promise.all([api.explain(this.position, cell), api.meta()]);
      if (number !== this.number) return;
      this.board.mark(proofMarks(this.board, { cell, ...proof }));
      reveal(fill(this.told, answer, this.#finished() && this.#praise(), proofCard(this.board, { cell, ...proof }, ladder)).firstChild);
    } catch (error) {
      fill(this.told, problem(error));
    }
  }

  #praise() {
    const last = this.number === LESSONS.length - 1;
    return h("section", { class: "card over won" }, h("h2", {}, "All found"), h("p", { class: "soft" }, last ? "That was the top of the ladder. The rest is chance: see Analyse for its exact size." : `Next: ${LESSONS[this.number + 1].title}.`),
      h("div", { class: "line" }, last ? h("a", { class: "button", href: "/analyse" }, "Go to Analyse") : button("Next lesson", () => this.next(), { kind: "main", picture: "next", key: "N" })));
  }

  #finished() {
    return this.truth && this.found.safe.length === this.truth.safe.length && this.found.mines.length === this.truth.mines.length;
  }

  #count() {
    const left = this.truth.safe.length + this.truth.mines.length - this.found.safe.length - this.found.mines.length;
    this.counter.textContent = left ? `${left} ${left === 1 ? "cell" : "cells"} to prove${this.position.mines === null ? "" : ` · ${this.position.mines} mines in all`}` : "Every certain cell is found.";
    if (left) return;
    this.done.add(LESSONS[this.number].level);
    memory.set("learned", [...this.done].join(" "));
    this.#contents();
  }

  #contents() {
    fill(this.contents, LESSONS.map(({ level, title }, number) => h("li", {}, h("button", { type: "button", "aria-current": number === this.number ? "step" : null, onclick: () => this.begin(number) },
      h("span", { class: `dot${this.done.has(level) ? " done" : ""}` }, this.done.has(level) ? icon("tick", "done") : String(number + 1)), h("span", {}, title)))));
  }

  #has(cells, [row, column]) {
    return cells.some(([r, c]) => r === row && c === column);
  }
}

function notSo(text) {
  say(text);
  return h("section", { class: "card problem", role: "alert" }, h("h2", {}, "Not so"), h("p", {}, text));
}
