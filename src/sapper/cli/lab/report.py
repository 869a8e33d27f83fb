"""`sapper lab report`: the figures and the page of an experiment or of a play."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.lab.options import FOLDER, Out, store_in

Name = Annotated[str, typer.Argument(metavar="NAME", help="What was run, or a play; see `sapper lab list`.")]


def report(name: Name, out: Out = FOLDER) -> None:
    """Write the figures (PNG, SVG) and one self-contained page of an experiment that was run into DIR.

    A play, which is a single game of a report such as play-004-subset, needs no run: page, text, GIF and frames.
    """
    from sapper.lab.plays import PLAYS

    found = next((play for play in PLAYS if play.name == name), None)
    if found is None:
        page = _of_experiment(name, out)
    else:
        from sapper.lab.play_page import play_report

        page = write_files(play_report(found, (shlex.join(["sapper", "lab", "report", name]),)), out)
    print(page)


def _of_experiment(name: str, out: Path) -> Path:
    from sapper.lab.again import commands, replay_command
    from sapper.lab.recall import recall
    from sapper.lab.report import report as report_files
    from sapper.lab.sweep import results as kept

    with store_in(out) as store:
        results = kept(recall(name, store), store)
    replay = replay_command(results.failed[0], results.experiment) if results.failed else ""
    return write_files(report_files(results, commands(results.experiment), replay), out)


def write_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write files by name into a folder, made if need be; the path of the first, which is the page."""
    from sapper.cli.files import make_folder, write_whole

    for name, data in files.items():
        path = folder / name
        make_folder(path.parent)
        write_whole(path, data)
    return folder / next(iter(files))
