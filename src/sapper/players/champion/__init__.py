"""The champion: complete inference, exact posteriors, look-ahead, and a perfect endgame.

dead.py       cells that would tell nothing
lookahead.py  what the next click is worth after each clue that a cell may show
solutions.py  every layout that a view allows, when there are few
endgame.py    the most of these layouts that any play wins
choice.py     the guess: endgame if it can be searched, look-ahead otherwise
"""
