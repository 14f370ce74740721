"""Enrolled tags in the record: own tiles are known, a foreign one is not."""

from pathlib import Path

import pytest

from firmware_ctl.enrolment.files import write_lists
from firmware_ctl.enrolment.recorded_tags import recorded_tags
from firmware_ctl.enrolment.tile_list import Letter, TileLists
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.records import Cycled, HandBegun, HandEnded, Note, Placed, WallOpened
from firmware_ctl.store.state import Places
from firmware_ctl.store.walls import codes, uids
from firmware_ctl.wall_check.weighing import weigh_new
from rules.integrity.composition import Reading
from rules.integrity.levels import Level
from rules.integrity.table_state import Mixing
from rules.variants import variant

TILES = variant("GD").tile_set.tiles()
LISTS = {
    letter: {1000 * (letter.mark + 1) + at: tile for at, tile in enumerate(TILES)}
    for letter in Letter
}


def write_hand(directory: Path, serials: list[int]) -> None:
    """Write a hand with set A's tiles that carry these tags, as the recorder does."""
    read = [
        Reading(tile, 1, Letter.A.mark, serial) for tile, serial in zip(TILES, serials, strict=True)
    ]
    lanes = [read[at : at + 34] for at in range(0, 136, 34)]
    records = (
        Cycled(),
        Placed(Places(set_on_table="A")),
        HandBegun(1, 0, "GD", (17, 17, 17, 17)),
        HandEnded(1, None),
        WallOpened(1, "", codes(lanes), uids(lanes)),
    )
    ledger = Ledger(directory / "record", lambda fault: pytest.fail(str(fault)))
    ledger.append([Note(one, 0, 0, trusted=True) for one in records])
    ledger.close()


def levels(directory: Path) -> list[Level]:
    return [one.level for one in weigh_new(directory, Mixing.DRUM)]


def test_the_table_s_own_tiles_are_known(tmp_path: Path) -> None:
    write_hand(tmp_path, list(LISTS[Letter.A]))
    write_lists(tmp_path, TileLists(LISTS))
    assert levels(tmp_path)[0] is not Level.BLOCK


def test_a_foreign_tile_makes_its_wall_void(tmp_path: Path) -> None:
    write_hand(tmp_path, [7, *list(LISTS[Letter.A])[1:]])
    write_lists(tmp_path, TileLists(LISTS))
    assert levels(tmp_path) == [Level.BLOCK]


def test_while_one_set_is_not_listed_no_tile_is_foreign(tmp_path: Path) -> None:
    write_hand(tmp_path, list(LISTS[Letter.A]))
    half = TileLists({Letter.B: LISTS[Letter.B]})
    write_lists(tmp_path, half)
    assert recorded_tags(half) is None
    assert levels(tmp_path)[0] is not Level.BLOCK
