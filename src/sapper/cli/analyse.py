"""`sapper analyse`: what a position decides, what it leaves to chance, and the best move.

    read_view → infer → Analysis → pictures on disk, JSON or a page of text

Everything that can be refused is refused before anything is written.
"""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.options import AsJson
from sapper.cli.pictures import PngFile, SvgFile, check_pictures, write_pictures

if TYPE_CHECKING:
    from rich.text import Text

    from sapper.board.grid import Cell
    from sapper.board.view import View
    from sapper.cli.console import Terminal
    from sapper.formats.picture import Picture
    from sapper.knowledge.belief import Belief, Mask
    from sapper.study.winning import WinChance

MOST_DRAWN = 10_000
"""Cells of the largest board that is drawn as text."""
SHOWN_CELLS = 5
"""So many cells are listed by name."""
LONGEST_COUNT = 15
"""Digits of the largest number of solutions that is written out for people …"""
LONGEST_JSON_COUNT = 4300
"""… and for programs: Python refuses to read longer integers."""


def analyse(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="[FILE]",
            help="A position: text, CSV, JSON or a screenshot; - is standard input.",
            show_default=False,
        ),
    ] = Path("-"),
    mines: Annotated[int | None, typer.Option(metavar="N", help="Mines on the whole board, if the text omits it.")] = (
        None
    ),
    density: Annotated[
        float | None, typer.Option(metavar="D", help="Instead of --mines: each cell is mined with this probability.")
    ] = None,
    level: Annotated[
        str, typer.Option(metavar="NAME", help="How hard to think: exact, or a weaker level such as single or subset.")
    ] = "exact",
    ignore_flags: Annotated[
        bool, typer.Option("--ignore-flags", help="Take flags for hidden cells, not for mines.")
    ] = False,
    win: Annotated[
        int | None,
        typer.Option(metavar="BOARDS", help="Also the chance to win, by playing so many boards that explain the view."),
    ] = None,
    svg: SvgFile = None,
    png: PngFile = None,
    json: AsJson = False,
) -> None:
    """Analyse a position: safe cells, mines, risks, solutions, the best move."""
    from sapper.cli.console import Terminal

    view = read_view(file, "analyse", mines, density)
    check_pictures(svg, png)
    found = analysis(view.without_flags() if ignore_flags else view, level, win)
    if svg is not None or png is not None:
        write_pictures(drawn(found), svg, png)
    if json:
        print(json_format.dumps(as_json(found)))
    else:
        show(found, Terminal())


@dataclass(frozen=True)
class Best:
    """The move to make."""

    cell: Cell
    risk: float
    safe: bool
    """Whether it is proved safe, which is more than a risk of 0."""
    equals: int
    """How many cells are as good, this one included."""
    around: tuple[float, ...] | None
    """For a guess: probability that it is safe and has 0, 1, … 8 mines around; None where the level does not say."""


@dataclass(frozen=True)
class Analysis:
    """All that is told of a view."""

    view: View
    belief: Belief
    level: str
    best: Best | None
    solutions: int | None
    """None where they are not counted."""
    log10_solutions: float | None
    win: WinChance | None = None
    """None where nobody asked."""


def read_view(file: Path, doing: str, mines: int | None = None, density: float | None = None) -> View:
    """The view in a file; the mine count or the density, if given, win over those of the text.

    doing: what cannot be done if there is none.
    """
    from sapper.cli.files import read_bytes
    from sapper.errors import BadInput
    from sapper.formats.files import format_of, views_in

    if mines is not None and density is not None:
        raise BadInput("give --mines or --density, not both")
    name = "standard input" if str(file) == "-" else repr(str(file))
    if str(file) == "-":
        if sys.stdin is None:
            raise BadInput("there is no standard input: name a file")
        if sys.stdin.isatty():
            print("type the rows, then Ctrl-D", file=sys.stderr)
    data = read_bytes(file)
    try:
        views = [_read_picture(data)] if format_of(data).name == "picture" else views_in(data)
        if len(views) != 1:
            raise BadInput(f"it holds {len(views)} positions, one is wanted: choose with `sapper convert`")
        if mines is None and density is None:
            return views[0]
        return replace(views[0], mines=mines, density=density)
    except BadInput as error:
        raise BadInput(f"cannot {doing} {name}: {error}") from None


def _read_picture(data: bytes) -> View:
    """The view in a picture; how sure that is goes to standard error."""
    from sapper.formats.screenshot import screenshot_in

    read = screenshot_in(data)
    size = f"{read.view.grid.width}×{read.view.grid.height}"
    print(f"read a {size} board from the picture, confidence {read.confidence:.2f}", file=sys.stderr)
    return read.view


def analysis(view: View, level: str, win: int | None = None) -> Analysis:
    """Infer what a view says, at some level; win: how many boards to play for the chance to win, if any."""
    from sapper.errors import InconsistentView, LimitExceeded, NotInferred
    from sapper.inference.levels import infer

    try:
        belief = infer(view, level)
    except InconsistentView as error:
        hint = "; flags count as mines here, see --ignore-flags" if view.flags.any() else ""
        raise InconsistentView(f"{error}{hint}") from None
    chance = None if win is None else _chance(view, win)
    try:
        solutions, digits = belief.solutions, belief.log10_solutions
    except (NotInferred, LimitExceeded):
        return Analysis(view, belief, level, best_move(view, belief), None, None, chance)
    return Analysis(view, belief, level, best_move(view, belief), solutions, digits, chance)


def _chance(view: View, boards: int) -> WinChance:
    from sapper.study.winning import win_chance  # its agents take long to import, and few ask

    return win_chance(view, boards)


def best_move(view: View, belief: Belief) -> Best | None:
    """A safe cell, else the lowest risk, ties to fewest hidden neighbours; None if there is nothing to choose from."""
    from sapper.board.chance import Chance
    from sapper.policies.safest import EQUAL, Safest, fewest_hidden

    if belief.safe.any():
        safe = _cells(belief.safe)
        return Best(safe[0], 0.0, True, len(safe), None)
    undecided = view.hidden & ~belief.mines & (belief.risk <= 1.0)  # NaN, an unknown risk, is not
    if not undecided.any():
        return None
    policy = Safest(ties=(fewest_hidden,), last="reading")
    cell, risk = (chosen := policy(view, belief, Chance(0))[0]).cell, chosen.risk
    assert risk is not None
    equals = int((undecided & (belief.risk <= risk + EQUAL)).sum())
    return Best(cell, risk, False, equals, _around(belief, cell))


def as_json(found: Analysis) -> dict[str, Any]:
    """The analysis as one JSON document."""
    view, belief, best = found.view, found.belief, found.best
    short = found.log10_solutions is not None and found.log10_solutions < LONGEST_JSON_COUNT
    document: dict[str, Any] = {
        "height": view.grid.height,
        "width": view.grid.width,
        "mines": view.mines,
        "density": view.density,
        "mines_left": view.mines_left,
        "level": found.level,
        "complete": belief.complete,
        "solutions": found.solutions if short else None,
        "log10_solutions": found.log10_solutions,
        "best": None if best is None else asdict(best),
        "safe": _cells(belief.safe),
        "mines_found": _cells(belief.mines),
        "risk": _without_nan(belief.risk.tolist()),
        "effort": asdict(belief.effort),
    }
    if found.win is not None:
        document["win"] = asdict(found.win)
    if belief.risk_error is not None:
        document["risk_error"] = _without_nan(belief.risk_error.tolist())
    return document


def show(found: Analysis, terminal: Terminal) -> None:
    """Print the board with its risks, then a small table."""
    from rich.text import Text

    cells = found.view.cells.size
    if cells > MOST_DRAWN:
        terminal.show(f"the board has {cells:,} cells: not drawn; --svg, --png and --json show all")
    else:
        for part in _drawn(found, terminal):
            terminal.show(part)
            terminal.show()
    for number, (name, value) in enumerate(facts(found)):
        terminal.show(Text.assemble((f"  {name:<12}", "dim"), (value, "" if number else "bold")))


def facts(found: Analysis) -> Iterator[tuple[str, str]]:
    """Name and value of everything that is told in words; the best move first."""
    view, belief, best = found.view, found.belief, found.best
    yield "best move", _best_in_words(found)
    if best is not None and best.around is not None:
        yield "shows" if view.clues.truthful else "mines around", _distribution(best)
    yield "safe", _list(belief.safe)
    yield "mines", _list(belief.mines)
    hidden = int(view.hidden.sum())
    if view.mines_left is not None:
        yield "mines left", f"{view.mines_left}, in {_count(hidden, 'hidden cell')}"
    else:
        prior = "" if view.density is None else f"each cell is mined with probability {view.density:g}, "
        yield "mines left", f"not told: {prior}{_count(hidden, 'hidden cell')}"
    if found.solutions is not None and found.log10_solutions is not None:
        yield "solutions", _large(found.solutions, found.log10_solutions)
    yield "risks", _quality(found)
    if found.win is not None:
        yield "win", found.win.text


def _drawn(found: Analysis, terminal: Terminal) -> Iterator[Text]:
    """The board, in strips of columns if the terminal is too narrow for it, and the legend."""
    from sapper.cli.draw import draw_risks, drawn_width, legend

    view = found.view
    coloured = terminal.color_system is not None and not terminal.no_color
    wide = 3 if coloured else 4
    margin, columns = drawn_width(view, 0), view.grid.width
    room = max((terminal.width - margin) // wide, 1) if terminal.is_terminal else columns
    strips = -(-columns // room)
    best = None if found.best is None or found.best.safe else found.best.cell
    for strip in range(strips):
        shown = range(columns * strip // strips, columns * (strip + 1) // strips)
        yield draw_risks(view, found.belief, best=best, coloured=coloured, columns=shown)
    yield legend(view, found.belief, best=best, coloured=coloured)


def _best_in_words(found: Analysis) -> str:
    view, best = found.view, found.best
    if best is not None:
        where, others = f"open ({best.cell[0]},{best.cell[1]})", best.equals - 1
        if best.safe:
            return f"{where}: safe"
        also = f"; {_count(others, 'other cell')} as low" if others else ""
        promise = ", but the rules keep the first click safe" if view.untouched and view.first != "any" else ""
        return f"{where}: risk {_share(best.risk)}, the lowest{also}{promise}"
    if not view.hidden.any():
        return "none: no cell is hidden"
    if (view.hidden == found.belief.mines).all():
        return "none: every hidden cell is a mine"
    return f"none proved, and the level {found.level!r} gives no risks: try --level exact"


def _distribution(best: Best) -> str:
    """What the cell would show, each with its probability.

    >>> _distribution(Best((0, 0), 0.25, False, 1, (0.0, 0.5, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)))
    '1 (50 %), 2 (25 %), a mine (25 %)'
    """
    from sapper.formats.picture import percent

    chances = [(str(clue), chance) for clue, chance in enumerate(best.around or ())]
    chances.append(("a mine", best.risk))
    return ", ".join(f"{what} ({percent(chance)} %)" for what, chance in chances if chance > 1e-12)


def _quality(found: Analysis) -> str:
    """How far the risks and the lists can be trusted."""
    belief = found.belief
    if belief.complete:
        return "exact"
    if belief.risk_error is None:
        return f"of the level {found.level!r}: it may miss safe cells and mines"
    error = float(belief.risk_error.max())
    return f"sampled, standard error at most {_share(error)}; the safe cells and mines are complete"


def _list(mask: Mask) -> str:
    """How many cells, and the first of them."""
    cells = _cells(mask)
    names = " ".join(f"({row},{column})" for row, column in cells[:SHOWN_CELLS])
    more = f" and {len(cells) - SHOWN_CELLS:,} more" if len(cells) > SHOWN_CELLS else ""
    return f"{_count(len(cells), 'cell')}: {names}{more}" if cells else "none is certain"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _share(chance: float) -> str:
    """A probability in percent that never claims certainty.

    >>> [_share(chance) for chance in (0.1234, 0.00001, 0.9999999)]
    ['12.3 %', 'below 0.1 %', 'above 99.9 %']
    """
    if 0.0 < chance < 0.0005:
        return "below 0.1 %"
    if 0.9995 < chance < 1.0:
        return "above 99.9 %"
    return f"{100 * chance:.1f} %"


def _large(number: int, log10: float) -> str:
    """A whole number, in full if it is short.

    >>> from math import log10
    >>> _large(1234567, log10(1234567)), _large(3**100, 100 * log10(3))
    ('1,234,567', 'about 5.2 × 10^47')
    """
    if number < 10**LONGEST_COUNT:
        return f"{number:,}"
    power = int(log10)
    factor = f"{10 ** (log10 - power):.1f}"
    return f"about 1.0 × 10^{power + 1}" if factor == "10.0" else f"about {factor} × 10^{power}"


def _around(belief: Belief, cell: Cell) -> tuple[float, ...] | None:
    from sapper.errors import LimitExceeded, NotInferred

    try:
        return tuple(belief.clue_distribution(cell).tolist())
    except (NotInferred, LimitExceeded):
        return None


def _cells(mask: Mask) -> list[Cell]:
    """The cells of a mask in reading order."""
    rows, columns = mask.nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _without_nan(rows: list[list[float]]) -> list[list[float | None]]:
    return [[None if value != value else value for value in row] for row in rows]


def drawn(found: Analysis) -> Picture:
    """The board with risks; the cell to guess is ringed."""
    from sapper.formats.picture import picture

    belief, best = found.belief, found.best
    marks = [] if best is None or best.safe else [best.cell]
    return picture(found.view, belief.risk, belief.safe, belief.mines, marks)
