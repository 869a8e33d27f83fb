"""Experiments are data: many games, kept in a database, compared honestly, drawn and told."""
