"""`sapper lab duel`: two agents on the same boards, until a sequential test decides."""

from __future__ import annotations

import json as json_format
import math
import shlex
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.lab.live import live_line
from sapper.cli.lab.options import Jobs
from sapper.cli.options import AsJson, GameOptions, takes_options

if TYPE_CHECKING:
    from sapper.board.chance import Seed
    from sapper.board.rules import Rules
    from sapper.lab.duel import Standing
    from sapper.lab.sequential import Hypotheses
    from sapper.lab.statistics import Interval

AgentA = Annotated[str, typer.Argument(metavar="A", help="An agent: NAME or FILE.py:Class.")]
AgentB = Annotated[str, typer.Argument(metavar="B", help="The agent that it is compared with.")]


@dataclass(frozen=True)
class TestOptions:
    """What the test decides between, and how surely."""

    h0: Annotated[float, typer.Option("--h0", metavar="POINTS", help="H0: A is better by at most this …")] = 0.0
    h1: Annotated[float, typer.Option("--h1", metavar="POINTS", help="… and H1: by at least this.")] = 0.5
    alpha: Annotated[float, typer.Option(metavar="RATE", help="How often H1 is accepted although H0 holds.")] = 0.05
    beta: Annotated[float, typer.Option(metavar="RATE", help="How often H0 is accepted although H1 holds.")] = 0.05
    most: Annotated[int, typer.Option(metavar="BOARDS", help="Stop undecided after so many boards.")] = 100_000

    def hypotheses(self) -> Hypotheses:
        """The two hypotheses and their error rates."""
        from sapper.lab.sequential import Hypotheses

        return Hypotheses(self.h0 / 100, self.h1 / 100, self.alpha, self.beta)

    def words(self) -> list[str]:
        """The words of the command line that are not the default."""
        changed = [field.name for field in fields(self) if getattr(self, field.name) != field.default]
        return [word for name in changed for word in (f"--{name}", str(getattr(self, name)))]


@takes_options
def duel(a: AgentA, b: AgentB, game: GameOptions, test: TestOptions, jobs: Jobs = None, json: AsJson = False) -> None:
    """Let A and B play the same boards until it is clear whether A is better."""
    from sapper.lab.again import options_for
    from sapper.lab.duel import duel as standings
    from sapper.lab.workers import cores

    rules, hypotheses, seed = game.rules(), test.hypotheses(), 0 if game.seed is None else game.seed
    running = standings(a, b, rules, hypotheses, seed=seed, most=test.most, jobs=jobs or cores())
    again = shlex.join(["sapper", "lab", "duel", a, b, *options_for(rules), *test.words(), "--seed", _plain(seed)])
    outcome, stopped = None, False
    with live_line() as tell:
        tell(f"{a} against {b}: the first boards …")
        try:
            for outcome in running:
                tell(f"{outcome.pairs:,} boards: {_by(outcome.difference)} points, {_test(outcome, hypotheses)}")
        except KeyboardInterrupt:
            stopped = True
    if outcome is None:
        raise KeyboardInterrupt
    if json:
        described = {"a": a, "b": b, "rules": rules.to_dict(), "seed": seed, "hypotheses": asdict(hypotheses)}
        outcome_as_json = asdict(outcome) | {"games": 2 * outcome.pairs}
        print(json_format.dumps(described | outcome_as_json | {"again": again}))
    else:
        _show(a, b, rules, hypotheses, outcome)
        print(f"{_verdict(a, b, hypotheses, outcome)}, {2 * outcome.pairs:,} games; again: {again}")
    if stopped:
        raise KeyboardInterrupt


def _show(a: str, b: str, rules: Rules, hypotheses: Hypotheses, outcome: Standing) -> None:
    """Everything but the verdict."""
    classic = rules.end == "classic"
    count = "" if rules.mine_count else ", mine count withheld"
    clues = "" if rules.clues.kind == "exact" else f", clues {rules.clues}"
    print(
        f"{a} against {b}: {rules.width}×{rules.height}, {rules.mines} mines, {rules.end}, {rules.first}{count}{clues}"
    )
    print(f"  H0          {a} is better by at most {100 * hypotheses.d0:g} points")
    print(f"  H1          {a} is better by at least {100 * hypotheses.d1:g} points")
    print(f"  errors      alpha {hypotheses.alpha:g}, beta {hypotheses.beta:g}")
    print(f"  boards      {outcome.pairs:,}, the same for both")
    means = " · ".join(f"{name} {100 * mean:.1f}" for name, mean in zip((a, b), outcome.means, strict=True))
    print(f"  {'won %' if classic else 'net score %':<12}{means}")
    alone = " · ".join(f"{name} {number:,}" for name, number in zip((a, b), outcome.alone, strict=True))
    print(f"  {'won alone' if classic else 'scored more':<12}{alone}")
    print(f"  difference  {_by(outcome.raw)} points")
    if outcome.adjusted is not None:
        print(f"  adjusted    {_by(outcome.adjusted)} points, without the luck of surviving guesses: this is tested")
    if any(outcome.failed):
        failed = " · ".join(f"{name} {number:,}" for name, number in zip((a, b), outcome.failed, strict=True))
        print(f"  failed      {failed} games, counted as lost")
    print(f"  test        {_test(outcome, hypotheses)}")


def _verdict(a: str, b: str, hypotheses: Hypotheses, outcome: Standing) -> str:
    mean, low, high = (100 * value for value in outcome.difference)
    if outcome.answer == "H1":
        return f"{a} is better than {b} by {mean:.2f} points ({low:.2f} … {high:.2f})"
    if outcome.answer == "H0" and high < 0:
        return f"{b} is better than {a} by {-mean:.2f} points ({-high:.2f} … {-low:.2f})"
    if outcome.answer == "H0":
        return f"{a} is not better than {b} by {100 * hypotheses.d1:g} points: {_by(outcome.difference)}"
    return f"undecided whether {a} is better than {b}: {_by(outcome.difference)} points"


def _test(outcome: Standing, hypotheses: Hypotheses) -> str:
    low, high = hypotheses.bounds
    return f"llr {outcome.llr:+.2f}, open between {low:.2f} and {high:.2f}"


def _by(difference: Interval) -> str:
    """A difference in points, with its interval."""
    mean, low, high = (100 * value for value in difference)
    return f"{mean:+.2f}" if math.isnan(low) else f"{mean:+.2f} ({low:+.2f} … {high:+.2f})"


def _plain(seed: Seed) -> str:
    return str(seed) if isinstance(seed, int) else ",".join(map(str, seed))
