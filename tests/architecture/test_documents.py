"""What the documents show is run: REPL examples, code, commands; and their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a document in one language."""
    return [code for found, code in BLOCK.findall(path.read_text(encoding="utf-8")) if found == language]


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_the_examples_run(path: Path) -> None:
    names: dict[str, Any] = {"__name__": "example"}
    tried = 0
    for number, code in enumerate(blocks(path, "python")):
        if ">>>" not in code:
            exec(compile(code, f"{path.name}[{number}]", "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(code, names, f"{path.name}[{number}]", str(path), 0)
        result = doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False)
        assert result.failed == 0
        tried += result.attempted
        names.update(test.globs)
    assert tried > 0 or path.name != "README.md"


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    """A block of Python that begins with a file's name is that file; commands run beside it."""
    for code in blocks(ROOT / "README.md", "python"):
        if named := re.match(r"# (\w+\.py)\n", code):
            (tmp_path / named[1]).write_text(code, encoding="utf-8")
    commands = [line for block in blocks(ROOT / "README.md", "sh") for line in block.splitlines()]
    ours = [shlex.split(line, comments=True)[1:] for line in commands if line.startswith("sapper ")]
    assert ours
    for arguments in ours:
        command = [sys.executable, "-m", "sapper.cli", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 0, (arguments, done.stderr)


def test_the_make_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    wanted = re.findall(r"^make (\w+)", "\n".join(blocks(ROOT / "README.md", "sh")), re.MULTILINE)
    assert wanted
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in wanted)


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=[*NAMES, "CHANGELOG.md"])
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8"))
    inside = [link for link in links if not link.startswith(("http://", "https://"))]
    assert [link for link in inside if not (path.parent / link).exists()] == []


@pytest.mark.parametrize("path", [*DOCUMENTS, ROOT / "CHANGELOG.md"], ids=[*NAMES, "CHANGELOG.md"])
def test_no_marks_of_a_merge(path: Path) -> None:
    assert re.findall(r"^(?:<<<<<<<|=======|>>>>>>>).*$", path.read_text(encoding="utf-8"), re.MULTILINE) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=NAMES)
def test_no_path_of_one_machine(path: Path) -> None:
    assert re.findall(r"(?<![\w.])/(?:home|tmp|work|root|Users)/\S*", path.read_text(encoding="utf-8")) == []
