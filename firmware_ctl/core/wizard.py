"""The wizard: lead a person out of a fault, one step after the other.

A step that a sensor can see counts as done when the sensor sees it, the others when the person says
so or when the command that they name was taken. Nobody is kept from acknowledging at once: a fault
whose cause is still there comes again.
"""

from collections.abc import Callable, Mapping

from firmware_ctl.core.commands import Word
from firmware_ctl.core.ends import contradicted
from firmware_ctl.core.faults import Fault, FaultBook, Step, Until
from firmware_ctl.core.states import Surface
from hal.board import Board
from hal.ids import BELTS_FULL, EYES, Input

_INPUTS: Mapping[str, Input] = {input_.label: input_ for input_ in Input}


NAME_THEIR_FAULT = (Word.ACK, Word.ANSWER)


class Wizard:
    """The steps of all standing faults; ``eye_is_clean`` judges a lane's eye by its idle level."""

    def __init__(
        self,
        board: Board,
        faults: FaultBook,
        surface: Callable[[], Surface],
        eye_is_clean: Callable[[int], bool],
    ) -> None:
        self._board = board
        self._faults = faults
        self._surface = surface
        self._eye_is_clean = eye_is_clean

    def look(self) -> bool:
        """Take every step as done that a sensor sees done; return whether there was one."""
        moved = False
        for fault in tuple(self._faults):
            moved |= self._look_at(fault)
        return moved

    def _look_at(self, fault: Fault) -> bool:
        step = next_step(fault)
        if step is None or not self._sees(step.until, fault):
            return False
        self._advance(fault)
        return True

    def _advance(self, fault: Fault) -> None:
        """Note a step as done, and those after it that a sensor sees done already."""
        self._faults.step_done(fault)
        further = self._faults.get(fault.id)
        if further is not None:
            self._look_at(further)

    def confirm(self, fault: Fault, number: int) -> str | None:
        """Take a person's word for a step; return the key of why not, or ``None``."""
        step = next_step(fault)
        if step is None or number != fault.done + 1:
            return "no.other-step"
        if step.command is not None:
            return "no.step-is-command"
        if step.until is not Until.SAID:
            return "no.step-is-seen"
        self._advance(fault)
        return None

    def taken(self, word: Word) -> None:
        """Hear that a command was taken: it is the next step of some faults, perhaps.

        What names its fault is a step of that one alone, which it has struck off or made exact.
        """
        if word in NAME_THEIR_FAULT:
            return
        for fault in tuple(self._faults):
            step = next_step(fault)
            if step is not None and step.command is word and step.until is Until.SAID:
                self._advance(fault)

    def _sees(self, until: Until, fault: Fault) -> bool:
        level = self._board.level
        match until:
            case Until.SAID:
                return False
            case Until.LINK_UP:
                return self._board.link_up
            case Until.GUARD_SAFE:
                return fault.kind.safe is not None and level(fault.kind.safe)
            case Until.WELL_OPEN:
                return self._surface() is Surface.OPEN
            case Until.WELL_CLOSED:
                return self._surface() not in (Surface.OPEN, Surface.OPENING, Surface.CLOSING)
            case Until.ENDS_AGREE:
                return not contradicted(_input(fault), level)
            case Until.INPUT_ON:
                return level(_input(fault))
            case Until.INPUT_OFF:
                return not level(_input(fault))
            case Until.EYE_CLEAR | Until.EYE_CLEAN | Until.BELT_FREE:
                return self._lane_sees(until, fault.side)

    def _lane_sees(self, until: Until, lane: int | None) -> bool:
        if lane is None:
            return False
        if until is Until.EYE_CLEAN:
            return self._eye_is_clean(lane)
        return not self._board.level((EYES if until is Until.EYE_CLEAR else BELTS_FULL)[lane])


def next_step(fault: Fault) -> Step | None:
    """Return the step to be done now, or ``None`` after the last."""
    steps = fault.kind.steps
    return steps[fault.done] if fault.done < len(steps) else None


def _input(fault: Fault) -> Input:
    return _INPUTS[str(fault.values["input"])]
