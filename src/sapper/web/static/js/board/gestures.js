// Mouse and touch on the board → open, flag or chord.
//
//   left        open a hidden cell; on a clue: chord      right     flag
//   middle, or left and right together: chord             long press (touch): flag
//
// A move is made when the button comes up on the cell where it went down, so it can be taken back by sliding away.
const LONG = 380; // ms: shorter flags by accident, longer feels slow
const SLIP = 12; // px a finger may move and still press

export function listen(board, act) {
  const element = board.element;
  let press = null;

  const end = () => {
    if (!press) return;
    clearTimeout(press.timer);
    board.press(null);
    press = null;
  };

  element.addEventListener("pointerdown", (event) => {
    const cell = board.cellAt(event.target);
    if (!cell || !board.live) return;
    const buttons = (press?.buttons ?? 0) | event.buttons;
    end();
    press = { cell, x: event.clientX, y: event.clientY, buttons, touch: event.pointerType === "touch", timer: 0 };
    if (press.touch) {
      press.timer = setTimeout(() => {
        act("flag", cell);
        navigator.vibrate?.(12);
        end();
      }, LONG);
    }
    if (event.button === 1) event.preventDefault();
    board.press(event.button === 2 ? null : cell);
    board.moveTo(cell, false);
  });

  element.addEventListener("pointermove", (event) => {
    if (press?.touch && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) end();
  });

  element.addEventListener("pointerup", (event) => {
    if (!press) return;
    const { cell, buttons, touch } = press;
    const under = touch ? cell : board.cellAt(event.target);
    end();
    if (!under || under[0] !== cell[0] || under[1] !== cell[1]) return;
    if ((buttons & 3) === 3 || buttons & 4) act("chord", cell);
    else if (buttons & 2) act("flag", cell);
    else act("open", cell);
  });

  element.addEventListener("pointercancel", end);
  element.addEventListener("pointerleave", end);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("auxclick", (event) => event.preventDefault());
}
