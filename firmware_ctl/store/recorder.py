"""Hear a controller and write down what happens: one batch for everything that happens at once.

Events tell what happened; what the controller knows besides is compared with what the record says,
and the difference is written. So the record's state and the controller's are equal after every
batch, whatever happened. Sensor chatter is not written: counts go along with the next event, or
after some seconds of a load.
"""

import asyncio
import logging
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Protocol

from firmware_ctl.core.commitment import ClosedWall
from firmware_ctl.core.listeners import Event, Unsubscribe
from firmware_ctl.referee.kept import KeptEvening
from firmware_ctl.store.codec import typed
from firmware_ctl.store.differences import differences, promised
from firmware_ctl.store.faults import StoreFault, Trouble
from firmware_ctl.store.fold import after
from firmware_ctl.store.records import (
    Booted,
    CommandTaken,
    Entered,
    HandBegun,
    HandEnded,
    Judged,
    LinkChanged,
    LoadBegun,
    Lost,
    Note,
    Record,
    ShutDown,
    StepEnded,
    Summed,
    Thrown,
    Transition,
    WallCut,
    WallOpened,
    WallSealed,
    WallStuck,
    Weighed,
)
from firmware_ctl.store.scores import closed_sheets, sealed_entries
from firmware_ctl.store.seals import MachineKey, SealBroken, key_of, opened, seal
from firmware_ctl.store.state import Known, Seal, State
from firmware_ctl.store.view import values_of
from firmware_ctl.store.wall_clock import WallTime
from firmware_ctl.store.walls import Lanes, codes, packed, uids, unpacked
from firmware_ctl.store.writer import Batch, InTrouble, Recovered, Report

COUNT_S = 5.0
"""While a load runs its counts are written at least so often."""

_CUT_FIELDS = frozenset(field.name for field in fields(WallCut))
_LOADING = ("loading", "balancing")

_log = logging.getLogger(__name__)


class Table(Protocol):
    """What a recorder needs of the controller."""

    def known(self) -> Known:
        """Return what the controller knows now."""

    def tiles_inside(self) -> Lanes:
        """Return the tiles of the load that was judged last as the reader saw them, if it did."""

    def closed_inside(self) -> ClosedWall | None:
        """Return the walls of that load as they were closed; none without a reader."""

    def evening(self) -> KeptEvening:
        """Return the referee's closed hands."""

    def entries(self) -> str:
        """Return what people have entered of the open hand; it names tiles."""

    def subscribe(self, sink: Callable[[Event], None]) -> Unsubscribe:
        """Send every event of the controller to ``sink``."""


class Recorder:
    """One table's scribe; every method is for the event loop's own thread."""

    def __init__(
        self,
        table: Table,
        state: State,
        put: Callable[[Batch], None],
        told: Callable[[StoreFault], None],
        machine: MachineKey | None,
        clock: Callable[[], WallTime],
    ) -> None:
        """Go on from ``state``; ``put`` takes batches, ``told`` hears of trouble."""
        self._table = table
        self._put = put
        self._told = told
        self._machine = machine
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._batch: list[Note] = []
        self._due: asyncio.Handle | None = None
        self._count: asyncio.TimerHandle | None = None
        self._flushed_at = 0.0
        self._leave: Unsubscribe | None = None
        self._broken = False
        self._entries: str | None = None
        self.state = state
        self._events: Mapping[object, Callable[[Event], None]] = {
            "surface": self._transition,
            "load": self._load,
            "step": self._step,
            "link": lambda event: self._note(LinkChanged(bool(event["up"]))),
            "command": self._command,
            "cut": self._cut,
            "dice": self._dice,
            "verdict": self._verdict,
            "hand-began": self._hand_began,
            "hand-ended": self._hand_ended,
            "judged": self._judged,
        }

    def start(self, version: str, *, simulated: bool) -> None:
        """Note the start, and from now on everything."""
        self._note(Booted(version, simulated))
        self.flush()
        self._leave = self._table.subscribe(self._guarded_hear)

    def stop(self) -> None:
        """Note an orderly end; nothing is noted after it."""
        if self._leave is not None:
            self._leave()
            self._leave = None
        if self._count is not None:
            self._count.cancel()
        self._note(ShutDown())
        self.flush()

    def flush(self) -> None:
        """Hand over what there is as one batch."""
        if not self._broken:
            self._guarded(self._flush)

    def _flush(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None
        self._flushed_at = self._loop.time()
        now = self._table.known()
        for record in differences(self.state.table, now):
            self._note(record)
        self._referee()
        if self.state.table != now:
            self._note(Summed(_as_it_is(self.state, now)))
        if self._batch:
            batch, self._batch = tuple(self._batch), []
            self._put(batch)
        if self._leave is not None and self._count is None and now.load in _LOADING:
            self._count = self._loop.call_later(COUNT_S, self._count_is_due)

    def _count_is_due(self) -> None:
        """Write the counts of a load, or wait for the rest of the time where that was done since.

        A flush leaves the timer alone: there is one a tile.
        """
        self._count = None
        wait_s = self._flushed_at + COUNT_S - self._loop.time()
        if wait_s > 0:
            self._count = self._loop.call_later(wait_s, self._count_is_due)
        else:
            self.flush()

    @property
    def broken(self) -> bool:
        """Tell whether the recorder itself has failed, and records no more."""
        return self._broken

    def heard(self, report: Report) -> None:
        """Take what the writer tells."""
        if isinstance(report, InTrouble):
            self._told(report.fault)
        elif isinstance(report, Recovered):
            self._note(Lost(report.lost))
            self._note(Summed(self.state))
            self.flush()

    def _guarded_hear(self, event: Event) -> None:
        self._guarded(lambda: self._hear(event))

    def _guarded(self, act: Callable[[], None]) -> None:
        """Do it; when it fails tell so and record no more, for what follows would not fit."""
        try:
            act()
        except Exception as error:  # noqa: BLE001 -- our mistake here must not stop the table
            _log.exception("the recorder failed and records no more")
            self._broken = True
            self._told(StoreFault(Trouble.RECORDER, type(self).__name__, str(error)))

    def _hear(self, event: Event) -> None:
        if self._broken:
            return
        if self._due is None:
            self._due = self._loop.call_soon(self.flush)
        write = self._events.get(event["event"])
        if write is not None:
            write(event)

    def _note(self, record: Record) -> None:
        self.state = after(record, self.state)
        clock = self._clock()
        at_ms = round(self._loop.time() * 1000)
        self._batch.append(Note(record, at_ms, clock.ms, clock.trusted))

    # Events ---------------------------------------------------------------------------------------

    def _transition(self, event: Event) -> None:
        self._note(Transition(str(event["event"]), str(event["old"]), str(event["new"])))

    def _load(self, event: Event) -> None:
        self._transition(event)
        now = self._table.known()
        if event["new"] == "loading" and event["old"] in ("empty", "complete"):
            self._note(LoadBegun(now.programs.loaded, now.job.wanted))

    def _step(self, event: Event) -> None:
        self._note(StepEnded(str(event["machine"]), str(event["step"]), str(event["outcome"])))

    def _command(self, event: Event) -> None:
        args = event["args"]
        values = values_of(args) if isinstance(args, Mapping) else ()
        word, origin = str(event["word"]), str(event["origin"])
        by = str(event.get("by", ""))
        count = int(str(event.get("count", 1)))
        self._note(CommandTaken(word, values, origin, bool(event["ok"]), by, count))

    def _dice(self, event: Event) -> None:
        now = self._table.known()
        self._note(
            Thrown(
                int(str(event["side"])),
                now.hands.faces,
                str(event["source"]),
                str(event.get("seed", "")),
                int(str(event.get("press_us", 0))),
            )
        )
        self._promise(now)

    def _cut(self, event: Event) -> None:
        data = {name: event[name] for name in _CUT_FIELDS}
        self._note(typed(WallCut, data))
        self._promise(self._table.known())

    def _promise(self, now: Known) -> None:
        """Write at once what is promised next, before another throw can use it up."""
        for record in promised(self.state.table, now):
            self._note(record)

    def _hand_began(self, event: Event) -> None:
        del event
        hands = self._table.known().hands
        if hands.running is None:
            raise AssertionError("a hand that has just begun runs")
        running = hands.running
        self._note(
            HandBegun(
                hands.number,
                running.dealer,
                running.variant,
                running.stacks,
                hands.streak,
                running.cut,
            )
        )

    def _referee(self) -> None:
        """Write what was settled or entered since, all of it in the batch of what it belongs to."""
        for record in closed_sheets(self.state.evening, self._table.evening()):
            self._note(record)
        entries = self._table.entries() if self._machine is not None else ""
        noted = self._entries if self.state.entries else ""
        if self._machine is not None and entries != noted:
            self._note(Entered(sealed_entries(entries, self._machine)))
        self._entries = entries

    # Walls ----------------------------------------------------------------------------------------

    def _verdict(self, event: Event) -> None:
        del event
        walls = self._table.known().inside
        if walls is None:
            raise AssertionError("a load that has just been judged stands inside")
        self._note(Judged(walls.program, walls.level, walls.order_checked, walls.deviations))
        closed = self._table.closed_inside()
        if closed is not None and self._machine is not None:
            content = packed(self._table.tiles_inside())
            sealed = seal(self.state.seals + 1, content, self._machine, closed.key())
            root, before = closed.root.hex(), self.state.last_root
            self._note(WallSealed(replace(sealed, root=root, before=before)))

    def _hand_ended(self, event: Event) -> None:
        result = event["result"]
        number = int(str(event["number"]))
        self._note(HandEnded(number, None if result is None else str(result)))
        if self.state.sealed_on_table is not None:
            self._note(self._unsealed(self.state.sealed_on_table))

    def _judged(self, event: Event) -> None:
        self._note(
            Weighed(
                place=int(str(event["place"])),
                hand=int(str(event["hand"])),
                level=str(event["level"]),
                null=str(event["null"]),
                e_full=int(str(event["e_full"])),
                e_a=int(str(event["e_A"])),
                e_b=int(str(event["e_B"])),
                e_c=int(str(event["e_C"])),
            )
        )

    def _unsealed(self, sealed: Seal) -> WallOpened | WallStuck:
        if self._machine is None:
            return self._stuck(sealed, "there is no machine's key")
        try:
            key = key_of(sealed, self._machine)
            tiles = unpacked(opened(sealed, key))
        except SealBroken as error:
            return self._stuck(sealed, str(error))
        told = b64encode(key).decode()
        return WallOpened(sealed.number, told, codes(tiles), uids(tiles))

    def _stuck(self, sealed: Seal, why: str) -> WallStuck:
        self._told(StoreFault(Trouble.KEY, f"seal {sealed.number}", why))
        return WallStuck(sealed.number)


def _as_it_is(state: State, now: Known) -> State:
    """Return the sum with a table that no record led to, as when another one was built up."""
    return replace(
        state,
        table=now,
        sealed_inside=None if now.inside is None else state.sealed_inside,
        sealed_on_table=None if now.on_table is None else state.sealed_on_table,
    )
