# The commands of the house. `make help` says, for each, the line that does the same without make.

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# The first Python on the PATH that is new enough; PYTHON=... chooses another.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo "$$name"; break; }; done)

# A stamp stands for one finished installation; it is older than pyproject.toml when that changed.
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help run test lint mutate bench soak schema clean

help:
	@echo 'make run      start a server; ARGS="--port 9000" passes options on'
	@echo '              without make: python3 -m venv .venv && .venv/bin/pip install -e ".[fast]" && .venv/bin/coterie serve'
	@echo 'make test     check everything: style, types, import contracts, all tests'
	@echo '              without make: python3 -m venv .venv && .venv/bin/pip install -e ".[dev,fast]" &&'
	@echo '                .venv/bin/python -m tests.support.ensure_browser && .venv/bin/ruff check . &&'
	@echo '                .venv/bin/ruff format --check . && .venv/bin/mypy && .venv/bin/python -m tests'
	@echo 'make lint     check style, types and import contracts only'
	@echo '              without make: .venv/bin/ruff check . && .venv/bin/ruff format --check . &&'
	@echo '                .venv/bin/mypy && .venv/bin/lint-imports'
	@echo 'make mutate   change the rules, a little and often, and list the changes that no test notices;'
	@echo '              takes an hour or two: ARGS="server.rules.v5.tracks*" names a part (not on Windows)'
	@echo '              without make: .venv/bin/pip install -e ".[dev,mutate]" && . .venv/bin/activate &&'
	@echo '                mutmut run && mutmut results'
	@echo 'make bench    run the benchmarks: ARGS="rooms log" some of them, ARGS=--small only to see that they'
	@echo '              work, ARGS=--results to write tests/benchmarks/RESULTS.md'
	@echo '              without make: .venv/bin/python -m tests.benchmarks'
	@echo 'make soak     let clients come, go, flood and be cut off for half an hour: ARGS="--minutes 5"'
	@echo '              without make: .venv/bin/python -m tests.soak'
	@echo 'make schema   write protocol/schema anew from the message types'
	@echo '              without make: .venv/bin/python -m protocol.generate'
	@echo 'make clean    remove the virtual environment, caches and build results'
	@echo '              without make: rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis mutants'

run: $(INSTALLED)
	@exec $(BIN)/coterie serve $(ARGS)

# Style and types come first: they fail within seconds. The import contracts are among the tests.
# The tests run in three parts at once. With ARGS there is one run, and ARGS goes to pytest:
# make test ARGS="tests/rules -x", or ARGS=--cov for coverage.
test: $(INSTALLED_DEV)
	$(BIN)/python -m tests.support.ensure_browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests $(ARGS)

lint: $(INSTALLED_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

# mutmut finds mypy on the PATH. What it found before stays in mutants/.
mutate: $(INSTALLED_DEV)
	$(PIP_INSTALL) -e ".[dev,mutate]"
	PATH="$(CURDIR)/$(BIN):$$PATH" mutmut run $(ARGS)
	PATH="$(CURDIR)/$(BIN):$$PATH" mutmut results

bench: $(INSTALLED_DEV)
	$(BIN)/python -m tests.benchmarks $(ARGS)

soak: $(INSTALLED_DEV)
	$(BIN)/python -m tests.soak $(ARGS)

schema: $(INSTALLED_DEV)
	$(BIN)/python -m protocol.generate

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf .coverage htmlcov mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# With the faster event loop where there is one for this machine, else without.
$(INSTALLED): pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[fast]" || $(PIP_INSTALL) -e .
	@touch $@

$(INSTALLED_DEV): pyproject.toml | $(BIN)/python
	$(PIP_INSTALL) -e ".[dev,fast]"
	@touch $(INSTALLED) $@

$(BIN)/python:
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Coterie needs Python 3.11 or newer. Install it, or say where it is: make run PYTHON=/path/to/python3' >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo 'This Python cannot make virtual environments: its venv or ensurepip is missing. On Debian and Ubuntu: apt-get install python3-venv' >&2; \
		exit 1; }
	$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
