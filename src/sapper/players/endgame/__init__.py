"""The perfect endgame: every layout that a view allows, and the play that loses least over all of them.

solutions.py   every layout that a view allows, when there are few
parts.py       what opening a cell leaves: sets of layouts in which nothing is free any more
choices.py     the cells worth trying, and a bound on what must be lost
table.py       sets that were met before
search.py      the least loss, and the cell to open first
"""
