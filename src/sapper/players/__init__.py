"""Inference × policy: players with names."""
