"""An agenda is a set that gives its numbers in rising order."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.sim.lane.agenda import add, discard, new_agenda, next_from

SIZES = (1, 63, 64, 65, 4096, 4097, 300_000)


@settings(deadline=None)
@given(data=st.data(), size=st.sampled_from(SIZES))
def test_an_agenda_is_a_sorted_set(data: st.DataObject, size: int) -> None:
    words, start = new_agenda(size)
    numbers = st.integers(0, size - 1)
    entered = set[int]()
    for number, joins in data.draw(st.lists(st.tuples(numbers, st.booleans()), max_size=40)):
        (add if joins else discard)(number, words, start)
        (entered.add if joins else entered.discard)(number)
        low = data.draw(numbers)
        assert next_from(low, words, start) == min((other for other in entered if other >= low), default=-1)
    taken, number = [], next_from(0, words, start)
    while number >= 0:
        taken.append(number)
        number = next_from(number + 1, words, start)
    assert taken == sorted(entered)
