"""The writer's thread never holds the loop up, and acknowledges only what is on the card."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.store.chain import Head
from firmware_ctl.store.database import PAGE_BYTES
from firmware_ctl.store.faults import StoreFault, Trouble
from firmware_ctl.store.ledger import Ledger
from firmware_ctl.store.records import Booted, DealerSet, Note, Record
from firmware_ctl.store.writer import Acknowledged, InTrouble, Recovered, Report, Writer
from tests.store.recorded import DATABASE, noted, opened

FULL = StoreFault(Trouble.FULL, "the card", "no room")


class Card:
    """A book whose commits wait until the test lets them pass, or fail as often as it says."""

    def __init__(self, *, free: bool = True, failures: int = 0) -> None:
        self.free = threading.Event()
        if free:
            self.free.set()
        self.failures = failures
        self.begun = threading.Event()
        self.commits: list[list[Record]] = []
        self.closed = False

    @property
    def path(self) -> Path | None:
        return None

    def append(self, notes: Sequence[Note]) -> Head:
        self.begun.set()
        self.free.wait()
        if self.failures:
            self.failures -= 1
            raise FULL
        self.commits.append([note.record for note in notes])
        return Head(1, len(self.commits), bytes(32))

    def abandon(self, fault: StoreFault) -> None:
        raise fault

    def rest(self) -> None:
        assert self.commits

    def close(self) -> None:
        self.closed = True


class Desk:
    """A writer and what it told."""

    def __init__(self, card: Card, **options: Any) -> None:  # noqa: ANN401 -- the writer's own
        self.card = card
        self.reports: list[Report] = []
        self._told = asyncio.Event()
        self.writer = Writer(card, self._hear, retry_s=0.0, **options)
        self.writer.start()

    def _hear(self, report: Report) -> None:
        self.reports.append(report)
        self._told.set()

    def put(self, *dealers: int) -> None:
        for dealer in dealers:
            self.writer.put(noted(DealerSet(dealer)))

    async def until(self, told: Callable[[], bool]) -> None:
        while not told():
            self._told.clear()
            await self._told.wait()

    def heard(self, kind: type[Report]) -> int:
        return sum(isinstance(report, kind) for report in self.reports)

    @property
    def acknowledged(self) -> int:
        return max((r.batches for r in self.reports if isinstance(r, Acknowledged)), default=0)

    @property
    def dealers(self) -> list[int | None]:
        return [r.side for commit in self.card.commits for r in commit if isinstance(r, DealerSet)]


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scenario())


def test_nothing_is_acknowledged_before_it_is_committed() -> None:
    async def scenario() -> None:
        desk = Desk(Card(free=False))
        desk.put(1)
        await asyncio.to_thread(desk.card.begun.wait)
        assert desk.reports == []
        desk.card.free.set()
        await desk.writer.barrier()
        assert desk.acknowledged == 1
        assert await desk.writer.close() == 0
        assert desk.card.closed

    run(scenario)


def test_a_barrier_waits_for_what_was_handed_over_before_it_and_no_longer() -> None:
    async def scenario() -> None:
        desk = Desk(Card(free=False))
        await desk.writer.barrier()  # nothing was handed over
        desk.put(1)
        barrier = asyncio.create_task(desk.writer.barrier())
        await asyncio.to_thread(desk.card.begun.wait)
        assert not barrier.done()
        desk.put(2)
        desk.card.free.set()
        await barrier
        assert desk.acknowledged >= 1
        await desk.writer.close()

    run(scenario)


def test_batches_keep_their_order_and_share_commits_when_the_card_is_slow() -> None:
    async def scenario() -> None:
        desk = Desk(Card(free=False))
        desk.put(0)
        await asyncio.to_thread(desk.card.begun.wait)
        desk.put(*range(1, 100))
        desk.card.free.set()
        await desk.writer.barrier()
        assert desk.dealers == list(range(100))
        assert len(desk.card.commits) == 3
        assert desk.acknowledged == 100
        await desk.writer.close()

    run(scenario)


def test_a_failing_card_turns_barriers_away_is_told_once_and_loses_nothing() -> None:
    async def scenario() -> None:
        desk = Desk(Card(free=False, failures=4))
        desk.put(1)
        barrier = asyncio.create_task(desk.writer.barrier())
        await asyncio.sleep(0)
        desk.card.free.set()
        with pytest.raises(StoreFault, match="no room"):
            await barrier
        await desk.until(lambda: desk.acknowledged == 1)
        assert desk.heard(InTrouble) == 1
        assert desk.dealers == [1]
        await desk.writer.barrier()
        await desk.writer.close()

    run(scenario)


def test_while_the_card_fails_a_barrier_does_not_wait() -> None:
    async def scenario() -> None:
        desk = Desk(Card(free=False, failures=10**9))
        desk.put(1)
        desk.card.free.set()
        await desk.until(lambda: desk.heard(InTrouble) == 1)
        with pytest.raises(StoreFault, match="no room"):
            await desk.writer.barrier()
        desk.put(2, 3)
        assert await desk.writer.close() == 3
        assert desk.card.commits == []

    run(scenario)


def test_what_no_longer_fits_is_counted_told_once_and_made_good() -> None:
    async def scenario() -> None:
        desk = Desk(Card(free=False), most_waiting=2)
        desk.put(0)
        await asyncio.to_thread(desk.card.begun.wait)
        desk.put(1, 2, 3, 4)
        assert [r.fault.trouble for r in desk.reports if isinstance(r, InTrouble)] == [
            Trouble.BEHIND
        ]
        with pytest.raises(StoreFault, match="2 records were not written"):
            await desk.writer.barrier()
        desk.card.free.set()
        await desk.until(lambda: desk.heard(Recovered) == 1)
        assert Recovered(lost=2) in desk.reports
        desk.put(5)
        await desk.writer.barrier()
        assert desk.dealers == [0, 1, 2, 5]
        assert await desk.writer.close() == 0

    run(scenario)


def test_a_close_writes_what_waits() -> None:
    async def scenario() -> None:
        desk = Desk(Card(free=False))
        desk.put(1, 2, 3)
        closing = asyncio.create_task(desk.writer.close())
        await asyncio.sleep(0)
        desk.card.free.set()
        assert await closing == 0
        assert desk.dealers == [1, 2, 3]

    run(scenario)


def test_the_ledger_s_file_is_checked_beside_the_table_and_set_aside_when_damaged(
    tmp_path: Path,
) -> None:
    """A page that a start does not read is found by the check, while the table runs already."""
    ledger, _ = opened(tmp_path)
    ledger.append(noted(Booted("1", simulated=True)))
    ledger.append(noted(*(DealerSet(side % 4) for side in range(4000))))
    ledger.close()
    path = tmp_path / "0001" / DATABASE
    content = bytearray(path.read_bytes())
    content[9 * PAGE_BYTES : 10 * PAGE_BYTES] = bytes(PAGE_BYTES)
    path.write_bytes(content)

    async def scenario() -> None:
        faults: list[StoreFault] = []
        told = asyncio.Event()

        def hear(report: Report) -> None:
            if isinstance(report, InTrouble):
                faults.append(report.fault)
                told.set()

        again = Ledger(tmp_path, faults.append)
        assert faults == []
        writer = Writer(again, hear)
        again_tell(again, writer)
        writer.start()
        await told.wait()
        writer.put(noted(DealerSet(1)))
        await writer.barrier()
        assert again.path == tmp_path / "0002" / DATABASE
        await writer.close()
        assert [fault.trouble for fault in faults] == [Trouble.DAMAGED]

    run(scenario)


def again_tell(ledger: Ledger, writer: Writer) -> None:
    """What the ledger finds while the thread uses it goes to the loop by the writer's way."""
    ledger._tell = writer.tell
