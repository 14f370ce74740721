# Everything a fresh clone needs; `make run` and `make test` set themselves up.
VENV ?= .venv
PY := $(VENV)/bin/python
RUNS := $(VENV)/.runs
STAMP := $(VENV)/.installed

# What the tests need of the system, as program:package; installed where we may.
APT_NEEDS := systemd-analyze:systemd strace:strace mbpoll:mbpoll irsend:lirc cc:gcc chromium:chromium avr-gcc:gcc-avr avr-size:binutils-avr espeak-ng:espeak-ng mosquitto:mosquitto systemd-nspawn:systemd-container debootstrap:debootstrap shellcheck:shellcheck
# The same, as a file that the package brings.
APT_FILES := /usr/lib/avr/include/avr/io.h:avr-libc /usr/include/simavr/sim_avr.h:libsimavr-dev \
  /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc:fonts-noto-cjk \
  /usr/include/libelf.h:libelf-dev /usr/include/stdio.h:libc6-dev

.PHONY: run test check deps bench soak docs pictures deb test-install test-homeassistant clean

run: $(RUNS)
	@$(VENV)/bin/mjtable run --sim --demo --watch

test: deps check
	$(PY) -m pytest -n auto
	$(PY) -m pytest -m "realtime"

check: $(STAMP)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

deps:
	@missing=; for need in $(APT_NEEDS); do \
	  command -v $${need%:*} >/dev/null || missing="$$missing $${need#*:}"; done; \
	for need in $(APT_FILES); do \
	  [ -e $${need%:*} ] || missing="$$missing $${need#*:}"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" != 0 ]; then echo "the tests need: sudo apt-get install$$missing" >&2; exit 1; fi; \
	apt-get update -qq && apt-get install -qq -y --no-install-recommends $$missing

bench: $(STAMP)
	$(PY) -m benchmarks

soak: $(STAMP)
	$(PY) -m pytest -m soak --timeout 7200
	$(PY) -m pytest -m "hypothesis and not soak and not realtime" --hypothesis-profile search --timeout 7200

docs: $(STAMP)
	$(PY) -m docs.generate

pictures: $(STAMP)
	$(PY) -m docs.pictures.take

# What a table needs to run, and nothing that must be compiled.
$(RUNS): pyproject.toml
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "mjtable needs Python 3.11 or later; this is $$(python3 --version)" >&2; exit 1; }
	@python3 -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "first: sudo apt-get install python3-venv" >&2; exit 1; }
	python3 -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(PY) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# What its tests need beside that.
$(STAMP): $(RUNS)
	@missing=; command -v c++ >/dev/null || missing=" g++"; \
	python3 -c 'import os, sysconfig as s; os.stat(s.get_paths()["include"] + "/Python.h")' 2>/dev/null || \
	  missing="$$missing python3-dev"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" != 0 ]; then echo "PyMahjongGB is compiled; first: sudo apt-get install$$missing" >&2; exit 1; fi; \
	apt-get update -qq && apt-get install -qq -y --no-install-recommends $$missing
	$(PY) -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

# Packages for both releases and both architectures, and the sums that the installer checks.
RELEASES := bookworm trixie
DEBS := build/deb

deb: $(STAMP)
	rm -f $(DEBS)/*.deb $(DEBS)/SHA256SUMS
	for release in $(RELEASES); do for arch in amd64 arm64; do \
	  $(PY) systemd/packaging/build_deb.py --release $$release --arch $$arch || exit 1; done; done
	$(PY) -m tests.systemd.check_package $(DEBS)/*.deb
	cp systemd/packaging/install.sh $(DEBS)
	cd $(DEBS) && sha256sum *.deb > SHA256SUMS

TRIED := build/tried

# Each package in a clean system that is booted for it; needs root, and minutes.
test-install: deps $(STAMP)
	shellcheck systemd/packaging/install.sh systemd/packaging/p*inst systemd/packaging/p*rm
	for release in $(RELEASES); do \
	  $(PY) systemd/packaging/build_deb.py --quick --release $$release --out $(TRIED) || exit 1; \
	  $(PY) tests/systemd/try_install.py --release $$release $(TRIED)/mjtable_*_$${release}_amd64.deb || exit 1; done

# What a table tells Home Assistant, against its own schema; it wants a Python of its own.
HA := build/homeassistant
HA_PYTHON ?= $(or $(firstword $(wildcard $(HOME)/.pyenv/versions/3.13.*/bin/python3.13)),python3.13)

$(HA)/.installed:
	@$(HA_PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Home Assistant needs Python 3.13: make $(MAKECMDGOALS) HA_PYTHON=/path/to/python3.13" >&2; exit 1; }
	$(HA_PYTHON) -m venv $(HA)
	$(HA)/bin/pip install --quiet --ignore-requires-python "homeassistant==2026.2.3" "paho-mqtt>=2"
	@touch $@

test-homeassistant: $(HA)/.installed
	PYTHONPATH=. $(HA)/bin/python tests/mqtt/check_home_assistant.py

clean:
	rm -rf $(VENV) build/firmware .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
