"""Exact inference: a dynamic programme over supercells, layer by layer."""
