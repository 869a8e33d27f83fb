// Elements in one expression: h("button", { class: "key", onclick: go }, "Go"). Text is text, never markup.
const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

export function icon(name, label) {
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: "icon", ...said }, svg("use", { href: `#s-${name}` }));
}

export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
