"""The number test mode, worked from the table's own keys, as on machines of the single-port family.

A dice key counts the number up; the four dealer lamps show it in binary, east first, lit = 1. A
lift key starts the test: the ready lamp is lit while it runs. A lift key again ends it and moves on
to the next number. The display shows the number, and what a sensor reads.
"""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from firmware_ctl.cli.board_line import opened, run
from firmware_ctl.cli.board_trial import TRIALS, Bench, Motion
from firmware_ctl.cli.exits import ExitCode
from hal.board import BuzzerPattern, Indicators
from hal.errors import HalError
from hal.events import BoardEvent, InputChanged
from hal.ids import (
    BELTS,
    BELTS_FULL,
    CAMS_HOME,
    DEALERS,
    EYES,
    HANDS_FLUSH,
    HANDS_FULL,
    KEYS_DICE,
    KEYS_LIFT,
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
from hal.line.board import SerialBoard

PAUSE_S = 1.0
"""Between two motions of a running test."""


@dataclass(frozen=True, slots=True)
class NumberTest:
    """What a number tries: motors, one after the other and again, or sensors, watched together."""

    name: str
    motors: tuple[Actuator, ...] = ()
    sensors: tuple[Input, ...] = ()


NUMBER_TESTS: dict[int, NumberTest] = {
    1: NumberTest("dome", motors=(Actuator.DOME,)),
    2: NumberTest("drum and ring", motors=(Actuator.DRUM, Actuator.RING)),
    3: NumberTest("belts", motors=BELTS),
    4: NumberTest("stackers", motors=STACKERS),
    5: NumberTest("trays", motors=TRAYS),
    6: NumberTest("push plates", motors=PUSHERS),
    7: NumberTest("jam sensors: eyes and full belts", sensors=(*EYES, *BELTS_FULL)),
    8: NumberTest("dice cup", motors=(Actuator.DICE_CUP,)),
    9: NumberTest("cams at home", sensors=CAMS_HOME),
    10: NumberTest("tray switches", sensors=(*TRAYS_UP, *TRAYS_DOWN)),
    11: NumberTest("push plate switches", sensors=(*PUSHERS_HOME, *PUSHERS_OUT)),
    12: NumberTest("dome switches", sensors=(Input.DOME_UP, Input.DOME_DOWN)),
    13: NumberTest(
        "top, service door, red button",
        sensors=(Input.TOP_CLOSED, Input.HATCH_CLOSED, Input.ESTOP_RELEASED),
    ),
    14: NumberTest("hand trays", motors=DEALERS),
    15: NumberTest("hand tray sensors", sensors=(*HANDS_FLUSH, *HANDS_FULL)),
}
"""The jam sensor keeps the number 7 (0111) that technicians know."""


def work_from_panel(port: str, baud: int) -> int:
    """Work the test mode until Ctrl-C.

    Raises:
        CliError: the board cannot be reached.
    """
    with suppress(KeyboardInterrupt):
        run(_serve(port, baud))
    return ExitCode.DONE


async def _serve(port: str, baud: int) -> None:
    async with opened(port, baud) as board:
        print("test mode: dice keys count, a lift key starts and ends; Ctrl-C ends", flush=True)
        await PanelTest(board).work()


class PanelTest:
    """The test mode on an open board."""

    def __init__(self, board: SerialBoard) -> None:
        self._board = board
        self._bench = Bench(board)
        self._keys: asyncio.Queue[Input] = asyncio.Queue()
        self._watched: Sequence[Input] = ()
        self.number = 1
        self.is_running = False
        board.listen(self._hear)

    async def work(self) -> None:
        """Obey the keys, for ever."""
        self._show()
        while True:
            key = await self._keys.get()
            if key in KEYS_DICE:
                self.number = self.number % max(NUMBER_TESTS) + 1
                self._show()
            elif key in KEYS_LIFT:
                await self._run()
                self.number = self.number % max(NUMBER_TESTS) + 1
                self._show()

    async def _run(self) -> None:
        """Run the chosen test until a lift key is pressed."""
        test = NUMBER_TESTS[self.number]
        print(f"{self.number}: {test.name}", flush=True)
        self.is_running = True
        self._watched = test.sensors
        self._show()
        motions = asyncio.create_task(self._move(test.motors))
        try:
            while await self._keys.get() not in KEYS_LIFT:
                continue
        finally:
            motions.cancel()
            with suppress(asyncio.CancelledError):
                await motions
            self.is_running = False
            self._watched = ()

    async def _move(self, motors: Sequence[Actuator]) -> None:
        """Move motors one after the other and again; an interlock or a fault is told."""
        while motors:
            for motor in motors:
                for trial in TRIALS[motor]:
                    why = await self._try(trial.motion)
                    if why:
                        print(f"{motor.label}: {why}", file=sys.stderr, flush=True)
                    await asyncio.sleep(PAUSE_S)

    async def _try(self, motion: Motion) -> str:
        """Do a motion if no interlock forbids it; return what went wrong, or nothing."""
        why = self._bench.refusal(motion)
        if why is not None:
            return why
        try:
            ended, _ = await self._bench.do(motion)
        except HalError as error:
            return str(error)
        return ended.why

    def _hear(self, event: BoardEvent) -> None:
        if not isinstance(event, InputChanged):
            return
        if event.input in self._watched:
            self._show(event)
        elif event.level and event.input in (*KEYS_DICE, *KEYS_LIFT):
            self._keys.put_nowait(event.input)

    def _show(self, event: InputChanged | None = None) -> None:
        bits = self.number
        display = f"{self.number}"
        buzzer = BuzzerPattern.SILENT
        if event is not None:
            print(f"{event.input.label} {'on' if event.level else 'off'}", flush=True)
            display = f"{self.number} {event.input.value}{'-' if event.level else '_'}"
            buzzer = BuzzerPattern.KEY if event.level else BuzzerPattern.SILENT
        lamps = (bool(bits & 8), bool(bits & 4), bool(bits & 2), bool(bits & 1))
        self._board.show(Indicators(self.is_running, lamps, display, buzzer))
