"""The environment: one game of Sapper behind Gymnasium's `reset` and `step`."""

from __future__ import annotations

from typing import Any, TypedDict, cast

import gymnasium
import numpy as np
import numpy.typing as npt

from sapper.board.grid import Topology
from sapper.board.rules import End, First, Rules
from sapper.board.view import View
from sapper.errors import BadInput
from sapper.formats.pixels import pixels
from sapper.game.game import Game
from sapper.rl import spaces
from sapper.rl.reward import ILLEGAL, Reward, Transition, default_reward
from sapper.sim.play import LEAST_PROBABILITY

STEPS_PER_CELL = 4
"""An episode is truncated after this many steps per cell; every legal step but `Ask` resolves at least one."""
_CELL_PIXELS = 24


class Info(TypedDict):
    """What `info` holds, in `reset` and in every `step`."""

    action_mask: npt.NDArray[np.int8]
    """1 for each legal action: give it to `env.action_space.sample(mask)`."""
    legal: bool
    """Whether the action was legal."""
    won: bool
    score: float
    """Mines flagged / mines, once the game is over, else 0: a running score would say which flags are right."""
    net_score: float
    """(Mines flagged − safe cells flagged) / mines, once the game is over, else 0."""


class MinesweeperEnv(gymnasium.Env[spaces.Observation, np.int64]):
    """Minesweeper, with Sapper's rules.

    ## Description
    Open the safe cells of a board, helped by clues that count the mines around. Two end rules: in `classic` the first
    mine ends the game; in `survey` an opened mine costs score, and every cell must be opened or flagged.

    | argument | meaning |
    |---|---|
    | `level` | beginner (the default), intermediate, expert, survey10, survey15, survey20, survey30 |
    | `height`, `width`, and `mines` or `density` | instead of a level |
    | `rule` | `classic` or `survey`; if not said, the level's own, else `classic` |
    | `first` | what the first click is promised: `any`, `safe` or `opening` |
    | `clues` | `exact`, `reveal:P`, `reveal:P:again`, `optimistic[:wide]`, `cautious[:wide]` |
    | `mine_count` | whether the number of mines is told (default yes) |
    | `cascade` | whether a zero opens its neighbours (default: in `classic` yes, in `survey` no) |
    | `topology` | `square`, `torus` or `hex` |
    | `reward` | a function of a `Transition`, instead of the rewards below |
    | `max_steps` | steps before truncation |

    ## Action Space
    `Discrete(cells)` in classic: action *i* opens cell *i* = row · width + column. `Discrete(2 · cells)` in survey:
    action *cells + i* flags cell *i*; flags are final. Under `reveal:P:again`, to open a cell that showed no clue is
    to ask it again. `info["action_mask"]` (int8) and `env.unwrapped.action_masks()` (bool, as sb3-contrib wants it)
    say which actions are legal. An illegal action changes nothing, costs 0.01 and sets `info["legal"]` to False.

    ## Observation Space
    A `Dict`; what the rules do not show has no entry.

    | key | type | meaning |
    |---|---|---|
    | `cells` | int8 [height, width] | 0 … 8 clue, −1 hidden, −2 flag, −3 known mine, −4 opened without a clue |
    | `mines_left` | int32 [1] | mines neither known nor flagged, if the mine count is told |
    | `bounds` | int8 [height, width] | `optimistic` and `cautious`: the bound of each clue when drawn, else −1 |

    ## Rewards
    Classic: opened safe cells / all safe cells, as they are opened; −1 for a mine; +1 for the win.
    Survey: −1/mines for an opened mine, at once; at the end 1 − wrong flags/mines. The return is the net score.

    ## Episode End
    Terminated when the game is over. Truncated after 4 · cells steps (times 1/P under `reveal:P:again`), which a
    policy that heeds the mask does not reach; `gymnasium.make(…, max_episode_steps=n)` may end it sooner.

    ## Seeding
    `reset(seed=s)` draws a game seed; the same `s` gives the same sequence of games. `env.unwrapped.game_seed` is the
    seed to give to `sapper.play`, and `reset(options={"game_seed": n})` plays the game of that seed.

    ## Rendering
    `ansi`: the text of the view, as `sapper.View.parse` reads it. `rgb_array`: uint8 [24 · height, 24 · width, 3].

    ## Version History
    - v0: first version

    >>> import gymnasium, sapper.rl
    >>> env = gymnasium.make("sapper/Minesweeper-v0", level="expert", rule="classic")
    >>> observation, info = env.reset(seed=1)
    >>> observation["cells"].shape, env.action_space
    ((16, 30), Discrete(480))
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012 (Gymnasium's)

    def __init__(
        self,
        *,
        level: str | None = None,
        height: int | None = None,
        width: int | None = None,
        mines: int | None = None,
        density: float | None = None,
        rule: End | None = None,
        first: First | None = None,
        clues: str | None = None,
        mine_count: bool | None = None,
        cascade: bool | None = None,
        topology: Topology | None = None,
        reward: Reward | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        size = _given(height=height, width=width, mines=mines, density=density)
        other = _given(end=rule, first=first, clues=clues, mine_count=mine_count, cascade=cascade, topology=topology)
        self.rules = _rules(level, size, other)
        self.render_mode = _render_mode(render_mode)
        self.observation_space = cast(gymnasium.Space[spaces.Observation], spaces.observation_space(self.rules))
        self.action_space = spaces.action_space(self.rules)
        self._reward = reward or default_reward(self.rules)
        self._max_steps = _most_steps(self.rules) if max_steps is None else max_steps
        self._steps = 0
        self._game = Game(self.rules)
        self._view = self._game.view
        self.episode = 0
        """How many games were started."""

    @property
    def view(self) -> View:
        """What the player sees: what an agent of Sapper is given."""
        return self._view

    @property
    def game_seed(self) -> int:
        """The seed of this game: `sapper.play(agent, env.unwrapped.rules, env.unwrapped.game_seed)` plays it too."""
        return cast(int, self._game.seed)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, bool [actions]; none when the game is over."""
        mask = spaces.action_mask(self.view)
        return np.zeros_like(mask) if self._game.over else mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[spaces.Observation, dict[str, Any]]:
        """Start a new game."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63))
        self._game = Game(self.rules, _game_seed(options or {}, drawn))
        self._view = self._game.view
        self._steps = 0
        self.episode += 1
        return spaces.observe(self.view), self._info(legal=True)

    def step(self, action: np.int64 | int) -> tuple[spaces.Observation, float, bool, bool, dict[str, Any]]:
        """Open, ask or flag a cell."""
        chosen, mask = int(action), self.action_masks()
        legal = 0 <= chosen < len(mask) and bool(mask[chosen])
        reward = self._apply(chosen) if legal else ILLEGAL
        self._steps += 1
        over = self._game.over
        truncated = not over and self._steps >= self._max_steps
        return spaces.observe(self.view), reward, over, truncated, self._info(legal)

    def render(self) -> Any:
        """The board as text or as pixels, by `render_mode`."""
        if self.render_mode == "ansi":
            return str(self.view)
        if self.render_mode == "rgb_array":
            return pixels(self.view, cell=_CELL_PIXELS)
        gymnasium.logger.warn("render() needs a mode: gymnasium.make(…, render_mode='ansi') or 'rgb_array'")
        return None

    def _apply(self, action: int) -> float:
        before = self._game.result
        self._game.apply(spaces.move_of(action, self.view))
        self._view = self._game.view
        return float(self._reward(Transition(self.rules, before, self._game.result)))

    def _info(self, legal: bool) -> dict[str, Any]:
        result, over = self._game.result, self._game.over
        info = Info(
            action_mask=self.action_masks().astype(np.int8),
            legal=legal,
            won=result.won,
            score=result.score if over else 0.0,
            net_score=result.net_score if over else 0.0,
        )
        return dict(info)


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _rules(level: str | None, size: dict[str, Any], other: dict[str, Any]) -> Rules:
    """The rules that the arguments describe."""
    if level is not None and size:
        raise BadInput(f"give a level or a size, not both: level={level!r} and {', '.join(size)}")
    if size and not {"height", "width"} <= size.keys():
        raise BadInput("a board needs height, width, and mines or density")
    return Rules(**size, **other) if size else Rules.level(level or "beginner", **other)


def _most_steps(rules: Rules) -> int:
    asks = 1 / max(rules.clues.probability, LEAST_PROBABILITY) if rules.clues.again else 1
    return int(STEPS_PER_CELL * rules.cells * asks)


def _render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MinesweeperEnv.metadata["render_modes"]:
        raise BadInput(f"unknown render mode {mode!r}: choose {', '.join(MinesweeperEnv.metadata['render_modes'])}")
    return mode


def _game_seed(options: dict[str, Any], drawn: int) -> int:
    unknown = options.keys() - {"game_seed"}
    if unknown:
        raise BadInput(f"unknown reset option {min(unknown)!r}: the only one is 'game_seed'")
    return int(options.get("game_seed", drawn))
