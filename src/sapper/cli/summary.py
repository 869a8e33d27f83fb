"""How a game ended: the last board, with what was still hidden, and a small table."""

from __future__ import annotations

import numpy as np
from rich.text import Text

from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.cli.console import Terminal
from sapper.cli.draw import MISSED_MINE, WRONG_FLAG, draw, drawn_width
from sapper.cli.trace import HEADING, trace
from sapper.game.game import Game
from sapper.sim.record import GameRecord


def show_game(record: GameRecord, terminal: Terminal, *, steps: bool = False) -> None:
    """Print a played game: its steps if wanted, the last board, result and metrics."""
    if steps:
        terminal.show(Text(HEADING, "dim"))
        for line in trace(record):
            terminal.show(line)
        terminal.show()
    _show_board(record, terminal)
    terminal.show()
    terminal.show(Text(f"{record.agent} on {describe(record.rules)}, seed {record.seed}", "bold"))
    for name, value in metric_lines(record):
        terminal.show(Text.assemble((f"  {name:<14}", "dim"), value))


def describe(rules: Rules) -> str:
    """The rules in a few words; what is usual is left out.

    >>> describe(Rules.expert())
    '30×16 with 99 mines, classic'
    """
    words = [f"{rules.width}×{rules.height} with {rules.mines} mines", rules.end]
    usual = Rules(height=rules.height, width=rules.width, mines=0, end=rules.end, clues=rules.clues)
    if rules.first != usual.first:
        words.append(f"first click {rules.first}")
    if rules.cascade != usual.cascade:
        words.append("cascade" if rules.cascade else "no cascade")
    if str(rules.clues) != "exact":
        words.append(f"clues {rules.clues}")
    if not rules.mine_count:
        words.append("mine count withheld")
    if rules.topology != "square":
        words.append(rules.topology)
    return ", ".join(words)


def metric_lines(record: GameRecord) -> list[tuple[str, str]]:
    """Name and value of everything that is measured of one game."""
    result, rules = record.result, record.rules
    per_move = 1000 * record.seconds / record.moves if record.moves else 0.0
    deductions = ", ".join(f"{level} {count}" for level, count in record.deductions.items())
    return [
        ("result", _verdict(record)),
        ("score", f"{result.score:.3f}   {result.flags_right} of {rules.mines} mines flagged"),
        ("net score", f"{result.net_score:.3f}   {result.flags_wrong} safe cells flagged"),
        ("mines opened", str(result.mines_opened)),
        ("cells opened", f"{result.cells_opened} of {rules.cells - rules.mines}"),
        ("moves", str(record.moves)),
        ("guesses", str(record.guesses)),
        ("deductions", deductions or "0"),
        ("thinking", f"{record.seconds:.3f} s, {per_move:.2f} ms per move"),
    ]


def _verdict(record: GameRecord) -> str:
    result = record.result
    if not result.over:
        return "not finished"
    if record.rules.end == "classic":
        return "won" if result.won else "lost"
    return "won: every mine is flagged, and nothing else" if result.won else "every cell is opened or flagged"


def _show_board(record: GameRecord, terminal: Terminal) -> None:
    game = Game(record.rules, record.seed, record.layout)
    for step in record.steps:
        game.apply(step.move)
    view = game.view
    if terminal.is_terminal and drawn_width(view) > terminal.width:
        terminal.show(f"the board is {drawn_width(view)} columns wide, this terminal {terminal.width}: not drawn")
        return
    missed = _cells(view, view.hidden & record.layout.mines)
    wrong = _cells(view, view.flags & ~record.layout.mines)
    labels = dict.fromkeys(missed, "*") | dict.fromkeys(wrong, "x")
    styles = dict.fromkeys(missed, MISSED_MINE) | dict.fromkeys(wrong, WRONG_FLAG)
    terminal.show(draw(view, labels=labels, styles=styles))
    legend = [". hidden", "F flag", "B opened mine", "* hidden mine" * bool(missed), "x wrong flag" * bool(wrong)]
    terminal.show(Text("\n" + "   ".join(filter(None, legend)), "dim"))


def _cells(view: View, mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    return [view.grid.cell(index) for index in np.flatnonzero(mask).tolist()]
