"""What a step may use: send motions, wait for their end, travel to a position and verify it.

Every motion passes the interlocks here. Every wait has its exits: reached, a fault, a time limit on
the board and a later one here, or cancellation, which switches off what the step had started.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from firmware_ctl.core.arrivals import Codes, Trip, UsualWays, cause
from firmware_ctl.core.ends import OTHER_END, contradicted
from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.interlocks import refusal, refusal_of_hand
from hal.board import KEEP_ALIVE_S, Board, Capabilities
from hal.errors import LinkLost, NotArmed
from hal.events import MotionEnded, Outcome
from hal.ids import (
    BELTS,
    CAMS_HOME,
    DEALERS,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    STACKERS,
    TRAYS,
    Actuator,
    Direction,
    Input,
)
from hal.line.commands import occupied
from hal.motions import Into, Motion, Run, Singles, SpinDice, Stack, Stop

ANSWER_S = 1.5
"""How much later than its own time limit the end of a motion may be told: the link's watchdog
(0.5 s), one poll of an idle board (0.5 s) and as much again."""
LEAVES_S = 0.5
"""A part that was driven for longer has left its end; a switch that still reads true may lie."""

TOGETHER_S = 1.0
"""Parts that stay where they are within so short a time do so for one reason."""

PRESS_S = 0.5
"""So long a cam is pressed backwards against its stop; a board tells a stall in 0.3 s."""

PRESSED_MOST = 2
"""So many cams that draw no current mean that there is none."""

HEARD_S = 0.05
"""By then the board has told of all motions that ended at one time."""


_OPPOSITE = {
    Direction.FORWARD: Direction.REVERSE,
    Direction.REVERSE: Direction.FORWARD,
}

Moving = Run | Stack | Singles | SpinDice
"""Motions that take time."""


class Ticket:
    """A motion under way; ``ended`` is set once.

    ``dropped`` says that it was switched off and only its end is still to be heard;
    ``leaves`` is the end switch that opens when it begins to move, ``lays_hand`` that it pushes
    tiles on to a hand's slide.
    """

    __slots__ = (
        "actuator",
        "began_at",
        "dropped",
        "ended",
        "lays_hand",
        "leaves",
        "limit_s",
        "on_end",
        "seq",
    )

    def __init__(
        self, seq: int, actuator: Actuator, limit_s: float, on_end: Callable[[], None] | None
    ) -> None:
        self.seq = seq
        self.actuator = actuator
        self.limit_s = limit_s
        self.on_end = on_end
        self.lays_hand = False
        self.began_at = asyncio.get_running_loop().time()
        self.leaves: Input | None = None
        self.dropped = False
        self.ended: MotionEnded | None = None

    def end(self, event: MotionEnded) -> None:
        """Note the end and wake who waits."""
        self.ended = event
        if self.on_end is not None:
            self.on_end()


SIDE_OF: Mapping[Actuator, int] = {
    actuator: side
    for actuators in (BELTS, STACKERS, PUSHERS, TRAYS, DEALERS)
    for side, actuator in enumerate(actuators)
}
"""The side that an actuator works for; the others serve all four."""

_CLEAR_OF_CAMS: Mapping[Input, Actuator] = {
    Input.DOME_DOWN: Actuator.DOME,
    **dict(zip(PUSHERS_HOME, PUSHERS, strict=True)),
}
"""The ends at which a part must stand while a cam turns, with the part."""


@dataclass(frozen=True, slots=True)
class Travel:
    """A motion to a position: budget from the travel time, and the faults if it fails."""

    actuator: Actuator
    direction: Direction
    to: Input
    travel_s: float
    codes: Codes


class Rig:
    """The board as steps see it."""

    def __init__(
        self,
        board: Board,
        notice: Callable[[StepFault], None],
        *,
        margin: float,
        slack_s: float,
        back_off_s: float,
    ) -> None:
        """``notice`` hears of what is worth a word although the motion succeeded."""
        self._board = board
        self._notice = notice
        self.blind: set[Input] = set()
        self._doubted: set[Input] = set()
        self.usual = UsualWays()
        self._unproven: set[Actuator] = set(Actuator)
        self._moved: set[Actuator] = set()
        self._seen_still: set[str] = set()
        self._moved_at: dict[Actuator, float] = {}
        self._ended_at: dict[Actuator, float] = {}
        self._stayed: dict[Actuator, float] = {}
        self._slow: set[Actuator] = set()
        self._margin = margin
        self._slack_s = slack_s
        self._back_off_ms = round(back_off_s * 1000)
        self._tickets: dict[int, Ticket] = {}
        self._busy: dict[Actuator, int] = {}
        self._pulse: asyncio.TimerHandle | None = None
        self._heard = asyncio.Event()
        self._pressing = asyncio.Lock()
        self._retries: Counter[int | None] = Counter()

    @property
    def capabilities(self) -> Capabilities:
        """Tell what the board can do and measure."""
        return self._board.capabilities

    def retried(self, actuator: Actuator) -> None:
        """Count one more try of a motion that had not come to its end."""
        self._retries[SIDE_OF.get(actuator)] += 1

    def retries(self) -> dict[str, int]:
        """Return how often motions were tried again since the start: in all, and by lane."""
        by_lane = {f"retries.{lane}": self._retries[lane] for lane in LANES}
        return {"retries": self._retries.total(), **by_lane}

    def notice(self, fault: StepFault) -> None:
        """Tell something that is worth a word and breaks nothing off."""
        self._notice(fault)

    def level(self, input_: Input) -> bool:
        """Return the last level heard of an input."""
        return self._board.level(input_)

    def rested_s(self, actuator: Actuator) -> float:
        """Return how long ago the last motion of this one has ended."""
        return self._now() - self._ended_at.get(actuator, float("-inf"))

    def moving(self, *actuators: Actuator) -> bool:
        """Tell whether any of these is under way, as far as is known here."""
        return any(a in self._busy for a in actuators)

    def may_try(self, cam: Actuator, direction: Direction) -> bool:
        """Tell whether a cam may be tried now: what must be out of its way is there for certain.

        Where a switch is just being doubted its word is not enough for a motion that nobody needs.
        """
        return refusal(cam, direction, self._certain, self._busy) is None

    def _certain(self, input_: Input) -> bool:
        """Tell whether an input reads true, and its part was not moved since that was proven."""
        return self._known(input_) and _CLEAR_OF_CAMS.get(input_) not in self._moved

    def begin(self, motion: Moving, on_end: Callable[[], None] | None = None) -> Ticket:
        """Send a motion if no interlock forbids it; ``on_end`` is called when it is over.

        Raises:
            StepFault: an interlock forbids it, or the board is out of reach.
        """
        actuator = occupied(motion)
        direction = motion.direction if isinstance(motion, Run) else Direction.FORWARD
        why = self._refusal(actuator, direction)
        lays_hand = isinstance(motion, Singles) and motion.into is Into.HAND
        if why is None and lays_hand:
            why = refusal_of_hand(SIDE_OF[actuator], self._known, self._busy)
        if why is not None:
            raise motor_fault("E107", actuator, why=why)
        self._awake()
        self._unproven.add(actuator)
        self._moved.add(actuator)
        seq = self._submit(motion)
        ticket = Ticket(seq, actuator, motion.limit_ms / 1000, on_end)
        ticket.lays_hand = lays_hand
        self._tickets[seq] = ticket
        self._busy[actuator] = seq
        return ticket

    def _refusal(self, actuator: Actuator, direction: Direction) -> str | None:
        if actuator in DEALERS and self._is_filled(STACKERS[SIDE_OF[actuator]]):
            return "slide-filled"
        return refusal(actuator, direction, self._known, self._busy)

    def _is_filled(self, stacker: Actuator) -> bool:
        """Tell whether this stacker pushes tiles on to its hand's slide now."""
        ticket = self._tickets.get(self._busy.get(stacker, 0))
        return ticket is not None and ticket.lays_hand

    def stop(self, *tickets: Ticket) -> None:
        """Switch off what these motions still drive, and nothing that a newer one does."""
        for ticket in tickets:
            if ticket.ended is None and not ticket.dropped:
                ticket.dropped = True
                if self._busy.get(ticket.actuator) == ticket.seq and self._board.link_up:
                    self._submit(Stop(ticket.actuator))

    def stop_all(self) -> None:
        """Switch every motor off, now."""
        self._board.stop_all()
        for ticket in self._tickets.values():
            ticket.dropped = True

    async def wait(self, ticket: Ticket) -> MotionEnded:
        """Wait for the end of a motion; whoever is cancelled here leaves the motor off.

        Raises:
            StepFault: the board refused the motion, or never tells its end.
        """
        over = asyncio.Event()
        ticket.on_end = over.set
        try:
            async with asyncio.timeout(ticket.limit_s + ANSWER_S):
                while ticket.ended is None:
                    await over.wait()
        except TimeoutError:
            self._forget(ticket)
            raise motor_fault("E105", ticket.actuator) from None
        finally:
            if ticket.ended is None:
                self.stop(ticket)
        if ticket.ended.outcome is Outcome.REFUSED:
            raise motor_fault("E104", ticket.actuator, why=ticket.ended.why)
        return ticket.ended

    async def settle(self) -> None:
        """Wait for the end of every motion that was switched off.

        Whatever the board did until then, such as a last stack, has been told when this returns.

        Raises:
            StepFault: the board never tells an end.
        """
        try:
            async with asyncio.timeout(ANSWER_S):
                while self._dropped():
                    self._heard.clear()
                    await self._heard.wait()
        except TimeoutError:
            lost = self._dropped()
            for ticket in lost:
                self._forget(ticket)
            raise motor_fault("E105", lost[0].actuator) from None

    def _dropped(self) -> list[Ticket]:
        return [ticket for ticket in self._tickets.values() if ticket.dropped]

    async def travel(self, move: Travel, attempts: int) -> None:
        """Bring a part to its position: verify, move, verify; back off and try again.

        What bars the way is let go in the end: the part runs back a little, as from a finger. The
        position is proven once after each motion of the part.

        Raises:
            StepFault: the position is not reached in the given number of attempts, or the switches
                of both ends read true, or one reads true that cannot, so that one of them lies.
        """
        trip = self._trip(move)
        if not self._is_there(move):
            await self._go(move, trip, attempts)
        if self.unproven(move.actuator):
            await self._prove(move, trip, attempts)
        if trip.tries:
            self._arrived(move, trip)

    async def _go(self, move: Travel, trip: Trip, attempts: int) -> None:
        began, moved = self._now(), move.actuator in self._moved
        for _ in range(attempts):
            if trip.tries:
                self.retried(move.actuator)
                await self._back_off(move, trip)
            await self._try(move, trip)
            if self._is_there(move):
                return
        if trip.outcome is Outcome.STALLED:
            await self._back_off(move, trip)
        raise await self._not_there(move, trip, began, moved=moved)

    async def _prove(self, move: Travel, trip: Trip, attempts: int) -> None:
        """Move away until the switch opens, and back until it closes: one that stays on lies.

        No time of a way tells that: load and age change it by more than what one part must keep
        clear of another. Where an interlock keeps the part from moving away another part has moved
        on the word of this end since, and it is believed.
        """
        away = _OPPOSITE[move.direction]
        if self._refusal(move.actuator, away) is not None:
            self._proven(move.actuator)
            return
        leaves = Run(move.actuator, away, round(LEAVES_S * 1000), move.to, level=False)
        began = self._now()
        if await self._leave(leaves, move.to, attempts) is Outcome.STALLED:
            raise self._fault(move, move.codes.barred)
        if self.level(move.to):
            self._not_moved(move.actuator, before=move.actuator.label not in self._seen_still)
            if await self._motor_or_supply(move.actuator, began) == "E106":
                raise self._fault(move, "E106")
            raise self._lies(move, certain=trip.tries > 0)
        await self._go(move, Trip(trip.usual_s, whole=True), attempts)
        self._proven(move.actuator)

    async def _leave(self, leaves: Run, end: Input, attempts: int) -> Outcome:
        """Move a part off its end; one that is barred for a moment is tried again."""
        outcome = Outcome.STALLED
        for _ in range(attempts):
            ticket = self.begin(leaves)
            ticket.leaves = end
            outcome = (await self.wait(ticket)).outcome
            if outcome is not Outcome.STALLED:
                break
            self.retried(leaves.actuator)
        return outcome

    def _not_moved(self, actuator: Actuator, *, before: bool) -> None:
        """Believe where a part stands that does not seem to turn, unless it was moved before."""
        if not before:
            self._moved.discard(actuator)

    def _proven(self, actuator: Actuator) -> None:
        self._unproven.discard(actuator)
        self._moved.discard(actuator)
        self._seen_still.discard(actuator.label)

    def seen_still(self, part: str) -> None:
        """Hear that a person saw the part of this name stand still when it was tried."""
        self._seen_still.add(part)

    def _lies(self, move: Travel, *, certain: bool = True) -> StepFault:
        """Doubt a switch that tells of an end where the part is not; return the fault.

        It is not ``certain`` where the part has not moved before: its motor may be at fault.
        """
        self._doubted.add(move.to)
        if move.to in OTHER_END:
            return ends_contradict(move.to, move.actuator, "E403" if certain else move.codes.stays)
        return self._fault(move, move.codes.unseen if certain else move.codes.stays)

    @staticmethod
    def _fault(move: Travel, code: str) -> StepFault:
        side = None if code == "E106" else SIDE_OF.get(move.actuator)  # the supply serves them all
        return StepFault(code, side, actuator=move.actuator.label, input=move.to.label)

    def unproven(self, actuator: Actuator) -> bool:
        """Tell whether this part has moved since its end was proven."""
        return actuator in self._unproven

    def _trip(self, move: Travel) -> Trip:
        far = OTHER_END.get(move.to)
        usual_s = self.usual.seconds(move.actuator, move.direction, move.travel_s)
        return Trip(usual_s, whole=far is None or self.level(far))

    async def _try(self, move: Travel, trip: Trip) -> None:
        began = self._now()
        far = OTHER_END.get(move.to)
        ticket = self.begin(self._run(move))
        ticket.leaves = far if far is not None and self.level(far) else None
        ended = await self.wait(ticket)
        trip.add(ended.outcome, self._now() - began)
        if far is not None and trip.left is not True:
            trip.left = not self.level(far)

    def _arrived(self, move: Travel, trip: Trip) -> None:
        self._moved_at[move.actuator] = self._now()
        if not trip.is_sluggish:
            self._slow.discard(move.actuator)
            if trip.whole and trip.tries == 1:
                self.usual.learn(move.actuator, move.direction, trip.first_s)
        elif trip.tries > 1 and move.actuator not in self._slow:
            self._slow.add(move.actuator)  # it may have stood still for a while; the next way tells
        else:
            self._notice(
                StepFault(
                    "E206",
                    SIDE_OF.get(move.actuator),
                    actuator=move.actuator.label,
                    seconds=round(trip.total_s, 1),
                    usual=round(trip.usual_s, 1),
                )
            )

    async def _not_there(self, move: Travel, trip: Trip, began: float, *, moved: bool) -> StepFault:
        code = cause(trip, move.codes, current=self._board.capabilities.motor_current)
        if code == move.codes.unclear and move.to in self.blind:
            code = move.codes.unseen
        if code == move.codes.still:
            self._stayed[move.actuator] = self._now()
            self._not_moved(move.actuator, before=moved)
            await asyncio.sleep(HEARD_S)
            whose = await self._motor_or_supply(move.actuator, began)
            if whose == "E106" or code == "E290":
                code = whose
        return self._fault(move, code)

    async def _motor_or_supply(self, actuator: Actuator, began: float) -> str:
        """Return whose fault it is that a motor does not turn, as far as the others tell it."""
        if any(at >= began for at in self._moved_at.values()):
            return "E291"
        now = self._now()
        still = [at for at in self._stayed.values() if now - at < TOGETHER_S]
        if len(still) > 1:
            return "E106"
        async with self._pressing:
            return await self._press_others(actuator)

    async def _press_others(self, actuator: Actuator) -> str:
        """Press other cams backwards against their stops: with a supply they draw current."""
        pressed = 0
        for cam, home in zip(STACKERS, CAMS_HOME, strict=True):
            stands = cam is not actuator and not self.moving(cam) and self._known(home)
            allowed = self.may_try(cam, Direction.REVERSE)
            if not stands or not allowed or not self.capabilities.motor_current:
                continue
            press = Run(cam, Direction.REVERSE, round(PRESS_S * 1000))
            ended = await self.wait(self.begin(press))
            if ended.outcome is Outcome.STALLED:
                return "E291"
            pressed += 1
            if pressed == PRESSED_MOST:
                break
        return "E106" if pressed else "E290"

    def _is_there(self, move: Travel) -> bool:
        if contradicted(move.to, self.level):
            raise ends_contradict(move.to, move.actuator)
        if move.to in self._doubted and self.level(move.to):
            raise self._lies(move)
        return self.level(move.to)

    def _known(self, input_: Input) -> bool:
        """Tell whether an input reads true and can be believed."""
        return self.level(input_) and input_ not in self._doubted

    def believe(self) -> None:
        """Believe every switch again: a person has looked after them.

        The end of a motion that was switched off before, and is told only now, casts no doubt.
        """
        self._doubted.clear()
        for ticket in self._dropped():
            ticket.leaves = None

    async def _back_off(self, move: Travel, trip: Trip) -> None:
        """Run a little back, where that way is free."""
        away = _OPPOSITE[move.direction]
        if self._refusal(move.actuator, away) is None:
            ended = await self.wait(self.begin(Run(move.actuator, away, self._back_off_ms)))
            trip.free_back &= ended.outcome is not Outcome.STALLED

    def _run(self, move: Travel) -> Run:
        limit_ms = round(self._limit_s(move) * 1000)
        return Run(move.actuator, move.direction, limit_ms, move.to)

    def _limit_s(self, move: Travel) -> float:
        return move.travel_s * self._margin + self._slack_s

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    def on_ended(self, event: MotionEnded) -> float:
        """Take the end of a motion from the board; return how long it ran, in seconds."""
        ticket = self._tickets.pop(event.seq, None)
        self._ended_at[event.actuator] = self._now()
        if self._busy.get(event.actuator) == event.seq:
            del self._busy[event.actuator]
        if ticket is not None:
            if ticket.leaves is not None and self.level(ticket.leaves):
                self._stayed[event.actuator] = self._now()
                if self._now() - ticket.began_at > LEAVES_S and event.outcome is Outcome.STOPPED:
                    self._doubted.add(ticket.leaves)
            ticket.end(event)
            self._heard.set()
        return 0.0 if ticket is None else self._now() - ticket.began_at

    def _submit(self, motion: Motion) -> int:
        try:
            return self._board.submit(motion)
        except NotArmed as error:
            raise StepFault("E103", why=str(error)) from error
        except LinkLost as error:
            raise StepFault("E101", why=str(error)) from error

    def _forget(self, ticket: Ticket) -> None:
        self._tickets.pop(ticket.seq, None)
        if self._busy.get(ticket.actuator) == ticket.seq:
            del self._busy[ticket.actuator]

    def _awake(self) -> None:
        if self._pulse is None:
            self._board.arm()
            self._beat()

    def _beat(self) -> None:
        self._board.keep_alive()
        self._pulse = asyncio.get_running_loop().call_later(KEEP_ALIVE_S, self._beat)

    def sleep(self) -> None:
        """Disarm the board: nothing is meant to move until the next motion."""
        if self._pulse is not None:
            self._pulse.cancel()
            self._pulse = None
            self._board.disarm()


def ends_contradict(end: Input, part: Actuator, code: str = "E403") -> StepFault:
    """Return the fault of an end switch that cannot be true together with the other one."""
    other = OTHER_END[end]
    return StepFault(
        code,
        SIDE_OF.get(part),
        actuator=part.label,
        inputs=f"{other.label}, {end.label}",
        input=end.label,
        other=other.label,
    )


def motor_fault(code: str, actuator: Actuator, why: str = "") -> StepFault:
    """Return the fault of a motor, with its name and its side."""
    return StepFault(code, SIDE_OF.get(actuator), actuator=actuator.label, why=why)


async def together(*steps: Coroutine[Any, Any, None]) -> None:
    """Run steps side by side; the first fault cancels the others.

    Raises:
        StepFault: the first that a step raised.
    """
    try:
        async with asyncio.TaskGroup() as group:
            for step in steps:
                group.create_task(step)
    except BaseExceptionGroup as several:
        faults = several.subgroup(StepFault)
        raise (faults.exceptions[0] if faults else several) from None
