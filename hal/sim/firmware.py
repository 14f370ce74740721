"""The board's own logic on the plant's pins: what it does by itself, whatever the host does.

It obeys time limits, end stops and the watchdog locally, refuses what must not be, and does the
stack sequence. Commands come in by number and are never done twice; events go out as they happen.
Any link can stand in front of it: the call in process, or a register map.
"""

from collections.abc import Callable

from hal.events import (
    BoardEvent,
    DiceSettled,
    InputChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
    StackMade,
    TilePassed,
    TileRead,
)
from hal.ids import (
    BELTS,
    EYES,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    PUSHERS_OUT,
    STACKERS,
    TRAYS,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Direction,
    Input,
)
from hal.line import reasons
from hal.line.reasons import Reason
from hal.line.registers import Why
from hal.motions import Into, Motion, Run, Singles, SpinDice, Stack, Stop
from hal.sim.kernel import US, Kernel, to_us
from hal.sim.motors import MOTORS
from hal.sim.pins import Level
from hal.sim.plant import Plant
from hal.sim.stacking import StackSequence

INPUTS = tuple(Input)
ACTUATORS = tuple(Actuator)
MUST_BE_SAFE = {
    Input.ESTOP_RELEASED: reasons.plain(Why.ESTOP_PRESSED),
    Input.HATCH_CLOSED: reasons.plain(Why.HATCH_OPEN),
    Input.TOP_CLOSED: reasons.plain(Why.TOP_OPEN),
}
"""Inputs without which no motor may turn, and what to say when one is missing."""

END_STOPS: dict[tuple[int, int], Input] = {
    (Actuator.DOME, 1): Input.DOME_UP,
    (Actuator.DOME, -1): Input.DOME_DOWN,
    **{(PUSHERS[side], 1): PUSHERS_OUT[side] for side in LANES},
    **{(PUSHERS[side], -1): PUSHERS_HOME[side] for side in LANES},
    **{(TRAYS[side], 1): TRAYS_UP[side] for side in LANES},
    **{(TRAYS[side], -1): TRAYS_DOWN[side] for side in LANES},
}
"""The limit switch that ends every motion of an actuator in a direction, asked for or not."""

STOPPED = reasons.plain(Why.STOP)
REPLACED = reasons.plain(Why.REPLACED)
DONE = reasons.plain(Why.NONE)

LAST_EYE = EYES[-1]
LAST_CAM = Input.CAM_HOME_3
COUNT_MODULUS = 1 << 16
NONE = -1


class _Motion:
    """A motion under way."""

    __slots__ = ("actuator", "direction", "end_stop", "level", "limit", "seq", "stacks", "until")

    def __init__(self, seq: int, actuator: Actuator, direction: int) -> None:
        self.seq = seq
        self.actuator = actuator
        self.direction = direction
        self.until = self.end_stop = NONE
        self.level = True
        self.limit = 0
        self.stacks = False


class Firmware:
    """Drive the plant's motors for commands and tell what happens through ``emit``.

    The next ``untold`` ends of motions get lost on the board (a scripted fault).
    """

    def __init__(self, kernel: Kernel, plant: Plant, emit: Callable[[BoardEvent], None]) -> None:
        settings = plant.settings.firmware
        self._kernel, self._plant, self._motors, self._pins = (
            kernel, plant, plant.motors, plant.pins,
        )  # fmt: skip
        self.emit = emit
        self.boot_id = 1
        self.armed = False
        self.untold = 0
        self.counts = [0, 0, 0, 0]
        self._measures_current = settings.motor_current
        self._reads_dice = settings.dice_reader
        self._watchdog_us = to_us(settings.watchdog_s)
        self._watchdog = 0
        self._last_seq = 0
        self._motions: list[_Motion | None] = [None] * MOTORS
        self._watched: list[list[_Motion]] = [[] for _ in INPUTS]
        self._eye_since_us = [0, 0, 0, 0]
        self._stacking = tuple(
            StackSequence(
                lane.number, kernel, plant.motors, lane.stacker, to_us(settings.belt_clear_s),
                self._stack_made, self._stacks_done,
            )
            for lane in plant.lanes
        )  # fmt: skip
        plant.pins.board = self

    # Commands.

    def arm(self) -> None:
        """Allow motions for the watchdog's time."""
        self.armed = True
        self._put_off_watchdog()

    def keep_alive(self) -> None:
        """Allow motions for the watchdog's time from now; no help to a board that is not armed."""
        if self.armed:
            self._put_off_watchdog()

    def disarm(self) -> None:
        """Stop everything and forbid motions."""
        self.stop_all()
        self.armed = False

    def stop_all(self, why: Reason = STOPPED) -> None:
        """Switch every motor off."""
        for motion in self._motions:
            if motion is not None:
                self._end(motion, Outcome.STOPPED, why)
        for actuator in ACTUATORS:
            self._motors.command(actuator, 0)

    def command(self, seq: int, motion: Motion) -> None:
        """Do a motion; one whose number is not new is done already."""
        if seq <= self._last_seq:
            return
        self._last_seq = seq
        match motion:
            case Stop(actuator):
                self._stop(seq, actuator)
            case Run():
                self._run(seq, motion)
            case Stack(lane, pushes, limit_ms):
                self._stack(seq, lane, pushes, None, limit_ms)
            case Singles(lane, pushes, into, limit_ms):
                self._stack(seq, lane, pushes, into, limit_ms)
            case SpinDice():
                self._spin(seq, motion)

    def is_busy(self, seq: int) -> bool:
        """Tell whether the motion of that number is under way."""
        return any(motion is not None and motion.seq == seq for motion in self._motions)

    def is_active(self, actuator: Actuator) -> bool:
        """Tell whether a motion of that actuator is under way."""
        return self._motions[actuator] is not None

    def set_watchdog(self, ms: int) -> None:
        """Change how long the armed board runs without being kept alive, from the next time on."""
        self._watchdog_us = ms * 1000

    def restart(self) -> None:
        """Start anew: outputs off, nothing remembered, a new boot id."""
        for motion in self._motions:
            if motion is not None:
                self._forget(motion)
        for sequence in self._stacking:
            sequence.stop()
            sequence.forget()
        for actuator in ACTUATORS:
            self._motors.command(actuator, 0)
        self.armed = False
        self.counts = [0, 0, 0, 0]
        self._last_seq = 0
        self.boot_id += 1

    def _stop(self, seq: int, actuator: Actuator) -> None:
        owner = self._owner(actuator)
        motion = self._motions[owner]
        if motion is not None:
            self._end(motion, Outcome.STOPPED, STOPPED)
        self._motors.command(actuator, 0)
        self._tell_end(seq, actuator, Outcome.STOPPED, STOPPED)

    def _run(self, seq: int, run: Run) -> None:
        actuator = run.actuator
        why = self._forbidden()
        if not why and actuator in BELTS and self._stacking[actuator - BELTS[0]].active:
            why = reasons.lane_stacking(actuator)
        if why:
            self._tell_end(seq, actuator, Outcome.REFUSED, why)
            return
        direction = 1 if run.direction is Direction.FORWARD else -1
        self._replace(actuator, direction)
        motion = _Motion(seq, actuator, direction)
        if run.until is not None:
            motion.until, motion.level = run.until, run.level
        motion.end_stop = END_STOPS.get((actuator, direction), NONE)
        self._motions[actuator] = motion
        if self._is_over(motion):
            return
        for input_ in {motion.until, motion.end_stop} - {NONE}:
            self._watched[input_].append(motion)
        motion.limit = self._kernel.after(run.limit_ms * 1000, self._limit, actuator)
        self._motors.command(actuator, direction)

    def _stack(self, seq: int, lane: int, pushes: int, singles: Into | None, limit_ms: int) -> None:
        actuator = STACKERS[lane]
        why = self._forbidden()
        if singles is Into.HAND and not self._plant.settings.deal.fitted:
            why = reasons.plain(Why.UNSUPPORTED)
        if why:
            self._tell_end(seq, actuator, Outcome.REFUSED, why)
            return
        self._replace(actuator, 0)
        self._replace(BELTS[lane], 0)
        motion = _Motion(seq, actuator, 0)
        motion.stacks = True
        motion.limit = self._kernel.after(limit_ms * 1000, self._limit, actuator)
        self._motions[actuator] = motion
        self._stacking[lane].start(pushes, singles)

    def _spin(self, seq: int, spin: SpinDice) -> None:
        actuator = Actuator.DICE_CUP
        why = self._forbidden()
        if why:
            self._tell_end(seq, actuator, Outcome.REFUSED, why)
            return
        self._replace(actuator, 1)
        motion = _Motion(seq, actuator, 1)
        self._motions[actuator] = motion
        motion.limit = self._kernel.after(spin.limit_ms * 1000, self._spun, actuator)
        self._motors.command(actuator, 1)

    def _forbidden(self) -> Reason:
        if not self.armed:
            return reasons.plain(Why.NOT_ARMED)
        seen = self._pins.seen
        for input_, why in MUST_BE_SAFE.items():
            if not seen[input_]:
                return why
        return DONE

    def _replace(self, actuator: int, direction: int) -> None:
        """End a motor's motion for a newer one; it keeps turning if the direction is the same."""
        motion = self._motions[actuator]
        if motion is not None:
            keep = motion.direction == direction and not motion.stacks
            self._end(motion, Outcome.STOPPED, REPLACED, keep=keep)

    def _owner(self, actuator: int) -> int:
        """Return the actuator whose motion drives this one: a stacking lane's belt has none."""
        if actuator in BELTS and self._stacking[actuator - BELTS[0]].active:
            return STACKERS[actuator - BELTS[0]]
        return actuator

    # Ends.

    def _is_over(self, motion: _Motion) -> bool:
        """End a motion that is where it was to go."""
        seen = self._pins.seen
        if motion.until != NONE and seen[motion.until] is motion.level:
            self._end(motion, Outcome.REACHED, DONE)
        elif motion.end_stop != NONE and seen[motion.end_stop]:
            if motion.until == NONE:
                self._end(motion, Outcome.REACHED, DONE)
            else:
                self._end(motion, Outcome.STOPPED, reasons.end_stop(INPUTS[motion.end_stop]))
        else:
            return False
        return True

    def _end(self, motion: _Motion, outcome: Outcome, why: Reason, *, keep: bool = False) -> None:
        if not keep:
            self._motors.command(motion.actuator, 0)
        self._forget(motion)
        if motion.stacks:
            self._stacking[motion.actuator - STACKERS[0]].stop()
        self._tell_end(motion.seq, motion.actuator, outcome, why)

    def _forget(self, motion: _Motion) -> None:
        self._kernel.cancel(motion.limit)
        for input_ in {motion.until, motion.end_stop} - {NONE}:
            watching = self._watched[input_]
            if motion in watching:
                watching.remove(motion)
        self._motions[motion.actuator] = None

    def _tell_end(self, seq: int, actuator: Actuator, outcome: Outcome, why: Reason) -> None:
        if self.untold:
            self.untold -= 1
            return
        self.emit(MotionEnded(self._kernel.now / US, seq, actuator, outcome, why))

    def _limit(self, actuator: int) -> None:
        motion = self._motions[actuator]
        if motion is not None:
            why = DONE
            if motion.until != NONE:
                why = reasons.input_late(INPUTS[motion.until], level=motion.level)
            elif motion.stacks:
                sequence = self._stacking[actuator - STACKERS[0]]
                why = reasons.stacks_late(sequence.made, sequence.wanted, sequence.phase)
            self._end(motion, Outcome.TIME_LIMIT, why)

    def _spun(self, actuator: int) -> None:
        motion = self._motions[actuator]
        if motion is not None:
            self._end(motion, Outcome.REACHED, DONE)

    def _stack_made(self, lane: int, made: int) -> None:
        self.emit(StackMade(self._kernel.now / US, lane, made))

    def _stacks_done(self, lane: int) -> None:
        motion = self._motions[STACKERS[lane]]
        if motion is not None:
            self._end(motion, Outcome.REACHED, DONE)

    # The watchdog and other drops of all outputs.

    def _put_off_watchdog(self) -> None:
        self._kernel.cancel(self._watchdog)
        self._watchdog = self._kernel.after(self._watchdog_us, self._bite)

    def _bite(self, _: int) -> None:
        if self.armed:
            self._drop(reasons.plain(Why.WATCHDOG))

    def _drop(self, why: Reason) -> None:
        self.armed = False
        self.emit(OutputsDropped(self._kernel.now / US, why))
        self.stop_all(why)

    # What the mechanics tell.

    def on_input(self, input_: int, level: Level) -> None:
        """Tell a changed input, then act on it."""
        now = self._kernel.now
        self.emit(InputChanged(now / US, INPUTS[input_], level))
        if input_ <= LAST_CAM:
            if input_ > LAST_EYE:
                if level:
                    self._stacking[input_ - LAST_EYE - 1].on_home()
            elif level:
                self._eye_since_us[input_] = now
            elif self._motors.drive[BELTS[input_]] >= 0:
                self._count(input_, now)
        elif not level and self.armed and input_ in MUST_BE_SAFE:
            self._drop(MUST_BE_SAFE[INPUTS[input_]])
        if self._watched[input_]:
            for motion in tuple(self._watched[input_]):
                self._is_over(motion)

    def _count(self, lane: int, now: int) -> None:
        self.counts[lane] = count = (self.counts[lane] + 1) % COUNT_MODULUS
        pulse_ms = (now - self._eye_since_us[lane]) // 1000
        self.emit(TilePassed(now / US, lane, count, pulse_ms))
        self._stacking[lane].on_tile()

    def on_dropped(self, lane: int) -> None:
        """Hear that a cam stands one thickness down."""
        self._stacking[lane].on_dropped()

    def on_pushed(self, lane: int, tiles: int) -> None:
        """Hear that a cam has pushed."""
        self._stacking[lane].on_pushed(tiles)

    def on_read(self, lane: int, tile_id: int | None, reads: int) -> None:
        """Tell what the reader made of a tile."""
        self.emit(TileRead(self._kernel.now / US, lane, tile_id, reads))

    def on_dice(self, faces: tuple[int, int]) -> None:
        """Tell that the dice lie still, and what they show where the board can read them."""
        self.emit(DiceSettled(self._kernel.now / US, faces if self._reads_dice else None))

    def on_stall(self, actuator: int) -> None:
        """End the motion of a motor whose current stays high, where current is measured."""
        if not self._measures_current:
            return
        motion = self._motions[self._owner(actuator)]
        if motion is None:
            return
        if motion.stacks and actuator == motion.actuator:
            self._end(motion, Outcome.JAMMED, reasons.cam_stuck(ACTUATORS[actuator]))
        else:
            self._end(motion, Outcome.STALLED, reasons.stall(ACTUATORS[actuator]))
