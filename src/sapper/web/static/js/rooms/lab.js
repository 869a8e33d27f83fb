// Lab: experiments of the catalogue and one's own; start, watch them run, stop, read. The store is the command line's.
import { api } from "../api.js";
import { fill, h } from "../dom.js";
import { say } from "../live.js";
import { button, facts, problem, select, waiting } from "../parts/controls.js";
import { setAddress } from "../router.js";
import { Charts } from "./lab-charts.js";
import { LivePoints } from "./lab-live.js";
import { ownForm } from "./lab-own.js";
import { resultsTable } from "./lab-table.js";

const STATUS = { new: "not run yet", partial: "partly run", done: "complete", running: "running" };
const MEASURES = [["score", "score, % of the mines"], ["won", "games won, %"], ["net_score", "net score"], ["guesses", "guesses"], ["moves", "moves"], ["seconds", "seconds per game"]];
const DRAW_EVERY = 700; // ms between two drawings of a running experiment

export function enter(main, query) {
  const room = new Lab(main);
  room.open(query.get("experiment"));
  return () => room.leave();
}

class Lab {
  constructor(main) {
    this.head = h("section", { class: "about" });
    this.progress = h("div", {});
    this.trouble = h("div", {});
    this.plots = h("div", { class: "charts" });
    this.table = h("div", { class: "tables" });
    this.list = h("aside", { class: "side", "aria-label": "Experiments" });
    this.charts = new Charts(this.plots);
    this.measure = "score";
    fill(main, h("div", { class: "columns lab" }, h("div", { class: "stage wide-stage" }, this.head, this.trouble, this.progress, this.plots, this.table), this.list));
  }

  leave() {
    this.left = true;
    this.#silence();
    this.charts.leave();
  }

  async open(wanted) {
    fill(this.head, waiting("Reading the catalogue …"));
    try {
      [this.experiments, this.meta] = await Promise.all([api.experiments(), api.meta()]);
    } catch (error) {
      return fill(this.head, problem(error, () => this.open(wanted)));
    }
    if (this.left) return;
    const known = this.experiments.some(({ name }) => name === wanted);
    this.#catalogue();
    await this.choose(known ? wanted : this.experiments[0]?.name);
  }

  #catalogue() {
    this.items = new Map();
    const groups = new Map();
    for (const one of this.experiments) {
      const group = one.report ? `Report ${one.report}` : one.name.startsWith("own-") ? "Your own" : "Sapper's";
      groups.set(group, [...(groups.get(group) ?? []), one]);
    }
    const lists = [...groups].map(([group, ones]) => [h("h3", { class: "soft" }, group), h("ul", { class: "experiments" }, ones.map((one) => {
      const item = h("button", { type: "button", class: "experiment", onclick: () => this.choose(one.name) }, h("strong", {}, one.name), h("span", { class: "small soft" }, one.question));
      this.items.set(one.name, item);
      return h("li", {}, item);
    }))]);
    fill(this.list, ownForm(this.meta.agents, (wanted) => this.run(wanted)), h("section", { class: "card" }, h("h2", {}, "Experiments"), lists));
  }

  async choose(name) {
    if (!name) return fill(this.head, h("p", { class: "empty" }, "The catalogue is empty."));
    this.#turnTo(name);
    fill(this.head, waiting("Reading results …"));
    await this.read();
    if (this.details?.run) this.#listen(this.details.run, this.details.agents);
  }

  #turnTo(name) {
    this.#silence();
    this.details = null;
    this.name = name;
    for (const [key, item] of this.items) item.setAttribute("aria-pressed", key === name ? "true" : "false");
    setAddress(`/lab?experiment=${encodeURIComponent(name)}`);
    this.charts.clear();
    fill(this.progress);
    fill(this.trouble);
    fill(this.table);
  }

  // What the store knows now.
  async read() {
    const { name } = this;
    try {
      const details = await api.experiment(name);
      if (name !== this.name || this.left) return;
      this.details = details;
      this.#about(details);
      this.#results(details);
      await this.charts.show(details.curves);
    } catch (error) {
      if (name === this.name) fill(this.trouble, problem(error, () => this.choose(name)));
    }
  }

  #about(details) {
    const running = details.status === "running";
    const start = button(details.status === "partial" ? "Continue" : details.status === "done" ? "Run again" : "Run", () => this.run({ name: details.name }), { kind: "main", picture: "play" });
    start.hidden = running || details.status === "done";
    fill(this.head, h("p", { class: "small soft" }, details.name), h("h1", {}, details.question),
      facts([["agents", details.agents.length], ["settings", details.settings], ["boards each", details.boards], ["games", details.games.toLocaleString("en").replaceAll(",", "\u202f")], ["state", STATUS[details.status]]], "figures"),
      h("div", { class: "line" }, start, details.played > 0 && h("a", { class: "button", href: api.reportAddress(details.name), target: "_blank", rel: "noopener" }, "Read the report"),
        h("details", {}, h("summary", {}, "On the command line"), details.commands.map((command) => h("p", { class: "mono small" }, command)))));
  }

  #results({ table, played }) {
    if (!played) return fill(this.table, h("section", { class: "card empty" }, h("h2", {}, "No games yet"), h("p", {}, "Run it: curves and figures appear here while the games are played. It can be stopped and continued, here or on the command line.")));
    const choose = select("Figure", MEASURES, this.measure, (measure) => { this.measure = measure; this.#results({ table, played }); });
    fill(this.table, h("div", { class: "line apart" }, h("h2", {}, "Figures"), choose), resultsTable(table, this.measure));
  }

  async run(wanted) {
    fill(this.trouble);
    try {
      const { run, name } = await api.startRun(wanted);
      if (name === this.name) this.#listen(run, this.details.agents);
      else {
        await this.open(name); // the catalogue has one more
        if (this.details && !this.events) this.#listen(run, this.details.agents); // it has ended already, perhaps badly
      }
    } catch (error) {
      fill(this.trouble, problem(error));
    }
  }

  #listen(run, agents) {
    const live = new LivePoints(agents);
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Games played" });
    const text = h("p", { class: "soft" }, "Starting …");
    fill(this.progress, h("section", { class: "card running" }, h("div", { class: "line apart" }, text, button("Stop", () => api.stopRun(run).catch(() => {}), { picture: "stop" })), bar));
    this.events = api.runEvents(run);
    let drawn = 0;
    this.events.addEventListener("progress", ({ data }) => {
      const { done, total, rate, left } = JSON.parse(data);
      [bar.max, bar.value] = [Math.max(total, 1), done];
      text.textContent = `${done} of ${total} games${rate ? ` · ${rate.toFixed(0)} per second` : ""}${left ? ` · ${Math.ceil(left)} s left` : ""}`;
    });
    this.events.addEventListener("point", ({ data }) => {
      live.add(JSON.parse(data));
      if (Date.now() - drawn < DRAW_EVERY) return;
      drawn = Date.now();
      this.charts.show(live.charts);
      fill(this.table);
    });
    this.events.addEventListener("end", async ({ data }) => {
      const { state, message } = JSON.parse(data);
      this.#silence();
      fill(this.progress);
      this.charts.clear();
      await this.read();
      if (state === "failed") fill(this.trouble, problem({ message: message || "The run failed." }));
      say(`The run is ${state}.`);
    });
  }

  #silence() {
    this.events?.close();
    this.events = null;
  }
}
