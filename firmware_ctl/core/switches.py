"""Watch the end switches of parts that stand still: one that opens by itself tells of a fault.

Either the part moves although its motor is off, and then the switch at its other end closes within
the time of its way; or the switch has failed. A crank has one switch, which it passes turn by turn.
"""

import asyncio
from collections.abc import Callable, Mapping

from firmware_ctl.core.ends import OTHER_END, contradicted
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.rig import SIDE_OF, Rig, ends_contradict
from firmware_ctl.core.steps.travels import CAM, DOME, HAND_TRAY, PLATE, TRAY
from hal.ids import (
    CAMS_HOME,
    DEALERS,
    HANDS_FLUSH,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    PUSHERS_OUT,
    STACKERS,
    TRAYS,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Input,
)

SETTLE_S = 0.2
"""What changes so soon after a motion's end still comes of it."""

DEAF_S = 2.0
"""So long after the link was lost or came back no change of a switch means anything."""

PASSES_S = 0.5
"""A crank that turns by itself keeps its switch closed for less."""

STAYS_S = 2.0
"""A tray that was brought up and is lost so soon does not hold."""

PART_OF: Mapping[Input, Actuator] = {
    Input.DOME_UP: Actuator.DOME,
    Input.DOME_DOWN: Actuator.DOME,
    **{
        ends[side]: parts[side]
        for ends, parts in (
            (TRAYS_UP, TRAYS),
            (TRAYS_DOWN, TRAYS),
            (PUSHERS_HOME, PUSHERS),
            (PUSHERS_OUT, PUSHERS),
            (CAMS_HOME, STACKERS),
            (HANDS_FLUSH, DEALERS),
        )
        for side in LANES
    },
}
"""The part whose place a switch tells."""

_CODES = {
    Actuator.DOME: DOME,
    **{
        part: codes
        for parts, codes in ((TRAYS, TRAY), (PUSHERS, PLATE), (STACKERS, CAM), (DEALERS, HAND_TRAY))
        for part in parts
    },
}


class SwitchWatch:
    """Hear of end switches; ``tell`` takes what one that opened by itself means.

    ``patience_s`` is longer than any part's way; ``at_once`` are switches whose loss cannot wait.
    """

    def __init__(
        self,
        rig: Rig,
        tell: Callable[[StepFault], None],
        patience_s: float,
        at_once: frozenset[Input] = frozenset({Input.DOME_DOWN}),
    ) -> None:
        self._rig = rig
        self._tell = tell
        self._patience_s = patience_s
        self._at_once = at_once
        self._waiting: dict[Input, asyncio.TimerHandle] = {}
        self._closed_at: dict[Input, float] = {}
        self._deaf_until = float("-inf")

    def changed(self, input_: Input, *, level: bool) -> None:
        """Take a changed input."""
        part = PART_OF.get(input_)
        if part is None or self._is_deaf():
            return
        if level:
            self._came_back(input_, part)
            if contradicted(input_, self._rig.level):
                self._tell(ends_contradict(input_, part))
        elif self._stands_elsewhere(input_):
            self._rig.blind.discard(input_)  # it has lied before, and no longer does
        elif not self._rig.moving(part) and self._rig.rested_s(part) >= SETTLE_S:
            self._lost(input_, part)

    def link_changed(self) -> None:
        """Hear that the link was lost or came back: what changed meanwhile is told late."""
        self.stop()
        self._deaf_until = asyncio.get_running_loop().time() + DEAF_S

    def _is_deaf(self) -> bool:
        return asyncio.get_running_loop().time() < self._deaf_until

    def stop(self) -> None:
        """Forget what is waited for."""
        for timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()
        self._closed_at.clear()

    def _stands_elsewhere(self, input_: Input) -> bool:
        far = OTHER_END.get(input_)
        return far is not None and self._rig.level(far)

    def _lost(self, input_: Input, part: Actuator) -> None:
        if input_ in TRAYS_UP and self._rig.rested_s(part) < STAYS_S:
            self._tell(self._fault(_CODES[part].unsteady, input_, part))
            return
        loop = asyncio.get_running_loop()
        if loop.time() - self._closed_at.pop(input_, float("-inf")) < PASSES_S:
            self._tell(self._fault("E292", input_, part))
            return
        self._rig.blind.add(input_)
        if input_ in self._at_once:
            self._tell(self._switch_failed(input_, part))
        self._waiting[input_] = loop.call_later(self._patience_s, self._judge, input_, part)

    def _came_back(self, input_: Input, part: Actuator) -> None:
        self._rig.blind.discard(input_)
        at_rest = not self._rig.moving(part) and self._rig.rested_s(part) >= SETTLE_S
        if at_rest and input_ not in OTHER_END:
            self._closed_at[input_] = asyncio.get_running_loop().time()
        timer = self._waiting.pop(input_, None)
        if timer is not None:
            timer.cancel()

    def _judge(self, input_: Input, part: Actuator) -> None:
        del self._waiting[input_]
        if self._rig.moving(part) or self._rig.rested_s(part) < self._patience_s:
            return  # it was moved meanwhile, and that tells more
        if self._stands_elsewhere(input_):
            self._rig.blind.discard(input_)
            self._tell(self._fault("E292", input_, part))
        elif input_ not in self._at_once:
            self._tell(self._switch_failed(input_, part))

    def _switch_failed(self, input_: Input, part: Actuator) -> StepFault:
        return self._fault(_CODES[part].unseen, input_, part)

    @staticmethod
    def _fault(code: str, input_: Input, part: Actuator) -> StepFault:
        return StepFault(code, SIDE_OF.get(part), actuator=part.label, input=input_.label)
