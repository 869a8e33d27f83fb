"""The words of proofs are pinned; `regenerate.py` rewrites them."""

from __future__ import annotations

from proofs import CASES, PROOFS, proofs_text

from sapper import View, explain


def test_proofs_are_told_as_before() -> None:
    assert proofs_text() == PROOFS.read_text(encoding="utf-8"), (
        "if the change is wanted, run python tests/golden/regenerate.py and read the difference"
    )


def test_every_case_holds() -> None:
    assert all(explain(View.parse(text), cell).check() for _, text, cell in CASES)
