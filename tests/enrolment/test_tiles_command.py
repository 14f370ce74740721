"""``mjtable tiles`` at a prompt: with numbers that a USB reader types, and at a board's reader."""

import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_ctl.cli import tiles_source
from firmware_ctl.cli.app import run
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.enrolment.files import read_lists
from firmware_ctl.enrolment.tile_list import Letter
from hal.events import BoardEvent, LinkChanged, TileRead
from hal.tile_id import TileId, pack_tile_id
from rules.tiles import tile_of

CONFIG = 'config_version = 1\n[tiles]\ncounts = "1m=2 5p=1 E=2"\n'
Shown = pytest.CaptureFixture[str]
Type = Callable[..., int]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "table.toml").write_text(CONFIG)
    return tmp_path


@pytest.fixture
def typed(place: Path, monkeypatch: pytest.MonkeyPatch) -> Type:
    """Return a way to run a verb with lines on standard input."""

    def type_in(verb: str, *options: str, lines: str = "") -> int:
        monkeypatch.setattr(sys, "stdin", StringIO(lines))
        where = ("--state", str(place), "--config", str(place / "table.toml"))
        return run(["tiles", verb, *where, *options])

    return type_in


def numbers(*serials: int) -> str:
    return "".join(f"{serial}\n" for serial in serials)


def enrol_both(typed: Type) -> None:
    assert typed("enrol", "--set", "A", "--typed", lines=numbers(1, 2, 3, 4, 5)) == 0
    assert typed("enrol", "--set", "B", "--typed", lines=numbers(11, 12, 13, 14, 15)) == 0


def test_a_set_is_enrolled_as_its_tiles_are_asked_for(
    typed: Type, place: Path, capsys: Shown
) -> None:
    enrol_both(typed)

    out = capsys.readouterr().out
    assert "lay down: 1 of characters (5 left)" in out
    assert "the list is whole" in out
    assert read_lists(place).find(3) == (Letter.A, tile_of("5p"))
    assert typed("check") == ExitCode.DONE
    assert "set A: all 5 tiles are listed" in capsys.readouterr().out


def test_an_interrupted_enrolment_goes_on(typed: Type, place: Path, capsys: Shown) -> None:
    assert typed("enrol", "--set", "A", "--typed", lines=numbers(1, 2)) == ExitCode.FAILED
    assert typed("check") == ExitCode.FAILED
    assert "3 tiles are left" in capsys.readouterr().out
    assert typed("enrol", "--set", "A", "--typed", lines=numbers(3, 4, 5)) == ExitCode.DONE
    assert len(read_lists(place).lists[Letter.A]) == 5


def test_what_is_wrong_with_a_tile_is_said(typed: Type, capsys: Shown) -> None:
    enrol_both(typed)
    capsys.readouterr()

    lines = "21\n11\n" + "22\n\n22\n" + "twenty\n" + numbers(2**48, 23, 21, 24, 25)
    assert typed("enrol", "--set", "A", "--typed", lines=lines) == ExitCode.DONE

    told = capsys.readouterr()
    assert "the other set" in told.out
    assert "taken back" in told.out
    assert "listed already, as 1 of characters" in told.out
    assert told.err.count("is no tag's number") == 2


def test_a_wall_of_known_order_is_enrolled_in_that_order(typed: Type, place: Path) -> None:
    order = place / "wall.txt"
    order.write_text("E 5p 1m E 1m\n")

    given = ("enrol", "--set", "A", "--typed", "--order", str(order))
    assert typed(*given, lines=numbers(1, 2, 3, 4, 5)) == ExitCode.DONE

    tags = read_lists(place).lists[Letter.A]
    assert [tags[serial] for serial in range(1, 6)] == [
        tile_of(code) for code in ["E", "5p", "1m", "E", "1m"]
    ]


@pytest.mark.parametrize("order", ["E 5p 1m E", "E 5p 1m E 9s", "E 5p 0m E 1m", "\udc94"])
def test_an_order_of_other_tiles_is_refused(
    typed: Type, place: Path, capsys: Shown, order: str
) -> None:
    (place / "wall.txt").write_text(order, errors="surrogateescape")

    given = ("enrol", "--set", "A", "--typed", "--order", str(place / "wall.txt"))
    assert typed(*given) == ExitCode.USAGE
    assert "wall.txt" in capsys.readouterr().err


def test_a_lost_tile_is_replaced(typed: Type, place: Path) -> None:
    enrol_both(typed)

    given = ("enrol", "--set", "A", "--typed", "--kind", "1m")
    assert typed(*given, lines=numbers(1, 99)) == ExitCode.DONE

    assert read_lists(place).find(99) == (Letter.A, tile_of("1m"))
    assert read_lists(place).find(2) is None


@pytest.mark.parametrize(("kind", "code"), [("9s", 1), ("0m", 2), ("1m", 1)])
def test_a_kind_that_cannot_be_replaced_is_named(
    typed: Type, capsys: Shown, kind: str, code: int
) -> None:
    assert typed("enrol", "--set", "A", "--typed", "--kind", kind) == code
    assert kind in capsys.readouterr().err


def test_a_tile_at_the_reader_is_named_and_a_foreign_one_too(typed: Type, capsys: Shown) -> None:
    enrol_both(typed)
    capsys.readouterr()

    assert typed("check", "--typed", lines=numbers(14)) == ExitCode.DONE
    assert "set B: east wind" in capsys.readouterr().out
    assert typed("check", "--typed", "--json", lines=numbers(14, 77)) == ExitCode.FAILED
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[2:] == [
        {"read": True, "known": {"set": "B", "tile": "E"}},
        {"read": True, "known": None},
    ]


def test_lists_are_shown_by_kind_and_tile_by_tile(typed: Type, capsys: Shown) -> None:
    enrol_both(typed)
    capsys.readouterr()

    typed("list")
    assert "A  2 x 1 of characters" in capsys.readouterr().out
    typed("list", "--json")
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert first == {"set": "A", "serial": 1, "tile": "1m"}


def test_nothing_is_enrolled_yet(typed: Type, capsys: Shown) -> None:
    assert typed("check", "--json") == ExitCode.FAILED
    assert typed("enrol", "--set", "A") == ExitCode.USAGE
    assert "--port DEV or --typed" in capsys.readouterr().err


def test_a_damaged_file_is_named(typed: Type, place: Path, capsys: Shown) -> None:
    (place / "tiles.json").write_text("{")

    assert typed("check") == ExitCode.FAILED
    assert "tiles.json" in capsys.readouterr().err


# A board's reader ---------------------------------------------------------------------------------


def read(serial: int, reads: int = 4, design: int = 255) -> TileRead:
    return TileRead(0.0, 0, pack_tile_id(TileId(design, 0, serial)), reads)


class Board:
    """A board at whose reader tiles are laid."""

    def __init__(self, *events: BoardEvent, reader: bool = True) -> None:
        self.capabilities = SimpleNamespace(tile_reader=reader)
        self._events = events

    def listen(self, hear: Callable[[BoardEvent], None]) -> None:
        for event in self._events:
            hear(event)

    def at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        @asynccontextmanager
        async def opened(port: str, baud: int) -> AsyncIterator["Board"]:
            assert (port, baud) == ("/dev/table", 115200)
            yield self

        monkeypatch.setattr(tiles_source, "opened", opened)


def test_tiles_are_laid_at_a_lane_s_reader(
    typed: Type, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    unread = TileRead(0.0, 0, None, 0)
    wrong_design = read(2, design=40)
    events = (read(1), unread, read(2, reads=1), wrong_design, read(2), read(3), read(4), read(5))
    Board(*events).at(monkeypatch)

    assert typed("enrol", "--set", "A", "--port", "/dev/table") == ExitCode.DONE

    out = capsys.readouterr().out
    assert "no tag answered" in out
    assert "read too weakly" in out
    assert "that is another tile than the one asked for" in out
    assert len(read_lists(place).lists[Letter.A]) == 5


def test_a_board_that_goes_away_keeps_what_was_read(
    typed: Type, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    Board(read(1), LinkChanged(1.0, False, False, "unplugged")).at(monkeypatch)

    assert typed("enrol", "--set", "A", "--port", "/dev/table") == ExitCode.FAILED
    assert "unplugged" in capsys.readouterr().err
    assert read_lists(place).drafts[Letter.A].tags == (1,)


def test_a_board_without_a_reader_says_so(
    typed: Type, monkeypatch: pytest.MonkeyPatch, capsys: Shown
) -> None:
    Board(reader=False).at(monkeypatch)

    assert typed("enrol", "--set", "A", "--port", "/dev/table") == ExitCode.FAILED
    assert "no tile reader" in capsys.readouterr().err
