// A proof in words, step by step; pointing at a step shows that step alone on the board.
import { linesOf } from "../board/marks.js";
import { large, percent, place } from "../board/words.js";
import { h } from "../dom.js";

const VERDICTS = { safe: "is safe", mine: "is a mine", undecided: "is not decided" };

// Marks of a whole proof, or of one of its steps, on a board.
export function proofMarks(board, proof, step = null) {
  const steps = step === null ? proof.steps ?? [] : [proof.steps[step]];
  const clues = step === null ? proof.clues ?? [] : steps[0].clues;
  return { rings: clues, lines: linesOf(steps, (clue) => board.around(clue).filter((cell) => board.symbol(cell) === ".")), target: proof.cell };
}

export function proofCard(board, proof, ladder) {
  const [row, column] = proof.cell;
  const steps = proof.steps ?? [];
  const level = ladder.find(({ name }) => name === proof.level);
  const body = h("section", { class: `card proof ${proof.verdict}`, "aria-label": "Proof" },
    h("header", {}, h("h2", {}, `${capital(place([row, column]))} ${VERDICTS[proof.verdict]}`),
      proof.pattern && h("span", { class: "badge" }, proof.pattern)));
  if (proof.verdict === "undecided") body.append(...undecided(proof));
  else {
    body.append(h("ol", { class: "steps" }, steps.map((step, number) => stepItem(board, step, number, proof))));
    body.append(h("p", { class: "small soft" }, summary(proof, level)));
  }
  return body;
}

function stepItem(board, step, number, proof) {
  const show = () => board.mark(proofMarks(board, proof, number));
  const all = () => board.mark(proofMarks(board, proof));
  return h("li", { tabindex: proof.steps.length > 1 ? "0" : null, onpointerenter: show, onfocus: show, onpointerleave: all, onblur: all }, oneBased(step.text));
}

function summary(proof, level) {
  const count = proof.clues.length;
  const clues = count === 0 ? "no clue" : count === 1 ? "one clue" : `${count} clues`;
  const whole = proof.mine_count ? `${clues} and the mine count` : clues;
  const least = count > 1 ? (proof.smallest ? "; no fewer would do" : "; none of them can be left out") : "";
  return `Proved by ${whole}${least}. Lowest level that finds it: ${proof.level}${level?.text ? `, ${level.text}` : ""}.`;
}

function undecided(proof) {
  const [safe, mined] = [proof.solutions_safe, proof.solutions_mine];
  const counted = safe !== null && safe !== undefined && mined !== null && mined !== undefined;
  return [
    h("p", {}, `A mine with probability `, h("strong", {}, percent(proof.risk)), "."),
    counted && h("p", { class: "small soft" }, `Safe in ${large(safe)} of the layouts that fit, a mine in ${large(mined)}.`),
  ].filter(Boolean);
}

// The texts of the library count rows and columns from 0, as the library does; on the page they count from 1.
export function oneBased(text) {
  return text.replace(/\((\d+),(\d+)\)/g, (_, row, column) => `(${Number(row) + 1},${Number(column) + 1})`);
}

export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
