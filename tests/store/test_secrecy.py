"""No byte of the record tells a tile of a wall before its hand has ended.

Every state of the card during an evening is searched for runs of the very tiles that the reader
saw, in every form that they could have been written in.
"""

from base64 import b64decode

from firmware_ctl.store.records import HandEnded, Judged, WallOpened, WallSealed
from firmware_ctl.store.seals import opened
from firmware_ctl.store.walls import codes, unpacked
from tests.store.needles import needles
from tests.store.recorded import Read, Recording, Step


def _unopened(step: Step, wall: Read) -> bool:
    sealed = {one.number for one in (step.state.sealed_inside, step.state.sealed_on_table) if one}
    return wall.seal > step.state.seals or wall.seal in sealed


def test_the_reader_saw_every_wall(recorded: Recording) -> None:
    assert [wall.seal for wall in recorded.walls] == [1, 2, 3, 4]
    assert {len(lane) for wall in recorded.walls for lane in wall.lanes} == {34}


def test_no_byte_of_any_file_tells_a_wall_before_its_hand_has_ended(recorded: Recording) -> None:
    searched = 0
    for wall in recorded.walls:
        wanted = needles(wall.lanes)
        for step in recorded.steps:
            if _unopened(step, wall):
                searched += 1
                for content in (step.files.database, step.files.wal):
                    assert [needle for needle in wanted if needle in content] == []
    assert searched > 2 * len(recorded.steps)


def test_the_search_finds_a_wall_that_is_open(recorded: Recording) -> None:
    """The same search over the same files, once the hands have ended."""
    last = recorded.steps[-1]
    content = last.files.database + last.files.wal
    opened_walls = [wall for wall in recorded.walls if not _unopened(last, wall)]
    assert len(opened_walls) == 3
    for wall in opened_walls:
        assert any(needle in content for needle in needles(wall.lanes))


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
