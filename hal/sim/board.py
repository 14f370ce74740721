"""The simulated board as the host sees it: in process, with the delays of the real line.

A command reaches the board after the time that a mailbox write takes. Events are heard at the next
poll, 40 times a second while armed and twice a second otherwise, all that a poll carries in one
callback. A poll that would carry nothing takes no time at all: it is not simulated.
"""

import asyncio
from collections import deque
from collections.abc import Callable

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
    TilePassed,
)
from hal.ids import Actuator, Input, Quality
from hal.line.commands import occupied
from hal.motions import Motion
from hal.sim.firmware import INPUTS, Firmware
from hal.sim.kernel import US, Kernel, to_us
from hal.sim.plant import Plant

RING_EVENTS = 16
"""How many events the board keeps for a host that does not ask."""


NOISE_EVERY_US, NOISE_US = 15_000_000, 1_200_000
"""How often a loose cable loses contact, and for how long: more than the link forgives."""


class SimBoard:
    """A :class:`hal.board.Board` on a simulated table."""

    def __init__(self, loop: asyncio.AbstractEventLoop, kernel: Kernel, plant: Plant) -> None:
        link = plant.settings.link
        self.firmware = Firmware(kernel, plant, self._happened)
        self.indicators = Indicators()
        self.onlookers: list[Callable[[Indicators], None]] = []
        self._loop, self._kernel, self._plant = loop, kernel, plant
        self._delay_us = to_us(link.command_delay_s)
        self._wire_us = to_us(link.wire_s)
        self._armed_us, self._idle_us = to_us(link.armed_poll_s), to_us(link.idle_poll_s)
        self._lost_us = to_us(link.lost_after_s)
        self._identify_s = link.identify_s
        self._reopen_us = to_us(link.reopen_s + link.identify_s)
        self._sinks: list[EventSink] = []
        self._is_open = self._link_up = self._armed = False
        self._cable = True
        self._seq = 0
        self._stops = 0
        self._in_flight: deque[tuple[int, int, Motion]] = deque()
        self._outstanding: dict[int, Actuator] = {}
        self._outbox: deque[tuple[int, BoardEvent]] = deque()
        self._delivery = self._loss = self._reopening = 0
        self._heard = [False] * len(INPUTS)
        self._counts = [0, 0, 0, 0]
        self._heard_boot = 0
        self._held_up_until = 0
        self._noise = self._noise_event = 0

    # What is known of it.

    @property
    def identity(self) -> Identity:
        """Tell who answered; known once open."""
        kind = "auto-deal" if self._plant.settings.deal.fitted else "four-port"
        return Identity(f"simulated {kind} table", "sim", self._heard_boot, simulated=True)

    @property
    def capabilities(self) -> Capabilities:
        """Tell what this board can do; known once open."""
        settings = self._plant.settings
        firmware = settings.firmware
        return Capabilities(
            watchdog=True,
            tile_reader=settings.reader.fitted,
            eye_levels=firmware.eye_levels,
            dice_reader=firmware.dice_reader,
            motor_current=firmware.motor_current,
            display=firmware.display,
            deals=settings.deal.fitted,
        )

    @property
    def link_up(self) -> bool:
        """Tell whether the board answers."""
        return self._link_up

    @property
    def quality(self) -> Quality:
        """Tell how far levels and counters can be trusted now."""
        if self._link_up:
            return Quality.OK
        return Quality.STALE if self._heard_boot else Quality.UNKNOWN

    def level(self, input_: Input) -> bool:
        """Return the last level heard of an input."""
        return self._heard[input_]

    def lane_counts(self) -> tuple[int, int, int, int]:
        """Return the tiles counted by each lane's eye since boot, modulo 65,536, as last heard."""
        first, second, third, fourth = self._counts
        return first, second, third, fourth

    def eye_levels(self) -> tuple[int | None, int | None, int | None, int | None]:
        """Return each lane eye's idle level, 0..1000, or ``None`` where it cannot be measured."""
        if not self._plant.settings.firmware.eye_levels:
            return None, None, None, None
        first, second, third, fourth = (lane.eye_idle_level for lane in self._plant.lanes)
        return first, second, third, fourth

    def listen(self, sink: EventSink) -> None:
        """Send every event from now on to ``sink``, in order, from the event loop's thread."""
        self._sinks.append(sink)

    # Opening and closing.

    async def open(self) -> None:
        """Connect and identify; harmless when open.

        Raises:
            LinkLost: the cable is pulled.
        """
        if self._is_open:
            return
        await asyncio.sleep(self._identify_s)
        if not self._cable:
            raise LinkLost("the simulated board does not answer: its cable is pulled; plug it in")
        self._kernel.catch_up()
        self._is_open = self._link_up = True
        self._kernel.wake_rule = self._heard_us
        self._outbox.clear()
        self._read_all()
        self._kernel.rearm()

    async def close(self) -> None:
        """Switch everything off and let the link go; harmless when closed."""
        if not self._is_open:
            return
        self.disarm()
        self._flush_until(self._kernel.now)
        self._is_open = self._link_up = False
        for handle in (self._delivery, self._loss, self._reopening):
            self._kernel.cancel(handle)
        self._delivery = self._loss = self._reopening = 0

    # Commands.

    def arm(self) -> None:
        """Allow motions for the watchdog's time; clears the latch of an earlier drop of outputs."""
        self._kernel.catch_up()
        if not self._link_up:
            return
        self._armed = True
        self._kernel.after(self._delay_us, self._arm_arrives)
        if self._delivery:
            # It waited for an idle poll; armed polls come sooner.
            self._kernel.cancel(self._delivery)
            self._deliver_later()
        self._kernel.rearm()

    def keep_alive(self) -> None:
        """Allow motions for a further watchdog's time from now."""
        self._kernel.catch_up()
        if self._cable and self._kernel.now >= self._held_up_until:
            self.firmware.keep_alive()

    def disarm(self) -> None:
        """Stop everything and forbid motions until armed again."""
        self.stop_all()
        self._armed = False
        if self._cable:
            self.firmware.disarm()

    def submit(self, motion: Motion) -> int:
        """Send a motion and return its sequence number; its end is a ``MotionEnded`` event.

        Raises:
            NotArmed: the board is not armed, or has dropped its outputs.
            LinkLost: the link is down.
        """
        self._kernel.catch_up()
        if not self._link_up:
            raise LinkLost("the board does not answer; check its cable and supply")
        if not self._armed:
            raise NotArmed(f"{occupied(motion).label} was to move, but the board is not armed")
        self._seq = seq = self._seq + 1
        self._outstanding[seq] = occupied(motion)
        self._in_flight.append((self._stops, seq, motion))
        self._kernel.after(self._delay_us, self._arrive)
        return seq

    def stop_all(self) -> None:
        """Switch every motor off, now, and drop what is still on its way to the board."""
        self._kernel.catch_up()
        self._stops += 1
        if self._cable:
            self.firmware.stop_all()

    def show(self, indicators: Indicators) -> None:
        """Set lamps, display and buzzer; the people at the table see it at once."""
        if indicators == self.indicators:
            return
        self.indicators = indicators
        for onlooker in self.onlookers:
            onlooker(indicators)

    def _arm_arrives(self, _: int) -> None:
        if self._cable and self._armed:
            self.firmware.arm()

    def _arrive(self, _: int) -> None:
        stops, seq, motion = self._in_flight.popleft()
        if not self._cable:
            return
        if stops != self._stops:
            why = "stopped before it reached the board"
            ended = MotionEnded(
                self._kernel.now / US, seq, self._outstanding[seq], Outcome.STOPPED, why
            )
            self._happened(ended)
            return
        self.firmware.command(seq, motion)

    # Events.

    def _happened(self, event: BoardEvent) -> None:
        if not self._is_open:
            return
        self._outbox.append((self._kernel.now, event))
        if not self._delivery:
            self._deliver_later()

    def _poll_us(self, time_us: int) -> int:
        """Return the time of the first poll at or after a time."""
        period = self._armed_us if self._armed else self._idle_us
        return -(-time_us // period) * period

    def _heard_us(self, time_us: int) -> int:
        """Return when the host hears of something that happens at a time."""
        return self._poll_us(time_us) + self._wire_us

    def _deliver_later(self) -> None:
        """Deliver with the first poll that finds what waits longest."""
        heard_us = self._heard_us(self._outbox[0][0])
        # The wake rule adds the wire's time to that poll.
        self._delivery = self._kernel.at(heard_us, self._deliver, quiet=-self._wire_us)

    def _deliver(self, _: int) -> None:
        self._delivery = 0
        until_us = self._kernel.now - self._wire_us
        if self._kernel.in_wake:
            self._flush_until(until_us)
        else:
            # Somebody else's call has caught up with the plant: not the place to call him back.
            self._loop.call_soon(self._flush_until, until_us)

    def _flush_until(self, until_us: int) -> None:
        outbox = self._outbox
        while outbox and outbox[0][0] <= until_us and self._cable and self._link_up:
            self._hear(outbox.popleft()[1])
        if outbox and not self._delivery and self._cable and self._link_up:
            self._deliver_later()

    def _hear(self, event: BoardEvent) -> None:
        if isinstance(event, InputChanged):
            self._heard[event.input] = event.level
        elif isinstance(event, TilePassed):
            self._counts[event.lane] = event.count
        elif isinstance(event, MotionEnded):
            self._outstanding.pop(event.seq, None)
        elif isinstance(event, OutputsDropped):
            self._armed = self.firmware.armed and self._armed
        for sink in self._sinks:
            sink(event)

    def _read_all(self) -> None:
        self._heard = self._plant.pins.seen.copy()
        self._counts = self.firmware.counts.copy()
        self._heard_boot = self.firmware.boot_id

    # The cable.

    def pull_cable(self) -> None:
        """Pull the cable: nothing gets through either way; the board's watchdog does the rest."""
        self._kernel.catch_up()
        if not self._cable:
            return
        self._cable = False
        if self._link_up:
            self._loss = self._kernel.at(
                self._poll_us(self._kernel.now) + self._lost_us, self._lose
            )

    def replug(self, *, rebooted: bool = False) -> None:
        """Put the cable back in, with a board that went on or one that has started anew."""
        self._kernel.catch_up()
        if rebooted:
            self.firmware.restart()
            self._outbox.clear()
        self._cable = True
        if not self._is_open:
            return
        if self._link_up and not rebooted:
            self._kernel.cancel(self._loss)
            self._loss = 0
            self._reconcile()
            return
        delay_us = self._reopen_us
        if self._link_up:
            # Noticed at the next poll, by the boot id.
            self._kernel.cancel(self._loss)
            self._loss = self._kernel.at(self._heard_us(self._kernel.now), self._lose)
            delay_us += self._idle_us
        self._reopening = self._kernel.after(delay_us, self._reopen)

    def hold_up(self, seconds: float) -> None:
        """Let no keep-alive reach the board for so long, as from a host that hangs."""
        self._kernel.catch_up()
        self._held_up_until = self._kernel.now + to_us(seconds)

    def set_noise(self, *, noisy: bool) -> None:
        """Let the cable lose contact again and again for a moment, or mend it."""
        self._noise = int(noisy)
        if noisy and not self._noise_event:
            self._noise_event = self._kernel.after(NOISE_EVERY_US, self._lose_contact)

    def _lose_contact(self, _: int) -> None:
        self._noise_event = 0
        if self._noise:
            self.pull_cable()
            self._noise_event = self._kernel.after(NOISE_US, self._make_contact)

    def _make_contact(self, _: int) -> None:
        self._noise_event = 0
        self.replug()
        if self._noise:
            self._noise_event = self._kernel.after(NOISE_EVERY_US, self._lose_contact)

    def power_cycle(self) -> None:
        """Let the board lose its supply for a moment: it starts anew on an unbroken line."""
        self.replug(rebooted=True)

    def _lose(self, _: int) -> None:
        self._loss = 0
        self._link_up = self._armed = False
        why = "the board started anew" if self._cable else "no answer for 0.5 s"
        self._announce(LinkChanged(self._kernel.now / US, up=False, rebooted=False, why=why))

    def _reopen(self, _: int) -> None:
        self._reopening = 0
        if not self._cable:
            return
        rebooted = self.firmware.boot_id != self._heard_boot
        self._link_up = True
        now = self._kernel.now
        why = "the board started anew" if rebooted else "the board answers again"
        kept = self._kept_events()
        heard = self._heard.copy()
        for _, event in kept:
            if isinstance(event, InputChanged):
                heard[event.input] = event.level
        self._outbox.clear()
        self._announce(LinkChanged(now / US, up=True, rebooted=rebooted, why=why))
        self._outbox.extend(kept)
        for input_, level in enumerate(self._plant.pins.seen):
            if heard[input_] is not level:
                self._outbox.append((now, InputChanged(now / US, INPUTS[input_], level)))
        self._reconcile()
        self._counts = self.firmware.counts.copy()
        self._heard_boot = self.firmware.boot_id

    def _kept_events(self) -> list[tuple[int, BoardEvent]]:
        """Return what the board's ring still holds, with the ends of all motions."""
        events = list(self._outbox)
        others = [each for each in events if not isinstance(each[1], MotionEnded)]
        lost = {id(each) for each in others[:-RING_EVENTS]}
        return [each for each in events if id(each) not in lost]

    def _reconcile(self) -> None:
        """End every motion that the board does not know, and see that what waits is delivered."""
        told = {event.seq for _, event in self._outbox if isinstance(event, MotionEnded)}
        flying = {seq for _, seq, _ in self._in_flight}
        now = self._kernel.now
        for seq, actuator in self._outstanding.items():
            if seq not in told and seq not in flying and not self.firmware.is_busy(seq):
                why = "its end was not heard: the link was lost"
                ended = MotionEnded(now / US, seq, actuator, Outcome.STOPPED, why)
                self._outbox.append((now, ended))
        if self._outbox and not self._delivery:
            self._deliver_later()

    def _announce(self, event: BoardEvent) -> None:
        if self._kernel.in_wake:
            self._hear(event)
        else:
            self._loop.call_soon(self._hear, event)
