"""The unit file, as systemd itself reads it."""

import configparser
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "mjtable.service"
WORST_EXPOSURE = 2.0
"""``systemd-analyze security`` calls up to 2 "OK"; 9.6 is a service without any hardening."""


def systemd_analyze(*argv: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which("systemd-analyze")
    assert program, "systemd-analyze is absent; `make deps` installs it"
    return subprocess.run([program, *argv], capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return the unit with its program where this installation has it."""
    program = Path(sys.executable).with_name("mjtable")
    unit = tmp_path / "mjtable.service"
    unit.write_text(UNIT.read_text().replace("/opt/mjtable/bin/mjtable", str(program)))
    return unit


def test_systemd_finds_nothing_to_say_about_the_unit(installed: Path) -> None:
    verified = systemd_analyze("verify", str(installed))
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


def test_the_service_is_hardened(installed: Path) -> None:
    judged = systemd_analyze("security", "--offline=true", "--json=short", str(installed))
    weights = json.loads(judged.stdout)
    assert weights
    threshold = f"--threshold={round(WORST_EXPOSURE * 10)}"
    assert systemd_analyze("security", "--offline=true", threshold, str(installed)).returncode == 0


def keys() -> dict[str, str]:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT)
    return dict(unit["Service"])


def test_the_service_tells_when_it_is_ready_and_is_watched() -> None:
    service = keys()
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) > 0
    assert service["KillMode"] == "mixed"
    assert service["Restart"] == "always"


def test_the_unit_names_no_board_of_its_own() -> None:
    service = keys()
    assert service["ExecStart"].endswith(" run $MJTABLE_BOARD")
    assert not service["EnvironmentFile"].startswith("-")
