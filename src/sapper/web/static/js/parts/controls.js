// Controls that every room uses, each with a label that a screen reader reads.
import { css, riskColour } from "../board/risk.js";
import { percent } from "../board/words.js";
import { h, icon } from "../dom.js";

let names = 0;

export function button(label, onclick, { picture, key, kind = "", ...rest } = {}) {
  const shortcut = key ? { "aria-keyshortcuts": key.toLowerCase() } : {};
  return h("button", { type: "button", class: kind, onclick, ...shortcut, ...rest },
    picture && icon(picture), h("span", {}, label), key && h("kbd", { "aria-hidden": "true" }, key));
}

// One of a few: radio buttons that look like one bar. options: [[value, label], …]
export function choice(label, options, value, onchange) {
  const name = `choice-${++names}`;
  const inputs = options.map(([given, text]) => {
    const input = h("input", { type: "radio", name, value: given, checked: given === value, onchange: () => onchange(given) });
    return h("label", {}, input, h("span", {}, text));
  });
  const element = h("div", { class: "choice", role: "radiogroup", "aria-label": label }, inputs);
  element.set = (given) => {
    for (const input of element.querySelectorAll("input")) input.checked = input.value === given;
  };
  return element;
}

export function select(label, options, value, onchange) {
  const list = h("select", { onchange: () => onchange?.(list.value) },
    options.map(([given, text]) => h("option", { value: given }, text)));
  if (value !== undefined && value !== null) list.value = value;
  return field(label, list);
}

export function number(label, value, { min = 1, max, placeholder, onchange } = {}) {
  const input = h("input", { type: "number", inputmode: "numeric", min, max, placeholder, value: value ?? "", onchange: () => onchange?.(input.value) });
  return field(label, input);
}

// A control with its label above it; `input` of the result is the control.
export function field(label, input) {
  input.id = `field-${++names}`;
  const element = h("div", { class: "field" }, h("label", { for: input.id }, label), input);
  element.input = input;
  return element;
}

export function tick(label, checked, onchange) {
  const input = h("input", { type: "checkbox", checked, onchange: () => onchange?.(input.checked) });
  const element = h("label", { class: "tick" }, input, h("span", {}, label));
  element.input = input;
  return element;
}

export function facts(pairs, kind = "facts") {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined);
  if (kind === "figures") return h("dl", { class: kind }, shown.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
  return h("dl", { class: kind }, shown.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

export function problem(error, retry) {
  return h("section", { class: "card problem", role: "alert" },
    h("h2", {}, error.status === 0 ? "No answer" : "That did not work"), h("p", {}, error.message),
    retry && h("div", { class: "line" }, button("Try again", retry)));
}

export function waiting(text) {
  return h("p", { class: "waiting" }, text);
}

// The legend of the risk colours; set(risk) says what the cells away from the clues have in common.
export function scale() {
  const far = h("span", { class: "elsewhere" });
  const element = h("div", { class: "scale" }, h("span", { class: "chip safe" }, icon("tick")), "safe",
    h("span", { class: "ramp", role: "img", "aria-label": "Colours of the risk, from low to high" }),
    "mine", h("span", { class: "chip mined" }, icon("mine")), far);
  element.set = (risk) => {
    if (risk === null) return far.replaceChildren();
    const chip = h("span", { class: "chip" });
    chip.style.setProperty("--risk", css(riskColour(risk)));
    far.replaceChildren(chip, `elsewhere ${percent(risk)}`);
  };
  return element;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
