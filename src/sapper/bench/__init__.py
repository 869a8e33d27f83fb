"""Speed and strength, measured: one file per table. Ratios are taken in one run, because machines are noisy."""
