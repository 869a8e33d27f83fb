// Where a position comes from: an example, an empty board of any size, pasted text, a file.
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { button, copy, field, number, problem, select } from "../parts/controls.js";
import { EXAMPLES, MOST_SIDE, Position } from "./analyse-position.js";

const MOST_BYTES = 200_000;

export class Source {
  constructor(onposition) {
    this.onposition = onposition;
    this.trouble = h("div", {});
    this.text = h("textarea", { rows: 6, spellcheck: "false", autocomplete: "off", oninput: () => this.#typed() });
    const example = select("Example", [["", "Choose …"], ...EXAMPLES.map(([name], number_) => [String(number_), name])], "", (value) => {
      if (value === "") return;
      const [, text, mines] = EXAMPLES[Number(value)];
      this.#give(Position.parse(text, mines));
      example.input.value = "";
    });
    const width = number("Width", 9, { max: MOST_SIDE });
    const height = number("Height", 9, { max: MOST_SIDE });
    const fresh = () => {
      const side = (field) => Math.min(Math.max(Math.floor(Number(field.input.value)) || 9, 1), MOST_SIDE);
      this.#give(Position.empty(side(width), side(height), null));
    };
    const file = h("input", { type: "file", class: "unseen", "aria-label": "Open a file", onchange: () => this.#read(file) });
    const link = button("Copy link", async () => {
      link.querySelector("span").textContent = (await copy(location.href)) ? "Copied" : "Copy the address bar";
      setTimeout(() => { link.querySelector("span").textContent = "Copy link"; }, 1500);
    }, { picture: "link" });
    this.element = h("section", { class: "card" }, h("h2", {}, "Position"),
      field("As text: . hidden, 0–8 clue, * mine, F flag, _ safe without clue", this.text), this.trouble,
      h("div", { class: "line" }, link, button("Open a file", () => file.click()), file),
      example, h("div", { class: "fields bottom" }, width, height, button("Empty", fresh, { title: "An empty board of this size" })));
  }

  show(position) {
    if (document.activeElement !== this.text) this.text.value = position.text;
    fill(this.trouble);
  }

  // Our own text is read here, at once; anything else is left to the server.
  async #typed() {
    const text = this.text.value;
    const ours = Position.parse(text);
    if (ours) return this.#give(ours, true);
    if (!text.trim()) return;
    await this.#convert({ text }, text);
  }

  async #read(file) {
    const [given] = file.files;
    file.value = "";
    if (!given) return;
    if (given.size > MOST_BYTES) return fill(this.trouble, problem({ message: "That file is too large for a board." }));
    const bytes = new Uint8Array(await given.arrayBuffer());
    const ours = bytes.every((byte) => byte < 128) && Position.parse(new TextDecoder().decode(bytes));
    if (ours) this.#give(ours);
    else await this.#convert({ base64: btoa(String.fromCharCode(...bytes)) });
  }

  async #convert(given, typed) {
    try {
      const found = await api.convert(given);
      if (typed !== undefined && typed !== this.text.value) return; // typed on meanwhile
      const shown = found.view ?? found.layout;
      const rows = shown.rows ?? shown;
      this.#give(Position.parse((Array.isArray(rows) ? rows.join("\n") : rows), shown.mines ?? null));
    } catch (error) {
      if (typed === undefined || typed === this.text.value) fill(this.trouble, h("p", { class: "small wrong-text", role: "alert" }, error.message));
    }
  }

  #give(position, keep = false) {
    fill(this.trouble);
    this.onposition(position, keep);
  }
}
