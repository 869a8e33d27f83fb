"""`sapper serve`: the page in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.cli.lab.options import FOLDER


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="P", min=0, max=65535, help="0 takes a free one.")] = 8000,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Games under way, and the results of the lab.")
    ] = FOLDER,
) -> None:
    """Serve the page: play, watch, analyse, experiment and learn in a browser. Ctrl-C ends it."""
    from importlib.util import find_spec

    from sapper.errors import MissingExtra

    if any(find_spec(name) is None for name in ("fastapi", "uvicorn", "httptools")):
        raise MissingExtra("the page needs FastAPI, uvicorn and httptools: pip install 'sapper[web]'")
    from sapper.web.server import serve as run

    run(host, port, out, lambda address: print(f"Sapper is at {address} (Ctrl-C ends it)", flush=True))
