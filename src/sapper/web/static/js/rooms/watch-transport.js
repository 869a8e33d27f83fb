// Play, pause, step, speed, and a scrubber over the whole game; guesses are marked along it.
import { h, svg } from "../dom.js";
import { button, choice } from "../parts/controls.js";

const SPEEDS = [["3", "Slow"], ["10", "Normal"], ["40", "Fast"]];

export class Transport {
  constructor(onstep) {
    this.onstep = onstep;
    this.step = this.length = 0;
    this.speed = "10";
    this.toggle = button("Play", () => (this.timer ? this.pause() : this.play()), { picture: "play", kind: "main", key: "P" });
    this.range = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step of the game", oninput: () => { this.pause(); this.go(Number(this.range.value)); } });
    this.marks = svg("svg", { class: "guess-marks", preserveAspectRatio: "none", "aria-hidden": "true" });
    const plain = (label, act, picture) => button(label, act, { picture, kind: "bare", "aria-label": label, title: label });
    this.element = h("div", { class: "transport", role: "group", "aria-label": "Playback" },
      h("div", { class: "scrub" }, this.marks, this.range),
      h("div", { class: "line" }, plain("To the start", () => this.jump(0), "first"), plain("One step back", () => this.by(-1), "back"), this.toggle,
        plain("One step on", () => this.by(1), "next"), plain("To the end", () => this.jump(this.length), "last"),
        plain("Next guess", () => this.guess(), "guess"), choice("Speed", SPEEDS, this.speed, (speed) => { this.speed = speed; if (this.timer) this.play(); })));
  }

  load(length, guesses) {
    this.pause();
    [this.length, this.guesses] = [length, guesses];
    this.range.max = length;
    this.marks.setAttribute("viewBox", `0 0 ${Math.max(length, 1)} 1`);
    this.marks.replaceChildren(...guesses.map((step) => svg("rect", { x: step - length / 400, y: 0, width: length / 200, height: 1 })));
    this.go(0);
  }

  play() {
    clearInterval(this.timer);
    if (this.step >= this.length) this.go(0);
    this.timer = setInterval(() => (this.step >= this.length ? this.pause() : this.go(this.step + 1)), 1000 / Number(this.speed));
    this.#show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.#show();
  }

  by(steps) { this.jump(this.step + steps); }

  jump(step) {
    this.pause();
    this.go(Math.min(Math.max(step, 0), this.length));
  }

  guess() {
    this.jump(this.guesses.find((step) => step > this.step) ?? this.length);
  }

  go(step) {
    this.step = step;
    this.range.value = step;
    this.range.setAttribute("aria-valuetext", `step ${step} of ${this.length}`);
    this.onstep(step);
  }

  #show() {
    this.toggle.querySelector("use").setAttribute("href", this.timer ? "#s-pause" : "#s-play");
    this.toggle.querySelector("span").textContent = this.timer ? "Pause" : "Play";
  }
}
