// Play: the board in the middle, help below it, what was asked and how it ended beside it.
import { api } from "../api.js";
import { Board } from "../board/board.js";
import { clock, describe, place } from "../board/words.js";
import { fill, h, icon } from "../dom.js";
import { say } from "../live.js";
import { memory } from "../memory.js";
import { button, choice, copy, facts, problem, scale } from "../parts/controls.js";
import { shortcuts } from "../parts/shortcuts.js";
import { setAddress } from "../router.js";
import { Session } from "./play-game.js";
import { Help, seen } from "./play-help.js";
import { Look, overCard } from "./play-review.js";
import { addressOf, inWords, levelBar, rulesDialog, rulesFrom } from "./play-rules.js";

const STATES = { won: "Cleared. You won.", lost: "That was a mine. The game is over.", done: "Every cell is opened or flagged." };

export function enter(main, query) {
  const room = new Play(main);
  const left = JSON.parse(memory.get("game") ?? "null"); // the game under way, if this is its address
  const same = left && (location.search === "" || location.search === left.search);
  room.start(same ? left.rules : rulesFrom(query), same ? left.id : null);
  return () => room.leave();
}

class Play {
  constructor(main) {
    this.risks = memory.get("risks") ?? "off";
    this.asking = false;
    this.board = new Board({ onact: (kind, cell) => this.act(kind, cell) });
    this.session = new Session({ onchange: (game) => this.changed(game), onerror: (error) => this.failed(error) });
    this.session.risks = this.risks !== "off";
    this.#furnish(main);
    this.help = new Help(this.board, this.told);
    this.look = new Look(this.board, this.reviewed);
    this.clock = setInterval(() => this.tick(), 200);
    this.forget = shortcuts({
      n: () => this.again(), h: () => this.hint(), g: () => this.guess(), w: () => this.ask(), u: () => this.undo(),
      r: () => this.setRisks({ off: "colours", colours: "percent", percent: "off" }[this.risks]), Escape: () => this.calm(),
    });
  }

  leave() {
    clearInterval(this.clock);
    this.forget();
    this.board.leave();
    this.session.turn++;
  }

  #furnish(main) {
    this.levels = h("div", { class: "line" });
    this.left = h("output", { "aria-label": "Mines left" });
    this.time = h("output", { "aria-label": "Time" }, "0:00");
    this.legend = scale();
    this.flagging = button("Flag", () => this.toggle(this.flagging), { picture: "flag", "aria-pressed": "false", class: "touch" });
    this.flagging.classList.add("touch");
    this.asked = button("Why?", () => this.ask(), { picture: "analyse", key: "W", "aria-pressed": "false" });
    this.undone = button("Undo", () => this.undo(), { picture: "undo", key: "U" });
    this.overlay = choice("Risks", [["off", "Risks off"], ["colours", "Colours"], ["percent", "Percent"]], this.risks, (value) => this.setRisks(value));
    this.told = h("div", { class: "told" });
    this.ended = h("div", {});
    this.reviewed = h("div", {});
    this.facts = h("section", { class: "card" });
    this.room = h("div", { class: "columns play" },
      h("div", { class: "stage" },
        h("h1", { class: "unseen" }, "Play Minesweeper"),
        this.levels,
        h("div", { class: "hold" }, h("div", { class: "table" },
          h("div", { class: "strip" }, h("span", { class: "counter" }, icon("flag"), this.left),
            button("New", () => this.again(), { picture: "new", kind: "quiet", key: "N" }), h("span", { class: "counter" }, this.time, icon("clock"))),
          this.board.frame)),
        h("div", { class: "tools", role: "toolbar", "aria-label": "Help" }, this.flagging,
          button("Hint", () => this.hint(), { picture: "hint", key: "H" }), this.asked,
          button("Guess?", () => this.guess(), { picture: "guess", key: "G", title: "May I guess?", "aria-label": "May I guess?" }), this.undone, this.overlay),
        h("div", { class: "under" }, this.legend)),
      h("aside", { class: "side", "aria-label": "About this game" }, this.ended, this.told, this.reviewed, this.facts));
    fill(main, this.room);
    this.board.frame.dataset.below = 130;
  }

  async start(rules, id = null) {
    this.rules = rules;
    this.help.forget();
    this.look.forget();
    fill(this.ended);
    fill(this.levels, levelBar(rules, (wanted) => this.start(wanted), () => this.other()));
    this.board.mark(null);
    if (await (id ? this.session.resume(id, rules) : this.session.start(rules))) {
      setAddress(addressOf({ ...rules, seed: this.session.game.seed }));
      memory.set("game", JSON.stringify({ id: this.session.game.id, rules, search: location.search }));
      this.#describe();
      if (this.risks !== "off") this.setRisks(this.risks);
      say(id ? "The game goes on." : "New game.");
    }
  }

  again() {
    this.start({ ...this.rules, seed: undefined });
  }

  async other() {
    try {
      rulesDialog(this.rules, await api.meta(), (rules) => this.start(rules));
    } catch (error) { this.failed(error); }
    fill(this.levels, levelBar(this.rules, (wanted) => this.start(wanted), () => this.other()));
  }

  act(kind, cell) {
    if (!this.session.game) return;
    const symbol = this.board.symbol(cell);
    if (this.asking) return this.explain(cell);
    const flags = this.flagging.getAttribute("aria-pressed") === "true";
    if (kind === "open" && /[1-8]/.test(symbol)) kind = "chord";
    else if (kind === "open" && symbol === "_" && this.session.game.rules.clues.endsWith(":again")) kind = "ask";
    else if (kind === "open" && flags) kind = "flag";
    if (kind === "chord" && !this.#chords(cell, symbol)) return;
    this.session.move(kind, cell);
  }

  // A chord needs as many flags as the clue says, and something left to open.
  #chords(cell, symbol) {
    const around = this.board.around(cell).map((near) => this.board.symbol(near));
    const marked = around.filter((one) => one === "F" || one === "*").length;
    return String(marked) === symbol && around.includes(".");
  }

  changed(game) {
    this.room.classList.remove("vacant");
    this.help.forget();
    const fresh = game.state === "new";
    if (this.wasOver || fresh) this.board.know(null);
    this.board.show(game.view);
    this.legend.set(this.board.know(this.risks === "off" ? null : game.analysis ?? null, this.risks === "percent"));
    this.board.mark(null);
    this.left.textContent = game.mines_left ?? "?";
    this.undone.hidden = !game.rules.practice;
    this.undone.disabled = game.moves === 0;
    this.board.live = true;
    this.legend.hidden = this.risks === "off";
    this.wasOver = this.session.over;
    this.tick();
    if (this.session.over) this.over(game);
    else {
      fill(this.ended);
      this.look.forget();
      if (game.changed?.length) this.#tellChange(game);
    }
  }

  over(game) {
    this.board.live = false;
    this.board.know(null);
    this.legend.hidden = true;
    if (game.layout) this.board.end(game.layout);
    fill(this.ended, overCard(game, () => this.again()));
    this.look.show(game);
    say(STATES[game.state]);
  }

  failed(error) {
    if (error.code === "not_found" && this.session.game) {
      fill(this.told, problem({ ...error, message: "This game is no longer on the server." }, () => this.again()));
    } else fill(this.told, problem(error, this.session.game ? null : () => this.start(this.rules)));
    this.room.classList.toggle("vacant", !this.session.game);
  }

  tick() {
    const time = clock(this.session.seconds());
    if (this.time.textContent !== time) this.time.textContent = time;
  }

  hint() { if (this.session.game && !this.session.over) this.help.hint(this.session.game); }

  guess() { if (this.session.game && !this.session.over) this.help.mayGuess(this.session.game); }

  undo() { if (this.session.game?.rules.practice) this.session.move("undo"); }

  // By keyboard the cell is the one with the focus; by mouse it is the next one that is clicked.
  ask() {
    if (!this.session.game || this.session.over) return;
    const focused = document.activeElement?.closest?.(".cell");
    if (focused && focused.matches(":focus-visible")) return this.explain(this.board.cursor);
    this.toggle(this.asked);
    this.asking = this.asked.getAttribute("aria-pressed") === "true";
    if (this.asking) fill(this.told, h("section", { class: "card" }, h("h2", {}, "Why?"), h("p", { class: "soft" }, "Click a hidden cell: is it safe, a mine, or open to luck, and which clues say so?")));
    else fill(this.told);
  }

  explain(cell) {
    this.asking = false;
    this.asked.setAttribute("aria-pressed", "false");
    this.help.why(this.session.game, cell);
  }

  calm() {
    this.asking = false;
    this.asked.setAttribute("aria-pressed", "false");
    this.help.forget();
    this.board.mark(null);
  }

  toggle(pressed) {
    pressed.setAttribute("aria-pressed", pressed.getAttribute("aria-pressed") === "true" ? "false" : "true");
  }

  async setRisks(risks) {
    this.risks = risks;
    this.overlay.set(risks);
    memory.set("risks", risks);
    this.session.risks = risks !== "off";
    this.legend.hidden = risks === "off";
    const game = this.session.game;
    if (risks === "off" || !game || this.session.over) return this.board.know(null);
    const analysis = game.analysis ?? (await api.analyse(seen(game)).catch((error) => this.failed(error)));
    if (game !== this.session.game) return;
    game.analysis = analysis;
    this.legend.set(this.board.know(analysis ?? null, risks === "percent"));
  }

  #tellChange(game) {
    const [cell] = game.changed;
    if (game.changed.length === 1) say(describe(cell, this.board.symbol(cell)));
    else say(`${game.changed.length} cells changed, from ${place(cell)}.`);
  }

  #describe() {
    const { game } = this.session;
    const link = button("Copy link", async () => {
      const done = await copy(location.href);
      link.querySelector("span").textContent = done ? "Copied" : "Copy the address bar";
    }, { picture: "link" });
    const analyse = h("a", { class: "button", href: "/analyse", title: "Analyse this position" }, icon("analyse"), "Analyse");
    analyse.addEventListener("pointerdown", () => { analyse.href = this.#analyseAddress(); });
    analyse.addEventListener("focus", () => { analyse.href = this.#analyseAddress(); });
    const { width, height, mines, first, rule } = game.rules;
    const watch = h("a", { class: "button", href: addressOf({ width, height, mines, first, rule, seed: game.seed }, "/watch"), title: "Watch an agent with these rules and this seed" }, icon("watch"), "Watch");
    fill(this.facts, h("h2", {}, "This game"), facts([...inWords(game), ["Seed", String(game.seed)]]),
      h("div", { class: "line" }, link, analyse, watch), keys());
  }

  #analyseAddress() {
    const { view } = this.session.game;
    const query = new URLSearchParams({ view: view.rows.join("/") });
    if (view.mines !== null) query.set("mines", view.mines);
    return `/analyse?${query}`;
  }
}

function keys() {
  const table = [["↑ ↓ ← →", "move"], ["Space", "open, or chord on a clue"], ["F", "flag"], ["C", "chord"], ["H", "hint, then more of it"], ["R", "risks: off, colours, percent"], ["W", "why is this cell so?"], ["G", "may I guess?"], ["U", "undo (practice)"], ["N", "new game"]];
  return h("details", {}, h("summary", {}, "Keys and mouse"), h("dl", { class: "keys" },
    table.map(([key, act]) => [h("dt", {}, key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, act)]),
    h("dt", {}, "Mouse"), h("dd", {}, "left opens, right flags, click a clue to chord"),
    h("dt", {}, "Touch"), h("dd", {}, "tap opens, a long press flags")));
}
