"""The units and their company, as systemd itself reads them."""

import configparser
import json
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.systemd import hardening

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "mjtable.service"
WORST_EXPOSURE = 1.5
"""``systemd-analyze security`` calls up to 2 "OK"; 9.6 is a service without any hardening."""

SERVICES = ("mjtable.service", "mjtable-notify.service", "mjtable-failed.service")


def systemd_tool(name: str, *argv: str) -> subprocess.CompletedProcess[str]:
    program = shutil.which(name)
    assert program, f"{name} is absent; `make deps` installs it"
    return subprocess.run([program, *argv], capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder with the units, their programs where this installation has them."""
    program = Path(sys.executable).with_name("mjtable")
    places = {
        "/opt/mjtable/current/bin/mjtable": str(program),
        "/usr/lib/mjtable/all_off.py": str(SYSTEMD / "all_off.py"),
    }
    for unit in (*SERVICES, "mjtable-notify.path"):
        text = (SYSTEMD / unit).read_text()
        for place, ours in places.items():
            text = text.replace(place, ours)
        (tmp_path / unit).write_text(text)
    return tmp_path


def test_systemd_finds_nothing_to_say_about_the_units(installed: Path) -> None:
    verified = systemd_tool("systemd-analyze", "verify", *map(str, installed.iterdir()))
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


@pytest.mark.parametrize("unit", SERVICES)
def test_the_services_are_hardened(installed: Path, unit: str) -> None:
    options = ("security", "--offline=true")
    judged = systemd_tool("systemd-analyze", *options, "--json=short", str(installed / unit))
    assert json.loads(judged.stdout)
    threshold = f"--threshold={round(WORST_EXPOSURE * 10)}"
    gate = systemd_tool("systemd-analyze", *options, threshold, str(installed / unit))
    assert gate.returncode == 0, gate.stdout


@pytest.mark.parametrize("unit", SERVICES)
def test_of_each_line_it_is_known_whether_its_effect_is_tried(unit: str) -> None:
    known = {*hardening.PROBES, *hardening.NOT_TRIED, *hardening.WORKS}
    assert set(hardening.service_lines(SYSTEMD / unit)) <= known


def test_no_probe_is_left_over() -> None:
    lines = {key for unit in SERVICES for key in hardening.service_lines(SYSTEMD / unit)}
    assert {*hardening.PROBES, *hardening.NOT_TRIED} <= lines


def keys(unit: Path = UNIT) -> dict[str, str]:
    parsed = configparser.RawConfigParser(strict=False)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read(unit)
    return dict(parsed["Service"])


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


def test_nobody_else_sees_what_the_table_keeps() -> None:
    service = keys()
    assert service["StateDirectory"] == "mjtable"
    assert service["StateDirectoryMode"] == "0700"
    assert service["LimitCORE"] == "0", "walls stand open in memory"
    assert service["LoadCredential"].startswith("mjtable.key")


def test_whatever_ends_the_service_a_second_program_says_the_stop() -> None:
    command = keys()["ExecStopPost"].split()
    assert command[:2] == ["/usr/bin/python3", "-I"]
    assert Path(command[2]).name == "all_off.py"


def test_only_the_sender_of_notices_may_reach_the_internet() -> None:
    assert keys()["IPAddressDeny"] == "any"
    assert "IPAddressDeny" not in keys(SYSTEMD / "mjtable-notify.service")
    assert keys(SYSTEMD / "mjtable-notify.service")["PrivateDevices"] == "yes"


def test_the_user_and_folders_are_ones_that_systemd_can_make(tmp_path: Path) -> None:
    for tool, file in (
        ("systemd-sysusers", "mjtable.sysusers"),
        ("systemd-tmpfiles", "mjtable.tmpfiles"),
    ):
        root = tmp_path / tool
        (root / "etc").mkdir(parents=True)
        for name in ("passwd", "group"):
            shutil.copy(f"/etc/{name}", root / "etc" / name)
        systemd_tool("systemd-sysusers", f"--root={root}", str(SYSTEMD / "mjtable.sysusers"))
        create = ("--create",) if tool == "systemd-tmpfiles" else ()
        done = systemd_tool(tool, f"--root={root}", *create, str(SYSTEMD / file))
        assert done.returncode == 0, done.stderr
    users = (tmp_path / "systemd-sysusers" / "etc" / "passwd").read_text()
    assert "mjtable:x:" in users
    panel = tmp_path / "systemd-tmpfiles" / "etc" / "mjtable" / "conf.d"
    assert panel.stat().st_mode & 0o777 == 0o750


def test_udev_names_the_receiver_by_its_driver_and_never_a_sender() -> None:
    rules = (SYSTEMD / "70-mjtable-remote.rules").read_text()
    assert 'SYMLINK+="lirc-rx"' in rules
    assert 'IMPORT{parent}="DRV_NAME"' in rules
    senders = next(line for line in rules.splitlines() if "gpio-ir-tx" in line)
    assert 'GOTO="mjtable_remote_end"' in senders
    assert rules.index(senders) < rules.index("SYMLINK+=")


def test_avahi_tells_of_a_page_and_of_nothing_secret() -> None:
    group = ElementTree.parse(SYSTEMD / "mjtable.avahi.xml").getroot()
    service = group.find("service")
    assert service is not None
    assert service.findtext("type") == "_http._tcp"
    assert service.findtext("port") == "8080"
    told = {record.text for record in service.findall("txt-record")}
    assert told == {"path=/", "product=mjtable", "version=@VERSION@"}
