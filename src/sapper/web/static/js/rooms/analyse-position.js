// The position under analysis: rows of symbols that can be drawn on, taken back, written as text and put in the address.
const SYMBOLS = /^[.0-8*F_]+$/;
export const MOST_SIDE = 100;

export const EXAMPLES = [
  ["A game in the middle", "........./........./........./12......./01......./02...2111/02...1000/011211000/000000000", 10],
  ["One, two, two, one", "....../012210/000000", null],
  ["Two on the left, three on the right", "...../.2.3./.....", 5],
  ["A pure coin flip", "11../1*../1222/0001", 3],
  ["Clues that clash", "...../.1.3./.....", 2],
];

export class Position {
  constructor(rows, mines) {
    this.rows = rows;
    this.mines = mines;
    this.past = [];
  }

  static parse(text, mines = null) {
    const rows = text.trim().split(/\s*[\n/]\s*/).map((row) => row.replace(/\s/g, ""));
    if (!rows[0] || rows.some((row) => row.length !== rows[0].length || !SYMBOLS.test(row))) return null;
    if (rows.length > MOST_SIDE || rows[0].length > MOST_SIDE) return null;
    return new Position(rows, mines);
  }

  static empty(width, height, mines) {
    return new Position(Array(height).fill(".".repeat(width)), mines);
  }

  get view() {
    return { rows: this.rows, width: this.rows[0].length, height: this.rows.length, mines: this.mines };
  }

  get text() {
    return this.rows.join("\n");
  }

  get address() {
    const query = new URLSearchParams({ view: this.rows.join("/") });
    if (this.mines !== null) query.set("mines", this.mines);
    return `/analyse?${query.toString().replaceAll("%2F", "/")}`;
  }

  // One stroke of the brush may cover many cells; it is taken back as a whole.
  remember() {
    this.past.push({ rows: [...this.rows], mines: this.mines });
    if (this.past.length > 200) this.past.shift();
  }

  draw([row, column], symbol) {
    if (this.rows[row][column] === symbol) return false;
    this.rows[row] = this.rows[row].slice(0, column) + symbol + this.rows[row].slice(column + 1);
    return true;
  }

  undo() {
    const before = this.past.pop();
    if (before) [this.rows, this.mines] = [before.rows, before.mines];
    return Boolean(before);
  }
}
