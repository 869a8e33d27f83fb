"""The fast lane: whole games in compiled code, with the very moves that the readable loop of `sim/play.py` makes.

table.py     one running game as arrays, and what an opened or flagged cell changes
agenda.py    numbers that wait to be taken in rising order
batch.py     some games: their boards and random orders, and what became of them
rounds.py    the level `single`, taken up where it stopped instead of begun again; making the moves that are proved
floating.py  which of the floating cells to guess
guesses.py   the choices when nothing is proved
games.py     whole games of `random`, `basic`, `exact` and `champion`, many per call
plan.py      any other agent of rules as numbers: its levels, its policy
levels.py    the levels by number, back to the cheapest after every change
rules.py     whole games by such a plan, many per call
stepwise.py  games of those whom no kernel knows, decision by decision
lane.py      who may take the lane, and the way in and out of it
"""
