"""The real motor board at the end of a line, as a :class:`hal.board.Board`.

Everything here runs in the event loop; bytes come and go through a transport. What is wanted of the
board is kept as state: the cycle command carries it whole, again and again, so nothing that is lost
on the line stays lost. Motions go through the mailbox, one after the other, each until the board
says that it has it. Stops go before everything else.
"""

import asyncio
import contextlib
import logging
from collections import deque

from hal.board import Capabilities, Identity, Indicators
from hal.errors import LinkLost, NotArmed
from hal.events import (
    BoardEvent,
    EventSink,
    InputChanged,
    LinkChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
    TileRead,
)
from hal.ids import Input, Quality
from hal.line import registers as reg
from hal.line.clock import BoardClock
from hal.line.commands import CycleState, DisplayState, lamps_of, occupied
from hal.line.exchanges import Exchange, ReadBlock, ReadRing, Say
from hal.line.ledger import Ledger
from hal.line.master import Master
from hal.line.rings import Entry, event_ms, event_ring, read_event, read_tile, tile_ring
from hal.line.status import (
    HEAD_WORDS,
    BoardIdentity,
    BoardStatus,
    Head,
    NotOurBoard,
    read_head,
    read_identity,
    read_status,
)
from hal.line.transport import Transport
from hal.motions import Motion

ARMED_POLL_S = 0.025
IDLE_POLL_S = 0.5
EYES_POLL_S = 5.0
REOPEN_S = 0.5
"""How often a lost line is tried again."""

HELLO_S = 3.0
"""How long a board may take to answer at first: opening a port may reset it, bootloaders wait."""

FAREWELL_S = 0.3
"""How long closing waits until the board has heard that it is disarmed."""

NOT_MEASURED = 0xFFFF
INPUTS = tuple(Input)

_log = logging.getLogger("mjtable.link")


class SerialBoard:
    """A board that speaks the register map over a transport.

    ``board_id`` is the only board that is accepted, if given. On a half-duplex line (RS-485) a stop
    waits for the reply under way, at most until it would be said again.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        board_id: int | None = None,
        unit: int = reg.UNIT,
        half_duplex: bool = False,
    ) -> None:
        self._transport = transport
        self._board_id = board_id
        self._half_duplex = half_duplex
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sinks: list[EventSink] = []
        self.master = Master(unit, self._choose, transport.send)
        self.details: BoardIdentity | None = None
        self.status: BoardStatus | None = None
        self._hello: asyncio.Future[None] | None = None
        self._hello_step: Exchange | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._gone = asyncio.Event()
        self._agreed = asyncio.Event()
        self._is_up = self._is_closing = False
        self._boot_id = 0
        self._timer: asyncio.TimerHandle | None = None
        self._poll_at = self._eyes_at = 0.0
        # What is wanted, counted, against what the board has confirmed.
        self._armed = False
        self._heartbeat = 0
        self._wanted = self._confirmed = self._armed_at = 0
        self._stops = self._stopped = self._clears = self._cleared = 0
        self._indicators = Indicators()
        self._display: DisplayState | None = None
        self._ledger = Ledger()
        # What is heard.
        self._clock = BoardClock()
        self._events, self._tiles = event_ring(), tile_ring()
        self._readings: deque[tuple[int, Entry]] = deque()
        self._told = 0
        self._lost_events = 0
        self._reconcile = False
        self._eyes: tuple[int | None, int | None, int | None, int | None] = (None,) * 4

    # What is known of it.

    @property
    def identity(self) -> Identity:
        """Tell who answered; known once open."""
        details = self._known()
        return Identity(details.board, details.firmware, self._boot_id, simulated=details.simulated)

    @property
    def capabilities(self) -> Capabilities:
        """Tell what this board can do; known once open."""
        return self._known().abilities()

    def _known(self) -> BoardIdentity:
        if self.details is None:
            raise LinkLost(f"the board on {self._transport.name} has not answered yet; open it")
        return self.details

    @property
    def link_up(self) -> bool:
        """Tell whether the board answers."""
        return self._is_up

    @property
    def quality(self) -> Quality:
        """Tell how far levels and counters can be trusted now."""
        if self._is_up:
            return Quality.OK
        return Quality.STALE if self.status is not None else Quality.UNKNOWN

    def level(self, input_: Input) -> bool:
        """Return the last level heard of an input."""
        return self.status is not None and bool(self.status.inputs >> input_ & 1)

    def lane_counts(self) -> tuple[int, int, int, int]:
        """Return the tiles counted by each lane's eye since boot, modulo 65,536."""
        return (0, 0, 0, 0) if self.status is None else self.status.lane_counts

    def eye_levels(self) -> tuple[int | None, int | None, int | None, int | None]:
        """Return each lane eye's idle level, 0..1000, or ``None`` where it cannot be measured."""
        return self._eyes

    def listen(self, sink: EventSink) -> None:
        """Send every event from now on to ``sink``, in order, from the event loop's thread."""
        self._sinks.append(sink)

    # Opening and closing.

    async def open(self) -> None:
        """Connect and identify; harmless when open.

        Raises:
            LinkLost: nothing answers, or what answers is not our board.
        """
        if self._keeper is not None:
            return
        self._loop = asyncio.get_running_loop()
        self._is_closing = False
        try:
            await self._connect()
        except LinkLost:
            await self._transport.close()
            raise
        self._is_up = True
        self._poll_at = self._now() + IDLE_POLL_S
        self._stir()
        self._keeper = self._loop.create_task(
            self._keep_link(), name=f"link {self._transport.name}"
        )

    async def close(self) -> None:
        """Switch everything off and let the link go; harmless when closed."""
        if self._keeper is None:
            return
        self.disarm()
        await self._until_confirmed(FAREWELL_S)
        self._is_closing = True
        self._keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._keeper
        self._keeper = None
        self._is_up = False
        self._cancel_timer()
        await self._transport.close()

    async def _until_confirmed(self, seconds: float) -> None:
        self._agreed.clear()
        if self._is_up and self._confirmed != self._wanted:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._agreed.wait()

    async def _connect(self) -> None:
        """Open the line and say hello.

        Raises:
            LinkLost: nothing answers, or what answers is not our board.
        """
        await self._transport.open(self._received, self._line_lost)
        await self._greet()

    async def _greet(self) -> None:
        """Read identity and status, then have a first nonce echoed.

        Raises:
            LinkLost: nothing answers, or what answers is not our board.
        """
        loop = asyncio.get_running_loop()
        self._hello = loop.create_future()
        self._hello_step = ReadBlock(
            reg.Identity.ADDRESS, reg.Identity.WORDS, lambda words, *_: self._identified(words)
        )
        self.master.start(0)
        try:
            async with asyncio.timeout(HELLO_S):
                self.master.kick(self._now())
                self._set_timer()
                await self._hello
        except TimeoutError:
            raise LinkLost(self._no_answer()) from None
        except NotOurBoard as error:
            raise LinkLost(f"{self._transport.name}: {error}") from error
        finally:
            self._hello = self._hello_step = None

    def _no_answer(self) -> str:
        said = f"no board answers on {self._transport.name}"
        if self.master.counters.exceptions:
            return f"{said} as it should (exception {self.master.last_exception}); update it"
        if self.master.crc_errors:
            return f"{said} without errors; check the line's speed, its cable and its end resistors"
        return f"{said}; check its supply, its cable and the port's name"

    def _identified(self, words: tuple[int, ...]) -> None:
        try:
            details = read_identity(words)
            self._check_id(details)
        except NotOurBoard as error:
            self._end_hello(error)
            return
        self.details = details
        self._hello_step = ReadBlock(
            reg.Status.ADDRESS, reg.Status.WORDS, lambda heard, *_: self._first_status(heard)
        )

    def _check_id(self, details: BoardIdentity) -> None:
        if self._board_id is not None and details.board_id != self._board_id:
            raise NotOurBoard(
                f"board {details.board_id:08X} answers, but this table's board is "
                f"{self._board_id:08X}; check which port is which"
            )

    def _first_status(self, words: tuple[int, ...]) -> None:
        self.master.start(read_head(words).nonce)
        self._hello_step = Say(self._cycle(), reg.Status.ADDRESS, reg.Status.WORDS, self._greeted)

    def _greeted(self, words: tuple[int, ...], sent: float, heard: float) -> None:
        """Take the first status that is surely new."""
        status = read_status(words)
        head = status.head
        known, self._boot_id = self._boot_id, head.boot_id
        if known == head.boot_id:
            self._events.heard(status.event_head)
            self._tiles.heard(status.tile_head)
            self._reconcile = True
        else:
            self._clock.restart()
            self._events.start_at(status.event_head)
            self._tiles.start_at(status.tile_head)
            self._readings.clear()
            if not known:
                self._ledger.begin_after(head.last_seq)
                self._told = status.inputs
        self._clock.heard(head.uptime_ms, sent, heard)
        self.status = status
        self._end_hello(None)

    def _end_hello(self, error: NotOurBoard | None) -> None:
        hello, self._hello_step = self._hello, None
        if hello is None or hello.done():
            return
        if error is None:
            hello.set_result(None)
        else:
            hello.set_exception(error)

    async def _keep_link(self) -> None:
        """Find the board again whenever the link is lost."""
        while True:
            await self._gone.wait()
            self._gone.clear()
            boot_id = self._boot_id
            await self._transport.close()
            while not await self._is_back():
                await self._transport.close()
            self._found(rebooted=boot_id != self._boot_id)

    async def _is_back(self) -> bool:
        await asyncio.sleep(REOPEN_S)
        try:
            await self._connect()
        except LinkLost as error:
            _log.debug("%s", error)
            return False
        return True

    def _found(self, *, rebooted: bool) -> None:
        self._is_up = True
        why = "the board started anew" if rebooted else "the board answers again"
        _log.warning("%s: %s", self._transport.name, why)
        self._display = DisplayState(self._indicators.display, self._indicators.buzzer)
        now = self._now()
        self._deliver(LinkChanged(now, up=True, rebooted=rebooted, why=why))
        if rebooted:
            for number in self._ledger.all_open():
                self._never_heard(number, "the board started anew")
        self._poll_at = now
        self._stir()

    def _line_lost(self, why: str) -> None:
        if self._hello is not None and not self._hello.done():
            self._hello.set_exception(LinkLost(f"{self._transport.name}: {why}"))
        self._lose(why)

    def _lose(self, why: str) -> None:
        if not self._is_up or self._is_closing:
            return
        self._is_up = self._armed = False
        self._stops += 1
        self._ledger.withdraw()
        self._want()
        self._cancel_timer()
        _log.warning("%s: link lost: %s", self._transport.name, why)
        self._deliver(LinkChanged(self._now(), up=False, rebooted=False, why=why))
        self._gone.set()

    # Commands.

    def arm(self) -> None:
        """Allow motions for the watchdog's time; clears the latch of an earlier drop of outputs."""
        if not self._is_up:
            return
        self._armed = True
        self._clears += 1
        self._heartbeat += 1
        self._want()
        self._armed_at = self._wanted
        self._poll_at = min(self._poll_at, self._now() + ARMED_POLL_S)
        self._stir()

    def keep_alive(self) -> None:
        """Allow motions for a further watchdog's time from now."""
        if not self._is_up or not self._armed:
            return
        self._heartbeat += 1
        self._want()
        self._stir()

    def disarm(self) -> None:
        """Stop everything and forbid motions until armed again."""
        self._armed = False
        self._stop()

    def submit(self, motion: Motion) -> int:
        """Send a motion and return its sequence number; its end is a ``MotionEnded`` event.

        Raises:
            NotArmed: the board is not armed, or has dropped its outputs.
            LinkLost: the link is down.
        """
        if not self._is_up:
            raise LinkLost(f"the board on {self._transport.name} does not answer; check its cable")
        if not self._armed:
            label = occupied(motion).label
            raise NotArmed(f"{label} was to move, but the board is not armed")
        number = self._ledger.submit(motion)
        self._stir()
        return number

    def stop_all(self) -> None:
        """Switch every motor off, now, and drop what is still on its way to the board."""
        if self._stops == self._stopped or self._ledger.waits:
            self._stop()

    def _stop(self) -> None:
        self._stops += 1
        self._ledger.withdraw()
        self._want()
        if not self._is_up:
            return
        if self._half_duplex:
            self.master.kick(self._now())
        else:
            self.master.preempt(self._now())
        self._set_timer()

    def show(self, indicators: Indicators) -> None:
        """Set lamps, display and buzzer."""
        shown, self._indicators = self._indicators, indicators
        if lamps_of(shown) != lamps_of(indicators):
            self._want()
        if (shown.display, shown.buzzer) != (indicators.display, indicators.buzzer):
            self._display = DisplayState(indicators.display, indicators.buzzer)
        self._stir()

    def _want(self) -> None:
        self._wanted += 1

    # What to say next.

    def _choose(self, now: float) -> Exchange | None:
        if self._hello is not None:
            return self._hello_step
        if not self._is_up:
            return None
        if self._wanted != self._confirmed or now >= self._poll_at:
            return self._say_cycle(now)
        command = self._ledger.next()
        if command is not None:
            return Say(command, reg.Status.ADDRESS, HEAD_WORDS, self._answer_head)
        if self._display is not None:
            return self._say_display(self._display)
        if self._tiles.waiting:
            return ReadRing(self._tiles.next_read(), self._take_readings)
        if self._events.waiting:
            return ReadRing(self._events.next_read(), self._take_events)
        if now >= self._eyes_at and self._known().abilities().eye_levels:
            return Say(self._cycle(), reg.Eyes.ADDRESS, reg.Eyes.WORDS, self._answer_eyes)
        return None

    def _cycle(self) -> CycleState:
        flags = reg.CycleFlag.ARM if self._armed else reg.CycleFlag(0)
        if self._stops != self._stopped:
            flags |= reg.CycleFlag.STOP
        if self._clears != self._cleared:
            flags |= reg.CycleFlag.CLEAR
        return CycleState(flags, lamps_of(self._indicators), self._heartbeat & 0xFFFF)

    def _say_cycle(self, now: float) -> Say:
        """Say everything that is wanted; the answer confirms what was wanted when it was said."""
        self._poll_at = now + (ARMED_POLL_S if self._armed else IDLE_POLL_S)
        wanted, stops, clears = self._wanted, self._stops, self._clears

        def answered(words: tuple[int, ...], sent: float, heard: float) -> None:
            self._confirmed, self._cleared = wanted, clears
            if wanted == self._wanted:
                self._agreed.set()
            status = read_status(words)
            if self._is_same_boot(status.head):
                self._take_head(status.head, sent, heard)
                if self._stopped != stops:
                    self._stopped = stops
                    for number in self._ledger.never_arrived(status.head.last_seq):
                        self._never_heard(number, "stopped before it reached the board")
                self._take_status(status)

        return Say(self._cycle(), reg.Status.ADDRESS, reg.Status.WORDS, answered)

    def _say_display(self, display: DisplayState) -> Say:
        def answered(words: tuple[int, ...], sent: float, heard: float) -> None:
            if self._display is display:
                self._display = None
            self._answer_head(words, sent, heard)

        return Say(display, reg.Status.ADDRESS, HEAD_WORDS, answered)

    # What is heard.

    def _received(self, data: bytes, now: float) -> None:
        self.master.received(data, now)
        self._set_timer()

    def _answer_head(self, words: tuple[int, ...], sent: float, heard: float) -> None:
        head = read_head(words)
        if self._is_same_boot(head):
            self._take_head(head, sent, heard)

    def _answer_eyes(self, words: tuple[int, ...], _sent: float, heard: float) -> None:
        self._eyes_at = heard + EYES_POLL_S
        idle = words[reg.Eyes.IDLE : reg.Eyes.IDLE + 4]
        first, second, third, fourth = (None if x == NOT_MEASURED else x for x in idle)
        self._eyes = first, second, third, fourth

    def _is_same_boot(self, head: Head) -> bool:
        if head.boot_id == self._boot_id:
            return True
        self._lose("the board started anew")
        return False

    def _take_head(self, head: Head, sent: float, heard: float) -> None:
        self._clock.heard(head.uptime_ms, sent, heard)
        self._ledger.taken(head.last_seq)
        if self._armed and not head.armed and self._confirmed >= self._armed_at:
            # It has dropped its outputs; the event says why.
            self._armed = False
            self._want()

    def _take_status(self, status: BoardStatus) -> None:
        self.status = status
        self._events.heard(status.event_head)
        self._tiles.heard(status.tile_head)
        if self._events.lost != self._lost_events:
            self._lost_events = self._events.lost
            self._reconcile = True
            _log.warning("%s: events were lost; levels are read anew", self._transport.name)
        if not self._events.waiting and not self._tiles.waiting:
            self._caught_up()

    def _take_readings(self, entries: list[Entry]) -> None:
        self._tiles.took(len(entries))
        for entry in entries:
            self._readings.append((self._clock.whole_ms(entry[reg.Tiles.MS_LOW], 16), entry))
        if not self._events.waiting and not self._tiles.waiting:
            self._caught_up()

    def _take_events(self, entries: list[Entry]) -> None:
        self._events.took(len(entries))
        for entry in entries:
            whole_ms = self._clock.whole_ms(event_ms(entry))
            self._deliver_readings(whole_ms)
            event = read_event(entry, self._clock.at(whole_ms), self._ledger.find)
            if event is not None:
                self._tell(event)
        if not self._events.waiting:
            self._caught_up()

    def _deliver_readings(self, until_ms: int | None = None) -> None:
        """Deliver tile readings in their place among the events."""
        while self._readings and (until_ms is None or self._readings[0][0] <= until_ms):
            whole_ms, entry = self._readings.popleft()
            reading: TileRead = read_tile(entry, self._clock.at(whole_ms))
            self._deliver(reading)

    def _tell(self, event: BoardEvent) -> None:
        """Deliver an event of the ring, once."""
        if isinstance(event, MotionEnded):
            if self._ledger.end(event.seq) is None:
                return
        elif isinstance(event, InputChanged):
            bit = 1 << event.input
            self._told = self._told | bit if event.level else self._told & ~bit
        elif isinstance(event, OutputsDropped) and self._confirmed >= self._armed_at:
            self._armed = self._armed and self.status is not None and self.status.head.armed
        self._deliver(event)

    def _caught_up(self) -> None:
        """Make good for what the ring no longer held: all levels and ends are known from here."""
        self._deliver_readings()
        status = self.status
        if status is None:
            return
        now = self._now()
        changed = self._told ^ status.inputs
        self._told = status.inputs
        while changed:
            number = (changed & -changed).bit_length() - 1
            changed &= changed - 1
            if number < len(INPUTS):
                level = bool(status.inputs >> number & 1)
                self._deliver(InputChanged(now, INPUTS[number], level))
        if self._reconcile:
            self._reconcile = False
            for number in self._ledger.not_busy(status.busy):
                self._never_heard(number, "its end was not heard: the link was lost")

    def _never_heard(self, number: int, why: str) -> None:
        actuator = self._ledger.end(number)
        if actuator is not None:
            ended = MotionEnded(self._now(), number, actuator, Outcome.STOPPED, why)
            self._deliver(ended)

    def _deliver(self, event: BoardEvent) -> None:
        for sink in self._sinks:
            sink(event)

    # Time.

    def _now(self) -> float:
        return asyncio.get_running_loop().time() if self._loop is None else self._loop.time()

    def _stir(self) -> None:
        """Say at once what has become due, if the line is free."""
        if self._is_up:
            self.master.kick(self._now())
            self._set_timer()

    def _set_timer(self) -> None:
        due = self.master.deadline
        if due is None:
            if not self._is_up:
                return
            due = self._poll_at
        if self._timer is not None:
            if self._timer.when() == due:
                return
            self._timer.cancel()
        loop = self._loop or asyncio.get_running_loop()
        self._timer = loop.call_at(due, self._tick)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self._timer = None
        now = self._now()
        if not self.master.due(now) and self._hello is None:
            self._lose("no answer for 0.5 s")
            return
        self.master.kick(now)
        self._set_timer()
