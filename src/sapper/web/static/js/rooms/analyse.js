// Analyse: any position, drawn or pasted; everything that can be known about it.
import { api, position as asked } from "../api.js";
import { Board } from "../board/board.js";
import { large, percent, place } from "../board/words.js";
import { fill, h } from "../dom.js";
import { say } from "../live.js";
import { memory } from "../memory.js";
import { button, choice, facts, problem, scale } from "../parts/controls.js";
import { capital, oneBased } from "../parts/proof.js";
import { shortcuts } from "../parts/shortcuts.js";
import { setAddress } from "../router.js";
import { brushes, strokes } from "./analyse-brushes.js";
import { CellCard } from "./analyse-cell.js";
import { EXAMPLES, Position } from "./analyse-position.js";
import { Solutions } from "./analyse-solutions.js";
import { Source } from "./analyse-source.js";

const PAUSE = 90; // ms after the last stroke before the server is asked

export function enter(main, query) {
  const mines = /^\d+$/.test(query.get("mines") ?? "") ? Number(query.get("mines")) : null;
  const given = query.get("view") ? Position.parse(query.get("view"), mines) : Position.parse(EXAMPLES[0][1], EXAMPLES[0][2]);
  const room = new Analyse(main);
  room.take(given ?? Position.parse(EXAMPLES[0][1], EXAMPLES[0][2]));
  if (!given) room.warn("The link holds no position that can be read; here is an example instead.");
  return () => room.leave();
}

class Analyse {
  constructor(main) {
    this.brush = "ask";
    this.shown = memory.get("analyse") ?? "percent";
    this.board = new Board({ label: "Position", writable: true, blasts: false, onact: (kind, cell) => this.act(kind, cell) });
    this.#furnish(main);
    this.cell = new CellCard(this.board, this.about, (layout) => this.suppose(layout));
    this.solutions = new Solutions(this.flip, (layout) => this.suppose(layout));
    this.stopStrokes = strokes(this.board, { brush: () => this.brush, begin: () => this.position.remember(), paint: (cell, symbol) => this.paint(cell, symbol), end: () => this.changed() });
    this.forget = shortcuts({ z: () => this.undo(), Escape: () => this.ask(null) });
  }

  leave() {
    this.forget();
    this.stopStrokes();
    this.solutions.forget();
    this.board.leave();
    clearTimeout(this.timer);
    this.aborter?.abort();
  }

  #furnish(main) {
    this.palette = brushes((brush) => { this.brush = brush; });
    this.mines = h("input", { type: "number", min: 0, inputmode: "numeric", placeholder: "not told", oninput: () => this.count() });
    this.known = h("div", { class: "known" });
    this.about = h("div", { class: "side" });
    this.flip = h("div", {});
    this.legend = scale();
    this.source = new Source((position, keep) => this.take(position, keep));
    this.overlay = choice("Risks", [["off", "Risks off"], ["colours", "Colours"], ["percent", "Percent"]], this.shown, (value) => {
      this.shown = value;
      memory.set("analyse", value);
      this.colour();
    });
    fill(main, h("div", { class: "columns analyse" },
      h("div", { class: "stage" }, h("h1", { class: "unseen" }, "Analyse a position"), this.palette,
        h("div", { class: "hold" }, this.board.frame),
        h("div", { class: "tools" }, h("label", { class: "mines" }, "Mines", this.mines), button("Undo", () => this.undo(), { picture: "undo", key: "Z" }), this.overlay),
        h("div", { class: "under" }, this.legend)),
      h("aside", { class: "side", "aria-label": "What is known" }, this.known, this.about, this.flip, this.source.element)));
    this.board.frame.dataset.below = 130;
  }

  // A whole new position.
  take(position, typed = false) {
    const past = this.position?.past ?? [];
    if (this.position) past.push({ rows: [...this.position.rows], mines: this.position.mines });
    if (typed) position.mines = this.position.mines;
    this.position = position;
    position.past = past;
    this.mines.value = position.mines ?? "";
    this.board.know(null);
    this.changed();
  }

  warn(message) {
    fill(this.about, problem({ message }));
  }

  act(kind, cell) {
    if (kind === "open" && this.brush === "ask") return this.ask(cell);
    const symbol = kind === "open" ? this.brush : kind === "flag" ? (this.board.symbol(cell) === "F" ? "." : "F") : kind;
    if (!/^[.0-8*F_]$/.test(symbol)) return;
    this.position.remember();
    this.paint(cell, symbol);
    this.changed();
  }

  paint(cell, symbol) {
    if (!cell || !this.position.draw(cell, symbol)) return;
    this.board.mark(null);
    this.board.show(this.position.view);
  }

  undo() {
    if (!this.position.undo()) return say("Nothing to take back.");
    this.mines.value = this.position.mines ?? "";
    this.changed();
  }

  count() {
    const given = this.mines.value.trim();
    this.position.remember();
    this.position.mines = /^\d+$/.test(given) ? Number(given) : null;
    this.changed();
  }

  changed() {
    this.board.show(this.position.view);
    this.board.mark(null);
    this.source.show(this.position);
    this.cell.forget();
    this.solutions.forget();
    setAddress(this.position.address);
    clearTimeout(this.timer);
    this.aborter?.abort();
    this.timer = setTimeout(() => this.#analyse(), PAUSE);
  }

  async #analyse() {
    const aborter = (this.aborter = new AbortController());
    const position = asked(this.position.view);
    try {
      const analysis = await api.analyse(position, aborter.signal);
      this.analysis = analysis;
      this.colour();
      fill(this.known, this.#summary(analysis));
      if (analysis.complete !== false && !analysis.error) this.solutions.offer(position);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.analysis = null;
      this.colour();
      fill(this.known, error.code === "inconsistent" ? clash(error) : problem(error));
      this.board.mark({ clash: error.clues ?? [] });
      say(error.message);
    }
  }

  colour() {
    const shown = this.shown !== "off";
    this.legend.hidden = !shown;
    this.legend.set(this.board.know(shown ? this.analysis : null, this.shown === "percent"));
  }

  suppose(layout) {
    if (!layout) return this.colour();
    const supposed = [];
    layout.forEach((row, r) => [...row].forEach((symbol, c) => { if (symbol === "*") supposed.push([r, c]); }));
    this.board.know({ supposed });
  }

  ask(cell) {
    this.colour();
    if (!cell) {
      this.cell.forget();
      return this.board.mark(null);
    }
    if (this.analysis) this.cell.show(asked(this.position.view), cell);
  }

  #summary(analysis) {
    const { best } = analysis;
    const certain = analysis.safe.length + analysis.mines.length;
    const answer = best && h("p", { class: "best-move" }, h("strong", {}, capital(place(best.cell))), best.risk > 0 ? `, risk ${percent(best.risk)}. ` : " is safe. ", best.risk > 0 && h("span", { class: "soft" }, oneBased(best.why)));
    const show = best && button("Show", () => { this.ask(best.cell); }, { kind: "text" });
    say(`${large(analysis.solutions, analysis.log10_solutions)} solutions, ${analysis.safe.length} safe cells, ${analysis.mines.length} mines proved.`);
    return h("section", { class: "card" },
      facts([["solutions", large(analysis.solutions, analysis.log10_solutions)], ["proved safe", analysis.safe.length], ["proved mines", analysis.mines.length]], "figures"),
      best ? h("div", {}, h("h2", { class: "line apart" }, "Best move", show), answer) : h("p", { class: "soft" }, certain ? "Nothing is left to open." : "There is nothing to open."),
      analysis.error ? h("p", { class: "small soft" }, `Too large to count exactly: risks are estimated, ± ${percent(analysis.error)}.`) : null);
  }
}

function clash(error) {
  return h("section", { class: "card problem", role: "alert" }, h("h2", {}, "No layout fits"), h("p", {}, capital(oneBased(error.message))), error.clues?.length ? h("p", { class: "small" }, "The clues that clash are outlined.") : null);
}
