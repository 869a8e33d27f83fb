// Solutions drawn at random, flipped through on the board: what the mines may look like.
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { button, problem } from "../parts/controls.js";

const DRAWN = 24;
const PAGE_MS = 650;

export class Solutions {
  constructor(element, onsuppose) {
    this.element = element;
    this.onsuppose = onsuppose;
    this.forget();
  }

  forget() {
    clearInterval(this.timer);
    this.boards = [];
    this.at = 0;
    this.seed = 0;
    fill(this.element);
  }

  offer(position) {
    this.forget();
    this.position = position;
    fill(this.element, h("section", { class: "card" }, h("h2", {}, "Solutions"), h("p", { class: "soft small" }, "Layouts that fit all clues, drawn at random, each as likely as the others."),
      h("div", { class: "line" }, button("Flip through", () => this.#draw(), { picture: "play" }))));
  }

  async #draw() {
    try {
      this.boards = (await api.sample(this.position, DRAWN, this.seed++)).boards;
    } catch (error) {
      return fill(this.element, problem(error));
    }
    this.at = -1;
    this.#play();
  }

  #play() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.#turn(1), PAGE_MS);
    this.playing = true;
    this.#turn(1);
  }

  #pause() {
    clearInterval(this.timer);
    this.playing = false;
    this.#show();
  }

  #turn(by) {
    this.at = (this.at + by + this.boards.length) % this.boards.length;
    this.#show();
  }

  #show() {
    this.onsuppose(this.boards[this.at]);
    const stop = () => { const { position } = this; this.onsuppose(null); this.offer(position); };
    const page = (by) => { this.#pause(); this.#turn(by); };
    if (!this.counter?.isConnected) {
      this.counter = h("span", { class: "soft" });
      this.toggle = button("Pause", () => (this.playing ? this.#pause() : this.#play()), { picture: "pause" });
      fill(this.element, h("section", { class: "card" }, h("header", {}, h("h2", {}, "Solutions"), this.counter),
        h("div", { class: "line" }, button("Back", () => page(-1), { picture: "back" }), this.toggle, button("Next", () => page(1), { picture: "next" }), button("Close", stop, { kind: "quiet" }))));
    }
    this.counter.textContent = `${this.at + 1} of ${this.boards.length} drawn`;
    this.toggle.querySelector("use").setAttribute("href", this.playing ? "#s-pause" : "#s-play");
    this.toggle.querySelector("span").textContent = this.playing ? "Pause" : "Play";
  }
}
