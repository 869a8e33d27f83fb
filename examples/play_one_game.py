"""Play one game, look at its moves, and draw where it ended.

python examples/play_one_game.py [picture.svg]
"""

from __future__ import annotations

import sys
from pathlib import Path

import sapper
from sapper.formats.svg import svg


def main(picture: Path | None = None) -> None:
    """Play the survey game of report 000: 15×15 with 35 mines."""
    record = sapper.play("basic", sapper.Rules.level("survey15"), seed=1)
    *_, last = record.replay()
    for step in record.steps[:12]:
        why = "guess" if step.guess else f"proved by {step.reason}"
        print(f"{step.move!s:12} {why}{', and it was a mine' if step.exploded else ''}")
    print(f"… {record.moves} moves\n\n{last}\n")
    print(f"score {record.score:.3f}  guesses {record.guesses}  deductions {record.deductions}")
    if picture is not None:
        picture.write_text(svg(last), encoding="utf-8")
        print(f"drawn in {picture}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
