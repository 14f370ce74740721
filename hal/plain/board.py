"""Plain Modbus modules as a :class:`hal.board.Board`, with its capabilities told honestly.

Inputs are polled module by module. An output is switched on for half a second and renewed while it
is wanted ("flash on" of relay modules), so that a motor stops when the host does; that is all the
watchdog there is, and it is the module's promise, not a board's. Stacks cannot be made.
"""

import asyncio
import contextlib
import logging

from hal.board import WATCHDOG_S, Capabilities, Identity, Indicators
from hal.errors import LinkLost, NotArmed
from hal.events import BoardEvent, EventSink, LinkChanged
from hal.ids import Actuator, Direction, Input, Quality
from hal.line.commands import occupied
from hal.line.registers import Why
from hal.line.transport import Transport
from hal.motions import Motion
from hal.plain.line import PlainLine
from hal.plain.logic import PlainLogic
from hal.plain.wiring import Output, Wiring

REOPEN_S = 0.5
ON_S = 0.5
"""How long an output stays on by itself."""

RENEW_S = 0.2
IDLE_S = 0.05
"""Pause between rounds while nothing may move."""


_log = logging.getLogger("mjtable.link")


class PlainBoard:
    """Modules on one line. They know nothing of arming: that is the host's own rule here."""

    def __init__(self, transport: Transport, wiring: Wiring) -> None:
        self._line, self._wiring = PlainLine(transport), wiring
        self._logic = PlainLogic(self._deliver)
        self._sinks: list[EventSink] = []
        self._task: asyncio.Task[None] | None = None
        self._is_up = self._has_read = False
        self._seq = 0
        self._alive_until = 0.0
        self._renewed: dict[Output, float] = {}
        self._wake = asyncio.Event()

    @property
    def identity(self) -> Identity:
        """Tell what these are."""
        units = {*self._wiring.input_units, *self._wiring.output_units}
        return Identity(f"{len(units)} plain Modbus modules", "none", 1, simulated=False)

    @property
    def capabilities(self) -> Capabilities:
        """Tell what they can do: read and switch, nothing more."""
        return Capabilities(
            watchdog=False, tile_reader=False, eye_levels=False, dice_reader=False,
            motor_current=False, display=False,
        )  # fmt: skip

    @property
    def link_up(self) -> bool:
        """Tell whether every module answers."""
        return self._is_up

    @property
    def quality(self) -> Quality:
        """Tell how far levels and counters can be trusted now."""
        if self._is_up:
            return Quality.OK
        return Quality.STALE if self._has_read else Quality.UNKNOWN

    def level(self, input_: Input) -> bool:
        """Return the last level heard of an input; one that is not wired is off."""
        return self._logic.levels[input_]

    def lane_counts(self) -> tuple[int, int, int, int]:
        """Return the tiles seen by each lane's eye: what was shorter than a poll is missed."""
        first, second, third, fourth = self._logic.counts
        return first, second, third, fourth

    def eye_levels(self) -> tuple[None, None, None, None]:
        """Return nothing: these inputs are binary."""
        return None, None, None, None

    def listen(self, sink: EventSink) -> None:
        """Send every event from now on to ``sink``, in order, from the event loop's thread."""
        self._sinks.append(sink)

    def _deliver(self, event: BoardEvent) -> None:
        for sink in self._sinks:
            sink(event)

    # Commands.

    def arm(self) -> None:
        """Allow motions for the watchdog's time."""
        if self._is_up:
            self._logic.armed = True
            self.keep_alive()

    def keep_alive(self) -> None:
        """Allow motions for a further watchdog's time from now."""
        self._alive_until = self._now() + WATCHDOG_S

    def disarm(self) -> None:
        """Stop everything and forbid motions until armed again."""
        self.stop_all()
        self._logic.armed = False

    def submit(self, motion: Motion) -> int:
        """Begin a motion and return its sequence number; its end is a ``MotionEnded`` event.

        Raises:
            NotArmed: motions are not allowed.
            LinkLost: the link is down.
        """
        if not self._is_up:
            raise LinkLost(f"the modules on {self._line.name} do not answer; check the cable")
        if not self._logic.armed:
            label = occupied(motion).label
            raise NotArmed(f"{label} was to move, but motions are not allowed; arm first")
        self._seq = seq = self._seq + 1
        asyncio.get_running_loop().call_soon(self._begin, seq, motion)
        return seq

    def _begin(self, seq: int, motion: Motion) -> None:
        self._logic.command(seq, motion, self._now())
        self._wake.set()

    def stop_all(self) -> None:
        """Want every motor off; the outputs follow before anything else is said."""
        self._logic.stop_all(self._now())
        self._wake.set()

    def show(self, indicators: Indicators) -> None:
        """Show nothing: these modules have no lamps of ours."""

    # Opening and closing.

    async def open(self) -> None:
        """Read every module once; harmless when open.

        Raises:
            LinkLost: a module does not answer.
        """
        if self._task is not None:
            return
        await self._connect()
        self._is_up = self._has_read = True
        self._task = asyncio.create_task(self._serve(), name=f"link {self._line.name}")

    async def close(self) -> None:
        """Switch everything off and let the link go; harmless when closed."""
        task, self._task = self._task, None
        if task is None:
            return
        self.disarm()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        if self._is_up:
            with contextlib.suppress(LinkLost):
                await self._switch()
        self._is_up = False
        await self._line.close()

    async def _connect(self) -> None:
        try:
            await self._line.open()
            await self._read_all()
        except LinkLost:
            await self._line.close()
            raise

    async def _serve(self) -> None:
        """Read and switch for ever; find the modules again whenever they are lost."""
        while True:
            try:
                await self._round()
            except LinkLost as error:
                await self._find_again(str(error))

    async def _round(self) -> None:
        await self._switch()
        await self._read_all()
        now = self._now()
        if self._logic.armed and now >= self._alive_until:
            self._logic.drop(Why.WATCHDOG, now)
        self._logic.on_time(now)
        if not self._logic.armed:
            await asyncio.sleep(IDLE_S)

    async def _find_again(self, why: str) -> None:
        self._is_up = False
        now = self._now()
        _log.warning("%s: link lost: %s", self._line.name, why)
        self._deliver(LinkChanged(now, up=False, rebooted=False, why=why))
        self._logic.drop(Why.STOP, now)
        self._renewed.clear()
        await self._line.close()
        while True:
            await asyncio.sleep(REOPEN_S)
            try:
                await self._connect()
            except LinkLost:
                continue
            break
        self._is_up = True
        _log.warning("%s: the modules answer again", self._line.name)
        told = "the modules answer again"
        self._deliver(LinkChanged(self._now(), up=True, rebooted=True, why=told))

    # The line.

    async def _read_all(self) -> None:
        wiring = self._wiring
        for unit in wiring.input_units:
            bits = await self._line.read(unit)
            now = self._now()
            for input_, (of_unit, channel) in wiring.inputs.items():
                if of_unit == unit:
                    level = bits[channel] is not (input_ in wiring.inverted)
                    if level is not self._logic.levels[input_]:
                        self._logic.on_input(input_, now, level=level)
            if self._wake.is_set():
                await self._switch()

    async def _switch(self) -> None:
        """Switch off what is no longer wanted, then on what is, or renew it."""
        self._wake.clear()
        for output, (unit, channel) in self._wiring.outputs.items():
            if output in self._renewed and not self._is_wanted(output):
                await self._line.switch_off(unit, channel)
                del self._renewed[output]
        for output, (unit, channel) in self._wiring.outputs.items():
            due = self._renewed.get(output, float("-inf")) + RENEW_S
            if self._is_wanted(output) and self._now() >= due:
                self._renewed[output] = self._now()
                await self._line.switch_on(unit, channel, ON_S)

    def _is_wanted(self, output: Output) -> bool:
        actuator, direction = output
        way = 1 if direction is Direction.FORWARD else -1
        return self._logic.drives[Actuator(actuator)] == way

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
