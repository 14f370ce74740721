"""The evening's scores outlive the program: what is written down, and what comes back of it."""

import asyncio
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.referee.kept import (
    MOST_HANDS,
    NO_HANDS,
    KeptEvening,
    KeptHand,
    amounts,
    texts,
)
from firmware_ctl.referee.referee import Referee
from firmware_ctl.store.faults import StoreFault
from firmware_ctl.store.fold import fold
from firmware_ctl.store.keys import KEY_NAME
from firmware_ctl.store.records import EveningBegun, SheetClosed
from firmware_ctl.store.scores import closed_sheets, sealed_entries
from firmware_ctl.store.seals import MachineKey, SealBroken, unboxed
from firmware_ctl.store.state import Known, State
from firmware_ctl.store.store import Store
from rules.languages import Language
from tests.store.test_store import PlayedTable

OURS = MachineKey(bytes(32))
THEIRS = MachineKey(bytes(31) + b"\1")
TOTALS = st.tuples(*[st.integers() | st.fractions()] * 4).map(texts)
HANDS = st.builds(KeptHand, st.just("{}"), TOTALS)


class RefereedTable(PlayedTable):
    """A table whose referee is a real one."""

    def __init__(self) -> None:
        super().__init__(Known())
        self.referee = Referee()

    def evening(self) -> KeptEvening:
        return self.referee.evening

    def entries(self) -> str:
        return self.referee.open_text


def played() -> Referee:
    """Return a referee with two closed hands and one open."""
    referee = Referee()
    for by in (0, 1, 2):
        referee.begin("DY", 0)
        referee.enter("claim", {"by": by, "from": 3, "value": 2})
    return referee


def test_what_was_kept_comes_back_with_scores_sheet_and_exports() -> None:
    was, now = played(), Referee()
    now.give_back(was.evening)
    now.give_back_open(was.open_text, runs=True)
    assert now.view().scores == was.view().scores
    assert now.sheet(Language.JA, "DY")["lines"] == was.sheet(Language.JA, "DY")["lines"]
    assert now.as_csv(Language.EN) == was.as_csv(Language.EN)
    assert now.as_json_lines(Language.EN) == was.as_json_lines(Language.EN)
    now.undo()
    assert now.view().scores != was.view().scores


def test_a_hand_that_nobody_settles_any_more_keeps_its_scores() -> None:
    referee = Referee()
    referee.give_back(KeptEvening(hands=(KeptHand('{"variant":"none"}', ("1", "-1", "0", "0")),)))
    assert referee.view().scores == (1, -1, 0, 0)
    assert referee.view().hands == 1
    referee.give_back_open("{", runs=True)
    assert not referee.view().open


@given(st.lists(st.fractions(), min_size=4, max_size=4))
def test_amounts_lose_nothing(exact: list[Fraction]) -> None:
    assert list(amounts(texts(exact))) == exact


@given(HANDS)
def test_an_endless_evening_keeps_its_sum_and_a_bounded_number_of_hands(hand: KeptHand) -> None:
    evening = NO_HANDS
    for _ in range(MOST_HANDS + 2):
        evening = evening.closed(hand)
    assert len(evening.hands) == MOST_HANDS
    assert evening.count == MOST_HANDS + 2
    assert evening.running()[-1] == tuple((MOST_HANDS + 2) * one for one in amounts(hand.totals))


@given(st.lists(HANDS, max_size=4), st.lists(HANDS, max_size=4))
def test_the_records_lead_from_any_evening_to_any_other(
    one: list[KeptHand], other: list[KeptHand]
) -> None:
    was, now = KeptEvening(hands=tuple(one)), KeptEvening(hands=tuple(other))
    told = list(closed_sheets(was, now))
    assert fold(State(evening=was), told).evening == now


def test_one_more_hand_is_one_record() -> None:
    was = played().evening
    more = KeptHand("{}", ("0", "0", "0", "0"))
    assert list(closed_sheets(was, was.closed(more))) == [SheetClosed(more)]
    assert list(closed_sheets(was, was)) == []
    assert list(closed_sheets(was, NO_HANDS)) == [EveningBegun(NO_HANDS.before)]


def test_a_box_tells_neither_tiles_nor_their_length_and_opens_for_its_machine_alone() -> None:
    honour, suited = (sealed_entries('{"tile":"%s"}' % tile, OURS) for tile in ("E", "1m"))  # noqa: UP031 -- braces
    assert len(honour) == len(suited)
    with pytest.raises(SealBroken):
        unboxed(honour, THEIRS, b"mjtable: entries of a running hand, 1")
    assert sealed_entries("", OURS) == ""


KONGED = b'\\"7p\\"'
"""A tile as a ledger in a record has it; no box in base64 holds it by chance."""


def _record(directory: Path) -> bytes:
    return b"".join(path.read_bytes() for path in directory.rglob("*") if path.is_file())


def test_entries_are_on_the_card_at_once_but_in_clear_only_when_the_hand_is_closed(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        told: list[StoreFault] = []
        table = RefereedTable()
        store = Store(tmp_path, {}, told.append)
        store.start(table, "test", simulated=False)
        table.referee.begin("DY", 0)
        table.referee.enter("kong", {"by": 1, "kind": "concealed", "tile": "7p"})
        await store.barrier()
        key = MachineKey((tmp_path / KEY_NAME).read_bytes())
        assert KONGED not in _record(tmp_path)
        # The power goes here: another store reads what the card holds.
        again = Store(tmp_path, {}, told.append)
        boxed = again.state.entries
        text = unboxed(boxed, key, b"mjtable: entries of a running hand, 1").decode()
        assert "7p" in text
        await again.close()
        table.referee.begin("DY", 0)
        await store.barrier()
        assert KONGED in _record(tmp_path)
        assert store.state.evening.count == 1
        await store.close()
        assert not told

    asyncio.run(main())


def test_undo_and_a_new_evening_are_written_too(tmp_path: Path) -> None:
    async def main() -> None:
        table = RefereedTable()
        store = Store(tmp_path, {}, print)
        store.start(table, "test", simulated=False)
        table.referee.begin("DY", 0)
        table.referee.enter("claim", {"by": 1, "value": 1})
        await store.barrier()
        entered = store.state.entries
        table.referee.undo()
        await store.barrier()
        assert store.state.entries != entered
        table.referee.new_session()
        await store.barrier()
        assert (store.state.evening, store.state.entries) == (NO_HANDS, "")
        await store.close()

    asyncio.run(main())
