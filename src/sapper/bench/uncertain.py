"""Uncertain clues: speed, strips against exact inference, calibration, and `bayes` against every other agent.

    speed         seconds of CPU per game of `bayes` and `linopt`
    strips        risks of boards that are cut beside the exact ones, where both are possible
    calibration   of the cells that `bayes` gives a risk near 0.2, the share that are mines
    net score     `bayes` − another agent on the same boards, with a 95 % interval

An agent is beaten if the whole interval is above 0. Where mines are told, `exact` has the same posterior as `bayes`
(it never asks again): only which of the safest cells is opened, and what is flagged in the end, differ. That is a small
difference, so it is measured on many boards.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sapper.bench.table import Measurement
from sapper.board.chance import Chance
from sapper.board.rules import Rules
from sapper.board.view import View
from sapper.inference.posterior.solve import CAPS, Caps, infer_posterior
from sapper.knowledge.belief import Belief, Limit
from sapper.players.agent import Decision
from sapper.players.catalog import agent, agents
from sapper.policies.safest import lowest_risk
from sapper.sim.arena import play_many
from sapper.sim.play import play

SEED = 6
MODELS = ("reveal:0.5", "reveal:0.5:again", "optimistic", "optimistic:wide", "cautious", "cautious:wide")
DENSITIES = (0.1, 0.2, 0.3)
SPEED = (
    *(("bayes", 10, model, 0.05, 20) for model in MODELS),
    ("bayes", 20, "reveal:0.5", 0.05, 6),
    ("bayes", 20, "reveal:0.5:again", 0.05, 6),
    ("bayes", 20, "optimistic", 0.2, 6),
    ("bayes", 20, "cautious", 1.5, 4),
    ("bayes", 30, "optimistic", 2.0, 3),
    ("linopt", 20, "reveal:0.5", 2.0, 2),
    ("linopt", 20, "optimistic", 2.0, 2),
    ("linopt", 20, "cautious", 2.0, 2),
)
"""Agent, side, clue model, seconds per game that are allowed, games; all at density 0.2."""
BOARDS = 200
"""Boards per density, where nothing else is said. Opponents differ in what they need: so many that the interval
excludes 0 with room to spare, by mean and spread of the difference on other seeds; for `brute`, `linear+brute` and
`linopt` also on the first of these boards."""
BOARDS_OF_THE_SLOW = {
    # Games that are not compiled, or count configurations for long; so far behind that few boards show it.
    **dict.fromkeys(("basic+trusting", "linear+trusting", "zones+trusting", "subset+trusting"), 20),
    **dict.fromkeys(("brute", "linear+brute"), 40),
    "linopt": 80,
}
BOARDS_OF_THE_NEAR = {
    # The same posterior: half a point of net score is to be seen, under cautious clues a little more.
    ("exact", "reveal:0.5"): 4_000,
    ("exact", "optimistic"): 3_000,
    ("exact", "optimistic:wide"): 3_000,
    ("exact", "cautious"): 500,
    ("exact", "cautious:wide"): 800,
    # With half of the clues most components are small: they are counted, or guessed well, by these too.
    ("brute", "reveal:0.5"): 1_000,
    ("linear+brute", "reveal:0.5"): 1_000,
    ("linopt", "reveal:0.5"): 1_000,
    # Nobody scores much where a clue only says "at most".
    **{(name, "cautious"): 200 for name in ("brute", "linear+brute")},
    **{(name, "cautious:wide"): 120 for name in ("brute", "linear+brute")},
    ("linopt", "cautious:wide"): 400,
    # Two to six points behind at density 0.3.
    **{(name, "reveal:0.5"): 200 for name in ("zones+trusting", "linear+trusting")},
    **{(name, "reveal:0.5"): 400 for name in ("charles+select", "charles+both")},
    **{(name, f"optimistic{bound}"): 400 for name in ("double", "triple", "charles+both") for bound in ("", ":wide")},
}
"""Where mines are told."""
AS_EXACT = ("champion(fast)", "champion", "champion(deep)", "optimal")
"""They look ahead under exact clues only; under others they make the choices of `exact`, and need no line."""
WITHHELD = ("basic", "zones", "linear", "linopt", "basic+trusting", "exact")
"""The opponents where the mine count is withheld."""
STRIPS = (("cautious", 20, 5_000), ("cautious:wide", 16, 5_000))
"""Clue model, side, states beyond which a component is cut. Optimistic boards up to 30×30 are never cut."""
POSITIONS, MOST_ERROR = 20, 0.001
CALIBRATED, WITHIN, GAMES = 0.2, 0.02, 10_000
NORMAL = 1.96
SIX_LOOKS = 2.64
"""One in twenty that any of six models, all of them right, looks wrong."""

Floats = npt.NDArray[np.float64]


def measure() -> Iterator[Measurement]:
    """All of it; calibration and comparison take most."""
    for name, side, clues, allowed, games in SPEED:
        seconds = seconds_per_game(name, side, clues, games)
        what = f"{name} {side}×{side} {clues}, {games} games"
        yield Measurement(what, f"{seconds:.3f} s of CPU per game", f"< {allowed:g} s", seconds < allowed)
    for clues, side, states in STRIPS:
        yield _strips(clues, side, states)
    for model in MODELS:
        yield _calibration(model, GAMES // len(MODELS))
    for told in (True, False):
        for model in MODELS:
            yield from _against_all(model, told)


def seconds_per_game(name: str, side: int, clues: str, games: int) -> float:
    """CPU seconds of a whole game at density 0.2 in an experiment, referee and all; kernels are compiled before."""
    rules = Rules(height=side, width=side, density=0.2, end="survey", clues=clues)
    seeds = [(SEED, board) for board in range(games)]
    play_many(name, rules, seeds)  # the same boards: others may need fewer kernels
    began = time.process_time()
    play_many(name, rules, seeds)
    return (time.process_time() - began) / games


class Errors(NamedTuple):
    """Risks in strips beside exact ones."""

    positions: int
    mean: float
    """Mean absolute error over hidden cells, then over positions."""
    largest: float
    """Mean over positions of the largest error."""
    regret: float
    """How much riskier the chosen cell is than the safest, on average."""
    wrong: int
    """Cells decided in strips that the board leaves open."""


class _Noting:
    """`bayes` without looking ahead, with somebody noting down the views it is given, and what it believes."""

    player = replace(agent("bayes"), policy=lowest_risk)

    def __init__(self) -> None:
        self.views: list[View] = []
        self.beliefs: list[Belief] = []

    def act(self, view: View, rng: Chance) -> Decision:
        decision = self.player.act(view, rng)
        if decision.belief is not None:
            self.views.append(view)
            self.beliefs.append(decision.belief)
        return decision


def wide_positions(clues: str, side: int, positions: int, states: int) -> Iterator[View]:
    """Positions of games by `bayes`, every seventh of those that are cut beyond so many states."""
    board = 0
    while positions:
        noting = _Noting()
        density = DENSITIES[board % len(DENSITIES)]
        play(noting, Rules(height=side, width=side, density=density, end="survey", clues=clues), (SEED, board))
        board += 1
        for view in noting.views[::7]:
            if positions and not _in_strips(view, states).complete and _whole(view).complete:
                positions -= 1
                yield view


def errors_of_strips(views: Sequence[View], states: int) -> Errors:
    """Compare the risks of cut boards with the exact ones."""
    means, largest, regrets, wrong = [], [], [], 0
    for view in views:
        cut, exact, hidden = _in_strips(view, states), _whole(view), view.hidden
        difference = np.abs(cut.risk - exact.risk)[hidden]
        means.append(difference.mean())
        largest.append(difference.max())
        chosen = np.argmin(np.where(hidden, cut.risk, np.inf))
        regrets.append(exact.risk.ravel()[chosen] - exact.risk[hidden].min())
        wrong += int(np.count_nonzero((cut.safe & ~exact.safe) | (cut.mines & ~exact.mines)))
    mean, most, regret = (float(np.mean(values)) for values in (means, largest, regrets))
    return Errors(len(views), mean, most, regret, wrong)


def _in_strips(view: View, states: int) -> Belief:
    usual = CAPS[view.clues.kind]
    return infer_posterior(view, caps=Caps(min(usual.quick, states), states, usual.strips))


def _whole(view: View) -> Belief:
    most = 300_000
    return infer_posterior(view, limit=Limit(states=2 * most, values=60_000_000), caps=Caps(most, most, most))


def _strips(clues: str, side: int, states: int) -> Measurement:
    errors = errors_of_strips(list(wide_positions(clues, side, POSITIONS, states)), states)
    return Measurement(
        f"strips {clues} {side}×{side}, {errors.positions} positions",
        f"mean {errors.mean:.5f}, mean of largest {errors.largest:.4f}, regret {errors.regret:.5f}",
        f"mean and regret ≤ {MOST_ERROR:g}",
        errors.mean <= MOST_ERROR and errors.regret <= MOST_ERROR and errors.wrong == 0,
    )


class Calibration(NamedTuple):
    """Cells that were given a risk near 0.2."""

    cells: int
    risk: float
    """Their mean risk."""
    mined: float
    """The share of them that were mines."""
    error: float
    """Standard error of the difference; cells of one game hang together, so games are counted, not cells."""


def calibrate(model: str, games: int, side: int = 10, density: float = 0.2) -> Calibration:
    """Hold every risk within 0.2 ± 0.02 that `bayes` has in so many games against the truth."""
    rules = Rules(height=side, width=side, density=density, end="survey", clues=model)
    total, given, mined, squares = 0, 0.0, 0.0, 0.0
    for board in range(games):
        noting = _Noting()
        record = play(noting, rules, (SEED, board))
        surplus = 0.0
        for view, belief in zip(noting.views, noting.beliefs, strict=True):
            risk = belief.risk
            near = view.hidden & (np.abs(risk - CALIBRATED) <= WITHIN)
            mines, expected = float(record.layout.mines[near].sum()), float(risk[near].sum())
            total, given, mined = total + int(near.sum()), given + expected, mined + mines
            surplus += mines - expected
        squares += surplus**2
    return Calibration(total, given / total, mined / total, float(np.sqrt(squares)) / total)


def _calibration(model: str, games: int) -> Measurement:
    """Whether cells of a risk near 0.2 are mines as often as that."""
    found = calibrate(model, games)
    return Measurement(
        f"calibration {model}, {games} games, {found.cells} cells",
        f"risk {found.risk:.4f}, mines {found.mined:.4f} ± {NORMAL * found.error:.4f}",
        f"equal within {SIX_LOOKS:.2f} standard errors",
        bool(abs(found.mined - found.risk) <= SIX_LOOKS * found.error),
    )


@cache
def net_scores(name: str, model: str, density: float, told: bool, boards: int) -> Floats:
    """Net scores on 10×10 boards, in mines per mine."""
    rules = Rules(height=10, width=10, density=density, end="survey", clues=model, mine_count=told)
    return np.array([game.net_score for game in play_many(name, rules, [(SEED, board) for board in range(boards)])])


def _against_all(model: str, told: bool) -> Iterator[Measurement]:
    """`bayes` against every other agent."""
    for entry in agents():
        if entry.name not in ("bayes", *AS_EXACT) and (told or entry.name in WITHHELD):
            yield against(entry.name, model, told)


def against(opponent: str, model: str, told: bool) -> Measurement:
    """`bayes` against another agent, at three densities."""
    boards, texts, lowest = _boards(opponent, model, told), [], np.inf
    for density in DENSITIES:
        ours = net_scores("bayes", model, density, told, _boards("exact", model, told))[:boards]
        gain = ours - net_scores(opponent, model, density, told, boards)
        error = NORMAL * float(gain.std(ddof=1) / np.sqrt(boards))
        texts.append(f"{gain.mean():+.4f}±{error:.4f}")
        lowest = min(lowest, float(gain.mean()) - error)
    what = f"bayes − {opponent}, {model}{'' if told else ', count withheld'}, {boards} boards"
    return Measurement(what, " ".join(texts), "all above 0", bool(lowest > 0.0))


def _boards(opponent: str, model: str, told: bool) -> int:
    """On how many boards per density an agent is compared."""
    usual = BOARDS_OF_THE_SLOW.get(opponent, BOARDS)
    return BOARDS_OF_THE_NEAR.get((opponent, model), usual) if told else usual
