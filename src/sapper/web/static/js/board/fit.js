// How large a cell is: as large as fits, a whole number of pixels so that every edge is crisp, never too small to hit.
// What does not fit is scrolled inside its frame, so the page itself never scrolls sideways.
import { breadth } from "./grid.js";

const LARGEST = 72;
const GAP = 24; // px between two boards
const LEAST_STAGE = 720; // px: room for the tools under a small board

export function fit(board, roomy) {
  const coarse = matchMedia("(pointer: coarse)");
  const wide = matchMedia("(min-width: 1100px)");
  const phone = matchMedia("(max-width: 699px)");
  const refit = () => {
    if (!board.width || !board.frame.isConnected) return;
    const width = room(board, roomy && wide.matches);
    const top = board.frame.getBoundingClientRect().top + scrollY;
    const height = roomy && wide.matches ? innerHeight - top - Number(board.frame.dataset.below ?? 84) : Infinity;
    const smallest = coarse.matches || phone.matches ? 30 : 22;
    const share = wide.matches ? board.share ?? 1 : 1; // boards side by side
    const own = (width - GAP * (share - 1)) / share - 4;
    const size = Math.max(smallest, Math.floor(Math.min(own / breadth(board), height / board.height, LARGEST)));
    board.frame.style.setProperty("--cell", `${size}px`);
    const stage = `${Math.max((size * breadth(board) + 4) * share + GAP * (share - 1), LEAST_STAGE)}px`;
    if (roomy) board.frame.closest(".columns")?.style.setProperty("--stage", stage);
  };
  board.refit = refit;
  const watcher = new ResizeObserver(refit);
  requestAnimationFrame(() => {
    const outer = board.frame.closest(".columns") ?? board.frame.parentElement;
    if (outer) watcher.observe(outer);
    refit();
  });
  addEventListener("resize", refit);
  return () => {
    watcher.disconnect();
    removeEventListener("resize", refit);
  };
}

// The width that a board may take: its holder's, or beside a panel what the panel leaves.
function room(board, beside) {
  const columns = beside && board.frame.closest(".columns");
  if (!columns) return (board.frame.closest(".hold") ?? board.frame.parentElement).clientWidth;
  const panel = columns.querySelector(":scope > .side");
  return columns.clientWidth - panel.offsetWidth - parseFloat(getComputedStyle(columns).columnGap);
}
