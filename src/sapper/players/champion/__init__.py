"""The champion: complete inference, exact posteriors, look-ahead, and a perfect endgame.

start.py      where to click before anything opens
kinds.py      where hidden cells lie: in the frontier, on the shore, at sea
dead.py       cells that would tell nothing
lookahead.py  what a guess is worth, by what would follow each clue that the cell may show
coin_flips.py doubts that no clue will ever end
enclosed.py   regions that are endgames of their own
choice.py     the guess in a classic game: the endgame (`sapper.players.endgame`) if it can be searched, else look-ahead
survey.py     the guess in a survey game
estimate.py   roughly the chance to win, for show
policy.py     the way in, and the budgets
"""
