"""A journal as whoever distrusts it checks it: anything changed is found, and named first.

The helper writes with real signatures; nothing here knows the table's secret but the writer.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from firmware_ctl.audit.journal_export import journal_lines
from firmware_ctl.store.chain import START, link_hash
from rules.integrity.commitment.flaws import Flaw, Wrong
from rules.integrity.commitment.journal import Gap
from rules.integrity.commitment.lines import MOST_LINE_BYTES, record_line
from rules.languages import Language
from tests.commitment.written import (
    KEY,
    OTHER_KEY,
    Data,
    Table,
    Told,
    checked,
    evening,
    linked,
    written,
)

RECORDS = evening().records
LINKS = linked(RECORDS)
JOURNAL = written(LINKS)
WHOLE = b"".join(JOURNAL)


def lines_of(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def flaw_of(lines: Sequence[bytes]) -> Flaw:
    found = checked(lines).flaw
    assert found is not None
    return found


def test_an_honest_journal_is_good_and_told_hand_by_hand() -> None:
    told = checked(JOURNAL, KEY.public)

    assert told.good
    assert told.records == told.last == len(RECORDS)
    assert told.head == LINKS[-1].hash.hex()
    assert [hand.number for hand in told.hands] == [1, 2, 3]
    assert all(hand.wall is not None and hand.wall.root.hex() == hand.root for hand in told.hands)
    assert all(hand.sealed < hand.begun < hand.ended < hand.opened for hand in told.hands)
    assert [dice.proved for hand in told.hands for dice in hand.dice] == [True, True, None, None]
    assert [hand.cut is not None for hand in told.hands] == [False, False, True]


def test_a_long_journal_is_signed_on_the_way() -> None:
    lines = written(linked(evening(hands=20).records))

    assert sum(b'"signature"' in line for line in lines) > 2
    assert checked(lines).good


def test_a_table_that_has_recorded_nothing_has_a_good_empty_journal() -> None:
    told = checked(written([]))

    assert told.good
    assert (told.records, told.hands) == (0, ())


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_no_byte_can_be_another(at: int, change: int) -> None:
    mutated = WHOLE[:at] + bytes([WHOLE[at] ^ change]) + WHOLE[at + 1 :]

    assert not checked(lines_of(mutated)).good


@given(st.integers(0, len(WHOLE)), st.integers(1, len(WHOLE)))
def test_no_piece_can_be_left_out(first: int, length: int) -> None:
    assume(first < len(WHOLE))

    assert not checked(lines_of(WHOLE[:first] + WHOLE[first + length :])).good


@given(st.integers(0, len(WHOLE)), st.binary(min_size=1, max_size=40))
def test_no_piece_can_be_put_in(at: int, piece: bytes) -> None:
    longer = WHOLE[:at] + piece + WHOLE[at:]

    assert not checked(lines_of(longer)).good


@given(st.lists(st.binary(max_size=80), max_size=4))
def test_any_other_file_is_no_journal(lines: list[bytes]) -> None:
    assert not checked(lines).good


@given(st.data())
def test_lines_in_another_order_are_found(data: st.DataObject) -> None:
    one, two = data.draw(
        st.lists(st.integers(1, len(JOURNAL) - 1), min_size=2, max_size=2, unique=True)
    )
    swapped = list(JOURNAL)
    swapped[one], swapped[two] = swapped[two], swapped[one]

    assert not checked(swapped).good


def test_a_truncated_file_is_named_with_its_last_good_record() -> None:
    assert flaw_of(JOURNAL[:5]) == Flaw(Wrong.TRUNCATED, 5, 4)
    assert flaw_of([*JOURNAL[:5], JOURNAL[5][:-1]]) == Flaw(Wrong.TRUNCATED, 6, 4)
    assert flaw_of(written(linked(evening(20).records))[:66]).wrong is Wrong.TRUNCATED
    assert flaw_of([]).wrong is Wrong.NO_JOURNAL


def test_a_line_without_end_is_not_read_at_all() -> None:
    endless = b'{"hash":"' + b"0" * MOST_LINE_BYTES + b"\n"

    assert flaw_of([*JOURNAL[:3], endless]) == Flaw(Wrong.TRUNCATED, 4, 2)


def test_something_after_the_end_is_named() -> None:
    assert flaw_of([*JOURNAL, JOURNAL[1]]) == Flaw(Wrong.AFTER_END, len(JOURNAL) + 1, None)


def test_an_edited_record_is_named() -> None:
    at = next(at for at, line in enumerate(JOURNAL) if b'"kind":"hand-ended"' in line)
    edited = [*JOURNAL]
    edited[at] = JOURNAL[at].replace(b'"result":null', b'"result":"win 2"')

    assert flaw_of(edited) == Flaw(Wrong.CHANGED, at + 1, at)


def test_a_changed_tile_is_named() -> None:
    at = next(at for at, line in enumerate(JOURNAL) if b'"kind":"wall-opened"' in line)
    edited = [*JOURNAL]
    edited[at] = JOURNAL[at].replace(b"2m", b"9m", 1)

    assert edited != JOURNAL
    assert flaw_of(edited) == Flaw(Wrong.CHANGED, at + 1, at)


def test_a_missing_record_is_named() -> None:
    assert flaw_of([*JOURNAL[:4], *JOURNAL[5:]]) == Flaw(Wrong.ABSENT, 5, 4)


def test_a_replayed_record_is_named() -> None:
    assert flaw_of([*JOURNAL[:6], *JOURNAL[3:]]) == Flaw(Wrong.AGAIN, 7, 6)


def test_a_cut_link_is_named() -> None:
    """The hash of one record is replaced, and the chain goes on from there as if nothing were."""
    forged = linked(RECORDS[5:], after=bytes(32), first=6)
    lines = [*JOURNAL[:6], *(record_line(one.hash, one.body) + b"\n" for one in forged)]

    assert flaw_of(lines) == Flaw(Wrong.CHANGED, 7, 6)


def test_a_chain_that_was_written_anew_lacks_the_signature() -> None:
    """Whoever has no key can make a good chain of other records, but nobody vouches for it."""
    records = [*RECORDS]
    at = next(at for at, (_, data) in enumerate(records) if data.get("source") == "typed")
    records[at] = ("dice", {**records[at][1], "faces": [6, 6]})
    forged = [
        JOURNAL[0],
        *(record_line(one.hash, one.body) + b"\n" for one in linked(records)),
        JOURNAL[-1],
    ]

    assert flaw_of(forged) == Flaw(Wrong.SIGNATURE, len(JOURNAL), 1)


def test_the_wrong_signature_names_the_first_record_that_nobody_vouches_for() -> None:
    lines = written(linked(evening(20).records))
    marks = [at for at, line in enumerate(lines) if b'"signature"' in line]
    lines[marks[1]] = lines[marks[1]].replace(b'"signature":"', b'"signature":"00')[:-5] + b'"}\n'

    assert flaw_of(lines) == Flaw(Wrong.SIGNATURE, marks[1] + 1, 65)


def test_a_journal_that_another_signed_is_told_from_the_known_table() -> None:
    anothers = written(LINKS, OTHER_KEY)

    assert checked(anothers).good
    assert checked(anothers, OTHER_KEY.public).good
    assert checked(anothers, KEY.public).flaw == Flaw(Wrong.OTHER_KEY, 1, None)


def test_a_signature_by_another_key_than_the_header_names_is_wrong() -> None:
    stolen = [JOURNAL[0], *JOURNAL[1:-1], written(LINKS, OTHER_KEY)[-1]]

    assert flaw_of(stolen).wrong is Wrong.SIGNATURE


# What the table itself lies about -----------------------------------------------------------------


def told(records: Sequence[Told]) -> Flaw | None:
    """Return what is wrong with records that a lying table has chained and signed itself."""
    return checked(written(linked(records))).flaw


def last_of(records: Sequence[Told], kind: str) -> int:
    return max(at for at, (name, _) in enumerate(records) if name == kind)


def lying(kind: str, **lies: object) -> tuple[list[Told], int]:
    """Return an evening whose last record of a kind lies, and that record's number."""
    records = list(evening().records)
    at = last_of(records, kind)
    records[at] = (kind, {**records[at][1], **lies})
    return records, at + 1


def test_other_tiles_than_those_of_the_root_are_named() -> None:
    table = evening()
    table.close_wall()
    table.begin()
    table.end()
    east = list(table.lanes[0])
    east[0], east[1] = east[1], east[0]
    table.open_wall([east, *table.lanes[1:]])

    flaw = told(table.records)

    assert flaw is not None
    assert (flaw.wrong, flaw.record) == (Wrong.WALL_ROOT, len(table.records))


SEAL = RECORDS[last_of(RECORDS, "wall-sealed")][1]["seal"]


def left_shut() -> tuple[list[Told], int]:
    table = evening(hands=1)
    table.close_wall()
    table.begin()
    table.end()
    table.close_wall()
    return table.records, len(table.records)


LIES: dict[str, tuple[Callable[[], tuple[list[Told], int]], Wrong]] = {
    "another key": (lambda: lying("wall-opened", key="AAAA"), Wrong.WALL_KEY),
    "no tags": (lambda: lying("wall-opened", uids=["", "", "", ""]), Wrong.CLAIM),
    "a tile that is none": (lambda: lying("wall-opened", tiles=["0m"] * 4), Wrong.CLAIM),
    "another wall opened": (lambda: lying("wall-opened", number=1), Wrong.WALL_UNKNOWN),
    "faces not of the seed": (lambda: lying_dice(faces=[1, 1]), Wrong.DICE_FACES),
    "press not of the faces": (lambda: lying_dice(press_us=1), Wrong.DICE_FACES),
    "another seed": (lambda: lying_dice(seed="00" * 32), Wrong.DICE_SEED),
    "no seed": (lambda: lying_dice(seed=""), Wrong.DICE_SEED),
    "half a seed": (lambda: lying_dice(seed="00"), Wrong.CLAIM),
    "another nonce": (lambda: lying("cut", nonce="00" * 32), Wrong.CUT_NONCE),
    "another stack": (lambda: lying("cut", stack=9), Wrong.CUT_PLACE),
    "a press left out": (lambda: lying("cut", presses=[[0, 5]]), Wrong.CUT_PLACE),
    "another hand ended": (lambda: lying("hand-ended", number=2), Wrong.HAND_AGAIN),
    "a hand again": (lambda: lying("hand-begun", number=2), Wrong.HAND_AGAIN),
    "no root before": (
        lambda: lying("wall-sealed", seal=dict(SEAL, before="")),  # type: ignore[call-overload]
        Wrong.ROOT_CHAIN,
    ),
    "a wall's number again": (
        lambda: lying("wall-sealed", seal=dict(SEAL, number=2)),  # type: ignore[call-overload]
        Wrong.WALL_AGAIN,
    ),
    "a seal without number": (lambda: lying("wall-sealed", seal={}), Wrong.CLAIM),
    "a wall that stays shut": (left_shut, Wrong.WALL_SHUT),
    "no data": (lambda: lying("hand-begun", number=None), Wrong.CLAIM),
}


def lying_dice(**lies: object) -> tuple[list[Told], int]:
    records = list(evening().records)
    at = max(at for at, (_, data) in enumerate(records) if data.get("source") == "electronic")
    records[at] = ("dice", {**records[at][1], **lies})
    return records, at + 1


@pytest.mark.parametrize("lie", LIES)
def test_a_table_that_lies_in_its_own_journal_is_caught(lie: str) -> None:
    make, wrong = LIES[lie]
    records, number = make()

    flaw = told(records)

    assert flaw is not None
    assert (flaw.wrong, flaw.record) == (wrong, number)


def test_a_replayed_hand_is_caught_even_under_a_new_number() -> None:
    """The same wall again, sealed once more: its root was there before."""
    table = evening()
    again = next(data for kind, data in table.records if kind == "wall-sealed")
    table.tell("wall-sealed", seal=dict(again["seal"], number=9, before=table.root))  # type: ignore[call-overload]

    flaw = told(table.records)

    assert flaw is not None
    assert (flaw.wrong, flaw.record) == (Wrong.WALL_AGAIN, len(table.records))


def test_a_wall_opened_while_its_hand_runs_is_caught() -> None:
    table = evening()
    table.close_wall()
    table.begin()
    table.open_wall()

    flaw = told(table.records)

    assert flaw is not None
    assert (flaw.wrong, flaw.record) == (Wrong.WALL_EARLY, len(table.records))


def test_walls_that_nobody_played_with_may_stay_shut() -> None:
    table = evening(hands=1)
    table.close_wall()
    table.close_wall()
    assert told(table.records) is None


def test_a_wall_whose_hand_was_cut_off_stays_shut() -> None:
    table = evening(hands=1)
    table.close_wall()
    table.begin()
    table.close_wall()
    assert told(table.records) is None


def test_a_wall_whose_key_was_lost_is_said_to_be_stuck() -> None:
    table = evening(hands=1)
    table.close_wall()
    table.begin()
    table.end()
    table.tell("wall-stuck", number=table.walls)
    table.close_wall()
    assert told(table.records) is None


def test_dice_committed_before_a_restart_are_nobody_s_afterwards() -> None:
    links = linked(RECORDS[:5])
    seed_told = linked([RECORDS[5]], links[-1].hash, 6)[0]
    body = seed_told.body.replace(b'"boot":1', b'"boot":2')
    later = replace(seed_told, boot=2, body=body, hash=link_hash(links[-1].hash, body))

    flaw = checked(written([*links, later])).flaw

    assert flaw is not None
    assert flaw.wrong is Wrong.DICE_SEED


# Journals that begin late, and records that the table lost ----------------------------------------


@pytest.mark.parametrize("first", range(2, len(RECORDS)))
def test_a_journal_may_begin_anywhere(first: int) -> None:
    lines = list(
        journal_lines(
            LINKS,
            KEY.sign,
            table="Table 7",
            key=KEY.public,
            since=lambda link: link.sequence >= first,
        )
    )
    found = checked(lines)

    if found.flaw is not None:  # a seed or a nonce whose promise lies before the beginning
        assert found.flaw.wrong in (Wrong.DICE_SEED, Wrong.CUT_NONCE)
        assert found.flaw.record == first


def test_a_new_file_after_a_damaged_one_is_a_gap_and_no_flaw() -> None:
    lost = ("file", {"after": "0001.damaged", "continues": LINKS[9].hash.hex(), "format": 1})
    later = linked([lost, ("boot", {"simulated": True, "version": "1"})], LINKS[9].hash, 15)

    found = checked(written([*LINKS[:10], *later]))

    assert found.good
    assert found.gaps == (Gap(11, 14),)


def test_a_new_file_that_knows_nothing_before_it_is_a_gap_too() -> None:
    lost = ("file", {"after": "0001.damaged", "continues": START.hex(), "format": 1})

    found = checked(written([*LINKS[:10], *linked([lost], START, 11)]))

    assert found.good
    assert found.gaps == (Gap(11, 10),)


def summed(table: Table, *, promised: str = "") -> Data:
    """Return a sum of everything with the wall that is closed on the table."""
    seal = next(data["seal"] for kind, data in reversed(table.records) if kind == "wall-sealed")
    promises = {"dice": promised, "cut": ""}
    return {
        "state": {
            "seals": table.walls,
            "sealed_inside": None,
            "sealed_on_table": seal,
            "table": {"promises": promises},
        }
    }


def test_records_that_could_not_be_written_are_told_and_the_sum_goes_on_from_there() -> None:
    """The hand's begin, its throw and the promise of it were lost on a card that failed."""
    table = evening()
    table.close_wall()
    table.tell("gap", records=5)
    table.tell("state", **summed(table))
    table.end()
    table.open_wall()

    found = checked(written(linked(table.records)))

    assert found.good
    assert found.unwritten == 5


def test_a_promise_that_a_sum_carries_over_a_gap_is_kept() -> None:
    table = evening()
    table.close_wall()
    table.begin()
    table.throw()
    promise = table.records.pop(-2)[1]
    throw = table.records.pop()
    table.tell("gap", records=1)
    table.tell("state", **summed(table, promised=str(promise["commitment"])))
    table.records.append(throw)

    assert checked(written(linked(table.records))).good


def test_a_journal_that_begins_with_a_sum_knows_the_wall_and_the_promise() -> None:
    table = evening()
    table.close_wall()
    begun = len(table.records)
    table.tell("state", **summed(table))
    table.begin()
    table.throw()
    table.end()
    east = list(table.lanes[0])[::-1]
    table.open_wall([east, *table.lanes[1:]])

    flaw = checked(written(linked(table.records[begun:], bytes(32), begun + 1))).flaw

    assert flaw is not None
    assert flaw.wrong is Wrong.WALL_ROOT


@pytest.mark.parametrize("kind", ["dice-committed", "cut-committed"])
def test_a_promise_taken_back_before_its_throw_or_cut_is_caught(kind: str) -> None:
    """A machine could promise anew until it likes what comes out; only a restart promises anew."""
    table = evening()
    table.tell(kind, commitment="ab" * 32)
    table.tell(kind, commitment="cd" * 32)

    flaw = told(table.records)

    assert flaw is not None
    assert (flaw.wrong, flaw.record) == (Wrong.PROMISE, len(table.records))


def test_a_new_file_that_names_another_hash_is_a_flaw() -> None:
    lost = ("file", {"after": "0001.damaged", "continues": "00" * 31 + "11", "format": 1})

    flaw = checked(written([*LINKS[:10], *linked([lost], bytes(32), 11)])).flaw

    assert flaw == Flaw(Wrong.CHANGED, 12, 11)


@pytest.mark.parametrize("wrong", Wrong)
def test_every_flaw_has_its_sentence(wrong: Wrong) -> None:
    sentences = {Flaw(wrong, 12, 34).text(language) for language in Language}

    assert len(sentences) == 3
    assert all("12" in sentence or "34" in sentence for sentence in sentences) or (
        wrong is Wrong.OTHER_KEY
    )


@pytest.mark.soak
@pytest.mark.parametrize("change", [0x01, 0x20, 0x80])
def test_no_byte_at_all_can_be_another(change: int) -> None:
    for at in range(len(WHOLE)):
        mutated = WHOLE[:at] + bytes([WHOLE[at] ^ change]) + WHOLE[at + 1 :]
        assert not checked(lines_of(mutated)).good, at
