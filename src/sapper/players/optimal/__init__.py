"""The provably best player: on small boards from the first click, on larger ones as soon as few layouts are left.

symmetry.py   how a board can be turned and mirrored
value.py      the value of a position under best play, and the cells that reach it
policy.py     the agent's choice
"""
