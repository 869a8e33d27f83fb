"""What the worker processes do: plain functions from values to plain values."""
