// What is played: the level bar, the dialog with every rule, and the address that shares a game.
import { h } from "../dom.js";
import { button, choice, number, select, tick } from "../parts/controls.js";

export const USUAL = { level: "beginner" };
const BAR = ["beginner", "intermediate", "expert"];
const NUMBERS = ["width", "height", "mines", "seed"];
const SWITCHES = ["mine_count", "no_guess", "practice"];
const WORDS = ["level", "first", "rule", "clues"];

const CLUES = {
  exact: "Exact",
  "reveal:0.5": "Half of them, for ever",
  "reveal:0.5:again": "Half of them, ask again",
  optimistic: "Optimistic: too low",
  "optimistic:wide": "Optimistic, wide",
  cautious: "Cautious: too high",
  "cautious:wide": "Cautious, wide",
};

export function rulesFrom(query) {
  const rules = {};
  for (const name of WORDS) if (query.get(name)) rules[name] = query.get(name);
  for (const name of NUMBERS) if (/^\d+$/.test(query.get(name) ?? "")) rules[name] = Number(query.get(name));
  for (const name of SWITCHES) if (query.has(name)) rules[name] = query.get(name) !== "0";
  if (!rules.level && !(rules.width && rules.height && rules.mines !== undefined)) rules.level = USUAL.level;
  return rules;
}

export function addressOf(rules, path = "/") {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rules))
    if (value !== undefined && value !== null && value !== "") query.set(name, value === true ? "1" : value === false ? "0" : value);
  return `${path}?${query}`;
}

export function levelBar(rules, onstart, onmore) {
  const plain = rules.level && BAR.includes(rules.level) ? rules.level : "more";
  const bar = choice("Level", [...BAR.map((name) => [name, name[0].toUpperCase() + name.slice(1)]), ["more", "Other"]], plain,
    (value) => (value === "more" ? onmore() : onstart({ ...kept(rules), level: value })));
  const more = bar.querySelector('input[value="more"]'); // chosen again, it opens the dialog again
  more.addEventListener("click", () => { if (plain === "more") onmore(); });
  return bar;
}

// Of the rules that are played, those that stay when the level changes.
function kept({ first, rule, clues, mine_count, no_guess, practice }) {
  return { first, rule, clues, mine_count, no_guess, practice };
}

export function rulesDialog(rules, meta, onstart) {
  const levels = meta.levels;
  const size = levels.find(({ name }) => name === rules.level) ?? rules;
  const preset = select("Board", [["", "Custom size"], ...levels.map(({ name, width, height, mines }) => [name, `${name} · ${width} × ${height}, ${mines} mines`])], rules.level ?? "", (name) => {
    const level = levels.find((one) => one.name === name);
    if (level) [width.input.value, height.input.value, mines.input.value] = [level.width, level.height, level.mines];
    if (level) rule.input.value = level.rule;
  });
  const custom = () => { preset.input.value = ""; };
  const width = number("Width", size.width, { onchange: custom });
  const height = number("Height", size.height, { onchange: custom });
  const mines = number("Mines", size.mines, { min: 0, onchange: custom });
  const first = select("First click", [["", "As the rule says"], ["any", "May explode"], ["safe", "Never a mine"], ["opening", "Opens an area"]], rules.first ?? "");
  const rule = select("Rule", [["classic", "Classic: one mine ends it"], ["survey", "Survey: flag every mine"]], rules.rule ?? size.rule ?? "classic");
  const clues = select("Clues", meta.clues.map((model) => [model, CLUES[model] ?? model]), rules.clues ?? "exact");
  const seed = number("Seed", null, { min: 0, placeholder: "any" });
  const told = tick("The number of mines is told", rules.mine_count !== false);
  const fair = tick("No guessing: a board that proof alone can clear", rules.no_guess === true);
  const practice = tick("Practice: moves can be taken back", rules.practice === true);
  const start = (event) => {
    event.preventDefault();
    const value = (field) => (field.input.value === "" ? undefined : Number(field.input.value));
    const board = preset.input.value ? { level: preset.input.value } : { width: value(width), height: value(height), mines: value(mines) };
    dialog.close();
    onstart({ ...board, first: first.input.value || undefined, rule: rule.input.value,
      clues: clues.input.value === "exact" ? undefined : clues.input.value, mine_count: told.input.checked ? undefined : false,
      no_guess: fair.input.checked || undefined, practice: practice.input.checked || undefined, seed: value(seed) });
  };
  const dialog = h("dialog", { "aria-labelledby": "rules-title", onclose: () => dialog.remove() },
    h("form", { onsubmit: start }, h("h2", { id: "rules-title" }, "A game to order"), preset, h("div", { class: "fields" }, width, height, mines),
      h("div", { class: "fields wide" }, rule, first), h("div", { class: "fields wide" }, clues, seed), told, fair, practice,
      h("div", { class: "ends" }, button("Cancel", () => dialog.close()), h("button", { class: "main", type: "submit" }, "Start"))));
  document.body.append(dialog);
  dialog.showModal();
}

const FIRST = { any: "may explode", safe: "never a mine", opening: "opens an area" };

export function inWords({ rules }) {
  const extras = [rules.no_guess && "no guessing", rules.practice && "practice", rules.clues !== "exact" && `clues ${rules.clues}`, !rules.mine_count && "mine count not told"];
  return [["Board", `${rules.width} × ${rules.height}, ${rules.mines} mines`], ["Rule", rules.rule], ["First click", FIRST[rules.first] ?? rules.first], ["With", extras.filter(Boolean).join(", ") || null]];
}
