"""`python -m sapper.cli` is `sapper`."""

import sys

from sapper.cli import main

sys.exit(main())
