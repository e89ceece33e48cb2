# One command for each job; every one sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
NODE := .venv-node
JUDGED := tests/surfaces/mcp/conformance
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help

.PHONY: help setup demo test check lint types coverage docs matrix bench conformance frameworks stress fuzz browser clean

help:  ## Show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	# A checker of man pages, where the system has it; the tests take groff instead.
	-cd $(VENV) && apt-get download mandoc >/dev/null 2>&1 && dpkg -x mandoc_*.deb mandoc && rm mandoc_*.deb
	touch $@

setup: $(VENV)/.ready  ## Install everything a developer needs into .venv

demo: setup  ## Run an example as a person, an agent and a program would
	@$(BIN)/python examples/demo.py

test: setup  ## Run the tests
	$(BIN)/python -m pytest

lint: setup  ## Check format and style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup  ## Check types
	$(BIN)/mypy
	for example in examples/*/; do MYPYPATH=$$example $(BIN)/mypy --no-explicit-package-bases $$example || exit 1; done

# Tracing slows child processes past their deadlines, so the verdict on the tests is that of `make test`;
# here only what they reach counts.
coverage: setup  ## Run the tests and measure what they reach
	$(BIN)/coverage erase
	-$(BIN)/coverage run -m pytest -m 'not untraced and not slow and not browser and not frameworks'
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

check: lint types test coverage  ## All of it: format, lint, types, tests, documents, coverage

docs: setup  ## Write what the examples print today into the documents
	$(BIN)/python tests/docs/terminal.py README.md docs/*.md examples/*/README.md

matrix: setup  ## Run the tests on every supported Python found on this machine
	PYTHON=$(BIN)/python sh tests/matrix.sh

$(BENCH)/.ready: pyproject.toml $(shell find src -name '*.py')
	$(PYTHON) -m venv --clear $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --upgrade pip
	$(BENCH)/bin/python -m pip install --quiet . --group bench
	$(BENCH)/bin/python -m pip uninstall --quiet --yes setuptools
	touch $@

bench: $(BENCH)/.ready  ## Measure against the peers, in one run
	$(BENCH)/bin/python benchmarks/run.py --write docs/benchmarks.md
	$(BENCH)/bin/python benchmarks/repair/run.py --write docs/errors-benchmark.md
	$(BENCH)/bin/python benchmarks/tokens/run.py --write docs/tokens.md --answers docs/output.md
	$(BENCH)/bin/python benchmarks/mcp/run.py --write docs/mcp-benchmark.md
	$(BENCH)/bin/python benchmarks/http/run.py --write docs/http-benchmark.md

# Node comes from PyPI, so that no machine has to have it.
$(NODE)/.ready: pyproject.toml $(JUDGED)/package.json
	$(PYTHON) -m venv --clear $(NODE)
	$(NODE)/bin/python -m pip install --quiet --upgrade pip
	$(NODE)/bin/python -m pip install --quiet --group conformance
	cp $(JUDGED)/package.json $(NODE)/
	cd $(NODE) && PATH="$$PWD/bin:$$PATH" npm install --no-audit --no-fund --loglevel=error
	touch $@

conformance: setup $(NODE)/.ready  ## Let the public MCP conformance suite and inspector judge the server
	$(BIN)/python $(JUDGED)/run.py $(NODE)

# One environment for each framework; a name is that of its group in pyproject.toml. All are tried, or those
# that are named: make frameworks FRAMEWORKS="openai adk"
FRAMEWORKS := $(shell sed -n 's/^framework-\([a-z0-9-]*\) .*/\1/p' pyproject.toml)
# What the SDK of Copilot runs.
COPILOT := @github/copilot@1.0.102
.cache/frameworks/%/.ready: pyproject.toml
	$(PYTHON) -m venv .cache/frameworks/$*
	.cache/frameworks/$*/bin/python -m pip install --quiet --upgrade pip
	.cache/frameworks/$*/bin/python -m pip install --quiet --editable . --group framework-$*
	if [ $* = copilot ]; then cd .cache/frameworks/copilot && PATH="$$PWD/bin:$$PATH" \
		npm install --prefix . --no-audit --no-fund --loglevel=error $(COPILOT); fi
	touch $@

frameworks: setup $(FRAMEWORKS:%=.cache/frameworks/%/.ready)  ## Use what is exported in every agent framework
	FRAMEWORKS="$(FRAMEWORKS)" $(BIN)/python -m pytest -m frameworks tests/generate/export

stress: setup  ## Run the slow tests: ten thousand calls of a server, results of any size
	$(BIN)/python -m pytest -n0 -m slow

fuzz: setup  ## Look for inputs that break what has to hold for all of them, others in every run
	$(BIN)/python -m pytest -m 'hypothesis and not slow' --hypothesis-profile=thorough

browser: setup  ## Use the page in a real browser, as a person would
	sh tests/surfaces/http/browser.sh $(BIN)/python

clean:  ## Remove what the other commands made
	rm -rf $(VENV) $(BENCH) $(NODE) .venv-matrix-* .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
