"""The terminal: one file per verb. Nothing heavy is imported before a verb runs, so that `--help` is instant."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Annotated

import typer

from sapper.cli import (
    advise,
    agents,
    analyse,
    bench,
    chains,
    convert,
    difficulty,
    explain,
    generate,
    lab,
    measure,
    optimal,
    play,
    replay,
    review,
    serve,
    watch,
)
from sapper.errors import SapperError

WRONG_USE, BROKEN_PIPE, INTERRUPTED = 2, 141, 130
"""Exit codes: bad input or wrong use; the reader of a pipe went away; Ctrl-C (the last two as shells report them)."""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
_VERBS = (
    play.play,
    watch.watch,
    replay.replay,
    review.review,
    analyse.analyse,
    explain.explain,
    advise.advise,
    generate.generate,
    measure.measure,
    difficulty.difficulty,
    optimal.optimal,
    convert.convert,
    agents.agents,
    serve.serve,
    bench.bench,
)
for _verb in _VERBS:
    app.command(_verb.__name__)(_verb)
app.add_typer(chains.app, name="chains")
app.add_typer(lab.app, name="lab")


def _print_version(wanted: bool) -> None:
    if wanted:
        from sapper import __version__

        print(f"sapper {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Minesweeper as a laboratory for inference-informed action."""


def main(argv: list[str] | None = None) -> int:
    """Run one command line; the exit code. Whatever is wrong with it becomes one line on standard error."""
    words = sys.argv[1:] if argv is None else argv
    _never_fail_to_encode()
    try:
        code = typer.main.get_command(app).main(words or ["--help"], prog_name="sapper", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except OSError as error:
        _forget_stdout()
        return _complain(str(error.strerror or error))
    except SapperError as error:
        return _complain(str(error))
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer's own complaints have it; which classes depends on its version
            raise
        return _complain(error.format_message())


def _complain(message: str) -> int:
    line = " ".join(message.split())
    print(f"sapper: {line}", file=sys.stderr)
    return WRONG_USE


def _never_fail_to_encode() -> None:
    """Signs such as × become ? where the terminal's encoding has no such sign."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _forget_stdout() -> None:
    """What is still buffered cannot be written: let Python's last flush go nowhere instead of complaining."""
    with contextlib.suppress(OSError, ValueError):  # standard output may be no real file, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
