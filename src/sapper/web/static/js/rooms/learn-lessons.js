// The lessons, in the order of the reports. Each board has cells that its level proves and all weaker ones together do
// not (tests/browser/test_learn.py checks it); the words are about that board.
export const LESSONS = [
  {
    level: "single",
    title: "One clue at a time",
    report: "The two basic rules of all reports: the level “single”.",
    idea: [
      "A clue counts the mines among the cells around it. If it touches as many hidden cells as it still needs, all of them are mines. If it has all its mines already, the rest are safe.",
      "Start at the 2 in the corner: only two hidden cells touch it, so both are mines. Then go on with what you found.",
    ],
    view: "2.200/3.300/2.211/2322./...21", mines: null,
  },
  {
    level: "window",
    title: "A window of five by five",
    report: "The 5×5 windows of report 000: the level “window”.",
    idea: [
      "No single clue helps here any more. Look at all clues in a square of five by five at once: what fits one of them must fit the others too.",
      "The middle 1 says that exactly one of the two cells beside the 2 is a mine. The 2 and the 5 look at both of them too.",
    ],
    view: "00000/11111/..2../..53./....1", mines: null,
  },
  {
    level: "contradiction",
    title: "Suppose it were a mine",
    report: "The knowledge base of report 001: the level “contradiction”.",
    idea: [
      "Suppose that a cell is a mine, and follow the single-clue rules. If some clue ends up with too many mines, or too few cells left, the supposition was wrong: the cell is safe.",
      "Try the corner below the 1.",
    ],
    view: "...../...../...../13.../.1...", mines: null,
  },
  {
    level: "linear",
    title: "Clues are equations",
    report: "The linear system of report 002: the level “linear”.",
    idea: [
      "Write 1 for a mine and 0 for a safe cell: every clue is a sum. Sums can be added and subtracted, and sometimes all that is left is 0.",
      "Look for clues that share most of their cells, and subtract one from the other.",
    ],
    view: "....1/...3./...21/....1/.....", mines: null,
  },
  {
    level: "enumeration",
    title: "Try them all",
    report: "The brute force of report 002: the level “enumeration”.",
    idea: [
      "List every way to lay mines along the edge that fits all its clues. A cell that has no mine in any of them is safe.",
      "It always works, but the list grows fast: that is why it is tried last.",
    ],
    view: ".1..1/..32./....1/...21/.....", mines: null,
  },
  {
    level: "zones",
    title: "Two clues that overlap",
    report: "The overlapping zones of report 003: the level “zones”.",
    idea: [
      "Where two clues share cells, what one says about the shared part limits the other. The 2 needs two mines, but at most one of them can lie where the 1 looks too.",
      "Players know this board by heart: one, two, two, one.",
    ],
    view: "..../1221", mines: null,
  },
  {
    level: "mine_count",
    title: "The number of mines",
    report: "The first bonus of report 004: the level “mine_count”.",
    idea: [
      "The number of mines on the whole board is a clue that touches every cell. Near the end it often decides what no other clue sees.",
      "Find the mines first; then count.",
    ],
    view: "012210/01..21/0124.3/0114../01.3..", mines: 7,
  },
  {
    level: "subset",
    title: "One clue inside another",
    report: "ARAVIND of report 004: the level “subset”.",
    idea: [
      "If all cells of one clue are among the cells of another, take the smaller from the larger: the difference is a new clue about the rest. New clues can be compared again.",
      "The 1 above looks at two cells, the 1 at the side too. What is left of the 2?",
    ],
    view: "01..../12..../....../....../......", mines: null,
  },
  {
    level: "assume",
    title: "Suppose, both ways",
    report: "COWAN DOES IT BETTER of report 004: the level “assume”. The idea is that of report 001 once more, for chosen cells.",
    idea: [
      "Choose a cell where clues meet. Suppose a mine there, then suppose none, and see what follows. What leads to nonsense is false; what follows both times is true.",
      "Suppose a mine in row 2, column 3. What is left for the 1 at the side?",
    ],
    view: ".1.../1..../.1.../..1../.....", mines: null,
  },
  {
    level: "exact",
    title: "Everything at once",
    report: "In no report: the level “exact”, complete inference.",
    idea: [
      "All clues and the mine count together, every layout counted, but cleverly: parts of the edge that do not touch are counted apart and put together by their number of mines.",
      "What this does not decide, nobody can. Then only the risk is left, and it is exact.",
    ],
    view: "..2.../2.2.1./.2212./..2.2./.4...1/......", mines: 9,
  },
];
