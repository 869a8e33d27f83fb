// The board: a grid of cells that shows a view, what is known about it, and marks over it.
//
//   board.show(view)          view as the server sends it: { rows, width, height, … }
//   board.know(analysis)      risks and certain cells, or null; percent: write the numbers too; → risk away from clues
//   board.end(layout)         after the game: mines that were missed, flags that were wrong
//   board.mark({...})         outlines and lines, see marks.js
//   board.onact(kind, cell)   "open" | "flag" | "chord", or a symbol where the board is writable
//
// Only cells that changed are touched: a move on an expert board costs a few, not 480.
import { h, icon } from "../dom.js";
import { fit } from "./fit.js";
import { listen } from "./gestures.js";
import { neighbours } from "./grid.js";
import { listenToKeys } from "./keys.js";
import { Marks } from "./marks.js";
import { css, inkOn, riskColour } from "./risk.js";
import { describe, shortPercent } from "./words.js";

const PICTURES = { F: "flag", "*": "mine", _: "dot" };

export class Board {
  constructor({ label = "Minesweeper board", live = true, writable = false, blasts = true, roomy = true, onact, onpoint } = {}) {
    this.label = label;
    this.live = live;
    this.writable = writable;
    this.percent = false;
    this.width = this.height = 0;
    this.rows = [];
    this.bared = []; // cells that show the truth after the end
    this.cursor = [0, 0];
    this.onact = onact ?? (() => {});
    this.onpoint = onpoint ?? (() => {});
    this.marks = new Marks();
    this.element = h("div", { class: `board${blasts ? " blasts" : ""}`, role: "grid" });
    this.frame = h("div", { class: "frame" }, h("div", { class: "sheet" }, this.element, this.marks.element));
    const act = (kind, cell) => this.onact(kind, cell);
    listen(this, act);
    listenToKeys(this, act);
    this.element.addEventListener("pointerover", (event) => this.onpoint(this.cellAt(event.target)));
    this.element.addEventListener("pointerleave", () => this.onpoint(null));
    this.leave = fit(this, roomy);
  }

  show(view) {
    const { width, height, topology = "square" } = view;
    if (width !== this.width || height !== this.height || topology !== this.topology) this.#build(width, height, topology);
    for (const [row, column] of this.bared.splice(0)) this.#draw(row, column, this.rows[row][column]);
    for (let row = 0; row < this.height; row++)
      for (let column = 0; column < this.width; column++)
        if (this.rows[row][column] !== view.rows[row][column]) this.#draw(row, column, view.rows[row][column]);
    this.rows = [...view.rows];
  }

  know(analysis, percent = this.percent) {
    this.percent = percent;
    this.known = Array.from({ length: this.height }, (_, row) => analysis?.risk?.[row]?.slice() ?? Array(this.width).fill(null));
    for (const [row, column] of analysis?.safe ?? []) this.known[row][column] = "safe";
    for (const [row, column] of analysis?.mines ?? []) this.known[row][column] = "mine";
    for (const [row, column] of analysis?.supposed ?? []) this.known[row][column] = "supposed";
    const near = this.#nearClues();
    let elsewhere = null;
    for (let row = 0; row < this.height; row++)
      for (let column = 0; column < this.width; column++) {
        const known = this.rows[row][column] === "." ? this.known[row][column] : null;
        const far = typeof known === "number" && !near[row * this.width + column];
        if (far) elsewhere = known;
        this.#colour(row, column, known, far);
      }
    return elsewhere;
  }

  end(layout) {
    for (let row = 0; row < this.height; row++)
      for (let column = 0; column < this.width; column++) {
        const [shown, mine] = [this.rows[row][column], layout[row][column] === "*"];
        const cell = this.cells[row][column];
        cell.classList.toggle("missed", mine && shown === ".");
        cell.classList.toggle("wrong", !mine && shown === "F");
        if (mine === (shown === "F")) continue;
        this.bared.push([row, column]);
        if (mine && shown === ".") cell.replaceChildren(icon("mine"));
        if (!mine && shown === "F") cell.replaceChildren(icon("flag"), icon("cross"));
      }
  }

  mark(marks) {
    if (marks) this.marks.show(marks);
    else this.marks.clear();
  }

  press(cell) {
    for (const pressed of this.element.querySelectorAll(".pressed")) pressed.classList.remove("pressed");
    if (!cell) return;
    const symbol = this.rows[cell[0]][cell[1]];
    const around = /[1-8]/.test(symbol) ? this.around(cell) : [cell];
    for (const [row, column] of around)
      if (this.rows[row][column] === ".") this.cells[row][column].classList.add("pressed");
  }

  around(cell) {
    return neighbours(this, cell);
  }

  moveTo(cell, focus) {
    this.cells[this.cursor[0]]?.[this.cursor[1]]?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    const element = this.cells[cell[0]][cell[1]];
    element.setAttribute("tabindex", "0");
    this.#describe(...cell);
    if (focus) {
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      this.onpoint(cell);
    }
  }

  cellAt(target) {
    const element = target?.closest?.(".cell");
    return element ? [Number(element.dataset.row), Number(element.dataset.column)] : null;
  }

  symbol([row, column]) {
    return this.rows[row]?.[column];
  }

  #build(width, height, topology) {
    Object.assign(this, { width, height, topology, cursor: [0, 0] });
    this.element.classList.toggle("hex", topology === "hex");
    this.rows = Array(height).fill(" ".repeat(width));
    this.cells = [];
    this.known = null;
    this.bared = [];
    const rows = [];
    for (let row = 0; row < height; row++) {
      this.cells.push([]);
      for (let column = 0; column < width; column++)
        this.cells[row].push(h("div", { class: "cell", role: "gridcell", tabindex: "-1", "data-row": row, "data-column": column, "aria-colindex": column + 1 }));
      rows.push(h("div", { class: "row", role: "row", "aria-rowindex": row + 1 }, this.cells[row]));
    }
    this.element.replaceChildren(...rows);
    this.element.setAttribute("aria-label", `${this.label}, ${height} rows, ${width} columns`);
    this.element.setAttribute("aria-rowcount", height);
    this.element.setAttribute("aria-colcount", width);
    this.cells[0][0].setAttribute("tabindex", "0");
    this.marks.resize(this);
    this.refit?.();
  }

  #draw(row, column, symbol) {
    const cell = this.cells[row][column];
    cell.dataset.s = symbol;
    cell.classList.remove("missed", "wrong", "safe", "mined", "risky", "far", "supposed");
    cell.style.removeProperty("--risk");
    cell.coloured = null;
    if (symbol in PICTURES) cell.replaceChildren(icon(PICTURES[symbol]));
    else cell.textContent = /[1-8]/.test(symbol) ? symbol : "";
    cell.setAttribute("aria-label", describe([row, column], symbol));
  }

  // 1 where a clue speaks about the cell.
  #nearClues() {
    const near = new Uint8Array(this.width * this.height);
    for (let row = 0; row < this.height; row++)
      for (let column = 0; column < this.width; column++)
        if (this.rows[row][column] >= "0" && this.rows[row][column] <= "8")
          for (const [r, c] of this.around([row, column])) near[r * this.width + c] = 1;
    return near;
  }

  // Away from the clues a cell looks the same whatever its risk, and that changes with every move: it is not touched.
  #colour(row, column, known, far) {
    const cell = this.cells[row][column];
    const look = known === null ? null : far ? "far" : `${known}${this.percent ? "%" : ""}`;
    if (cell.coloured === look || (look === null && !cell.coloured)) return;
    cell.coloured = look;
    cell.classList.toggle("safe", known === "safe");
    cell.classList.toggle("mined", known === "mine");
    cell.classList.toggle("supposed", known === "supposed");
    cell.classList.toggle("risky", typeof known === "number");
    cell.classList.toggle("far", far);
    if (known === "safe") cell.replaceChildren(icon("tick"));
    else if (known === "mine" || known === "supposed") cell.replaceChildren(icon("mine"));
    else if (typeof known === "number" && !far) {
      const colour = riskColour(known);
      cell.style.setProperty("--risk", css(colour));
      cell.style.setProperty("--on-risk", inkOn(colour));
      cell.replaceChildren(...(this.percent ? [h("span", { class: "share" }, shortPercent(known))] : []));
    } else cell.replaceChildren();
    this.#describe(row, column);
  }

  // The label of a cell away from the clues is made anew when the cell gets the focus.
  #describe(row, column) {
    const symbol = this.rows[row][column];
    const known = symbol === "." ? this.known?.[row][column] ?? null : null;
    this.cells[row][column].setAttribute("aria-label", describe([row, column], symbol, known));
  }
}
