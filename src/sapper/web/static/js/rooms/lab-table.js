// The table of an experiment: one row per agent, one column per setting, means with half their interval.
import { h } from "../dom.js";

const SHARES = ["score", "net_score", "won"];
const DIGITS = { seconds: 4 };

// rows: [{ setting, agent, <measure>: …, <measure>_low, <measure>_high, boards }] as the server sends them.
export function resultsTable(rows, measure) {
  const settings = [...new Set(rows.map((row) => row.setting))];
  const agents = [...new Set(rows.map((row) => row.agent))];
  const at = new Map(rows.map((row) => [`${row.setting}|${row.agent}`, row]));
  const best = new Map(settings.map((setting) => [setting, Math.max(...agents.map((agent) => value(at.get(`${setting}|${agent}`), measure) ?? -Infinity))]));
  return h("div", { class: "card scroll", tabindex: "0", role: "region", "aria-label": "Table of results" }, h("table", {},
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "agent"), settings.map((setting) => h("th", { scope: "col" }, setting)))),
    h("tbody", {}, agents.map((agent) => h("tr", {}, h("th", { scope: "row" }, agent), settings.map((setting) => {
      const row = at.get(`${setting}|${agent}`);
      const top = SHARES.includes(measure) && value(row, measure) === best.get(setting);
      return h("td", { class: top ? "top" : null, title: row ? `${row.boards} boards` : null }, row ? shown(row, measure) : "–");
    }))))));
}

function value(row, measure) {
  return row?.[measure] ?? null;
}

function shown(row, measure) {
  const times = SHARES.includes(measure) ? 100 : 1;
  const digits = DIGITS[measure] ?? 1;
  const [low, high] = [row[`${measure}_low`], row[`${measure}_high`]];
  const mean = (times * row[measure]).toFixed(digits);
  return Number.isFinite(low) && Number.isFinite(high) ? `${mean} ± ${((times * (high - low)) / 2).toFixed(digits)}` : mean;
}
