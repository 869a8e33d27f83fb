// A cell in words, for the screen reader and the line under the board.
export function place([row, column]) {
  return `row ${row + 1}, column ${column + 1}`;
}

const STATES = { ".": "hidden", F: "flag", "*": "mine", _: "safe, no clue", "0": "empty" };

export function state(symbol) {
  return STATES[symbol] ?? `clue ${symbol}`;
}

// A probability that never claims certainty: only proofs do.
export function percent(risk) {
  if (risk <= 0) return "0 %";
  if (risk >= 1) return "100 %";
  const share = 100 * risk;
  if (share < 0.1) return "< 0.1 %";
  if (share > 99.9) return "> 99.9 %";
  return `${share < 10 ? share.toFixed(1) : share.toFixed(0)} %`;
}

// The same in the few characters that fit into a cell.
export function shortPercent(risk) {
  const share = 100 * risk;
  if (share < 1) return "<1";
  if (share > 99) return ">99";
  return share.toFixed(0);
}

export function describe(cell, symbol, knowledge) {
  const said = `${place(cell)}: ${state(symbol)}`;
  if (!knowledge) return said;
  if (knowledge === "safe") return `${said}, proved safe`;
  if (knowledge === "supposed") return `${said}, a mine in this solution`;
  if (knowledge === "mine") return `${said}, proved a mine`;
  return `${said}, risk ${percent(knowledge)}`;
}

export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// A count of layouts: in full when short, otherwise as a power of ten.
export function large(digits, log10) {
  if (digits === null || digits === undefined) return log10 === undefined || log10 === null ? "not counted" : power(log10);
  const text = String(digits);
  return text.length <= 9 ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : power(log10 ?? text.length - 1 + Math.log10(Number(`${text[0]}.${text.slice(1, 12)}`)));
}

function power(log10) {
  const exponent = Math.floor(log10);
  const raised = String(exponent).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  return `${(10 ** (log10 - exponent)).toFixed(1)} × 10${raised}`;
}
