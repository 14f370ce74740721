"""``mjtable ir decode`` and ``encode``: the fields of the contract, formats, and bad input."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.cli.app import run

DATA = Path(__file__).parents[1] / "data" / "ir"
DICE_RAW = 0xBA45FF00

MAP = """\
[[protocols]]
name = "ours"
protocol = "nec"
[protocols.scancodes]
0x0045 = "dice"
"""


class Cli:
    """Runs one command line with standard input and output as given."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.out = b""
        self.err = ""

    def __call__(self, *argv: str, stdin: bytes | str = b"") -> int:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        raw, err = io.BytesIO(), io.StringIO()
        out = io.TextIOWrapper(raw, "utf-8")
        source = io.TextIOWrapper(io.BufferedReader(io.BytesIO(data)))
        with self._patch.context() as patch:
            patch.setattr(sys, "stdin", source)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = run(argv)
            out.flush()
        self.out = raw.getvalue()
        self.err = err.getvalue()
        return code

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch) -> Cli:
    return Cli(monkeypatch)


@pytest.fixture
def key_map(tmp_path: Path) -> str:
    path = tmp_path / "ours.toml"
    path.write_text(MAP, encoding="utf-8")
    return str(path)


def test_a_line_is_answered_with_the_fields_of_the_contract(cli: Cli) -> None:
    assert cli("ir", "encode", "--nec", "0", "0x45", "--repeats", "1", "--format", "lines") == 0
    assert cli("ir", "decode", "-", "--format", "lines", stdin=cli.out) == 0
    assert cli.rows == [
        {
            "id": "0 0x45",
            "frames": [
                {
                    "protocol": "nec",
                    "address": 0,
                    "extended": False,
                    "command": 0x45,
                    "raw": DICE_RAW,
                    "repeat": False,
                    "key": None,
                },
                {"protocol": "nec", "repeat": True, "of": DICE_RAW},
            ],
            "rejected": [],
        }
    ]


def test_a_full_copy_is_a_repeat_with_all_fields(cli: Cli) -> None:
    cli("ir", "encode", "--nec", "0", "0x45", "--format", "lines")
    durations = cli.out.decode().strip().split("\t")[1]
    cli("ir", "decode", stdin=f"a\t{durations} 40000 {durations}\n")
    first, copy = cli.rows[0]["frames"]
    assert copy == first | {"protocol": "nec2", "repeat": True, "of": DICE_RAW}


def test_an_orphan_repeat_belongs_to_nobody(cli: Cli) -> None:
    assert cli("ir", "decode", stdin="r\t9000 2250 560\n") == 0
    assert cli.rows[0]["frames"] == [{"protocol": "nec", "repeat": True, "of": None}]


def test_pairing_names_the_keys_and_rejects_all_others(cli: Cli, key_map: str) -> None:
    for command in ("0x45", "0x46"):
        cli("ir", "encode", "--nec", "0", command, "--repeats", "1", "--format", "lines")
        cli("ir", "decode", "--pair", key_map, stdin=cli.out)
        (row,) = cli.rows
        if command == "0x45":
            assert row["frames"][0]["key"] == "dice"
            assert row["rejected"] == []
        else:
            assert row["frames"] == []
            assert [(r["reason"], r["at_us"]) for r in row["rejected"]] == [
                ("unpaired", 0),
                ("unpaired", 108_000),
            ]


def test_every_capture_comes_back_under_its_own_id(cli: Cli) -> None:
    text = (DATA / "captures.jsonl").read_text(encoding="utf-8")
    captures = [json.loads(line) for line in text.splitlines()]
    lines = [f"{c['id']}\t{' '.join(map(str, c['durations_us']))}" for c in captures]
    assert cli("ir", "decode", "--format", "lines", stdin="\n".join(lines)) == 0
    assert [row["id"] for row in cli.rows] == [c["id"] for c in captures]
    assert [row["frames"][0]["raw"] for row in cli.rows] == [c["expect"]["raw"] for c in captures]


@pytest.mark.parametrize("form", ["mode2", "mode2-binary", "lines"])
@pytest.mark.parametrize("given", ["auto", "mode2"])
def test_a_key_of_a_map_comes_back_from_each_format(cli: Cli, form: str, given: str) -> None:
    assert cli("ir", "encode", "dealer", "2", "--format", form, "--map", "44-key") == 0
    if form == "lines":
        given = "auto"
    assert cli("ir", "decode", "--format", given, "--pair", "44-key", "--json", stdin=cli.out) == 0
    assert [frame["key"] for frame in cli.rows[0]["frames"]] == ["dealer 2"]


def test_a_person_reads_words(cli: Cli) -> None:
    cli("ir", "encode", "lift", "--repeats", "1")
    assert cli("ir", "decode", "--pair", "21-key", stdin=cli.out) == 0
    assert cli.out.decode().splitlines() == [
        "nec address 0x00 command 0x46 lift",
        "repeat address 0x00 command 0x46 lift, held 0.12 s",
    ]


def test_a_recording_is_read_from_a_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "press.bin"
    cli("ir", "encode", "stop", "--format", "mode2-binary")
    path.write_bytes(cli.out)
    assert cli("ir", "decode", str(path), "--json") == 0
    assert cli.rows[0]["id"] == str(path)
    assert cli.rows[0]["frames"][0]["command"] == 0x45


def test_an_address_of_four_digits_is_sent_with_16_bits(cli: Cli) -> None:
    cli("ir", "encode", "--nec", "0x0012", "1", "--format", "lines")
    cli("ir", "decode", stdin=cli.out)
    frame = cli.rows[0]["frames"][0]
    assert (frame["address"], frame["extended"]) == (0x12, True)


def test_a_bad_line_is_told_in_its_place_and_the_others_are_answered(cli: Cli) -> None:
    assert cli("ir", "decode", "--format", "lines", stdin="a\t9000 x\n\nb\t9000 2250 560\n") == 2
    bad, good = cli.rows
    assert bad["line"] == 1
    assert "durations are whole µs" in bad["error"]
    assert good["id"] == "b"
    assert cli.err.startswith("mjtable: lines not read: 1; line 1: duration 2 is 'x'")


@pytest.mark.parametrize(
    ("argv", "stdin", "complaint"),
    [
        (("decode",), b"hello\n", "standard input: line 1: 'hello' is no mode2 text"),
        (("decode", "/nowhere"), b"", "/nowhere cannot be read: No such file or directory"),
        (("decode", "/"), b"", "/ cannot be read: Is a directory"),
        (("decode", "--pair", "/nowhere"), b"", "key map /nowhere: No such file"),
        (("decode",), b"\x01\0\0\1\1", "standard input: the stream ends in the middle of a word"),
        (("encode",), b"", "no key: give a command of the key map"),
        (("encode", "sing"), b"", "no key of 21-key says 'sing'; they say stop, lift"),
        (("encode", "dice", "--nec", "1", "2"), b"", "give a command of the key map or --nec"),
        (("encode", "--nec", "x", "2"), b"", "'x' is no number"),
        (("encode", "--nec", "0x1ffff", "2"), b"", "address 0x1ffff: give 0..0xffff"),
        (("encode", "--nec", "1", "256"), b"", "command 0x100: give 0..0xff"),
        (("encode", "dice", "--repeats", "-1"), b"", "-1 repeats: give 0 or more"),
    ],
)
def test_bad_input_is_one_sentence(
    cli: Cli, argv: tuple[str, ...], stdin: bytes, complaint: str
) -> None:
    assert cli("ir", *argv, stdin=stdin) == 2
    assert cli.err.startswith(f"mjtable: {complaint}")
    assert len(cli.err.splitlines()) == 1


def test_no_input_is_no_signal(cli: Cli) -> None:
    assert cli("ir", "decode", "--json") == 0
    assert cli.rows == [{"id": "-", "frames": [], "rejected": []}]
    assert cli("ir", "decode", "--format", "lines") == 0
    assert cli.rows == []
