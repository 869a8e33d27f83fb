"""Reading and writing files whole, or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sapper.errors import BadInput


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, of at most the size that formats read; `-` is standard input."""
    from sapper.formats.files import LARGEST

    if str(path) == "-" and sys.stdin is None:
        raise BadInput("there is no standard input: name a file")
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise BadInput(f"cannot read {str(path)!r}: too large, at most {LARGEST // 10**6} MB")
        if str(path) == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise BadInput(f"cannot read {str(path)!r}: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """Refuse early, before a long game, a place where nothing can be written."""
    folder = path.parent
    if path.is_dir():
        raise BadInput(f"cannot write {str(path)!r}: it is a folder")
    if not folder.is_dir():
        raise BadInput(f"cannot write {str(path)!r}: there is no folder {str(folder)!r}")
    if not os.access(folder, os.W_OK):
        raise BadInput(f"cannot write {str(path)!r}: no permission in {str(folder)!r}")


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, if there is none."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot make the folder {str(path)!r}: {error.strerror}") from None


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that readers find the old content or the new, never a part: a temporary file, then a rename."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        if target.exists() and not target.is_file():  # a device or a pipe is written as it is, not replaced
            target.write_bytes(data)
            return
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except OSError as error:
        raise BadInput(f"cannot write {str(path)!r}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
