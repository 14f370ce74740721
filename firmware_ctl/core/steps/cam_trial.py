"""Try a silent lane's cam (试推): does its motor turn, and does its switch tell the truth?

Backwards a cam stops at home and pushes nothing; the current that rises there shows a motor that
turns. A little forwards, far from a push, its switch must open, and the cam stand still when its
motor is off: the time of the way back shows both. A switch that does not read home at that stop,
from which the cam runs freely and to which it comes back in the same time, is blind. Beside that,
what an eye lets one guess of a lane's silence counts little. A board that measures no current tells
nothing.
"""

import asyncio
from collections.abc import Callable, Iterable
from enum import Enum, auto

from firmware_ctl.config.model import Motion
from firmware_ctl.core.arrivals import STALL_S
from firmware_ctl.core.faults import KINDS, StepFault
from firmware_ctl.core.rig import Rig, motor_fault
from firmware_ctl.core.steps.diagnose import cam_runs_on
from hal.events import Outcome
from hal.ids import CAMS_HOME, STACKERS, Direction
from hal.motions import Run

GUESSES = tuple(
    KINDS[code]
    for code in (
        "E240", "E241", "E291", "E303", "E304", "E310", "E320", "E331", "E402", "E430",
    )
)  # fmt: skip
"""What is only guessed from silence, so that a dead motor or a lying switch may be behind it."""

NUDGE = 0.2
"""Of a turn: by then the switch has opened, and the push is still far."""

OFF_S = 0.15
"""A cam that turns for so long although its motor is off has not come to a push either."""


class _Shown(Enum):
    SOUND = auto()
    DEAD = auto()  # its motor draws no current
    LIES = auto()  # its switch reads the same at home and away from it
    RUNS_ON = auto()  # it turns although its motor is off
    UNCLEAR = auto()


class CamTrial:
    """Try cams, each once a load; ``halt`` stops whatever a lane does, and waits for its end.

    ``sound`` are the lanes whose cam turns and whose switch follows it.
    """

    def __init__(self, rig: Rig, motion: Motion, halt: Callable[[int], None]) -> None:
        self.sound: set[int] = set()
        self._rig = rig
        self._halt = halt
        self._tried: set[int] = set()
        self._press_ms = round(1000 * (motion.cam_turn_s * motion.margin + motion.slack_s))
        self._nudge_ms = round(1000 * motion.cam_turn_s * NUDGE)

    def is_due(self, fault: StepFault, lane: int) -> bool:
        """Tell whether a fault is a guess that a lane's cam could prove wrong."""
        able = self._rig.capabilities.motor_current
        return able and fault.kind in GUESSES and lane not in self._tried

    async def cause(self, lane: int, others: Iterable[int]) -> StepFault | None:
        """Return the fault of a lane's cam, of its motor or its switch, or of the motors' supply.

        The supply is told where the cam of another lane, which stands still as well, is dead too.

        Raises:
            StepFault: a motion is refused, or the board never tells its end.
        """
        shown = await self._try(lane)
        if shown is _Shown.SOUND:
            self.sound.add(lane)
        elif shown is _Shown.LIES:
            return StepFault("E241", lane, input=CAMS_HOME[lane].label)
        elif shown is _Shown.RUNS_ON:
            return cam_runs_on(lane)
        elif shown is _Shown.DEAD:
            for other in others:
                if await self._try(other) is _Shown.DEAD:
                    return motor_fault("E106", STACKERS[lane])
            return motor_fault("E291", STACKERS[lane])
        return None

    async def _try(self, lane: int) -> _Shown:
        self._tried.add(lane)
        self._halt(lane)
        await self._rig.settle()
        stacker, home = STACKERS[lane], CAMS_HOME[lane]
        if not all(self._rig.may_try(stacker, way) for way in Direction):
            return _Shown.UNCLEAR
        press = Run(stacker, Direction.REVERSE, self._press_ms)
        pressed = await self._rig.wait(self._rig.begin(press))
        if pressed.outcome is Outcome.TIME_LIMIT:
            return _Shown.DEAD
        closed = self._rig.level(home)
        until = home if closed else None
        nudge = Run(stacker, Direction.FORWARD, self._nudge_ms, until, level=False)
        await self._rig.wait(self._rig.begin(nudge))
        opened = closed and not self._rig.level(home)
        await asyncio.sleep(OFF_S)
        back = self._rig.begin(press)
        ended = await self._rig.wait(back)
        turned_s = ended.at - back.began_at - STALL_S
        if opened:
            return _Shown.RUNS_ON if turned_s > OFF_S / 2 else _Shown.SOUND
        return _Shown.LIES if turned_s > self._nudge_ms / 2000 else _Shown.UNCLEAR
