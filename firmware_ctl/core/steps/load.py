"""Load the tiles in the well into four rows of stacks (洗牌, 叠牌), then look for left-overs.

The board makes each lane's stacks by itself; here the drum is kept turning, lanes are started as
their rows become free, jams are cleared, and silence is explained. On a table that deals each lane
lays its hand last, when the one before has come up.
"""

import asyncio
from collections.abc import Iterable

from firmware_ctl.config.model import Load
from firmware_ctl.core.books import Books
from firmware_ctl.core.faults import KINDS, StepFault
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.rig import Rig, Ticket, motor_fault, together
from firmware_ctl.core.steps.diagnose import LaneSigns, diagnose
from firmware_ctl.core.steps.travels import Travels
from hal.events import MotionEnded, Outcome
from hal.ids import (
    BELTS,
    BELTS_FULL,
    CAMS_HOME,
    EYES,
    HANDS_FULL,
    LANES,
    PUSHERS_HOME,
    Actuator,
    Direction,
)
from hal.motions import Into, Run, Singles, Stack

FEED_S = 60
"""Drum and ring are commanded for so long at a time, and anew at half of it."""

LOOK_S = 1.0
"""How often silence is looked at; far below every patience in the configuration."""

STACK_SPARE_S = 20
"""A lane's command may last so much longer than its stacks need, for the drum's last tiles."""

LOAD_SPARE_S = 60
"""A whole load may last so much longer than its longest lane needs."""

FEED = (Actuator.DRUM, Actuator.RING)

EYE_FAULTS = (KINDS["E401"], KINDS["E402"])
"""After these a lane's eye has missed tiles."""


class LoadStep:
    """One run of the load, from a fresh job or a held one."""

    def __init__(self, rig: Rig, travels: Travels, books: Books, job: LoadJob, watch: Load) -> None:
        self._rig = rig
        self._travels = travels
        self._books = books
        self._job = job
        self._watch = watch
        self._stacking: dict[int, Ticket] = {}
        self._feeding: tuple[Ticket, ...] = ()
        self._attention = asyncio.Event()
        self._clock = asyncio.get_running_loop().time

    def look(self) -> None:
        """Tell the step that something has changed: a row is free."""
        self._attention.set()

    @property
    def budget_s(self) -> float:
        """Return how long the whole load may take."""
        longest = max((lane.wanted - lane.made for lane in self._job.lanes), default=0)
        return longest * self._watch.stack_s + LOAD_SPARE_S

    async def run(self) -> None:
        """Load until every lane is done or waits for its hand before to come up.

        Whatever happens leaves the load's motors off.

        Raises:
            StepFault: tiles are missing, a lane or the stacker fails, or it takes too long.
        """
        try:
            async with asyncio.timeout(self.budget_s):
                await self._rig.settle()
                await self._clear_done_lanes()
                self._job.restart_watch(self._clock())
                await self._load()
        except TimeoutError:
            raise StepFault(
                "E903", seconds=round(self.budget_s), count=self._job.tiles_short
            ) from None
        finally:
            self.switch_off()

    def switch_off(self) -> None:
        """Switch off what this step runs; harmless when it is off."""
        self._rig.stop(*self._feeding, *self._stacking.values())

    async def _clear_done_lanes(self) -> None:
        """Run the belts of lanes that have all their stacks back into the drum.

        A lane that was held just when it was done may have left tiles there for which others wait.
        """
        belts = [BELTS[lane] for lane in LANES if self._job.lanes[lane].wanted_and_done]
        await _run_for(self._rig, belts, self._watch.clear_s, Direction.REVERSE)

    async def _load(self) -> None:
        feed_again = 0.0
        while self._is_under_way():
            self._attention.clear()
            now = self._clock()
            if now >= feed_again:
                self._feed()
                feed_again = now + FEED_S / 2
            self._check_feed()
            await self._mind_lanes()
            fault = diagnose(self._job, self._signs(), now, self._watch, self._waiting_lanes)
            if fault is not None:
                self._distrust_eye(fault)
                raise fault
            if not self._is_under_way():
                break
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._attention.wait()
            except TimeoutError:
                continue

    @property
    def _waiting_lanes(self) -> tuple[int, ...]:
        """Return the lanes that have only their hand left, while the one before is still below."""
        return tuple(
            lane
            for lane in self._job.open_lanes
            if self._job.lanes[lane].next_into is Into.HAND and lane in self._books.hands_due
        )

    def _is_under_way(self) -> bool:
        return len(self._job.open_lanes) > len(self._waiting_lanes)

    def _distrust_eye(self, fault: StepFault) -> None:
        if fault.kind in EYE_FAULTS and fault.side is not None:
            self._job.lanes[fault.side].eye_failed = True

    def _feed(self) -> None:
        self._feeding = tuple(
            self._rig.begin(Run(actuator, Direction.FORWARD, FEED_S * 1000), self.look)
            for actuator in FEED
        )

    def _check_feed(self) -> None:
        for ticket in self._feeding:
            ended = ticket.ended
            if ended is not None and ended.outcome in (Outcome.STALLED, Outcome.REFUSED):
                raise motor_fault("E504", ticket.actuator)

    async def _mind_lanes(self) -> None:
        for lane, ticket in list(self._stacking.items()):
            if ticket.ended is not None:
                del self._stacking[lane]
                await self._after(lane, ticket.ended)
        for lane in self._job.open_lanes:
            if lane not in self._stacking and self._is_free(lane):
                self._stacking[lane] = self._rig.begin(self._command(lane), self.look)

    def _is_free(self, lane: int) -> bool:
        """Tell whether the lane can push where its next push goes."""
        if not self._rig.level(PUSHERS_HOME[lane]):
            return False
        if self._job.lanes[lane].next_into is Into.HAND:
            return lane not in self._books.hands_due
        return lane not in self._books.to_raise

    def _command(self, lane: int) -> Stack | Singles:
        part = self._job.lanes[lane]
        stacks = part.stacks - part.made_stacks
        row = part.stacks + part.half - part.made_row
        left = stacks or row or part.wanted - part.made
        limit_ms = round(min(left * self._watch.stack_s + STACK_SPARE_S, 120) * 1000)
        if stacks:
            return Stack(lane, left, limit_ms)
        return Singles(lane, left, part.next_into, limit_ms)

    async def _after(self, lane: int, ended: MotionEnded) -> None:
        """Decide what the end of a lane's command means; a time limit alone only renews it."""
        if ended.outcome is Outcome.REFUSED:
            raise motor_fault("E104", ended.actuator, why=ended.why)
        part = self._job.lanes[lane]
        if ended.outcome is Outcome.STALLED:
            raise motor_fault("E504", BELTS[lane])  # a cam that stalls is told as jammed
        if ended.outcome is Outcome.JAMMED:
            part.jams += 1
            if part.jams >= self._watch.attempts:
                part.jams = 0
                raise StepFault("E204", lane)
            self._rig.retries += 1
            await self._rig.travel(self._travels.cam_home(lane), self._watch.attempts)

    def _signs(self) -> tuple[LaneSigns, ...]:
        level = self._rig.level
        return tuple(
            LaneSigns(level(BELTS_FULL[lane]), level(EYES[lane]), level(CAMS_HOME[lane]))
            for lane in LANES
        )


async def balance(rig: Rig, job: LoadJob, watch: Load) -> None:
    """Look whether tiles are left or hands are short when every lane is done; clear the belts.

    A tile that is left over passes a lane's eye and stays in the head of its stacker.

    Raises:
        StepFault: a hand's slide is not full, or a tile still comes up at some lane.
    """
    used = tuple(lane for lane in LANES if job.lanes[lane].wanted)
    await rig.settle()
    job.close()
    before = job.tiles_passed
    await _run_for(rig, (*FEED, *(BELTS[lane] for lane in used)), watch.balance_s)
    left_over = [lane for lane in used if job.tiles_passed[lane] > before[lane]]
    count = sum(job.tiles_passed) - sum(before)
    await _run_for(rig, tuple(BELTS[lane] for lane in used), watch.clear_s, Direction.REVERSE)
    for lane, part in enumerate(job.lanes):
        if part.hand and not rig.level(HANDS_FULL[lane]):
            raise StepFault("E305", lane, count=part.hand)
    if left_over:
        raise StepFault("E302", lanes=left_over, count=count)


async def _run_for(
    rig: Rig,
    actuators: Iterable[Actuator],
    seconds: float,
    direction: Direction = Direction.FORWARD,
) -> None:
    limit_ms = round(seconds * 1000)

    async def one(actuator: Actuator) -> None:
        ended = await rig.wait(rig.begin(Run(actuator, direction, limit_ms)))
        if ended.outcome is Outcome.STALLED:
            raise motor_fault("E504", actuator)

    await together(*(one(actuator) for actuator in actuators))
