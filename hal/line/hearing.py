"""Turn what the board keeps into events for the host: in order, each once, none forgotten.

Events come from the ring, tile readings from a ring of their own; both carry the board's time. When
a ring was overrun, or the link was gone, levels are compared with what was told, and motions with
what the board still does.
"""

from collections import deque
from collections.abc import Callable

from hal.events import (
    BoardEvent,
    EventSink,
    InputChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
)
from hal.ids import Input
from hal.line import registers as reg
from hal.line.clock import BoardClock
from hal.line.exchanges import ReadRing
from hal.line.ledger import Ledger
from hal.line.rings import Entry, event_ms, event_ring, read_event, read_tile, tile_ring
from hal.line.status import BoardStatus

INPUTS = tuple(Input)
LINK_WAS_LOST = "its end was not heard: the link was lost"
STARTED_ANEW = "the board started anew"
NEVER_ARRIVED = "stopped before it reached the board"


class Hearing:
    """Follow one board's rings and tell its events to ``sinks``."""

    def __init__(
        self, ledger: Ledger, time: Callable[[], float], dropped: Callable[[], None]
    ) -> None:
        self._ledger = ledger
        self._time = time
        self._dropped = dropped
        self.sinks: list[EventSink] = []
        self.clock = BoardClock()
        self.status: BoardStatus | None = None
        self._events, self._tiles = event_ring(), tile_ring()
        self._readings: deque[tuple[int, Entry]] = deque()
        self._told = 0
        self._lost = 0
        self._reconcile = False

    @property
    def lost_events(self) -> int:
        """Return how many events the ring no longer held when they were asked for."""
        return self._events.lost

    # A new connection.

    def begin(self, status: BoardStatus) -> None:
        """Begin with a board that nothing is known of."""
        self._told = status.inputs
        self.begin_anew(status)

    def begin_anew(self, status: BoardStatus) -> None:
        """Begin with a board that has started anew: its time and its rings too."""
        self.clock.restart()
        self._events.start_at(status.event_head)
        self._tiles.start_at(status.tile_head)
        self._readings.clear()
        self.status = status

    def go_on(self, status: BoardStatus) -> None:
        """Go on with a board that has gone on by itself."""
        self._reconcile = True
        self._follow(status)

    # Reading.

    def next_read(self) -> ReadRing | None:
        """Return the read of what waits in the rings; readings first, so that they keep place."""
        if self._tiles.waiting:
            return ReadRing(self._tiles.next_read(), self._take_readings)
        if self._events.waiting:
            return ReadRing(self._events.next_read(), self._take_events)
        return None

    def take(self, status: BoardStatus) -> None:
        """Take a whole status."""
        self._follow(status)
        if self._events.lost != self._lost:
            self._lost = self._events.lost
            self._reconcile = True
        self._catch_up()

    def _follow(self, status: BoardStatus) -> None:
        self.status = status
        self._events.heard(status.event_head)
        self._tiles.heard(status.tile_head)

    def _take_readings(self, entries: list[Entry]) -> None:
        self._tiles.took(len(entries))
        for entry in entries:
            self._readings.append((self.clock.whole_ms(entry[reg.Tiles.MS_LOW], 16), entry))
        self._catch_up()

    def _take_events(self, entries: list[Entry]) -> None:
        self._events.took(len(entries))
        for entry in entries:
            whole_ms = self.clock.whole_ms(event_ms(entry))
            self._tell_readings(whole_ms)
            event = read_event(entry, self.clock.at(whole_ms), self._ledger.find)
            if event is not None:
                self._tell(event)
        self._catch_up()

    def _tell_readings(self, until_ms: int | None = None) -> None:
        """Tell tile readings in their place among the events."""
        while self._readings and (until_ms is None or self._readings[0][0] <= until_ms):
            whole_ms, entry = self._readings.popleft()
            self.deliver(read_tile(entry, self.clock.at(whole_ms)))

    def _tell(self, event: BoardEvent) -> None:
        if isinstance(event, MotionEnded):
            if self._ledger.end(event.seq) is None:
                return
        elif isinstance(event, InputChanged):
            bit = 1 << event.input
            self._told = self._told | bit if event.level else self._told & ~bit
        elif isinstance(event, OutputsDropped):
            self._dropped()
        self.deliver(event)

    def _catch_up(self) -> None:
        """Once the rings are read: make good for what they no longer held."""
        if self._events.waiting or self._tiles.waiting or self.status is None:
            return
        self._tell_readings()
        changed, self._told = self._told ^ self.status.inputs, self.status.inputs
        for input_ in INPUTS:
            if changed >> input_ & 1:
                level = bool(self._told >> input_ & 1)
                self.deliver(InputChanged(self._time(), input_, level))
        if self._reconcile:
            self._reconcile = False
            self.never_heard(self._ledger.not_busy(self.status.busy), LINK_WAS_LOST)

    def never_heard(self, numbers: list[int], why: str) -> None:
        """End motions of which no end will be told."""
        for number in numbers:
            actuator = self._ledger.end(number)
            if actuator is not None:
                at = self._time()
                self.deliver(MotionEnded(at, number, actuator, Outcome.STOPPED, why))

    def deliver(self, event: BoardEvent) -> None:
        """Tell an event to everybody who listens."""
        for sink in self.sinks:
            sink(event)
