"""Level `posterior`: the exact posterior under the clue model of the view, in strips where it gets wide."""
