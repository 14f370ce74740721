"""Move each motor shortly, one at a time, with the interlocks of play; ask before each motion."""

import asyncio
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from firmware_ctl.cli.board_line import opened, run
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.core.interlocks import refusal
from hal.board import KEEP_ALIVE_S
from hal.errors import HalError, LinkLost
from hal.events import BoardEvent, InputChanged, LinkChanged, MotionEnded, Outcome
from hal.ids import (
    BELTS,
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
    Direction,
    Input,
)
from hal.line.board import SerialBoard
from hal.line.commands import occupied
from hal.motions import Run, SpinDice

SHORT_MS = 500
TRAVEL_MS = 8_000
CAM_MS = 2_000
SPIN_MS = 1_500
ANSWER_S = 2.0
"""How much later than its own limit the end of a motion may be heard."""

FORWARD, REVERSE = Direction.FORWARD, Direction.REVERSE
Motion = Run | SpinDice


@dataclass(frozen=True, slots=True)
class Trial:
    """One motion of a test and what it should look like."""

    motion: Motion
    looks: str


def _trials() -> dict[Actuator, tuple[Trial, ...]]:
    trials = {
        Actuator.DRUM: (Trial(Run(Actuator.DRUM, FORWARD, SHORT_MS), "the drum turns a little"),),
        Actuator.RING: (Trial(Run(Actuator.RING, FORWARD, SHORT_MS), "the ring turns a little"),),
        Actuator.DOME: _there_and_back(Actuator.DOME, Input.DOME_UP, Input.DOME_DOWN, "the dome"),
        Actuator.DICE_CUP: (Trial(SpinDice(SPIN_MS), "the dice spin and come to rest"),),
    }
    for lane in LANES:
        belt, stacker = BELTS[lane], STACKERS[lane]
        trials[belt] = (
            Trial(Run(belt, FORWARD, SHORT_MS), f"belt {lane} runs towards its stacker"),
            Trial(Run(belt, REVERSE, SHORT_MS), f"belt {lane} runs back"),
        )
        trials[stacker] = (
            Trial(
                Run(stacker, FORWARD, CAM_MS, CAMS_HOME[lane], level=False),
                f"cam {lane} leaves its home",
            ),
            Trial(Run(stacker, REVERSE, CAM_MS, CAMS_HOME[lane]), f"cam {lane} comes home"),
        )
        trials[TRAYS[lane]] = _there_and_back(
            TRAYS[lane], TRAYS_UP[lane], TRAYS_DOWN[lane], f"tray {lane}"
        )
        trials[PUSHERS[lane]] = _there_and_back(
            PUSHERS[lane], PUSHERS_OUT[lane], PUSHERS_HOME[lane], f"push plate {lane}"
        )
        deal, flush = DEALERS[lane], HANDS_FLUSH[lane]
        trials[deal] = (
            Trial(Run(deal, FORWARD, SHORT_MS, flush, level=False), f"hand tray {lane} goes down"),
            Trial(Run(deal, FORWARD, TRAVEL_MS, flush), f"hand tray {lane} comes up flush"),
        )
    return trials


def _there_and_back(motor: Actuator, high: Input, low: Input, name: str) -> tuple[Trial, ...]:
    return (
        Trial(Run(motor, FORWARD, TRAVEL_MS, high), f"{name} goes to its far end"),
        Trial(Run(motor, REVERSE, TRAVEL_MS, low), f"{name} goes back"),
    )


TRIALS = _trials()
"""What is tried of each motor."""

ASKING_ORDER = (
    Actuator.DOME, *TRAYS, *PUSHERS, Actuator.DRUM, Actuator.RING, *BELTS, *STACKERS,
    Actuator.DICE_CUP,
)  # fmt: skip
BY_LABEL = {motor.label: motor for motor in Actuator}


def try_motors(port: str, baud: int, labels: Iterable[str], *, as_json: bool) -> int:
    """Try the named motors, or all; end with 1 when one did not do what it should.

    Raises:
        CliError: a name is not known, or the board cannot be reached.
    """
    unknown = [label for label in labels if label not in BY_LABEL]
    if unknown:
        text = f"no motor {unknown[0]!r}; there are {', '.join(BY_LABEL)}"
        raise CliError(text, ExitCode.USAGE)
    motors = tuple(BY_LABEL[label] for label in labels)
    good = run(_try_all(port, baud, motors, as_json=as_json))
    return ExitCode.DONE if good else ExitCode.FAILED


async def _try_all(port: str, baud: int, motors: Sequence[Actuator], *, as_json: bool) -> bool:
    good = True
    async with opened(port, baud) as board:
        bench = Bench(board)
        for motor in motors or _fitted(board):
            for trial in TRIALS[motor]:
                why = bench.refusal(trial.motion)
                if why is not None:
                    _say(motor, trial, "not tried", why, [], as_json=as_json)
                    continue
                answer = await _ask(f"{motor.label}: {trial.looks}. Move it? [y/n/q] ")
                if answer == "q":
                    return good
                if answer == "y":
                    ended, changes = await bench.do(trial.motion)
                    good &= ended.outcome is Outcome.REACHED or not _goes_somewhere(trial.motion)
                    _say(motor, trial, ended.outcome.value, ended.why, changes, as_json=as_json)
    return good


def _fitted(board: SerialBoard) -> tuple[Actuator, ...]:
    """Return every motor that the table has, in the order of asking."""
    return (*ASKING_ORDER, *DEALERS) if board.capabilities.deals else ASKING_ORDER


def _goes_somewhere(motion: Motion) -> bool:
    return isinstance(motion, Run) and motion.until is not None


async def _ask(question: str) -> str:
    """Ask on standard error, so that what is printed stays data; the end of input means quit."""
    print(question, end="", file=sys.stderr, flush=True)
    line = await asyncio.to_thread(sys.stdin.readline)
    return line.strip().lower()[:1] if line else "q"


def _say(
    motor: Actuator, trial: Trial, outcome: str, why: str, changes: list[str], *, as_json: bool
) -> None:
    if as_json:
        data = {
            "motor": motor.label, "looks": trial.looks, "outcome": outcome, "why": why,
            "changes": changes,
        }  # fmt: skip
        print(json.dumps(data, ensure_ascii=False), flush=True)
        return
    told = f": {why}" if why else ""
    seen = f"; seen: {', '.join(changes)}" if changes else ""
    if outcome == Outcome.REACHED and not changes and _goes_somewhere(trial.motion):
        seen = "; it was there already"
    print(f"{motor.label}: {outcome}{told}{seen}", flush=True)


class Bench:
    """Do one motion at a time on a board that is armed only meanwhile."""

    def __init__(self, board: SerialBoard) -> None:
        self._board = board
        self._changes: list[str] = []
        self._ended: asyncio.Future[MotionEnded] | None = None
        board.listen(self._hear)

    def refusal(self, motion: Motion) -> str | None:
        """Return why a motion may not be done now, by the interlocks of play."""
        direction = motion.direction if isinstance(motion, Run) else FORWARD
        return refusal(occupied(motion), direction, self._board.level, ())

    async def do(self, motion: Motion) -> tuple[MotionEnded, list[str]]:
        """Do a motion; return its end and the inputs that changed meanwhile.

        Raises:
            HalError: the board is out of reach, or does not tell the end.
        """
        loop = asyncio.get_running_loop()
        self._changes.clear()
        self._ended = loop.create_future()
        self._board.arm()
        alive = asyncio.create_task(self._keep_alive(self._board.keep_alive))
        try:
            self._board.submit(motion)
            async with asyncio.timeout(motion.limit_ms / 1000 + ANSWER_S):
                return await self._ended, list(self._changes)
        except TimeoutError:
            raise HalError(f"the board does not tell how {occupied(motion).label} ended") from None
        finally:
            self._board.disarm()
            alive.cancel()
            with suppress(asyncio.CancelledError):
                await alive

    @staticmethod
    async def _keep_alive(call: Callable[[], None]) -> None:
        while True:
            call()
            await asyncio.sleep(KEEP_ALIVE_S)

    def _hear(self, event: BoardEvent) -> None:
        if isinstance(event, InputChanged):
            self._changes.append(f"{event.input.label} {'on' if event.level else 'off'}")
            return
        if self._ended is None or self._ended.done():
            return
        if isinstance(event, MotionEnded):
            self._ended.set_result(event)
        elif isinstance(event, LinkChanged) and not event.up:
            self._ended.set_exception(LinkLost(f"{event.why}; the board stops by itself"))
