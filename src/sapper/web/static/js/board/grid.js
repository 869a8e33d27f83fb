// Which cells touch which: as in sapper.board.grid. On a hex grid odd rows are shifted half a cell to the right.
const SQUARE = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];
const HEX = [
  [[-1, -1], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 0]],
  [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, 0], [1, 1]],
];

export function neighbours({ width, height, topology }, [row, column]) {
  const steps = topology === "hex" ? HEX[row % 2] : SQUARE;
  const cells = steps.map(([down, right]) => [row + down, column + right]);
  if (topology !== "torus") return cells.filter(([r, c]) => r >= 0 && c >= 0 && r < height && c < width);
  const glued = cells.map(([r, c]) => [(r + height) % height, (c + width) % width]);
  return glued.filter((cell, at) => `${cell}` !== `${[row, column]}` && glued.findIndex((one) => `${one}` === `${cell}`) === at);
}

// How far a row is shifted, in cells.
export function shift(topology, row) {
  return topology === "hex" && row % 2 ? 0.5 : 0;
}

// How wide the board is, in cells.
export function breadth({ width, height, topology }) {
  return width + (topology === "hex" && height > 1 ? 0.5 : 0);
}
