// Charts by plotly, loaded when the first one is drawn (it weighs more than all the rest of the page).
// The page's policy forbids injected styles, so what plotly would inject stands in css/plotly.css.
import { h } from "../dom.js";

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c6d31"];
const MARKERS = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "x", "star", "triangle-left", "triangle-right"];
const DASHES = ["solid", "dash", "dashdot", "dot"];
const HEIGHT = 380;
const CONFIG = { displayModeBar: false, responsive: true };

let loading = null;

function plotly() {
  return (loading ??= new Promise((resolve, reject) => {
    const styles = h("link", { rel: "stylesheet", href: "/static/css/plotly.css", id: "plotly.js-style-global", class: "no-inline-styles" });
    const allow = refuseStyles();
    const failed = () => {
      allow();
      loading = null;
      reject(new Error("Charts need plotly: pip install 'sapper[lab]'"));
    };
    const loaded = () => {
      allow();
      resolve(window.Plotly);
    };
    document.head.append(styles, h("script", { src: "/static/plotly.js", onload: loaded, onerror: failed }));
  }));
}

// While it loads, plotly writes the styles of its maps into the page, and the policy would refuse them loudly. There are
// no maps here, so they go into an element that does nothing.
function refuseStyles() {
  const create = document.createElement.bind(document);
  document.createElement = (tag, ...rest) => create(tag === "style" ? "template" : tag, ...rest);
  return () => { delete document.createElement; };
}

// One figure per panel of a chart; drawn again whenever the numbers or the theme change.
export class Charts {
  constructor(element) {
    this.element = element;
    this.drawn = new Map();
    this.retheme = () => this.#redraw();
    document.addEventListener("theme", this.retheme);
  }

  leave() {
    document.removeEventListener("theme", this.retheme);
    this.clear();
  }

  clear() {
    for (const { room } of this.drawn.values()) window.Plotly?.purge(room);
    this.drawn.clear();
    this.element.replaceChildren();
  }

  async show(charts) {
    if (!charts.length) return;
    this.charts = charts;
    const Plotly = await plotly();
    const before = this.drawn.size;
    const panels = charts.flatMap((chart) => chart.panels.map((panel) => Object.assign(this.#card(chart, panel), { chart, panel })));
    // All cards first: the next one may halve the width of those before it.
    for (const { room, chart, panel } of panels) {
      await Plotly.react(room, traces(panel), layout(chart), CONFIG);
      if (before && before !== this.drawn.size) await Plotly.Plots.resize(room);
    }
  }

  // The card of a panel, as it is or new.
  #card(chart, panel) {
    const key = `${chart.title}|${panel.title}`;
    if (!this.drawn.has(key)) {
      const room = h("div", { class: "plot" });
      const title = panel.title ? `${chart.title}, ${panel.title}` : chart.title;
      this.element.append(h("figure", { class: "card chart", "aria-label": title }, h("h3", {}, title), room));
      this.drawn.set(key, { room });
    }
    return this.drawn.get(key);
  }

  #redraw() {
    if (window.Plotly) for (const { room, chart, panel } of this.drawn.values()) window.Plotly.react(room, traces(panel), layout(chart), CONFIG);
  }
}

function traces(panel) {
  return panel.curves.map(({ label, style, points }) => ({
    type: "scatter",
    mode: "lines+markers",
    name: label,
    x: points.map((point) => point.x),
    y: points.map((point) => point.mean),
    error_y: { type: "data", symmetric: false, thickness: 1, width: 3, array: points.map((point) => point.high - point.mean), arrayminus: points.map((point) => point.mean - point.low) },
    line: { color: COLOURS[style % COLOURS.length], width: 2, dash: DASHES[(style + Math.floor(style / COLOURS.length)) % DASHES.length] },
    marker: { symbol: MARKERS[style % MARKERS.length], size: 7 },
    hovertemplate: `${label}: %{y:.1f}<extra></extra>`,
  }));
}

function layout(chart) {
  const of = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const [ink, line] = [of("--ink"), of("--line")];
  const axis = { gridcolor: line, zerolinecolor: line, linecolor: of("--edge"), tickcolor: of("--edge"), automargin: true };
  return {
    height: HEIGHT,
    margin: { l: 56, r: 12, t: 8, b: 44 },
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { color: ink, family: getComputedStyle(document.body).fontFamily, size: 13 },
    xaxis: { ...axis, title: { text: chart.x } },
    yaxis: { ...axis, title: { text: chart.y }, rangemode: "tozero" },
    legend: { orientation: "h", y: -0.22 },
    hovermode: "x unified",
    hoverlabel: { bgcolor: of("--card"), bordercolor: of("--line"), font: { color: ink } },
  };
}
