"""The routes under /api/v1, one file per theme."""
