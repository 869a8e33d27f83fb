"""The champion: complete inference, exact posteriors, look-ahead, and a perfect endgame.

dead.py       cells that would tell nothing
lookahead.py  what the next click is worth after each clue that a cell may show
choice.py     the guess: the endgame (see `sapper.players.endgame`) if it can be searched, look-ahead otherwise
"""
