"""Why a motion ended, in words that know their code.

A board tells codes, since a register holds no sentence; everything above reads sentences. Both are
made here, so that a board in process and one at the end of a line say the same.
"""

from typing import Self

from hal.ids import Actuator, Input
from hal.line.registers import StackPhase, Why
from hal.motions import Motion, Run, Stack


class Reason(str):
    """A sentence with the code and argument that stand for it on the line."""

    __slots__ = ("argument", "code")

    argument: int
    code: Why

    def __new__(cls, code: Why, text: str, argument: int = 0) -> Self:
        """Return the sentence ``text``."""
        reason = super().__new__(cls, text)
        reason.code = code
        reason.argument = argument
        return reason


_SENTENCES = {
    Why.NONE: "",
    Why.STOP: "stop",
    Why.REPLACED: "replaced by a newer command",
    Why.WATCHDOG: "watchdog: the host did not keep the board alive",
    Why.ESTOP_PRESSED: "the emergency stop is pressed",
    Why.HATCH_OPEN: "the service door is open",
    Why.TOP_OPEN: "the table top is open",
    Why.NOT_ARMED: "the board is not armed; arm it",
    Why.LONGEST_RUN: "the motor's own longest run came first",
    Why.UNSUPPORTED: "this board cannot do that",
    Why.SUPPLY: "the motors' supply is missing",
}
_PLAIN = {code: Reason(code, text) for code, text in _SENTENCES.items()}

PHASES = {
    StackPhase.IDLE: "nothing",
    StackPhase.HOMING: "the cam to be at home",
    StackPhase.FIRST: "a lower tile",
    StackPhase.DROPPING: "the cam to stand one tile down",
    StackPhase.SECOND: "an upper tile",
    StackPhase.PUSHING: "the cam to be home again after a push",
    StackPhase.CLEARING: "the belt to be empty",
}
"""What a stacking lane waits for, in words."""

_MADE_BITS = 5


def plain(code: Why) -> Reason:
    """Return a reason that needs no argument."""
    return _PLAIN[code]


def end_stop(input_: Input) -> Reason:
    """Return: the motion ended at its end stop instead of where it was to go."""
    return Reason(Why.END_STOP, f"at the end stop {input_.label}", input_)


def input_late(input_: Input, *, level: bool) -> Reason:
    """Return: the input did not read the level within the time limit."""
    text = f"{input_.label} did not go {'on' if level else 'off'} in time"
    return Reason(Why.INPUT_LATE, text, input_)


def stacks_late(made: int, wanted: int, phase: StackPhase) -> Reason:
    """Return: the lane made too few stacks within the time limit."""
    text = f"{made} of {wanted} stacks made in time; the lane waited for {PHASES[phase]}"
    return Reason(Why.STACKS_LATE, text, phase << _MADE_BITS | made)


def lane_stacking(belt: Actuator) -> Reason:
    """Return: the belt belongs to a stacking lane."""
    text = f"{belt.label} is used by the stacking of its lane; stop that first"
    return Reason(Why.LANE_STACKING, text, belt)


def stall(actuator: Actuator) -> Reason:
    """Return: a motor, perhaps another than the one commanded, drew stall current."""
    return Reason(Why.STALL, f"{actuator.label} draws stall current", actuator)


def cam_stuck(stacker: Actuator) -> Reason:
    """Return: a stacker's cam stuck."""
    return Reason(Why.CAM_STUCK, f"the cam of {stacker.label} did not come home", stacker)


def told(code: int, argument: int, motion: Motion | None = None) -> Reason:
    """Return what a board's code and argument say; ``motion`` is what was asked of it, if known."""
    try:
        return _told(Why(code), argument, motion)
    except ValueError:
        text = f"the board gives reason {code}.{argument}, which this program does not know"
        return Reason(Why.NONE, text)


def _told(code: Why, argument: int, motion: Motion | None) -> Reason:
    match code:
        case Why.END_STOP:
            return end_stop(Input(argument))
        case Why.INPUT_LATE:
            return input_late(
                Input(argument), level=motion.level if isinstance(motion, Run) else True
            )
        case Why.STACKS_LATE:
            made = argument & (1 << _MADE_BITS) - 1
            wanted = motion.stacks if isinstance(motion, Stack) else made
            return stacks_late(made, wanted, StackPhase(argument >> _MADE_BITS))
        case Why.LANE_STACKING:
            return lane_stacking(Actuator(argument))
        case Why.STALL:
            return stall(Actuator(argument))
        case Why.CAM_STUCK:
            return cam_stuck(Actuator(argument))
        case _:
            return plain(code)
