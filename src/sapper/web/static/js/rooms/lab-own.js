// An experiment of one's own: which agents, on which boards, at which densities, how many.
import { h } from "../dom.js";
import { field, number, tick } from "../parts/controls.js";

const PROPOSED = ["basic", "exact"];

export function ownForm(agents, onstart) {
  const sorted = [...agents].sort((a, b) => PROPOSED.includes(b.name) - PROPOSED.includes(a.name));
  const ticks = sorted.map(({ name, text }) => {
    const one = tick(name, PROPOSED.includes(name));
    one.title = text;
    one.name = name;
    return one;
  });
  const size = h("input", { type: "text", value: "10x10", pattern: "\\d+x\\d+", required: true });
  const density = h("input", { type: "text", value: "0.1:0.3:0.1", required: true, title: "One density, or from:to:step" });
  const boards = number("Boards", 20, { max: 10000 });
  const seed = number("Seed", 0, { min: 0 });
  const start = (event) => {
    event.preventDefault();
    const chosen = ticks.filter((one) => one.input.checked).map((one) => one.name);
    onstart({ agents: chosen, size: size.value, density: density.value, boards: Number(boards.input.value), seed: Number(seed.input.value) });
  };
  return h("form", { class: "card", onsubmit: start }, h("h2", {}, "Your own"),
    h("fieldset", { class: "agents" }, h("legend", { class: "small soft" }, "Agents"), ticks),
    h("div", { class: "fields" }, field("Size", size), field("Density or range", density)),
    h("div", { class: "fields" }, boards, seed),
    h("div", { class: "line" }, h("button", { type: "submit", class: "main" }, "Run it")));
}
