"""What a motor board does by itself, done on the host: limits, end stops, safety.

No I/O and no clock: inputs and times come in, events and wanted drives go out. Making stacks is
refused: between two tiles there is less time than a few polls take, and a tile must not be lost to
a busy host.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hal.events import (
    BoardEvent,
    DiceSettled,
    InputChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
    TilePassed,
)
from hal.ids import (
    BELTS,
    EYES,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    PUSHERS_OUT,
    TRAYS,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Direction,
    Input,
)
from hal.line import reasons
from hal.line.commands import occupied
from hal.line.reasons import Reason
from hal.line.registers import Why
from hal.motions import Motion, Run, Singles, SpinDice, Stack, Stop

FORWARD, REVERSE = Direction.FORWARD, Direction.REVERSE
MUST_BE_SAFE: Mapping[Input, Why] = {
    Input.ESTOP_RELEASED: Why.ESTOP_PRESSED,
    Input.HATCH_CLOSED: Why.HATCH_OPEN,
    Input.TOP_CLOSED: Why.TOP_OPEN,
}
END_STOPS: Mapping[tuple[Actuator, Direction], Input] = {
    (Actuator.DOME, FORWARD): Input.DOME_UP,
    (Actuator.DOME, REVERSE): Input.DOME_DOWN,
    **{(PUSHERS[side], FORWARD): PUSHERS_OUT[side] for side in LANES},
    **{(PUSHERS[side], REVERSE): PUSHERS_HOME[side] for side in LANES},
    **{(TRAYS[side], FORWARD): TRAYS_UP[side] for side in LANES},
    **{(TRAYS[side], REVERSE): TRAYS_DOWN[side] for side in LANES},
}
SETTLE_S = 1.0
"""Dice without a sensor are taken to lie still so long after the cup has stopped."""

COUNT_MODULUS = 1 << 16


@dataclass(slots=True)
class _UnderWay:
    """A motion that turns a motor."""

    seq: int
    motion: Run | SpinDice
    ends_at: float


class PlainLogic:
    """Decide what is driven. ``drives`` is what each actuator is wanted to do: 1, -1 or 0."""

    def __init__(self, emit: Callable[[BoardEvent], None]) -> None:
        self._emit = emit
        self.levels: dict[Input, bool] = dict.fromkeys(Input, False)
        self.drives = [0] * len(Actuator)
        self.counts = [0, 0, 0, 0]
        self.armed = False
        self._under_way: dict[Actuator, _UnderWay] = {}
        self._eye_since = [0.0, 0.0, 0.0, 0.0]
        self._dice_at: float | None = None

    # Commands.

    def command(self, seq: int, motion: Motion, now: float) -> None:
        """Begin a motion, or end one."""
        actuator = occupied(motion)
        if isinstance(motion, Stop):
            self._end(actuator, Outcome.STOPPED, reasons.plain(Why.STOP), now)
            self._tell(now, seq, actuator, Outcome.STOPPED, reasons.plain(Why.STOP))
            return
        why = self._forbidden()
        if isinstance(motion, Stack | Singles) or why:
            why = why or reasons.plain(Why.UNSUPPORTED)
            self._tell(now, seq, actuator, Outcome.REFUSED, why)
            return
        self._end(actuator, Outcome.STOPPED, reasons.plain(Why.REPLACED), now)
        under_way = _UnderWay(seq, motion, now + motion.limit_ms / 1000)
        self._under_way[actuator] = under_way
        if not self._is_over(actuator, under_way, now):
            forward = isinstance(motion, SpinDice) or motion.direction is FORWARD
            self.drives[actuator] = 1 if forward else -1

    def _forbidden(self) -> Reason:
        if not self.armed:
            return reasons.plain(Why.NOT_ARMED)
        for input_, why in MUST_BE_SAFE.items():
            if not self.levels[input_]:
                return reasons.plain(why)
        return reasons.plain(Why.NONE)

    def stop_all(self, now: float, why: Reason | None = None) -> None:
        """Want every motor off and end all motions."""
        for actuator in tuple(self._under_way):
            self._end(actuator, Outcome.STOPPED, why or reasons.plain(Why.STOP), now)
        self.drives[:] = [0] * len(Actuator)

    def drop(self, why: Why, now: float) -> None:
        """Switch everything off and forbid motions."""
        if self.armed:
            self.armed = False
            self._emit(OutputsDropped(now, reasons.plain(why)))
            self.stop_all(now, reasons.plain(why))

    # What is read.

    def on_input(self, input_: Input, now: float, *, level: bool) -> None:
        """Take a changed input, tell it and act on it."""
        self.levels[input_] = level
        self._emit(InputChanged(now, input_, level))
        if not level and input_ in MUST_BE_SAFE:
            self.drop(MUST_BE_SAFE[input_], now)
        if input_ in EYES:
            self._on_eye(input_ - EYES[0], now, level=level)
        for actuator, under_way in tuple(self._under_way.items()):
            self._is_over(actuator, under_way, now)

    def _on_eye(self, lane: int, now: float, *, level: bool) -> None:
        if level:
            self._eye_since[lane] = now
        elif self.drives[BELTS[lane]] >= 0:
            self.counts[lane] = count = (self.counts[lane] + 1) % COUNT_MODULUS
            pulse_ms = round((now - self._eye_since[lane]) * 1000)
            self._emit(TilePassed(now, lane, count, pulse_ms))

    # Ends.

    def on_time(self, now: float) -> None:
        """Do what is due by now."""
        for actuator, under_way in tuple(self._under_way.items()):
            if under_way.ends_at <= now:
                self._out_of_time(actuator, under_way.motion, now)
        if self._dice_at is not None and self._dice_at <= now:
            self._dice_at = None
            self._emit(DiceSettled(now, None))

    def _out_of_time(self, actuator: Actuator, motion: Motion, now: float) -> None:
        outcome, why = Outcome.TIME_LIMIT, reasons.plain(Why.NONE)
        match motion:
            case SpinDice():
                outcome = Outcome.REACHED
                self._dice_at = now + SETTLE_S
            case Run(_, _, _, until, level) if until is not None:
                why = reasons.input_late(until, level=level)
        self._end(actuator, outcome, why, now)

    def _is_over(self, actuator: Actuator, under_way: _UnderWay, now: float) -> bool:
        """End a motion that is where it was to go."""
        motion = under_way.motion
        if not isinstance(motion, Run):
            return False
        end_stop = END_STOPS.get((motion.actuator, motion.direction))
        if motion.until is not None and self.levels[motion.until] is motion.level:
            self._end(actuator, Outcome.REACHED, reasons.plain(Why.NONE), now)
        elif end_stop is not None and self.levels[end_stop]:
            if motion.until is None:
                self._end(actuator, Outcome.REACHED, reasons.plain(Why.NONE), now)
            else:
                self._end(actuator, Outcome.STOPPED, reasons.end_stop(end_stop), now)
        else:
            return False
        return True

    def _end(self, actuator: Actuator, outcome: Outcome, why: Reason, now: float) -> None:
        under_way = self._under_way.pop(actuator, None)
        self.drives[actuator] = 0
        if under_way is not None:
            self._tell(now, under_way.seq, actuator, outcome, why)

    def _tell(
        self, now: float, seq: int, actuator: Actuator, outcome: Outcome, why: Reason
    ) -> None:
        self._emit(MotionEnded(now, seq, actuator, outcome, why))
