// The board by keyboard: one cell has the focus, arrows move it, letters act on it.
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ACTS = { " ": "open", Enter: "open", f: "flag", F: "flag", c: "chord", C: "chord" };

export function listenToKeys(board, act) {
  board.element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const [row, column] = board.cursor;
    const { width, height } = board;
    let to = null;
    if (event.key in STEPS) {
      const far = event.ctrlKey ? 5 : 1;
      to = [row + STEPS[event.key][0] * far, column + STEPS[event.key][1] * far];
    } else if (event.key === "Home") to = [event.ctrlKey ? 0 : row, 0];
    else if (event.key === "End") to = [event.ctrlKey ? height - 1 : row, width - 1];
    else if (event.key === "PageUp") to = [0, column];
    else if (event.key === "PageDown") to = [height - 1, column];
    if (to) {
      event.preventDefault();
      board.moveTo([Math.min(Math.max(to[0], 0), height - 1), Math.min(Math.max(to[1], 0), width - 1)], true);
    } else if (event.key in ACTS && !event.ctrlKey && board.live) {
      event.preventDefault();
      event.stopPropagation();
      act(ACTS[event.key], board.cursor);
    } else if (/^[0-9._*]$/.test(event.key) && board.live && board.writable) {
      event.preventDefault();
      act(event.key, board.cursor);
    }
  });
}
