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
from collections.abc import Callable

from hal.board import Capabilities, Identity, Indicators
from hal.errors import HalError, LinkLost, NotArmed
from hal.events import EventSink, LinkChanged
from hal.ids import Input, Quality
from hal.line import registers as reg
from hal.line.commands import DisplayState, occupied
from hal.line.exchanges import Exchange, Say, Set
from hal.line.greeting import ANY_BOARD, Greeted, Greeting, Wanted
from hal.line.hearing import NEVER_ARRIVED, STARTED_ANEW, Hearing
from hal.line.ledger import Ledger
from hal.line.master import LOST_AFTER_S, Master
from hal.line.status import (
    HEAD_WORDS,
    BoardIdentity,
    BoardStatus,
    Head,
    NotOurBoard,
    read_head,
    read_status,
)
from hal.line.transport import Transport
from hal.line.wishes import Wishes
from hal.motions import Motion

ARMED_POLL_S = 0.025
IDLE_POLL_S = 0.5
EYES_POLL_S = 5.0

REOPEN_S = 0.5
"""How often a lost line is tried again."""

FAREWELL_S = 0.3
"""How long closing waits until the board has heard that it is disarmed."""

ERRAND_S = 2.0
NOT_MEASURED = 0xFFFF

_log = logging.getLogger("mjtable.link")

Words = tuple[int, ...]
Eyes = tuple[int | None, int | None, int | None, int | None]


class SerialBoard:
    """A board that speaks the register map over a transport.

    ``wanted`` names the board and the settings that are accepted. On a half-duplex line (RS-485) a
    stop waits for the reply under way, at most until it would be said again.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        wanted: Wanted = ANY_BOARD,
        unit: int = reg.UNIT,
        half_duplex: bool = False,
    ) -> None:
        self._transport = transport
        self._wanted = wanted
        self._half_duplex = half_duplex
        self._ledger = Ledger()
        self._wishes = Wishes()
        self._hearing = Hearing(self._ledger, self._now, self._outputs_dropped)
        self.master = Master(unit, self._choose, transport.send)
        self.details: BoardIdentity | None = None
        self._greeting: Greeting | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._gone = asyncio.Event()
        self._agreed = asyncio.Event()
        self._is_up = False
        self._refusal = ""
        self._boot_id = 0
        self._timer: asyncio.TimerHandle | None = None
        self._poll_at = self._eyes_at = 0.0
        self._errands: deque[Exchange] = deque()
        self._eyes: Eyes = (None, None, None, None)

    # What is known of it.

    @property
    def identity(self) -> Identity:
        """Tell who answered; known once open."""
        known = self._known()
        return Identity(known.board, known.firmware, self._boot_id, simulated=known.simulated)

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

    @property
    def status(self) -> BoardStatus | None:
        """Return the newest whole status."""
        return self._hearing.status

    @property
    def lost_events(self) -> int:
        """Return how many events were overwritten before they were read."""
        return self._hearing.lost_events

    def level(self, input_: Input) -> bool:
        """Return the last level heard of an input."""
        return self.status is not None and bool(self.status.inputs >> input_ & 1)

    def lane_counts(self) -> tuple[int, int, int, int]:
        """Return the tiles counted by each lane's eye since boot, modulo 65,536."""
        return (0, 0, 0, 0) if self.status is None else self.status.lane_counts

    def eye_levels(self) -> Eyes:
        """Return each lane eye's idle level, 0..1000, or ``None`` where it cannot be measured."""
        return self._eyes

    def listen(self, sink: EventSink) -> None:
        """Send every event from now on to ``sink``, in order, from the event loop's thread."""
        self._hearing.sinks.append(sink)

    # Commands.

    def arm(self) -> None:
        """Allow motions for the watchdog's time; clears the latch of an earlier drop of outputs."""
        if self._is_up:
            self._wishes.arm()
            self._poll_at = min(self._poll_at, self._now() + ARMED_POLL_S)
            self._stir()

    def keep_alive(self) -> None:
        """Allow motions for a further watchdog's time from now."""
        if self._is_up and self._wishes.armed:
            self._wishes.keep_alive()
            self._stir()

    def disarm(self) -> None:
        """Stop everything and forbid motions until armed again."""
        self._wishes.disarm()
        self._stop()

    def submit(self, motion: Motion) -> int:
        """Send a motion and return its sequence number; its end is a ``MotionEnded`` event.

        Raises:
            NotArmed: the board is not armed, or has dropped its outputs.
            LinkLost: the link is down.
        """
        if not self._is_up:
            raise LinkLost(f"the board on {self._transport.name} does not answer; check its cable")
        if not self._wishes.armed:
            label = occupied(motion).label
            raise NotArmed(f"{label} was to move, but the board is not armed")
        number = self._ledger.submit(motion)
        self._stir()
        return number

    def stop_all(self) -> None:
        """Switch every motor off, now, and drop what is still on its way to the board."""
        is_on_its_way = self._wishes.stop_waits and not self._ledger.waits
        if not is_on_its_way:
            self._stop()

    def _stop(self) -> None:
        self._wishes.stop()
        self._ledger.withdraw()
        if not self._is_up:
            return
        if self._half_duplex:
            self.master.kick(self._now())
        else:
            self.master.preempt(self._now())
        self._set_timer()

    def show(self, indicators: Indicators) -> None:
        """Set lamps, display and buzzer."""
        self._wishes.show(indicators)
        self._stir()

    # For commissioning.

    async def read(self, address: int, count: int) -> Words:
        """Return a block that begins with the nonce echo.

        Raises:
            HalError: the board does not answer that.
        """
        return await self._run(
            lambda end: Say(self._wishes.cycle(), address, count, lambda words, *_: end(words))
        )

    async def write(self, address: int, words: Words) -> None:
        """Write settings; the board must be disarmed.

        Raises:
            HalError: the board does not take them.
        """
        await self._run(lambda end: Set(address, words, lambda: end(())))

    async def _run(self, make: Callable[[Callable[[Words], None]], Exchange]) -> Words:
        """Do an errand between more urgent things and return what it brings."""
        future: asyncio.Future[Words] = asyncio.get_running_loop().create_future()

        def end(words: Words) -> None:
            self._errands.remove(errand)
            future.set_result(words)

        errand = make(end)
        self._errands.append(errand)
        self._stir()
        try:
            async with asyncio.timeout(ERRAND_S):
                return await future
        except TimeoutError:
            self._errands.remove(errand)
            why = f"exception {self.master.last_exception}" if self._is_up else "the link is lost"
            raise HalError(f"the board on {self._transport.name} does not do that: {why}") from None

    # Opening and closing.

    async def open(self) -> None:
        """Connect and identify; harmless when open.

        Raises:
            LinkLost: nothing answers, or what answers is not our board.
        """
        if self._keeper is not None:
            return
        try:
            await self._connect()
        except LinkLost:
            await self._transport.close()
            raise
        self._is_up = True
        self._poll_at = self._now() + IDLE_POLL_S
        self._stir()
        self._keeper = asyncio.create_task(self._keep_link(), name=f"link {self._transport.name}")

    async def close(self) -> None:
        """Switch everything off and let the link go; harmless when closed."""
        keeper, self._keeper = self._keeper, None
        if keeper is None:
            return
        self.disarm()
        await self._agree(FAREWELL_S)
        keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeper
        self._is_up = False
        self._cancel_timer()
        await self._transport.close()

    async def _agree(self, seconds: float) -> None:
        """Wait until the board has confirmed everything, at most so long."""
        self._agreed.clear()
        if self._is_up and self._wishes.waits:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._agreed.wait()

    async def _connect(self) -> None:
        """Open the line and say hello.

        Raises:
            LinkLost: nothing answers, or what answers is not our board.
        """
        await self._transport.open(self._received, self._line_lost)
        self.master.start(0)
        self._greeting = Greeting(self.master, self._wishes.cycle(), self._wanted)
        try:
            self.master.kick(self._now())
            self._set_timer()
            greeted = await self._greeting.done(self._transport.name)
        finally:
            self._greeting = None
            self._cancel_timer()
        self._meet(greeted)

    def _meet(self, greeted: Greeted) -> None:
        """Begin with a board that nothing is known of, or go on with one."""
        self.details = greeted.identity
        head = greeted.status.head
        known, self._boot_id = self._boot_id, head.boot_id
        if not known:
            self._ledger.begin_after(head.last_seq)
            self._hearing.begin(greeted.status)
        elif known != head.boot_id:
            self._hearing.begin_anew(greeted.status)
        else:
            self._hearing.go_on(greeted.status)
        self._hearing.clock.heard(head.uptime_ms, greeted.sent, greeted.heard)

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
            is_refused = isinstance(error.__cause__, NotOurBoard)
            is_news, self._refusal = str(error) != self._refusal, str(error)
            _log.log(logging.WARNING if is_refused and is_news else logging.DEBUG, "%s", error)
            return False
        self._refusal = ""
        return True

    def _found(self, *, rebooted: bool) -> None:
        self._is_up = True
        why = STARTED_ANEW if rebooted else "the board answers again"
        _log.warning("%s: %s", self._transport.name, why)
        self._wishes.show_again()
        self._hearing.deliver(LinkChanged(self._now(), up=True, rebooted=rebooted, why=why))
        if rebooted:
            self._hearing.never_heard(self._ledger.all_open(), STARTED_ANEW)
        self._poll_at = self._now()
        self._stir()

    def _line_lost(self, why: str) -> None:
        if self._greeting is not None:
            self._greeting.fail(LinkLost(f"{self._transport.name}: {why}"))
        self._lose(why)

    def _lose(self, why: str) -> None:
        if not self._is_up or self._keeper is None:
            return
        self._is_up = False
        self._wishes.disarm()
        self._wishes.stop()
        self._ledger.withdraw()
        self._cancel_timer()
        _log.warning("%s: link lost: %s", self._transport.name, why)
        self._hearing.deliver(LinkChanged(self._now(), up=False, rebooted=False, why=why))
        self._gone.set()

    # What to say next.

    def _choose(self, now: float) -> Exchange | None:
        if self._greeting is not None:
            return self._greeting.step
        if not self._is_up:
            return None
        if self._wishes.waits or now >= self._poll_at:
            return self._say_cycle(now)
        command = self._ledger.next()
        if command is not None:
            return Say(command, reg.Status.ADDRESS, HEAD_WORDS, self._answer_head)
        if self._wishes.display is not None:
            return self._say_display(self._wishes.display)
        return self._hearing.next_read() or self._least_urgent(now)

    def _least_urgent(self, now: float) -> Exchange | None:
        if self._errands:
            return self._errands[0]
        if now >= self._eyes_at and self._known().abilities().eye_levels:
            return Say(self._wishes.cycle(), reg.Eyes.ADDRESS, reg.Eyes.WORDS, self._answer_eyes)
        return None

    def _say_cycle(self, now: float) -> Say:
        """Say everything that is wanted; the answer confirms what was wanted when it was said."""
        self._poll_at = now + (ARMED_POLL_S if self._wishes.armed else IDLE_POLL_S)
        mark = self._wishes.mark()

        def answered(words: Words, sent: float, heard: float) -> None:
            has_stopped = self._wishes.confirm(mark)
            status = read_status(words)
            if not self._is_same_boot(status.head):
                return
            self._take_head(status.head, sent, heard)
            if has_stopped:
                lost = self._ledger.never_arrived(status.head.last_seq)
                self._hearing.never_heard(lost, NEVER_ARRIVED)
            self._hearing.take(status)
            if not self._wishes.waits:
                self._agreed.set()

        return Say(self._wishes.cycle(), reg.Status.ADDRESS, reg.Status.WORDS, answered)

    def _say_display(self, display: DisplayState) -> Say:
        def answered(words: Words, sent: float, heard: float) -> None:
            self._wishes.shown(display)
            self._answer_head(words, sent, heard)

        return Say(display, reg.Status.ADDRESS, HEAD_WORDS, answered)

    # What is heard.

    def _received(self, data: bytes, now: float) -> None:
        self.master.received(data, now)
        self._set_timer()

    def _answer_head(self, words: Words, sent: float, heard: float) -> None:
        head = read_head(words)
        if self._is_same_boot(head):
            self._take_head(head, sent, heard)

    def _answer_eyes(self, words: Words, _sent: float, heard: float) -> None:
        self._eyes_at = heard + EYES_POLL_S
        idle = words[reg.Eyes.IDLE : reg.Eyes.IDLE + 4]
        first, second, third, fourth = (None if x == NOT_MEASURED else x for x in idle)
        self._eyes = first, second, third, fourth

    def _is_same_boot(self, head: Head) -> bool:
        if head.boot_id == self._boot_id:
            return True
        self._lose(STARTED_ANEW)
        return False

    def _take_head(self, head: Head, sent: float, heard: float) -> None:
        self._hearing.clock.heard(head.uptime_ms, sent, heard)
        self._ledger.taken(head.last_seq)
        if not head.armed:
            self._outputs_dropped()

    def _outputs_dropped(self) -> None:
        """Take note that the board is not armed, unless that is older than the newest arming."""
        if self._wishes.armed and not self._wishes.arming_waits:
            self._wishes.disarm()

    # Time.

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

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
        self._timer = asyncio.get_running_loop().call_at(due, self._tick)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self._timer = None
        now = self._now()
        if not self.master.due(now) and self._greeting is None:
            self._lose(f"no answer for {LOST_AFTER_S:g} s")
            return
        self.master.kick(now)
        self._set_timer()
