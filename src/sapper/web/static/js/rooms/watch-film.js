// A game of an agent as a film: the view after every step, and what was thought.
const START = ".";

export class Film {
  constructor({ agent, frames, final, rules }) {
    Object.assign(this, { agent, frames, final, rules, layout: final.layout });
    this.views = [Array(rules.height).fill(START.repeat(rules.width))];
    for (const frame of frames) this.views.push(next(this.views.at(-1), frame));
  }

  get length() {
    return this.frames.length;
  }

  // The view after that many steps; a film that is over stays at its end.
  view(step) {
    const rows = this.views[Math.min(step, this.length)];
    return { rows, width: this.rules.width, height: this.rules.height, topology: this.rules.topology };
  }

  frame(step) {
    return step === 0 ? null : this.frames[Math.min(step, this.length) - 1];
  }

  get guesses() {
    return this.frames.flatMap((frame, number) => (frame.guess ? [number + 1] : []));
  }
}

function next(before, { changed }) {
  const rows = [...before];
  for (const [row, column, symbol] of changed) rows[row] = rows[row].slice(0, column) + symbol + rows[row].slice(column + 1);
  return rows;
}
