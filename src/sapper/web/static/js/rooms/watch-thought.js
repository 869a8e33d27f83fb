// What an agent thought at one step: proved by which level from which clues, or guessed among which cells.
import { touches } from "../board/marks.js";
import { percent, place } from "../board/words.js";
import { h } from "../dom.js";
import { capital } from "../parts/proof.js";

const KINDS = { open: "opens", flag: "flags", unflag: "takes the flag off", ask: "asks again at" };
const MOST = 8;

export function thoughtCard(film, step, ladder) {
  const frame = film.frame(step);
  const over = step >= film.length && film.length > 0;
  const body = frame ? thought(frame, ladder) : [h("p", { class: "soft" }, "The board before the first step.")];
  const number = h("span", { class: "soft" }, `step ${Math.min(step, film.length)} of ${film.length}`);
  return h("section", { class: "card thought" }, h("header", {}, h("h2", {}, film.agent), number), body, over && ending(film));
}

function thought(frame, ladder) {
  const what = `${capital(KINDS[frame.move.kind] ?? frame.move.kind)} ${place(frame.move.cell)}.`;
  if (frame.guess) return [h("p", {}, what), h("p", {}, h("span", { class: "badge guessed" }, "guess"), " ", risk(frame)), candidates(frame)];
  if (!frame.level) return [h("p", {}, what)];
  const about = ladder.find(({ name }) => name === frame.level)?.text;
  const count = frame.clues.length;
  const clues = [count === 1 ? "one clue" : count > 1 ? `${count} clues` : null, frame.mine_count ? "the mine count" : null].filter(Boolean).join(" and ") || "the view";
  return [h("p", {}, what), h("p", {}, h("span", { class: "badge" }, frame.level), ` proves it from ${clues}.`), about && h("p", { class: "small soft" }, `${capital(about)}.`)];
}

function risk(frame) {
  const own = frame.candidates?.find(({ cell }) => `${cell}` === `${frame.move.cell}`);
  return own?.risk === null || own?.risk === undefined ? "nothing was proved" : `nothing was proved; risk ${percent(own.risk)}`;
}

function candidates(frame) {
  const weighed = (frame.candidates ?? []).filter(({ risk: known }) => known !== null && known !== undefined);
  if (!weighed.length) return null;
  return h("ol", { class: "candidates", "aria-label": "Cells that were weighed" }, weighed.slice(0, MOST).map((one) =>
    h("li", {}, h("span", {}, capital(place(one.cell))), h("strong", {}, percent(one.risk)), h("span", { class: "soft" }, chance(one)))));
}

// The chance to win: exact in an endgame, a rough estimate elsewhere, and unknown to most agents.
function chance({ win, estimated_win: roughly }) {
  if (win !== undefined) return `win ${percent(win)}`;
  return roughly === undefined ? "" : `win ≈ ${Math.round(100 * roughly)}\u00a0%`;
}

function ending({ final, rules }) {
  const survey = rules.end === "survey";
  const how = final.cut ? "Too long to show to its end" : survey ? `Score ${percent(final.score)}` : final.won ? "Won" : "Lost";
  return h("p", { class: `ending ${final.won || survey ? "good" : "bad"}` }, h("strong", {}, how), ` after ${final.guesses} ${final.guesses === 1 ? "guess" : "guesses"}`);
}

// Across the glued edges of a torus no line is drawn.
export function thoughtMarks(board, frame) {
  if (!frame) return null;
  const { cell } = frame.move;
  const near = new Set(board.around(cell).map(String));
  const lines = (frame.clues ?? []).filter((clue) => near.has(String(clue)) && touches(clue, cell)).map((clue) => [clue, cell]);
  const weighed = frame.guess ? (frame.candidates ?? []).slice(1, MOST).map((one) => one.cell) : [];
  return { rings: frame.clues ?? [], lines, weighed, latest: cell };
}
