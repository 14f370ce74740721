# Everything a fresh clone needs; `make run` and `make test` set themselves up.
VENV ?= .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed

.PHONY: run test check bench soak docs clean

run: $(STAMP)
	@$(VENV)/bin/mjtable run --sim --demo --watch

test: check
	$(PY) -m pytest -n auto -m "not soak and not realtime"
	$(PY) -m pytest -m "realtime"

check: $(STAMP)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

bench: $(STAMP)
	$(PY) -m benchmarks

soak: $(STAMP)
	$(PY) -m pytest -m soak --timeout 7200

docs: $(STAMP)
	$(PY) -m docs.generate

$(STAMP): pyproject.toml
	python3 -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(PY) -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
