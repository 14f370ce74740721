"""The doctor: every illness of a machine has its sentence, in three languages, and no secret."""

import io
import json
import re
import string
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.__main__ import main
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.config.model import Board, Config, Remote
from firmware_ctl.doctor.bundle import bundle
from firmware_ctl.doctor.findings import Finding, Level
from firmware_ctl.doctor.health import health
from firmware_ctl.doctor.machine import Machine
from firmware_ctl.doctor.redact import HIDDEN, redacted
from firmware_ctl.doctor.service import configuration, table
from firmware_ctl.doctor.wiring import wiring
from firmware_ctl.texts import LANGUAGES
from firmware_ctl.texts.catalogue import catalogue

SOUND = {
    "sys/class/hwmon/hwmon0/name": "cpu_thermal",
    "sys/class/hwmon/hwmon1/name": "rpi_volt",
    "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0",
    "sys/class/thermal/thermal_zone0/temp": "48000",
    "sys/fs/ext4/mmcblk0p2/errors_count": "0",
    "sys/block/mmcblk0/device/pre_eol_info": "0x01",
    "run/systemd/timesync/synchronized": "",
}


def machine(root: Path, files: Mapping[str, str], *, now: float = 1.8e9) -> Machine:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)

    class Still(Machine):
        """A machine without tools, at one moment."""

        def said(self, *_: str) -> str | None:
            return None

        def now(self) -> float:
            return now

        def architecture(self) -> str:
            return "aarch64"

    return Still(root)


def keys(found: "list[Finding]") -> dict[str, Level]:
    return {finding.key: finding.level for finding in found}


def test_a_sound_machine_has_nothing_but_good(tmp_path: Path) -> None:
    found = list(health(machine(tmp_path, SOUND), "/var/lib/mjtable"))
    assert {finding.level for finding in found} == {Level.GOOD}
    assert len(found) == 6


@pytest.mark.parametrize(
    ("change", "key", "level"),
    [
        ({"sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1"}, "doctor.supply.bad", Level.BAD),
        ({"sys/class/hwmon/hwmon1/name": "other"}, "doctor.supply.unknown", Level.UNKNOWN),
        ({"sys/class/thermal/thermal_zone0/temp": "76500"}, "doctor.heat.bad", Level.WARNING),
        ({"sys/class/thermal/thermal_zone0/temp": "90000"}, "doctor.heat.bad", Level.BAD),
        ({"sys/class/thermal/thermal_zone0/temp": "?"}, "doctor.heat.unknown", Level.UNKNOWN),
        ({"sys/fs/ext4/mmcblk0p2/errors_count": "3"}, "doctor.card.errors", Level.BAD),
        ({"sys/block/mmcblk0/device/pre_eol_info": "0x03"}, "doctor.card.worn", Level.WARNING),
    ],
)
def test_each_illness_of_the_computer_is_seen(
    change: dict[str, str], key: str, level: Level, tmp_path: Path
) -> None:
    found = keys(list(health(machine(tmp_path, {**SOUND, **change}), "/var/lib/mjtable")))
    assert found[key] is level


def test_a_clock_that_cannot_be_right_is_told(tmp_path: Path) -> None:
    files = {name: text for name, text in SOUND.items() if "timesync" not in name}
    assert "doctor.clock.never" in keys(list(health(machine(tmp_path, files, now=1e6), "/x")))
    assert "doctor.clock.adrift" in keys(list(health(machine(tmp_path, files), "/x")))
    files["dev/rtc0"] = ""
    assert "doctor.clock.rtc" in keys(list(health(machine(tmp_path, files), "/x")))


@pytest.mark.parametrize(("free", "level"), [(99, Level.BAD), (499, Level.WARNING)])
def test_a_card_that_is_nearly_full_is_told(
    free: int, level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Machine, "free_mb", lambda *_: free)
    found = keys(list(health(machine(tmp_path, SOUND), "/var/lib/mjtable")))
    assert found["doctor.room.bad"] is level


def with_port(port: str) -> Config:
    return Config(board=Board(port=port))


def test_the_port_of_the_board(tmp_path: Path) -> None:
    here = machine(tmp_path, {"dev/ttyUSB0": ""})
    assert keys(list(wiring(here, with_port("")))).keys() >= {"doctor.port.unnamed"}
    assert "doctor.port.absent" in keys(list(wiring(here, with_port("/dev/ttyUSB9"))))
    assert keys(list(wiring(here, with_port("/dev/ttyUSB0"))))["doctor.port.good"] is Level.GOOD
    told = next(iter(wiring(here, with_port("rfc2217://user:secret@10.0.0.5:4000"))))
    assert "secret" not in told.text("en")


def test_a_port_that_is_forbidden_or_taken_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = machine(tmp_path, {"dev/ttyUSB0": ""})
    monkeypatch.setattr(Machine, "users_of", lambda *_: iter([(7, "brltty"), (9, "mjtable")]))
    (found, _) = wiring(here, with_port("/dev/ttyUSB0"))
    assert found.key == "doctor.port.taken"
    assert "brltty (7)" in found.text("en")
    assert "mjtable (9)" not in found.text("en")
    monkeypatch.setattr(Machine, "may_use", lambda *_: False)
    assert "doctor.port.forbidden" in keys(list(wiring(here, with_port("/dev/ttyUSB0"))))


def test_whoever_else_uses_the_pis_own_line_is_found(tmp_path: Path) -> None:
    here = machine(
        tmp_path,
        {
            "dev/ttyAMA0": "",
            "boot/firmware/cmdline.txt": "console=serial0,115200 root=/dev/mmcblk0p2",
            "boot/firmware/config.txt": "dtparam=audio=on\n",
        },
    )
    found = keys(list(wiring(here, with_port("/dev/ttyAMA0"))))
    assert {"doctor.uart.console", "doctor.uart.bluetooth"} <= found.keys()
    mended = machine(
        tmp_path,
        {
            "boot/firmware/cmdline.txt": "root=/dev/mmcblk0p2",
            "boot/firmware/config.txt": "dtoverlay=disable-bt\n",
        },
    )
    found = keys(list(wiring(mended, with_port("/dev/ttyAMA0"))))
    assert not {key for key in found if key.startswith("doctor.uart")}


def test_the_infrared_receiver(tmp_path: Path) -> None:
    wanted = Config(remote=Remote(receiver="auto"))
    bare = machine(tmp_path, {"boot/firmware/config.txt": "dtparam=audio=on\n"})
    assert "doctor.receiver.overlay" in keys(list(wiring(bare, wanted)))
    wired = machine(tmp_path, {"boot/firmware/config.txt": "dtoverlay=gpio-ir,gpio_pin=18\n"})
    assert "doctor.receiver.absent" in keys(list(wiring(wired, wanted)))
    there = machine(tmp_path, {"dev/lirc-rx": ""})
    assert keys(list(wiring(there, wanted)))["doctor.receiver.good"] is Level.GOOD
    assert "doctor.receiver.none" in keys(list(wiring(there, Config())))


def a_snapshot(**changed: object) -> dict[str, Any]:
    return {
        "simulated": False,
        "link": {"state": "up", "since": 0.0, "errors": 2},
        "faults": [],
        **changed,
    }


def test_the_running_table() -> None:
    assert keys(list(table(None, allowed=True))) == {"doctor.table.none": Level.WARNING}
    assert keys(list(table(None, allowed=False))) == {"doctor.table.forbidden": Level.BAD}
    assert keys(list(table(a_snapshot(), allowed=True))) == {"doctor.link.good": Level.GOOD}
    faults = [{"code": "E301", "name": "jam", "do": "clear it", "id": 1}]
    ill = a_snapshot(
        simulated=True, faults=faults, link={"state": "down", "errors": 0}, record={"unsafe": 3}
    )
    assert keys(list(table(ill, allowed=True))) == {
        "doctor.table.simulated": Level.WARNING,
        "doctor.link.down": Level.BAD,
        "doctor.fault.stands": Level.BAD,
        "doctor.power.unsafe": Level.WARNING,
    }


def test_every_sentence_is_complete_in_every_language() -> None:
    ours = {key: texts for key, texts in catalogue().items() if key.startswith("doctor.")}
    assert len(ours) > 40
    for key, texts in ours.items():
        assert set(texts) == set(LANGUAGES), key
        fields = [{f for _, f, _, _ in string.Formatter().parse(t) if f} for t in texts.values()]
        assert fields[0] == fields[1] == fields[2], key


def test_what_is_wrong_with_the_configuration_is_all_told() -> None:
    found = configuration(("t.toml:3: a", "t.toml:9: b"), "t.toml")
    assert found.level is Level.BAD
    assert "t.toml:3: a; t.toml:9: b" in found.text("en")


def test_a_bad_finding_ends_with_1_and_names_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "table.toml"
    file.write_text("config_version = 1\n[tabel]\n")
    socket = str(tmp_path / "none.sock")
    argv = ["doctor", "--config", str(file), "--socket", socket]
    assert main([*argv, "--json"]) == ExitCode.FAILED
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0]["check"] == "config"
    assert rows[0]["level"] == "bad"
    assert "did you mean `table`?" in rows[0]["text"]
    assert main([*argv, "--lang", "zh-CN"]) == ExitCode.FAILED
    assert capsys.readouterr().out.startswith("BAD   配置有误")


# Secrets ------------------------------------------------------------------------------------------

SECRETS = [
    "password = 'hunter2secret'",
    'user_password: "hunter2secret"',
    "mqtt.token=hunter2secret",
    "mqtt://parlour:hunter2secret@broker:1883",
    "wecombot://hunter2secret/",
    "https://oapi.dingtalk.com/robot/send?access_token=hunter2secret",
    "http://ntfy.local/hunter2secret",
    '"pin": "hunter2secret"',
    "Authorization: hunter2secret",
    "/home/hunter2secret/table",
    "hunter2secretAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
]


@pytest.mark.parametrize("text", SECRETS)
def test_no_secret_stays(text: str) -> None:
    told = redacted(f"before {text} after")
    assert "hunter2secret" not in told
    assert HIDDEN in told
    assert told.startswith("before ")
    assert told.endswith(" after")


def test_an_address_of_a_network_card_goes() -> None:
    assert redacted("eth0 b8:27:eb:12:34:56 up") == f"eth0 {HIDDEN} up"


def test_what_a_helper_needs_stays() -> None:
    text = "E301 at side 2; port /dev/mjtable/board-55; socket://192.168.1.4:4001; baud = 115200"
    assert redacted(text) == text


@given(st.text(max_size=200))
def test_redacting_twice_hides_no_more(text: str) -> None:
    assert redacted(redacted(text)) == redacted(text)


def test_the_bundle_holds_everything_and_no_secret() -> None:
    content = bundle(
        [configuration((SECRETS[0],), None)],
        config="\n".join(SECRETS),
        snapshot={"surface": "ready", "note": SECRETS[3]},
        messages="\n".join(SECRETS),
        version="1.0",
    )
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(parts) == {
        "README.txt", "version.txt", "doctor.json", "table.toml", "status.json", "messages.txt",
    }  # fmt: skip
    assert not any("hunter2secret" in text for text in parts.values())
    assert '"surface": "ready"' in parts["status.json"]
    assert re.search(r"\*\*\*", parts["messages.txt"])


def test_the_bundle_is_for_its_owners_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: Callable[..., str | None] = lambda *_: "message\n"  # noqa: E731
    monkeypatch.setattr(Machine, "said", said)
    target = tmp_path / "bundle.zip"
    main(["doctor", "--socket", str(tmp_path / "none"), "--bundle", str(target)])
    capsys.readouterr()
    assert target.stat().st_mode & 0o777 == 0o600
