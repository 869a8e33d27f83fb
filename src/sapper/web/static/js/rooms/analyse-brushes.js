// The brushes: what a click writes into a cell, or, with the first, asks about it. On a keyboard: type the symbol.
import { h, icon } from "../dom.js";

const BRUSHES = [
  ["ask", "Ask about a cell", icon.bind(null, "analyse")],
  [".", "Hidden", () => h("span", { class: "swatch tile" })],
  ...["0", "1", "2", "3", "4", "5", "6", "7", "8"].map((digit) => [digit, digit === "0" ? "Empty" : `Clue ${digit}`, () => h("span", { class: `digit d${digit}` }, digit)]),
  ["*", "Known mine", icon.bind(null, "mine")],
  ["F", "Flag", icon.bind(null, "flag")],
  ["_", "Safe, no clue", icon.bind(null, "dot")],
];

export function brushes(onchange) {
  const name = "brush";
  const element = h("div", { class: "brushes", role: "radiogroup", "aria-label": "What a click does" }, BRUSHES.map(([value, label, picture]) =>
    h("label", { title: label }, h("input", { type: "radio", name, value, checked: value === "ask", "aria-label": label, onchange: () => onchange(value) }), h("span", {}, picture()))));
  element.set = (value) => {
    for (const input of element.querySelectorAll("input")) input.checked = input.value === value;
  };
  return element;
}

// Drawing with the button held down: every cell that the pointer crosses is painted.
export function strokes(board, { brush, begin, paint, end }) {
  let down = false;
  board.element.addEventListener("pointerdown", (event) => {
    if (brush() === "ask" || event.button !== 0 || event.pointerType === "touch") return;
    down = true;
    begin();
    paint(board.cellAt(event.target), brush());
  });
  board.element.addEventListener("pointerover", (event) => {
    const cell = down && board.cellAt(event.target);
    if (cell) paint(cell, brush());
  });
  const up = () => {
    if (down) end();
    down = false;
  };
  addEventListener("pointerup", up);
  return () => removeEventListener("pointerup", up);
}
