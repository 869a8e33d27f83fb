// Watch: an agent plays, or two on the same board, step by step, and says why.
import { api } from "../api.js";
import { Board } from "../board/board.js";
import { fill, h } from "../dom.js";
import { button, number, problem, select, waiting } from "../parts/controls.js";
import { shortcuts } from "../parts/shortcuts.js";
import { setAddress } from "../router.js";
import { addressOf, rulesFrom } from "./play-rules.js";
import { Film } from "./watch-film.js";
import { thoughtCard, thoughtMarks } from "./watch-thought.js";
import { Transport } from "./watch-transport.js";

const GRIDS = [["square", "square"], ["torus", "torus: edges glued"], ["hex", "hex: six neighbours"]];
const USUAL_AGENTS = ["champion", "exact", "basic"];

export function enter(main, query) {
  const room = new Watch(main);
  room.open(query);
  return () => room.leave();
}

class Watch {
  constructor(main) {
    this.boards = [];
    this.films = [];
    this.ladder = [];
    this.transport = new Transport((step) => this.show(step));
    this.controls = h("form", { class: "wanted", onsubmit: (event) => { event.preventDefault(); this.watch(); } });
    this.pair = h("div", { class: "hold pair" });
    this.thoughts = h("aside", { class: "side", "aria-label": "What the agent thinks" });
    fill(main, h("div", { class: "columns watch" }, h("div", { class: "stage" }, h("h1", { class: "unseen" }, "Watch an agent play"), this.controls, this.pair, this.transport.element), this.thoughts));
    this.forget = shortcuts({ p: () => this.transport.toggle.click(), " ": () => this.transport.toggle.click(), ArrowRight: () => this.transport.by(1), ArrowLeft: () => this.transport.by(-1), Home: () => this.transport.jump(0), End: () => this.transport.jump(this.transport.length), g: () => this.transport.guess() });
  }

  leave() {
    this.transport.pause();
    this.forget();
    this.aborter?.abort();
    this.#clear();
  }

  #clear() {
    for (const board of this.boards) board.leave();
    this.boards = [];
  }

  async open(query) {
    try {
      const meta = await api.meta();
      this.ladder = meta.ladder;
      this.#ask(meta, query);
      this.watch(true);
    } catch (error) {
      fill(this.thoughts, problem(error, () => this.open(query)));
    }
  }

  #ask({ agents, levels }, query) {
    const rules = rulesFrom(query);
    const names = agents.map(({ name, text }) => [name, text ? `${name} — ${short(text)}` : name]);
    const usual = USUAL_AGENTS.find((name) => agents.some((agent) => agent.name === name)) ?? agents[0].name;
    const size = levels.find(({ name }) => name === rules.level) ?? rules;
    const { first, rule } = rules;
    this.kept = { first, rule }; // of the game whose link led here
    this.agent = select("Agent", names, query.get("agent") ?? usual);
    this.against = select("Beside it", [["", "nobody"], ...names], query.get("against") ?? "");
    this.sizes = { width: number("Width", size.width), height: number("Height", size.height), mines: number("Mines", size.mines, { min: 0 }) };
    const show = () => { for (const side of Object.values(this.sizes)) side.hidden = this.level.input.value !== ""; };
    this.level = select("Board", [...levels.map(({ name }) => [name, name]), ["", "Other size"]], rules.level ?? "", () => { this.kept = {}; show(); });
    this.grid = select("Grid", GRIDS, query.get("grid") ?? "square");
    show();
    this.seed = number("Seed", rules.seed ?? 1, { min: 0 });
    const another = () => { this.seed.input.value = Math.floor(Math.random() * 1e6); this.watch(); };
    fill(this.controls, this.agent, this.against, this.level, ...Object.values(this.sizes), this.grid, this.seed, h("div", { class: "line" }, h("button", { type: "submit", class: "main" }, "Watch"), button("Another", another, { picture: "new", title: "Another board" })));
  }

  async watch(first = false) {
    const level = this.level.input.value;
    const size = Object.fromEntries(Object.entries(this.sizes).map(([name, side]) => [name, Number(side.input.value)]));
    const grid = this.grid.input.value === "square" ? undefined : this.grid.input.value;
    const wanted = { ...(level ? { level } : size), ...this.kept, grid, seed: Number(this.seed.input.value) || 0 };
    const agents = [this.agent.input.value, this.against.input.value].filter(Boolean);
    setAddress(addressOf({ agent: agents[0], against: agents[1], ...wanted }, "/watch"));
    this.aborter?.abort();
    const { signal } = (this.aborter = new AbortController());
    this.transport.load(0, []);
    fill(this.thoughts, h("section", { class: "card" }, waiting(agents.length > 1 ? "Both agents are playing …" : "The agent is playing …")));
    try {
      const films = [];
      for (const agent of agents) films.push(new Film({ agent, ...(await api.watch({ agent, ...wanted }, signal)) }));
      this.#load(films);
      if (!first && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.transport.play();
    } catch (error) {
      if (error.name !== "AbortError") fill(this.thoughts, problem(error, () => this.watch()));
    }
  }

  #load(films) {
    this.#clear();
    this.films = films;
    this.boards = films.map((film) => {
      const board = new Board({ label: `Board of ${film.agent}`, live: false });
      board.share = films.length;
      board.frame.dataset.below = 140;
      return board;
    });
    fill(this.pair, this.boards.map((board, number_) => h("figure", {}, films.length > 1 && h("figcaption", {}, films[number_].agent), board.frame)));
    const guesses = [...new Set(films.flatMap((film) => film.guesses))].sort((a, b) => a - b);
    this.transport.load(Math.max(...films.map((film) => film.length)), guesses);
  }

  show(step) {
    this.films.forEach((film, number_) => {
      const board = this.boards[number_];
      if (!board) return;
      board.show(film.view(step));
      board.mark(thoughtMarks(board, film.frame(step)));
      if (step >= film.length && film.layout) board.end(film.layout);
    });
    if (this.boards.length) fill(this.thoughts, this.films.map((film) => thoughtCard(film, step, this.ladder)), this.transport.step === 0 && help());
  }
}

function short(text) {
  return text.length > 64 ? `${text.slice(0, 62)}…` : text;
}

function help() {
  return h("section", { class: "card" }, h("h2", {}, "How to watch"), h("p", { class: "soft" }, "Play, or step with the arrow keys. Clues that prove a step are outlined, lines lead to the cell. Marks above the scrubber are guesses; press G for the next one."));
}
