# Every target works from a fresh clone on a machine with Python ≥ 3.11 and make: it makes its own .venv.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: demo test check compiled browser bench slow kernels pictures clean

demo: $(STAMP)          ## compare the agents of the reports with exact; a table, a figure and a page in demo/
	$(BIN)/sapper lab run demo --out demo
	$(BIN)/sapper lab report demo --out demo

test:                   ## lint, types, import contracts, and every test
	$(MAKE) --jobs 2 $(STAMP) browser
	$(MAKE) --jobs 2 check compiled
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(STAMP)         ## lint, types and import contracts only
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --strict examples
	$(BIN)/lint-imports --no-cache

compiled: $(STAMP)      ## the large kernels, in two halves: else both test workers would compile all of them
	$(BIN)/python tests/compile.py

browser:                ## Chromium for tests/browser; without it they are skipped
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get install --yes -qq chromium >/dev/null 2>&1 || { apt-get update -qq && apt-get install --yes -qq chromium; } >/dev/null; fi || true; \
	command -v chromium >/dev/null || echo 'tests/browser are skipped without Chromium: apt-get install chromium'

slow: $(STAMP)          ## the checks that are too long for every day
	$(BIN)/python -m pytest -m slow

kernels: $(STAMP)       ## the tests of kernels once more, with every array index checked (half an hour)
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(addprefix tests/,inference policies players sim generator golden conformance study rl)

bench: $(STAMP)         ## measure what the README claims (hours)
	$(BIN)/sapper bench

pictures: $(STAMP)      ## draw the pictures of the documents again
	$(BIN)/python docs/pictures/make.py

clean:                  ## forget the environment
	rm -rf $(VENV)

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Sapper needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]'
	touch $@
