"""Smallest refuted sets, against trying every set."""

from itertools import combinations

import numpy as np

from sapper.inference.smallest import Answer, Smallest, shrunk, smallest


def clash(conflicts):
    """A check that refutes exactly the sets that contain one of the conflicts."""

    def check(items):
        broken = [conflict for conflict in conflicts if conflict <= items]
        return Answer(True, items) if broken else Answer(False, items)

    return check


def random_conflicts(rng):
    return [frozenset(rng.choice(9, rng.integers(1, 6), replace=False).tolist()) for _ in range(rng.integers(1, 6))]


def test_minimum_among_random_conflicts():
    rng = np.random.default_rng(1)
    for _ in range(300):
        conflicts = random_conflicts(rng)
        found = smallest(range(9), clash(conflicts))
        assert found is not None
        assert found.minimum
        assert frozenset(found.items) in conflicts
        assert len(found.items) == min(map(len, conflicts))


def test_shrunk_spares_nothing():
    rng = np.random.default_rng(2)
    for _ in range(300):
        check = clash(random_conflicts(rng))
        items = shrunk(frozenset(range(9)), check)
        assert check(items).refuted
        assert not any(check(items - {item}).refuted for item in items)


def test_a_budget_is_kept_and_confessed():
    conflicts = [frozenset(range(3 * number, 3 * number + 3)) for number in range(20)]
    asked = []

    def check(items):
        asked.append(items)
        return clash(conflicts)(items)

    found = smallest(range(60), check, calls=100)
    assert found is not None
    assert not found.minimum
    assert frozenset(found.items) in conflicts
    assert len(asked) <= 101


def test_all_can_hold():
    assert smallest(range(5), clash([])) is None
    assert smallest([], clash([])) is None


def test_no_item_is_needed():
    assert smallest(range(5), clash([frozenset()])) == Smallest((), True)


def test_a_solver_that_gives_up_proves_no_minimum():
    def check(items):
        return Answer(True, items) if len(items) == 4 else None

    assert smallest(range(4), check) == Smallest((0, 1, 2, 3), False)


def test_sets_of_every_size_are_found():
    for size in range(1, 6):
        conflicts = [frozenset(chosen) for chosen in combinations(range(6), size)]
        found = smallest(range(6), clash(conflicts))
        assert found is not None
        assert (len(found.items), found.minimum) == (size, True)
