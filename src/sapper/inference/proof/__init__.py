"""Proofs: the fewest clues that decide a cell, the steps by which they do, and both in words."""
