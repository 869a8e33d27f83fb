// What is drawn over the board: outlines of clues, lines from a clue to the cells it speaks about, the cell in question.
// One SVG in units of a cell, so it needs no measuring and stays sharp at any size.
import { svg } from "../dom.js";
import { breadth, shift } from "./grid.js";

const NEAR = 1; // a clue speaks about the cells that touch it

export class Marks {
  constructor() {
    this.element = svg("svg", { class: "marks", "aria-hidden": "true", preserveAspectRatio: "none" });
  }

  resize(board) {
    this.topology = board.topology;
    this.element.setAttribute("viewBox", `0 0 ${breadth(board)} ${board.height}`);
    this.clear();
  }

  clear() {
    this.element.replaceChildren();
  }

  // rings, clash, region, weighed, best: lists of cells; lines: pairs [clue, cell]; target, latest: one cell.
  show({ rings = [], lines = [], clash = [], region = [], best = [], weighed = [], latest = null, target = null }) {
    this.element.replaceChildren(
      ...region.map((cell) => this.#box(cell, "region", 0, 0)),
      ...rings.map((cell) => this.#box(cell, "ring", 0.06, 0.16)),
      ...clash.map((cell) => this.#box(cell, "clash", 0.06, 0.16)),
      ...weighed.map((cell) => this.#box(cell, "weighed", 0.1, 0.16)),
      ...best.map((cell) => this.#box(cell, "best", 0.07, 0.16)),
      ...lines.map(([from, to]) => this.#line(from, to)),
      ...(latest ? [this.#corners(latest, "latest")] : []),
      ...(target ? [this.#corners(target, "target")] : []),
    );
  }

  #box([row, column], kind, inset, radius) {
    const side = 1 - 2 * inset;
    return svg("rect", { class: kind, x: column + shift(this.topology, row) + inset, y: row + inset, width: side, height: side, rx: radius });
  }

  // From the rim of the clue to just inside the cell, with a dot at the end: the digit stays readable.
  #line([r0, left], [r1, right]) {
    const [c0, c1] = [left + shift(this.topology, r0), right + shift(this.topology, r1)];
    const [dx, dy] = [c1 - c0, r1 - r0];
    const length = Math.hypot(dx, dy) || 1;
    const at = (distance) => [c0 + 0.5 + (dx / length) * distance, r0 + 0.5 + (dy / length) * distance];
    const [x1, y1] = at(0.4);
    const [x2, y2] = at(length - 0.38);
    return svg("g", { class: "speaks" }, svg("path", { d: `M${x1} ${y1}L${x2} ${y2}` }), svg("circle", { cx: x2, cy: y2, r: 0.09 }));
  }

  #corners([row, column], kind) {
    const [a, b, arm] = [0.05, 0.95, 0.26];
    const path = [
      `M${a} ${a + arm}V${a}H${a + arm}`, `M${b - arm} ${a}H${b}V${a + arm}`,
      `M${b} ${b - arm}V${b}H${b - arm}`, `M${a + arm} ${b}H${a}V${b - arm}`,
    ].join("");
    return svg("path", { class: kind, d: path, transform: `translate(${column + shift(this.topology, row)} ${row})` });
  }
}

export function touches([r0, c0], [r1, c1]) {
  return Math.max(Math.abs(r0 - r1), Math.abs(c0 - c1)) === NEAR;
}

// Which clue speaks about which cell: every touching pair of a step, or of the whole proof. A clue that touches none of
// the cells that are decided speaks about those it shares with another clue of its step; `hidden` tells where they are.
export function linesOf(steps, hidden) {
  const seen = new Set();
  const lines = [];
  for (const { clues, cells } of steps)
    for (const clue of clues) {
      const decided = cells.filter((cell) => touches(clue, cell));
      const shared = () => hidden(clue).filter((cell) => clues.some((other) => other !== clue && touches(other, cell)));
      for (const cell of decided.length ? decided : shared())
        if (!seen.has(`${clue}>${cell}`)) {
          seen.add(`${clue}>${cell}`);
          lines.push([clue, cell]);
        }
    }
  return lines;
}
