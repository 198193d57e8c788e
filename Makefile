# make run: set up, open the dashboard. make test: set up, check everything. make bench: set up, measure speed and
# quality against others (20 minutes; ONLY=speed or ONLY=quality for a part). All need only Python 3.11 or newer.
PYTHON ?= python3
PORT ?= 8501
CHUNKING_EVALUATION ?= $(wildcard ../shared/bench/chunking_evaluation)
VENV := .venv
BIN := $(VENV)/bin
export PYTHONPATH := $(CURDIR)

.PHONY: run test lint types bench clean
run: $(VENV)/runs
	@echo "Candor opens at http://localhost:$(PORT)"
	@$(BIN)/python -m streamlit run dashboard/app.py --server.port $(PORT)

test: $(VENV)/tests lint types
	$(BIN)/python -m pytest -n 2 --dist loadfile

lint: $(VENV)/tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/tests
	$(BIN)/mypy engine dashboard pages

bench: $(VENV)/benches
	@$(BIN)/python -m tests.bench --only $(ONLY) \
		$(if $(CHUNKING_EVALUATION),--public "$(CHUNKING_EVALUATION)") \
		$(if $(BENCH_STORE),--store "$(BENCH_STORE)") $(ARGS)

$(VENV)/runs: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Candor needs Python 3.11 or newer; call make with PYTHON=python3.12, for example."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/tests: $(VENV)/runs requirements-dev.txt tests/browser.sh
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	sh tests/browser.sh $(BIN)
	@touch $@

$(VENV)/benches: $(VENV)/runs requirements-bench.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-bench.txt
	@touch $@

clean:
	rm -rf $(VENV)
