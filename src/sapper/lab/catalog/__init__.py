"""One experiment per file: each has a constant EXPERIMENT, see `sapper.lab.experiment`."""
