"""The work list: every missing game is handed out, in batches of about the same time, until it has come back."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from sweeps import RULES

from sapper.lab.batch import Answer, Batch, play_batch
from sapper.lab.experiment import Experiment
from sapper.lab.player import Player
from sapper.lab.store import Store
from sapper.lab.sweep import players_of, results, sweep
from sapper.lab.work import GROWTH, LONGEST, MOST, PROBE, RATE, SHORTEST, Work

Make = Callable[..., Experiment]


class Here:
    """Workers that play in this process, answer out of order, and die when told to."""

    def __init__(self, deaths: int = 0, seed: int = 1) -> None:
        self.luck = random.Random(seed)
        self.deaths = deaths
        self.batches: list[Batch] = []
        self.played: list[Batch] = []

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def room(self) -> int:
        return 4 - len(self.batches)

    def hands(self) -> int:
        return 2

    def submit(self, batch: Batch) -> None:
        self.batches.append(batch)

    def wait(self, seconds: float) -> list[Answer]:
        batch = self.batches.pop(self.luck.randrange(len(self.batches)))
        if self.deaths and self.luck.random() < 0.5:
            self.deaths -= 1
            return [Answer(batch, None, to_blame=self.luck.random() < 0.5)]
        self.played.append(batch)
        return [play_batch(batch)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    with Store(tmp_path / "results.duckdb") as opened:
        yield opened


@pytest.mark.parametrize("deaths", [0, 1, 5])
def test_every_game_is_played_once_whatever_dies(store: Store, experiment: Make, deaths: int) -> None:
    one = experiment("basic", "random", boards=30, mines=(2, 3))
    workers = Here(deaths)
    found = sweep(one, store, workers)
    assert found.complete
    assert found.failed == ()
    games = [(batch.series, board) for batch in workers.played for board in batch.boards]
    assert len(games) == len(set(games)) == 120


def test_more_boards_later_play_only_what_is_missing(store: Store, experiment: Make) -> None:
    sweep(experiment("basic", boards=5), store, Here())
    workers = Here()
    again = sweep(experiment("basic", "random", boards=8), store, workers)
    boards = {batch.player.spec: 0 for batch in workers.played}
    for batch in workers.played:
        boards[batch.player.spec] += len(batch.boards)
    assert boards == {"basic": 3, "random": 8}
    assert again.complete


def test_a_finished_sweep_needs_no_workers(store: Store, experiment: Make) -> None:
    one = experiment("basic", boards=5)
    told: list[tuple[int, int]] = []
    sweep(one, store, Here(), lambda kept, total: told.append((kept, total)))
    assert (told[0], told[-1]) == ((0, 5), (5, 5))
    workers = Here()
    sweep(one, store, workers, lambda kept, total: told.append((kept, total)))
    assert (workers.played, told[-1]) == ([], (5, 5))


def test_a_newer_agent_starts_anew(store: Store, experiment: Make, agents: Path) -> None:
    one = experiment(f"{agents}:Plain", boards=3)
    sweep(one, store, Here())
    assert results(one, store).complete
    agents.write_text(agents.read_text() + "\nNEW = True\n")
    assert not results(one, store).complete
    assert [len(games.boards) for games in results(one, store).games.values()] == [0]


def test_a_file_that_changes_during_a_sweep_does_not_mix(store: Store, experiment: Make, agents: Path) -> None:
    one = experiment(f"{agents}:Plain", boards=3)
    players = players_of(one)
    agents.write_text("raise RuntimeError('half written')")
    assert sweep(one, store, Here(), players=players).complete


def test_batches_grow_towards_the_wanted_time(store: Store, experiment: Make) -> None:
    one = experiment("basic", boards=100_000)
    work = Work(one, players_of(one), store)
    sizes = []
    for _ in range(8):
        batch = work.next()
        assert batch is not None
        sizes.append(len(batch.boards))
        work.learn(Answer(batch, {}, seconds=len(batch.boards) * SHORTEST / 1000))
    assert sizes[0] == PROBE
    assert sizes[-1] == 1000
    assert all(later <= earlier * GROWTH for earlier, later in pairwise(sizes))
    slow = work.next()
    assert slow is not None
    work.learn(Answer(slow, {}, seconds=1000.0))
    assert len(work.next().boards) == 1
    quick = work.next()
    for _ in range(9):
        work.learn(Answer(quick, {}, seconds=0.0))
        quick = work.next()
    assert len(quick.boards) == MOST


def test_many_workers_get_longer_batches(store: Store, experiment: Make) -> None:
    one = experiment("basic", boards=10**6)
    work, pace = Work(one, players_of(one), store), 0.01
    for hands, seconds in ((1, SHORTEST), (100, SHORTEST), (400, 400 / RATE), (10**5, LONGEST)):
        for _ in range(4):
            batch = work.next(hands)
            assert batch is not None
            work.learn(Answer(batch, {}, seconds=pace * len(batch.boards)))
        assert len(work.next(hands).boards) == pytest.approx(min(seconds / pace, 10**6 / 2 / hands), abs=1)


@pytest.mark.parametrize("hands", [1, 7])
def test_the_last_games_are_shared_out(store: Store, experiment: Make, hands: int) -> None:
    """Every batch of the last series leaves at least as many games for each other worker, until each has one."""
    one = experiment("basic", "random", boards=3000)
    work, left = Work(one, players_of(one), store), 6000
    while (batch := work.next(hands)) is not None:
        if left <= 3000:
            assert 2 * hands * (len(batch.boards) - 1) < left
        left -= len(batch.boards)
        work.learn(Answer(batch, {}, seconds=0.1 * len(batch.boards)))
    assert left == 0


def test_a_suspected_batch_is_halved_down_to_single_games() -> None:
    batch = Batch(Player("basic", "1"), RULES, 1, tuple(range(5)))
    pieces = [batch]
    while any(len(piece.boards) > 1 for piece in pieces):
        pieces = [half for piece in pieces for half in (piece.halves() if len(piece.boards) > 1 else (piece,))]
    assert [piece.boards for piece in pieces] == [(0,), (1,), (2,), (3,), (4,)]
    assert [half.deaths for half in pieces[0].halves()] == [1]
