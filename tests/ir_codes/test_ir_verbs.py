"""The verbs of ``mjtable ir`` on files: decode in every format, map, monitor, learn, doctor."""

import json
import os
from pathlib import Path

import pytest

from ir_codes.carrier import modulated
from ir_codes.encoder import encode_nec, encode_raw, pack_nec
from ir_codes.keymap import parse_key_map
from ir_codes.pulses import Kind, Pulse, as_text, from_durations
from tests.ir_codes.test_carrier import edges_csv
from tests.ir_codes.test_ir_command import Cli, cli

__all__ = ["cli"]

FORMATS = ("mode2", "mode2-binary", "ir-ctl", "raw", "pronto", "flipper", "lines")


def recording(*commands: int, address: int = 0x00, repeats: int = 0) -> str:
    pulses: list[Pulse] = []
    for command in commands:
        pulses += from_durations(encode_nec(address, command, repeats=repeats))
        pulses.append(Pulse(Kind.TIMEOUT, 200_000))
    return as_text(pulses)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_that_is_encoded_is_decoded_unasked(form: str, cli: Cli) -> None:
    assert cli("ir", "encode", "dice", "--repeats", "1", "--format", form) == 0
    assert cli("ir", "decode", "-", "--pair", "21-key", "--json", stdin=cli.out) == 0
    (row,) = cli.rows
    assert [(frame["repeat"], frame.get("key")) for frame in row["frames"]] == [
        (False, "dice"),
        (True, None),
    ]


def test_a_logic_analyser_s_light_is_decoded_with_its_carrier(cli: Cli) -> None:
    text = edges_csv(modulated(encode_raw(pack_nec(0x00, 0x16))))
    assert cli("ir", "decode", "--pair", "21-key", "--json", stdin=text) == 0
    (row,) = cli.rows
    assert row["frames"][0]["key"] == "dice"
    assert row["carrier_hz"] == pytest.approx(37_917, abs=5)


def test_signals_of_a_flipper_file_are_told_by_name(cli: Cli) -> None:
    assert cli("ir", "encode", "dice", "--format", "flipper") == 0
    twice = cli.out.decode() + "#\nname: more\ntype: raw\ndata: 1 2 3\n"
    assert cli("ir", "decode", stdin=twice) == 0
    assert cli.out.decode().splitlines()[0] == "dice:"
    assert "nec address 0x00 command 0x16" in cli.out.decode()
    assert "more:" in cli.out.decode()


@pytest.mark.parametrize(
    ("arguments", "stdin", "told"),
    [
        (("decode", "--format", "pronto"), "0000 1", "standard input: '1' is no Pronto word"),
        (("decode", "--protocols", "nec,jvc"), "1", "protocols 'nec,jvc': name some of nec, nec2"),
        (("map", "-", "--rename", "a"), "", "'a': write --rename KEY_POWER=stop"),
        (("map", "-"), "x = [", "-: no TOML"),
        (("map", "none.conf"), "", "none.conf cannot be read"),
        (("doctor", "-", "--seconds", "0"), "", "--seconds: give more than 0"),
        (("learn", "-", "--yes", "--only", "home"), "", "--only: a remote may not say 'home'"),
        (("monitor", "/dev/null/x"), "", "/dev/null/x cannot be read"),
        (("monitor", "none"), "", "none cannot be read"),
    ],
)
def test_bad_use_is_told_in_one_sentence(
    arguments: tuple[str, ...], stdin: str, told: str, cli: Cli
) -> None:
    assert cli("ir", *arguments, stdin=stdin) != 0
    assert cli.err.startswith(f"mjtable: {told}")
    assert cli.err.count("\n") == 1


def test_protocols_are_read_when_they_are_asked_for(cli: Cli) -> None:
    signal = "4500 4500 " + " ".join(map(str, encode_raw(0xBA454848)[2:]))
    assert cli("ir", "decode", "--json", stdin=signal) == 0
    assert cli.rows[0]["frames"] == []
    for wanted in ("all", "tc9012"):
        assert cli("ir", "decode", "--json", "--protocols", wanted, stdin=signal) == 0
        assert cli.rows[0]["frames"][0]["protocol"] == "tc9012"


def test_a_map_goes_to_lircd_and_back_under_other_names(cli: Cli) -> None:
    assert cli("ir", "map", "21-key", "--to", "lircd") == 0
    assert cli("ir", "map", "-", "--to", "toml", "--rename", "stop=pause", stdin=cli.out) == 0
    assert cli.err == ""
    assert cli.out.decode().count('"pause"') == 2
    assert cli("ir", "map", "-", "--json", stdin=cli.out) == 0
    assert len(cli.rows) == 21


def test_what_cannot_be_taken_over_is_noted(cli: Cli) -> None:
    text = '[[protocols]]\nname = "x"\nprotocol = "imon"\n'
    assert cli("ir", "map", "-", stdin=text) == 0
    assert cli.err == "mjtable: x: protocol imon  is not known\n"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "light"
    path.write_text(recording(0x16, 0x46, 0x16) + recording(0x77), encoding="ascii")
    return path


def test_monitor_shows_a_picture_the_times_and_why_a_frame_was_refused(
    cli: Cli, source: Path
) -> None:
    with source.open("a", encoding="ascii") as more:
        more.write("pulse 9000\nspace 4500\npulse 560\ntimeout 125000\n")
    assert cli("ir", "monitor", str(source), "--pair", "21-key", "--width", "60") == 0
    shown = cli.out.decode()
    assert "█" in shown
    assert "nec address 0x00 command 0x16 dice" in shown
    assert "clock -0.0 %" in shown
    assert "nec 0x00 0x77 refused, unpaired: a good frame of a key that the key map" in shown
    assert "refused, truncated: fewer than 32 bits" in shown


def test_monitor_tells_a_machine_the_same(cli: Cli, source: Path) -> None:
    assert cli("ir", "monitor", str(source), "--json") == 0
    assert len(cli.rows) == 4
    assert cli.rows[0]["timing"]["leader_mark_us"] == 9_000
    assert cli.rows[0]["durations_us"][:2] == [9_000, 4_500]


def test_learn_writes_a_key_map_that_can_be_used(cli: Cli, tmp_path: Path) -> None:
    light = tmp_path / "light"
    light.write_text(recording(1, 1, 2, address=0x31), encoding="ascii")
    place = tmp_path / "remote.toml"
    arguments = ("--yes", "--name", "ours", "--only", "dice,lift", "--output", str(place))
    assert cli("ir", "learn", str(light), *arguments) == 0
    key_map = parse_key_map(place.read_text(encoding="utf-8"))
    assert [(code.command, key.text) for code, key in key_map.keys.items()] == [
        (1, "dice"),
        (2, "lift"),
    ]
    assert "this remote has address 0x31" in cli.err
    assert "that key already says 'dice'" in cli.err
    assert cli("ir", "encode", "dice", "--map", str(place)) == 0


def test_learn_warns_of_a_common_address_and_prints_without_a_file(cli: Cli, source: Path) -> None:
    assert cli("ir", "learn", str(source), "--yes") == 0
    assert cli.err.count("warning:") == 2
    assert cli.out.decode().startswith("[[protocols]]")


def test_learn_without_a_key_fails(cli: Cli, tmp_path: Path) -> None:
    empty = tmp_path / "light"
    empty.touch()
    assert cli("ir", "learn", str(empty), "--yes") == 1
    assert "no key was learnt" in cli.err


def test_doctor_is_content_with_a_good_remote(cli: Cli, tmp_path: Path) -> None:
    light = tmp_path / "light"
    light.write_text(recording(1, 2, 3, 4, address=0x31), encoding="ascii")
    assert cli("ir", "doctor", str(light)) == 0
    assert "nothing is wrong" in cli.out.decode()


def test_doctor_tells_what_is_missing_and_what_is_strange(cli: Cli, source: Path) -> None:
    assert cli("ir", "doctor", str(source), "--pair", "21-key", "--json") == 1
    (row,) = cli.rows
    assert {finding["trouble"] for finding in row["findings"]} == {"keys", "stranger"}


def test_doctor_measures_the_carrier_of_a_logic_analyser_s_recording(
    cli: Cli, tmp_path: Path
) -> None:
    place = tmp_path / "light.csv"
    text = edges_csv(modulated(encode_raw(pack_nec(0x31, 0x16)), 33_500))
    place.write_text(text, encoding="ascii")
    assert cli("ir", "doctor", str(place)) == 1
    assert "carrier: the carrier is 33.5 kHz" in cli.out.decode()


def test_a_fifo_is_listened_to_until_the_time_is_over(cli: Cli, tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    end = os.open(fifo, os.O_RDWR)
    os.write(end, recording(1, 2, address=0x31).encode())
    assert cli("ir", "doctor", str(fifo), "--seconds", "0.3", "--json") == 0
    os.close(end)
    assert json.loads(cli.out)["frames"] == 2
