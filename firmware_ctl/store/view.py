"""Look at a controller: what it knows, as plain data that can be written down.

The one place that knows the controller's parts; it reads them and changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from firmware_ctl.core.books import Books
from firmware_ctl.core.commitment import ClosedWall
from firmware_ctl.core.faults import Fault
from firmware_ctl.core.hands import HandBook
from firmware_ctl.core.lamps import Switches
from firmware_ctl.core.listeners import Event, Unsubscribe
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.maintenance import Maintenance
from firmware_ctl.core.play import FinishedLoad, Play
from firmware_ctl.referee.kept import KeptEvening
from firmware_ctl.store.state import (
    Care,
    Deviation,
    Four,
    Hands,
    Job,
    Known,
    Places,
    Programs,
    Promises,
    Proposed,
    RunningHand,
    Standing,
    Values,
    Walls,
)
from firmware_ctl.store.state import Switches as Switched
from firmware_ctl.store.walls import Lanes
from rules.integrity.composition import Finding
from rules.settling.outcome import Proposal

S = TypeVar("S")
P = TypeVar("P")

_VOID = "E701"
"""The words of this fault name tiles."""


class _Looked(Generic[S, P]):
    """Looks at a part of the controller, and no second time at one and the same frozen object."""

    def __init__(self, look: Callable[[S], P]) -> None:
        self._look = look
        self._last: tuple[S, P] | None = None

    def __call__(self, source: S) -> P:
        if self._last is None or self._last[0] is not source:
            self._last = source, self._look(source)
        return self._last[1]


class TableView:
    """A controller as the recorder needs it."""

    def __init__(
        self,
        play: Play,
        switches: Switches,
        subscribe: Callable[[Callable[[Event], None]], Unsubscribe],
    ) -> None:
        self._play = play
        self._switches = switches
        self._subscribe = subscribe
        self._inside, self._on_table = _Looked(walls_of), _Looked(walls_of)
        self._care = _Looked(_care)

    def known(self) -> Known:
        """Return what the controller knows now."""
        play, switches = self._play, self._switches
        machinery = play.machinery
        return Known(
            surface=machinery.surface.state.value,
            load=machinery.load.state.value,
            held_in=machinery.held_in.value,
            reason=machinery.hold_reason,
            places=_places(machinery.books),
            job=_job(machinery.job),
            dealer=play.dealer,
            variant=play.choice.variant.id,
            programs=Programs(play.choice.next.id, play.loaded.id),
            switches=Switched(switches.locked, switches.muted, switches.lamps),
            inside=self._inside(play.inside),
            on_table=self._on_table(play.on_table),
            hands=_hands(play.hands),
            faults=tuple(_standing(fault) for fault in machinery.faults),
            proposed=_proposed(play.seat.proposal),
            promises=Promises(
                dice="" if play.dice is None else play.dice.commitment,
                cut="" if play.cut is None else play.cut.commitment,
            ),
            closing=play.session.closing,
            care=self._care(machinery.upkeep.kept),
        )

    def tiles_inside(self) -> Lanes:
        """Return the tiles of the last load as the reader saw them; none without a reader."""
        return self._play.machinery.job.reads.reveal()

    def closed_inside(self) -> ClosedWall | None:
        """Return the walls of the last load as they were closed; none without a reader."""
        return None if self._play.inside is None else self._play.inside.closed

    def evening(self) -> KeptEvening:
        """Return the referee's closed hands."""
        return self._play.referee.evening

    def entries(self) -> str:
        """Return what people have entered of the open hand; it names tiles."""
        return self._play.referee.open_text

    def subscribe(self, sink: Callable[[Event], None]) -> Unsubscribe:
        """Send every event of the controller to ``sink``."""
        return self._subscribe(sink)


def _care(was: Maintenance) -> Care:
    eyes = four([-1 if level is None else level for level in was.eyes_new])
    seconds = {motor: round(run) for motor, run in was.motor_s.items()}
    ways_ms = values_of({way: round(1000 * s) for way, s in was.ways.items()})
    return Care(was.hands, was.hands_at_cleaning, values_of(seconds), four(was.jams), eyes, ways_ms)


def walls_of(load: FinishedLoad | None) -> Walls | None:
    """Return a finished load and its verdict, without the tiles that the verdict names."""
    if load is None:
        return None
    check = load.check
    deviations = tuple(_deviation(finding) for finding in check.findings)
    return Walls(load.program.id, check.level.value, check.order_checked, deviations)


def values_of(values: Mapping[str, object]) -> Values:
    """Return named values in the order of their names, each as a number or a text."""
    return tuple(
        (name, value if isinstance(value, int) else str(value))
        for name, value in sorted(values.items())
    )


def four(numbers: Sequence[int]) -> Four:
    """Return one number for each side.

    Raises:
        ValueError: there are not four.
    """
    first, second, third, fourth = numbers
    return first, second, third, fourth


def _deviation(finding: Finding) -> Deviation:
    return Deviation(finding.deviation.value, finding.level.value, finding.count, finding.side)


def _places(books: Books) -> Places:
    return Places(
        rows=four(books.rows),
        to_raise=tuple(sorted(books.to_raise)),
        on_tray=tuple(sorted(books.on_tray)),
        set_inside=books.set_inside,
        set_on_table=books.set_on_table,
        void_inside=books.void_inside,
        void_on_table=books.void_on_table,
        rising=books.rising,
        load_due=books.load_due,
        tiles_awaited=books.tiles_awaited,
        position_lost=books.position_lost,
        hands_inside=tuple(sorted(books.hands_inside)),
        hands_due=tuple(sorted(books.hands_due)),
        stowed=books.stowed,
    )


def _job(job: LoadJob) -> Job:
    return Job(
        wanted=four([lane.wanted for lane in job.lanes]),
        made=four([lane.made for lane in job.lanes]),
        passed=four(job.tiles_passed),
        stacked=None if job.stacked is None else four(job.stacked),
        eyes_failed=tuple(number for number, lane in enumerate(job.lanes) if lane.eye_failed),
        unsure=job.unsure,
        half=four([lane.half for lane in job.lanes]),
        hand=four([lane.hand for lane in job.lanes]),
    )


def _hands(book: HandBook) -> Hands:
    hand = book.running
    running = None
    if hand is not None:
        throws = tuple(hand.throws)
        cut = None if hand.cut is None else (hand.cut.side, hand.cut.stack)
        running = RunningHand(hand.dealer, hand.variant.id, hand.stacks, throws, hand.dealt, cut)
    return Hands(book.number, running, book.faces, book.streak, book.last_dealer)


def _proposed(proposal: Proposal | None) -> Proposed | None:
    if proposal is None:
        return None
    return Proposed(proposal.side, proposal.rule, proposal.asks_ready)


def _standing(fault: Fault) -> Standing:
    return Standing(
        id=fault.id,
        code=fault.kind.code,
        holds=fault.holds.value,
        since_ms=round(fault.since * 1000),
        side=fault.side,
        lanes=fault.lanes,
        values=() if fault.kind.code == _VOID else values_of(fault.values),
    )
