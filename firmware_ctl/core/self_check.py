"""The self-check of a table that was moved (自检): every part, every eye, every key.

Each part goes to its ends and back, one after the other and under the same interlocks as in play.
How long its ways take and what the eyes read is compared with what was usual before; then a person
presses each key. What has changed is told as faults that hold nothing, with their steps. Drum, ring
and belts have no end to go to and are left out.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from firmware_ctl.core.ends import OTHER_END
from firmware_ctl.core.eyes import Eyes
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.rig import SIDE_OF, Rig, Travel
from firmware_ctl.core.steps.travels import Travels
from firmware_ctl.core.trials import TRIALS
from firmware_ctl.core.worker import Step, Worker
from hal.events import InputChanged
from hal.ids import DEALERS, EYES, KEYS_DICE, KEYS_LIFT, LANES, STACKERS, Actuator, Input

CHANGED = 0.12
"""A part whose ways there and back take so much more or less in all has changed: each way alone
differs by a twentieth from time to time."""

LEAST_PERCENT = 85
"""An eye that has lost more of its contrast than this leaves is out of line, or dirty."""

KEY_S = 20.0
"""So long a person has for each key."""

CHECK_BUDGET_S = 600
"""A check that does not come to its end is ended."""

KEYS = (*KEYS_LIFT, *KEYS_DICE)

PART_CODES = ("E2", "E4")
"""Faults of a part by itself; any other breaks the check off."""


class Stage(StrEnum):
    """How far the check is."""

    MOVING = "moving"
    KEYS = "keys"
    DONE = "done"
    BROKEN_OFF = "broken-off"


@dataclass(frozen=True, slots=True)
class Progress:
    """What the check does and has found.

    ``key`` is the one to be pressed now; ``compared`` counts the parts and eyes that could be
    compared with what was before; ``found`` names each finding by its code and place.
    """

    stage: Stage
    key: Input | None = None
    compared: int = 0
    found: tuple[str, ...] = ()


class SelfCheck:
    """Run the check; ``home`` brings all parts home, ``tell`` takes what is found."""

    def __init__(
        self,
        rig: Rig,
        travels: Travels,
        eyes: Eyes,
        home: Step,
        tell: Callable[[StepFault], None],
        inbox: Inbox,
        changed: Callable[..., None],
    ) -> None:
        self._rig, self._travels, self._eyes = rig, travels, eyes
        self._home, self._tell, self._changed = home, tell, changed
        self._pressed = asyncio.Event()
        self._key: Input | None = None
        self._compared = 0
        self._found: list[str] = []
        self._stage = Stage.MOVING
        self.progress: Progress | None = None
        self._work = Worker(
            "self-check",
            lambda: inbox.post(lambda: self._over(Stage.DONE)),
            lambda fault: inbox.post(lambda: self._failed(fault)),
        )

    @property
    def running(self) -> bool:
        """Tell whether the check runs."""
        return self._work.running

    def press(self) -> None:
        """Begin the check, or break off the one that runs."""
        if self.running:
            self.stop()
            return
        self._compared, self._key = 0, None
        self._found.clear()
        self._work.start("self-check", self._run, CHECK_BUDGET_S)
        self._show(Stage.MOVING)

    def stop(self) -> None:
        """Break the check off, if it runs."""
        if self.running:
            self._work.cancel()
            self._over(Stage.BROKEN_OFF)

    async def finish(self) -> None:
        """Break the check off and wait until it has let go."""
        self.stop()
        await self._work.finish()

    def on_input(self, event: InputChanged) -> None:
        """Hear of a key that is pressed."""
        if event.level and event.input is self._key:
            self._pressed.set()

    async def _run(self) -> None:
        if await self._try(self._home) and await self._try(self._check_dome):
            for side in LANES:
                await self._try(lambda side=side: self._check_side(side))  # type: ignore[misc]
        self._check_eyes()
        for key in KEYS:
            await self._check_key(key)

    async def _try(self, part: Step) -> bool:
        """Check a part; return whether it moved as it should, so that others may follow."""
        try:
            await part()
        except StepFault as fault:
            if not fault.kind.code.startswith(PART_CODES):
                raise
            self._find(fault, str(fault.values.get("actuator", fault.side)))
            return False
        return True

    async def _check_dome(self) -> None:
        there = await self._timed(self._travels.dome(up=True))
        self._compare(there, await self._timed(self._travels.dome(up=False)))

    async def _check_side(self, side: int) -> None:
        travels, attempts = self._travels, self._travels.motion.attempts
        down = await self._timed(travels.tray(side, up=False))
        out = await self._timed(travels.pusher(side, out=True))
        self._compare(out, await self._timed(travels.pusher(side, out=False)))
        self._compare(down, await self._timed(travels.tray(side, up=True)))
        await self._leave(STACKERS[side])
        await self._rig.travel(travels.cam_home(side), attempts)
        if self._rig.capabilities.deals:
            await self._leave(DEALERS[side])
            await self._rig.travel(travels.hand_flush(side), attempts)

    async def _leave(self, actuator: Actuator) -> None:
        """Turn a crank off its one switch, so that it has a way to go."""
        await self._rig.wait(self._rig.begin(TRIALS[actuator][0].motion))

    async def _timed(self, move: Travel) -> "Way":
        usual_s = self._rig.usual.learnt(move.actuator, move.direction)
        clock = asyncio.get_running_loop().time
        began = clock()
        await self._rig.travel(move, self._travels.motion.attempts)
        return Way(move, clock() - began, usual_s)

    def _compare(self, there: "Way", back: "Way") -> None:
        """Tell of a part whose ways have become longer or shorter, both of them."""
        if there.usual_s is None or back.usual_s is None:
            return
        self._compared += 1
        seconds, usual = there.seconds + back.seconds, there.usual_s + back.usual_s
        if abs(seconds - usual) > CHANGED * usual:
            actuator, end = there.move.actuator, there.move.to
            fault = StepFault(
                "E207",
                SIDE_OF.get(actuator),
                actuator=actuator.label,
                input=end.label,
                other=OTHER_END[end].label,
                seconds=round(seconds, 1),
                usual=round(usual, 1),
            )
            self._find(fault, actuator.label)

    def _check_eyes(self) -> None:
        for lane in LANES:
            if self._rig.level(EYES[lane]):
                self._find(StepFault("E402", lane), str(lane))
                continue
            left = self._eyes.percent(lane)
            self._compared += left is not None
            if left is not None and left < LEAST_PERCENT:
                self._find(self._eyes.notice(lane), str(lane))

    async def _check_key(self, key: Input) -> None:
        self._key = key
        self._pressed.clear()
        self._show(Stage.KEYS)
        try:
            async with asyncio.timeout(KEY_S):
                await self._pressed.wait()
        except TimeoutError:
            self._find(StepFault("E606", input=key.label, seconds=round(KEY_S)), key.label)

    def _find(self, fault: StepFault, where: str) -> None:
        self._found.append(f"{fault.kind.code} {where}")
        self._tell(fault)
        self._show(self._stage)

    def _failed(self, fault: StepFault) -> None:
        self._find(fault, "")
        self._over(Stage.BROKEN_OFF)

    def _over(self, stage: Stage) -> None:
        self._key = None
        self._rig.sleep()
        self._show(stage)

    def _show(self, stage: Stage) -> None:
        self._stage = stage
        self.progress = Progress(stage, self._key, self._compared, tuple(self._found))
        self._changed("self-check", stage=stage.value, found=len(self._found))


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was gone, in seconds, and what it usually takes, where that is known."""

    move: Travel
    seconds: float
    usual_s: float | None
