"""Belief → move: what to do when nothing is proved."""
