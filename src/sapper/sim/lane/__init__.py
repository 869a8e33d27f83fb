"""The fast lane: whole games in compiled code, with the very moves that the readable loop of `sim/play.py` makes.

table.py    one running game as arrays, and what an opened or flagged cell changes
agenda.py   numbers that wait to be taken in rising order
rounds.py   the level `single`, taken up where it stopped instead of begun again
floating.py which of the floating cells to guess
guesses.py  the choices when nothing is proved
games.py    whole games, many per call
lane.py     who may take the lane, and the way in and out of it
"""
