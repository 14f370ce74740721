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
from firmware_ctl.core.lane_signs import DOUBLES, GHOSTS, UNREAD, lagging
from firmware_ctl.core.loading import LoadJob
from firmware_ctl.core.rig import Rig, Ticket, motor_fault, together
from firmware_ctl.core.steps.cam_trial import CamTrial
from firmware_ctl.core.steps.diagnose import LaneNow, Means, diagnose
from firmware_ctl.core.steps.travels import Travels
from hal.events import MotionEnded, Outcome
from hal.ids import (
    BELTS,
    BELTS_FULL,
    CAMS_HOME,
    DEALERS,
    EYES,
    HANDS_FULL,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    Actuator,
    Direction,
)
from hal.motions import Into, Run, Singles, Stack

FEED_S = 60
"""Drum and ring are commanded for so long at a time, and anew at half of it."""

IDLE_S = 3.0
"""A lane that has brought no tile for so long may have lost its supply as well."""

LOOK_S = 1.0
"""How often silence is looked at; far below every patience in the configuration."""

STACK_SPARE_S = 20
"""A lane's command may last so much longer than its stacks need, for the drum's last tiles."""

LOAD_SPARE_S = 60
"""A whole load may last so much longer than its longest lane needs."""

FEED = (Actuator.DRUM, Actuator.RING)

EYE_FAULTS = tuple(KINDS[code] for code in ("E331", "E332", "E401", "E402", "E430"))
"""After these a lane's eye may have missed tiles."""

SHAKEN_FOR = (KINDS["E310"], KINDS["E320"])
"""Before these are told the drum is shaken."""

SHAKE_TURNS = 2
SHAKE_BACK_S = 1.0
SHAKE_ON_S = 0.5
SHAKE_WAIT_S = 6.0
"""A tile that the shaking has turned over is at some lane by then."""

RUN_BACK_S = 0.4
"""How long drum, ring or belt run back from what they have met."""


class LoadStep:
    """One run of the load, from a fresh job or a held one."""

    def __init__(self, rig: Rig, travels: Travels, books: Books, job: LoadJob, watch: Load) -> None:
        self._rig = rig
        self._travels = travels
        self._books = books
        self._job = job
        self._watch = watch
        self._stacking: dict[int, Ticket] = {}
        self._covered_at: dict[int, float] = {}
        self._feeding: tuple[Ticket, ...] = ()
        self._freed: set[Actuator] = set()
        self._shakes = 0
        self._attention = asyncio.Event()
        self._clock = asyncio.get_running_loop().time
        self._began = self._clock()
        self._limit = asyncio.timeout(None)
        self._trial = CamTrial(rig, travels.motion, self._halt)

    def look(self) -> None:
        """Tell the step that something has changed: a row is free."""
        self._attention.set()

    @property
    def budget_s(self) -> float:
        """Return how long the whole load may take when it is fed well."""
        longest = max((lane.wanted for lane in self._job.lanes), default=0)
        return longest * self._watch.stack_s + LOAD_SPARE_S

    async def run(self) -> None:
        """Load until every lane is done or waits for its hand before to come up.

        Whatever happens leaves the load's motors off.

        Raises:
            StepFault: tiles are missing, a lane or the stacker fails, or it takes too long.
        """
        try:
            async with asyncio.timeout(self.budget_s) as self._limit:
                await self._rig.settle()
                await self._clear_done_lanes()
                self._job.restart_watch(self._clock())
                await self._load()
        except TimeoutError:
            raise StepFault(
                "E903", seconds=round(self._clock() - self._began), count=self._job.tiles_short
            ) from None
        finally:
            self.switch_off()

    def switch_off(self) -> None:
        """Switch off what this step runs; harmless when it is off."""
        self._rig.stop(*self._feeding, *self._stacking.values())

    async def _clear_done_lanes(self) -> None:
        """Run the belts of lanes that have all their tiles back into the drum.

        A lane that was held just when it was done may have left tiles there for which others wait.
        """
        at_rest = self._doubtful_at_rest()
        belts = [
            BELTS[lane]
            for lane in LANES
            if self._job.lanes[lane].wanted_and_done or lane in at_rest
        ]
        await _run_for(self._rig, belts, self._watch.clear_s, Direction.REVERSE)

    async def _load(self) -> None:
        feed_again = 0.0
        while self._is_under_way():
            self._attention.clear()
            now = self._clock()
            if now >= feed_again:
                self._feed()
                feed_again = now + FEED_S / 2
            if await self._freed_feed():
                feed_again = 0.0
                continue
            await self._mind_lanes()
            if self._nothing_comes_to_doubtful(now):
                self._job.settle_doubts()
                self.switch_off()
                continue
            self._look_at_signs()
            self._be_patient()
            fault = self._diagnosed(now)
            if fault is not None:
                fault = await self._tried(fault, now)
            if fault is not None and self._may_shake(fault):
                await self._shake()
                feed_again = 0.0
                continue
            if fault is not None:
                self._distrust(fault)
                raise fault
            if not self._is_under_way():
                break
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._attention.wait()
            except TimeoutError:
                continue

    def _diagnosed(self, now: float) -> StepFault | None:
        at_rest = (*self._waiting_lanes, *self._doubtful_at_rest())
        return diagnose(self._job, self._shown(), now, self._watch, at_rest, self._means)

    async def _tried(self, fault: StepFault, now: float) -> StepFault | None:
        """Try the cam of a lane whose silence is to be told; return what is the matter then.

        A lane whose hand is due is left alone, since its hand tray may turn at any moment: what is
        only guessed of it waits until the hand is up.
        """
        free = [lane for lane in LANES if lane not in self._books.hands_due]
        silent = self._job.open_lanes if fault.side is None else (fault.side,)
        lane = next((lane for lane in silent if lane in free), silent[0])
        if not self._trial.is_due(fault, lane):
            return fault
        if lane not in free:
            return None if fault.side == lane else fault
        idle = [
            other
            for other in free
            if other != lane
            and (self._job.lanes[other].done or now - self._job.lanes[other].last_at > IDLE_S)
        ]
        return await self._trial.cause(lane, idle) or self._diagnosed(now)

    def _halt(self, lane: int) -> None:
        """Stop a lane; what it was to do is commanded anew when lanes are minded next.

        A tile that stands before its eye now does so because the belt does not run.
        """
        self._covered_at.pop(lane, None)
        if lane in self._stacking:
            self._rig.stop(self._stacking.pop(lane))

    @property
    def _waiting_lanes(self) -> tuple[int, ...]:
        """Return the lanes that have only their hand left, while the one before is still below."""
        return tuple(
            lane
            for lane in self._job.open_lanes
            if self._job.lanes[lane].next_into is Into.HAND and lane in self._books.hands_due
        )

    def _doubtful_at_rest(self) -> tuple[int, ...]:
        """Return lanes whose last push may have been made, while others still have pushes to make.

        Their turn comes when no tile is left that the board could put on top.
        """
        doubtful = tuple(lane for lane in self._job.open_lanes if self._job.lanes[lane].doubtful)
        rest = set(self._job.open_lanes) - set(doubtful) - set(self._waiting_lanes)
        return doubtful if rest else ()

    def _nothing_comes_to_doubtful(self, now: float) -> bool:
        """Tell whether doubtful lanes alone are open and have waited long enough for a tile."""
        open_ = set(self._job.open_lanes) - set(self._waiting_lanes)
        lanes = [self._job.lanes[lane] for lane in open_]
        return bool(lanes) and all(
            lane.doubtful and now - lane.last_at >= self._watch.empty_after_s / 2 for lane in lanes
        )

    def _is_under_way(self) -> bool:
        return len(self._job.open_lanes) > len(self._waiting_lanes)

    def _distrust(self, fault: StepFault) -> None:
        """Note what cannot be relied on after a fault: an eye, the count of the stacks, a search.

        A cam that turns by itself pushes a lone tile into the row, which nobody counts.
        """
        if fault.kind in EYE_FAULTS and fault.side is not None:
            self._job.lanes[fault.side].eye_failed = True
            self._job.lanes[fault.side].eye_missed |= fault.kind is KINDS["E401"]
        self._job.unsure |= fault.kind is KINDS["E292"]
        if fault.kind is KINDS["E320"] or self._job.in_vain:
            self._job.missed()

    def _feed(self) -> None:
        self._feeding = tuple(
            self._rig.begin(Run(actuator, Direction.FORWARD, FEED_S * 1000), self.look)
            for actuator in FEED
        )

    async def _freed_feed(self) -> bool:
        """Run drum or ring back once if it has stalled; return whether that was done.

        Raises:
            StepFault: it has stalled again, or the board refuses to turn it.
        """
        for ticket in self._feeding:
            ended = ticket.ended
            if ended is None or ended.outcome not in (Outcome.STALLED, Outcome.REFUSED):
                continue
            if ended.outcome is Outcome.REFUSED or ticket.actuator in self._freed:
                raise motor_fault("E504", ticket.actuator)
            await self._run_back(ticket.actuator)
            return True
        return False

    async def _run_back(self, actuator: Actuator) -> None:
        """Run a motor that has met something a little back, once in a load."""
        self._freed.add(actuator)
        self._rig.retried(actuator)
        await _run_for(self._rig, (actuator,), RUN_BACK_S, Direction.REVERSE)

    def _may_shake(self, fault: StepFault) -> bool:
        """Tell whether shaking the drum could bring up what does not come, and note that it was."""
        if fault.kind not in SHAKEN_FOR or self._shakes >= self._watch.shakes:
            return False
        self._shakes += 1
        return True

    async def _shake(self) -> None:
        """Turn the drum back and forth, so that tiles that lie wrong turn over (摇牌)."""
        for _ in range(SHAKE_TURNS):
            await _run_for(self._rig, FEED, SHAKE_BACK_S, Direction.REVERSE)
            await _run_for(self._rig, FEED, SHAKE_ON_S)
        self._job.wait_on(self._clock() - self._watch.empty_after_s + SHAKE_WAIT_S)

    def _look_at_signs(self) -> None:
        """Tell what the lanes' eyes and readers show before it becomes a fault.

        Raises:
            StepFault: an eye tells of tiles that are not there, so that no count is true.
        """
        for lane in LANES:
            part = self._job.lanes[lane]
            signs = part.signs
            if signs.ghosts >= GHOSTS:
                part.eye_failed = True
                raise StepFault("E412", lane)
            rode = part.unseen >= 0  # an eye that saw more than was laid sees ghosts behind tiles
            if rode and signs.doubles >= DOUBLES and signs.first_time("E332"):
                self._rig.notice(StepFault("E332", lane, count=signs.longest_ms))
            if signs.unread >= UNREAD and signs.first_time("E413"):
                self._rig.notice(StepFault("E413", lane, count=signs.unread))
            if signs.belt_sensor_sticks and signs.first_time("E404"):
                self._rig.notice(StepFault("E404", lane, input=BELTS_FULL[lane].label))
            if self._is_full_too_early(lane) and signs.first_time("E422"):
                self._rig.notice(StepFault("E422", lane, input=HANDS_FULL[lane].label))

    def _be_patient(self) -> None:
        """Give a load that is fed slowly so much more time; its pace is told at its end."""
        slowest = max(self._job.slowness(lane, self._watch.tile_s) for lane in LANES)
        if slowest > 1:
            self._limit.reschedule(self._began + self.budget_s * slowest)

    def _is_full_too_early(self, lane: int) -> bool:
        part = self._job.lanes[lane]
        laying = part.next_into is Into.HAND and lane not in self._books.hands_due
        early = part.wanted - part.made > 1 + self._pushes_spared(lane)
        return laying and not self._job.unsure and early and self._rig.level(HANDS_FULL[lane])

    async def _mind_lanes(self) -> None:
        for lane in self._job.redirected & self._stacking.keys():
            self._rig.stop(self._stacking[lane])
        self._job.redirected.clear()
        for lane, ticket in list(self._stacking.items()):
            if ticket.ended is not None:
                del self._stacking[lane]
                await self._after(lane, ticket.ended)
        at_rest = self._doubtful_at_rest()
        for lane in self._job.open_lanes:
            if lane not in self._stacking and lane not in at_rest and self._is_free(lane):
                if self._has_its_hand(lane):
                    self._job.lanes[lane].hand_is_full()
                    continue
                if self._job.lanes[lane].doubtful:
                    self._job.lanes[lane].last_at = self._clock()
                self._job.lanes[lane].signs.commanded_at = self._clock()
                self._stacking[lane] = self._rig.begin(self._command(lane), self.look)

    def _is_free(self, lane: int) -> bool:
        """Tell whether the lane can push where its next push goes."""
        if self._rig.unproven(PUSHERS[lane]) or not self._rig.level(PUSHERS_HOME[lane]):
            return False
        if self._job.lanes[lane].next_into is Into.HAND:
            return lane not in self._books.hands_due and not self._rig.unproven(DEALERS[lane])
        return lane not in self._books.to_raise

    def _has_its_hand(self, lane: int) -> bool:
        """Tell whether the slide is full before the last push that is known of."""
        part = self._job.lanes[lane]
        spared = self._job.unsure + self._pushes_spared(lane)
        laying = part.next_into is Into.HAND and part.wanted - part.made <= spared
        return laying and self._rig.level(HANDS_FULL[lane])

    def _pushes_spared(self, lane: int) -> int:
        """Return how many pushes a hand may need less where tiles have ridden together.

        Any push so far may have laid two of them: not every such pulse is far too long.
        """
        part = self._job.lanes[lane]
        return part.made_hand if part.signs.doubles else 0

    def _command(self, lane: int) -> Stack | Singles:
        """Return the lane's next pushes: a single one while it may have made one unheard of.

        The last tile of a hand is then pushed by itself, when the slide has been looked at.
        """
        part = self._job.lanes[lane]
        stacks = part.stacks - part.made_stacks
        row = part.stacks + part.half - part.made_row
        left = stacks or row or part.wanted - part.made
        if part.seen_before is not None:
            left = 1
        elif self._job.unsure and part.next_into is Into.HAND and left > 1:
            left -= 1
        limit_ms = round(min(left * self._watch.stack_s + STACK_SPARE_S, 120) * 1000)
        if stacks:
            return Stack(lane, left, limit_ms)
        return Singles(lane, left, part.next_into, limit_ms)

    async def _after(self, lane: int, ended: MotionEnded) -> None:
        """Decide what the end of a lane's command means; a time limit alone only renews it."""
        if ended.outcome is Outcome.REFUSED:
            raise motor_fault("E104", ended.actuator, why=ended.why)
        part = self._job.lanes[lane]
        if ended.outcome is Outcome.STALLED:  # a cam that stalls is told as jammed
            if BELTS[lane] in self._freed:
                raise motor_fault("E504", BELTS[lane])
            await self._run_back(BELTS[lane])
        if ended.outcome is Outcome.JAMMED:
            part.jams += 1
            part.jams_in_all += 1
            if part.jams >= self._watch.attempts:
                part.jams = 0
                if part.signs.long_ms:
                    raise StepFault("E332", lane, count=part.signs.long_ms)
                raise StepFault("E204", lane)
            self._rig.retried(ended.actuator)
            await self._rig.travel(self._travels.cam_home(lane), self._watch.attempts)

    def _is_covered(self, lane: int) -> bool:
        """Tell whether a lane's eye has been covered for longer than a tile takes to pass."""
        if not self._rig.level(EYES[lane]):
            self._covered_at.pop(lane, None)
            return False
        now = self._clock()
        return now - self._covered_at.setdefault(lane, now) >= LOOK_S / 2

    def _shown(self) -> tuple[LaneNow, ...]:
        level = self._rig.level
        return tuple(
            LaneNow(
                level(BELTS_FULL[lane]) and not self._job.lanes[lane].signs.belt_sensor_sticks,
                self._is_covered(lane),
                level(CAMS_HOME[lane]),
                lane in self._trial.sound,
                self._rig.level(EYES[lane]) and not self._is_covered(lane),
            )
            for lane in LANES
        )

    @property
    def _means(self) -> Means:
        able = self._rig.capabilities
        return Means(current=able.motor_current, reader=able.tile_reader)


async def balance(rig: Rig, job: LoadJob, watch: Load) -> None:
    """Look whether tiles are left or hands are short when every lane is done; clear the belts.

    A tile that is left over passes a lane's eye and stays in the head of its stacker.

    Raises:
        StepFault: a hand's slide is not full, or a tile still comes up at some lane.
    """
    used = tuple(lane for lane in LANES if job.lanes[lane].wanted)
    await rig.settle()
    job.close()
    left_over, count = await _left_over(rig, job, used, watch)
    await _run_for(rig, tuple(BELTS[lane] for lane in used), watch.clear_s, Direction.REVERSE)
    for lane, part in enumerate(job.lanes):
        if part.hand and not rig.level(HANDS_FULL[lane]):
            raise StepFault("E350", lane, count=part.hand, input=HANDS_FULL[lane].label)
    if left_over:
        raise StepFault("E302", lanes=left_over, count=count)
    _tell_paces(rig, job, watch)


async def _left_over(
    rig: Rig, job: LoadJob, used: tuple[int, ...], watch: Load
) -> tuple[list[int], int]:
    """Run the lanes on; return where tiles still pass, and how many.

    Pulses that the reader saw no tile with are the eye's: one is forgiven and looked at again.

    Raises:
        StepFault: an eye sees tiles that are not there.
    """
    for _ in range(GHOSTS):
        before = job.tiles_passed
        ghosts = tuple(part.signs.ghosts for part in job.lanes)
        await _run_for(rig, (*FEED, *(BELTS[lane] for lane in used)), watch.balance_s)
        left_over = [lane for lane in used if job.tiles_passed[lane] > before[lane]]
        haunted = [lane for lane in left_over if job.lanes[lane].signs.ghosts > ghosts[lane]]
        if not haunted:
            return left_over, sum(job.tiles_passed) - sum(before)
    raise StepFault("E412", haunted[0])


def _tell_paces(rig: Rig, job: LoadJob, watch: Load) -> None:
    """Tell of lanes that lag behind the others, or of all being slow."""
    for pace in lagging(tuple(lane.pace_s for lane in job.lanes), watch.tile_s):
        code = "E340" if pace.lane is None else "E333"
        rig.notice(
            StepFault(code, pace.lane, seconds=round(pace.seconds, 1), usual=round(pace.usual, 1))
        )


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
