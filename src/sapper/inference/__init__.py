"""View → belief: one level per file, weakest first."""
