"""No byte of the record tells a tile of a wall before its hand has ended.

Every state of the card during an evening is searched for runs of the very tiles that the reader
saw, in every form that they could have been written in.
"""

import struct
from base64 import b64decode
from collections.abc import Iterator, Sequence

from firmware_ctl.store.records import HandEnded, Judged, WallOpened, WallSealed
from firmware_ctl.store.seals import opened
from firmware_ctl.store.walls import codes, packed, unpacked
from hal.tile_id import TileId, pack_tile_id
from rules.integrity.composition import Reading
from rules.tiles import code_of
from tests.store.recorded import Read, Recording, Step

RUN = 5
"""So many tiles in a row do not come together by chance."""

START = 9
"""Where in a lane the run begins that is searched for; whoever writes a wall writes all of it."""


def _id(tile: Reading) -> int:
    return pack_tile_id(TileId(tile.tile, tile.mark or 0, tile.serial or 0))


def _forms(tiles: Sequence[Reading]) -> Iterator[bytes]:
    """Yield the ways to write some tiles: designs, codes, tags, as bytes and as text."""
    yield bytes(tile.tile for tile in tiles)
    names = [code_of(tile.tile) for tile in tiles]
    designs = [str(int(tile.tile)) for tile in tiles]
    serials = [str(tile.serial) for tile in tiles]
    ids = [_id(tile) for tile in tiles]
    texts = (names, designs, serials, list(map(str, ids)), [f"{one:016x}" for one in ids])
    for words in texts:
        for joint in ("", " ", ",", ", ", '","', '", "'):
            yield joint.join(words).encode()
    for order in "<>":
        yield struct.pack(f"{order}{len(ids)}Q", *ids)
        yield b"".join(struct.pack(f"{order}Q", tile.serial or 0) for tile in tiles)
    yield packed([tiles, (), (), ()])[8:]


def _needles(wall: Read) -> set[bytes]:
    """Return what is searched for: a run of each lane, in lane order and as the wall lies."""
    found: set[bytes] = set()
    for lane in wall.lanes:
        lying = [lane[index ^ 1] for index in range(len(lane))]  # upper before lower
        for tiles in (lane, lying, lane[::-1]):
            found.update(_forms(tiles[START : START + RUN]))
    return found


def _unopened(step: Step, wall: Read) -> bool:
    sealed = {one.number for one in (step.state.sealed_inside, step.state.sealed_on_table) if one}
    return wall.seal > step.state.seals or wall.seal in sealed


def test_the_reader_saw_every_wall(recorded: Recording) -> None:
    assert [wall.seal for wall in recorded.walls] == [1, 2, 3, 4]
    assert {len(lane) for wall in recorded.walls for lane in wall.lanes} == {34}


def test_no_byte_of_any_file_tells_a_wall_before_its_hand_has_ended(recorded: Recording) -> None:
    searched = 0
    for wall in recorded.walls:
        needles = _needles(wall)
        for step in recorded.steps:
            if _unopened(step, wall):
                searched += 1
                for content in (step.files.database, step.files.wal):
                    assert [needle for needle in needles if needle in content] == []
    assert searched > 2 * len(recorded.steps)


def test_the_search_finds_a_wall_that_is_open(recorded: Recording) -> None:
    """The same search over the same files, once the hands have ended."""
    last = recorded.steps[-1]
    content = last.files.database + last.files.wal
    opened_walls = [wall for wall in recorded.walls if not _unopened(last, wall)]
    assert len(opened_walls) == 3
    for wall in opened_walls:
        assert any(needle in content for needle in _needles(wall))


def test_a_wall_is_opened_with_the_end_of_its_hand_and_with_nothing_less(
    recorded: Recording,
) -> None:
    for batch in recorded.batches:
        kinds = {type(note.record) for note in batch}
        assert (WallOpened in kinds) == (HandEnded in kinds)
        assert (WallSealed in kinds) == (Judged in kinds)


def test_everybody_can_check_that_an_opened_wall_is_the_one_that_was_sealed(
    recorded: Recording,
) -> None:
    records = [note.record for batch in recorded.batches for note in batch]
    seals = {
        record.seal.number: record.seal for record in records if isinstance(record, WallSealed)
    }
    seen = {wall.seal: wall.lanes for wall in recorded.walls}
    opens = [record for record in records if isinstance(record, WallOpened)]
    assert [record.number for record in opens] == [1, 2, 3]
    for record in opens:
        lanes = unpacked(opened(seals[record.number], b64decode(record.key)))
        assert lanes == seen[record.number]
        assert codes(lanes) == record.tiles
