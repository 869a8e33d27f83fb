// A position of a finished game again, from its layout and moves: for looking back, when the mines are no secret.
export function positionBefore(layout, moves, step, cascade) {
  const [height, width] = [layout.length, layout[0].length];
  const rows = layout.map(() => Array(width).fill("."));
  const near = (row, column) => {
    const cells = [];
    for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, height - 1); r++)
      for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, width - 1); c++) if (r !== row || c !== column) cells.push([r, c]);
    return cells;
  };
  const open = (start) => {
    const wave = [start];
    while (wave.length) {
      const [row, column] = wave.pop();
      if (rows[row][column] !== ".") continue;
      const count = near(row, column).filter(([r, c]) => layout[r][c] === "*").length;
      rows[row][column] = layout[row][column] === "*" ? "*" : String(count);
      if (cascade && rows[row][column] === "0") wave.push(...near(row, column));
    }
  };
  for (const move of moves.slice(0, step - 1)) {
    if (move.open) open(move.open);
    else if (move.flag) rows[move.flag[0]][move.flag[1]] = "F";
    else if (move.unflag) rows[move.unflag[0]][move.unflag[1]] = ".";
  }
  return { rows: rows.map((row) => row.join("")), width, height };
}
