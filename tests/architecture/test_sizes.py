"""Files and functions stay small enough to be read in one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "sapper"
FILES = sorted(SOURCE.rglob("*.py"))
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 400, 60


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(SOURCE)) for path in FILES])
def test_no_file_and_no_function_is_too_long(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    long = {
        node.name: length
        for node in functions
        if (length := (node.end_lineno or 0) - node.lineno + 1) > MOST_LINES_OF_A_FUNCTION
    }
    assert long == {}


def test_there_is_no_drawer_for_everything() -> None:
    assert [path for path in FILES if path.stem in ("utils", "util", "helpers", "common", "misc")] == []
