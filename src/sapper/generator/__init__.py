"""Boards to order."""
