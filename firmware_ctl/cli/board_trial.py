"""Move each motor shortly, one at a time, with the interlocks of play; ask before each motion."""

import asyncio
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from firmware_ctl.cli.board_line import opened, run
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.core.faults.words import reason
from firmware_ctl.core.interlocks import refusal
from firmware_ctl.core.trials import FORWARD, TRIALS, Motion, Trial
from hal.board import KEEP_ALIVE_S
from hal.errors import HalError, LinkLost
from hal.events import BoardEvent, InputChanged, LinkChanged, MotionEnded, Outcome
from hal.ids import (
    BELTS,
    DEALERS,
    PUSHERS,
    STACKERS,
    TRAYS,
    Actuator,
)
from hal.line.board import SerialBoard
from hal.line.commands import occupied
from hal.motions import Run

ANSWER_S = 2.0
"""How much later than its own limit the end of a motion may be heard."""

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
        why = refusal(occupied(motion), direction, self._board.level, ())
        return None if why is None else reason(why, "en")

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
