"""`sapper explain`: why a cell is safe or a mine; or, without a cell, whether one has to guess, and hints."""

from __future__ import annotations

import json as json_format
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import AsJson
from sapper.cli.pictures import PngFile, SvgFile, check_pictures, write_pictures

if TYPE_CHECKING:
    from sapper.board.view import View
    from sapper.inference.proof.hint import Hint
    from sapper.inference.proof.proof import Proof


def explain(
    file: Annotated[
        Path, typer.Argument(metavar="[FILE]", help="A view in our text; - is standard input.", show_default=False)
    ] = Path("-"),
    cell: Annotated[
        str | None, typer.Argument(metavar="[ROW,COLUMN]", help="The hidden cell to explain; else see --hint.")
    ] = None,
    mines: Annotated[int | None, typer.Option(metavar="N", help="Mines on the whole board, if the text omits it.")] = (
        None
    ),
    density: Annotated[
        float | None, typer.Option(metavar="D", help="Instead of --mines: each cell is mined with this probability.")
    ] = None,
    hint: Annotated[
        int | None,
        typer.Option(metavar="1…4", help="Instead of a cell: 1 may I guess? 2 where about is it safe? 3 which? 4 why?"),
    ] = None,
    ignore_flags: Annotated[
        bool, typer.Option("--ignore-flags", help="Take flags for hidden cells, not for mines.")
    ] = False,
    svg: SvgFile = None,
    png: PngFile = None,
    json: AsJson = False,
) -> None:
    """Explain a cell: the fewest clues that prove it, step by step; without a cell, give a hint."""
    from sapper.cli.analyse import read_view
    from sapper.cli.console import Terminal
    from sapper.cli.draw_proof import draw_proof
    from sapper.errors import BadInput
    from sapper.formats.picture import picture
    from sapper.formats.proof import proof_picture
    from sapper.inference.proof.proof import Proof

    if cell is None and re.fullmatch(r"\d+,\d+", str(file)) and not file.exists():
        file, cell = Path("-"), str(file)  # only a cell was given: the view comes from standard input
    if cell is not None and hint is not None:
        raise BadInput("give a cell or --hint, not both")
    check_pictures(svg, png)
    view = read_view(file, "explain", mines, density)
    found = _found(view.without_flags() if ignore_flags else view, cell, hint)
    proof = found if isinstance(found, Proof) else found.proof
    if svg is not None or png is not None:
        write_pictures(picture(view) if proof is None else proof_picture(proof), svg, png)
    if json:
        print(json_format.dumps(found.to_dict()))
        return
    terminal = Terminal()
    if proof is not None:
        terminal.show(draw_proof(proof))
        terminal.show()
    terminal.show(found.text)


def _found(view: View, cell: str | None, hint: int | None) -> Proof | Hint:
    """The proof of the cell, or the hint."""
    from sapper.board.moves import parse_cell
    from sapper.errors import InconsistentView
    from sapper.inference.proof.explain import explain as explained
    from sapper.inference.proof.hint import hint as hinted

    try:
        return hinted(view, 1 if hint is None else hint) if cell is None else explained(view, parse_cell(cell))
    except InconsistentView as error:
        advice = "; flags count as mines here, see --ignore-flags" if view.flags.any() else ""
        raise InconsistentView(f"{error}{advice}", error.clues, error.mine_count) from None
