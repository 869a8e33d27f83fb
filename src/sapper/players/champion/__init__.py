"""The champion: complete inference, exact posteriors, look-ahead, and a perfect endgame.

dead.py       cells that would tell nothing
lookahead.py  what the next click is worth after each clue that a cell may show
coin_flips.py doubts that no clue will ever end
choice.py     the guess in a classic game: the endgame (`sapper.players.endgame`) if it can be searched, else look-ahead
survey.py     the guess in a survey game
policy.py     the way in: the first click, the budgets
"""
