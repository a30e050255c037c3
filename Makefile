# Two commands matter: `make serve` and `make test`. Each sets up all it needs in .venv and node_modules,
# on a machine with nothing but Python 3.11 or newer.

PYTHON ?= python3
VENV ?= .venv
PORT ?= 8000

export PATH := $(abspath $(VENV))/bin:$(PATH)
# Warnings of Jupyter's own libraries about where its files lie
export JUPYTER_PLATFORM_DIRS := 1

NOTEBOOKS = $(shell find book notebooks -name '*.ipynb' -not -path '*/.ipynb_checkpoints/*' 2>/dev/null | sort)
ENGINE = $(shell find grandslam -type f -not -name '*.pyc')
PAGES = $(shell find book -type f -not -name '*.pyc') $(NOTEBOOKS)

.PHONY: dist serve book runtime notebooks test lint types unit nbval front browser bench format setup clean
.DELETE_ON_ERROR:

serve: _build/book.made
	@python tools/serve.py --port $(PORT)

book: _build/book.made

runtime: _build/runtime.made

setup: $(VENV)/made node_modules/made

# ---------------------------------------------------------------- what everything stands on

$(VENV)/made: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

node_modules/made: package-lock.json $(VENV)/made
	npm ci --silent
	@touch $@

# ---------------------------------------------------------------- the site

_build/runtime.made: $(ENGINE) $(NOTEBOOKS) $(wildcard book/_static/*) $(wildcard tools/*) node_modules/made
	python tools/runtime.py
	@touch $@

# From clean each time: a page that has not changed would not be read again, nor would its warnings fail the build.
_build/book.made: _build/runtime.made _config.yml _toc.yml $(PAGES)
	@rm -rf _build/html _build/.doctrees _build/.jupyter_cache
	jupyter-book build . -W -n --keep-going -q
	@touch $@

# Wheel, sources and the site as a zip, for a release
dist: _build/book.made
	rm -rf dist
	python tools/dist.py

notebooks: $(VENV)/made
	python tools/notebooks.py

# ---------------------------------------------------------------- checks

test: lint types unit nbval front browser

lint: $(VENV)/made
	ruff check
	ruff format --check
	zizmor --offline --quiet .github/workflows

format: $(VENV)/made
	ruff check --fix
	ruff format

types: $(VENV)/made
	mypy

unit: $(VENV)/made node_modules/made
	python -m pytest --ignore=tests/browser

nbval: $(VENV)/made
	python -m pytest --nbval --override-ini=addopts= --override-ini=filterwarnings=default $(NOTEBOOKS)

front: node_modules/made
	node_modules/.bin/tsc
	node --test "tests/front/**/*.test.mjs"

browser: _build/book.made
	python -m pytest tests/browser

bench: _build/book.made
	python benchmarks/engine.py
	python benchmarks/page.py

clean:
	rm -rf _build dist
