"""The number test mode, worked from the table's own keys, as on machines of the single-port family.

A dice key counts the number up; the four dealer lamps show it in binary, east first, lit = 1. A
lift key starts the test: the ready lamp is lit while it runs. A lift key again ends it and moves on
to the next number. The display shows the number, and what a sensor reads.
"""

import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress

from firmware_ctl.cli.board_line import opened, run
from firmware_ctl.cli.board_trial import Bench
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.core.trials import NUMBER_TESTS, TRIALS, Motion, lamps_of_number, next_number
from hal.board import BuzzerPattern, Indicators
from hal.errors import HalError
from hal.events import BoardEvent, InputChanged
from hal.ids import (
    KEYS_DICE,
    KEYS_LIFT,
    Actuator,
    Input,
)
from hal.line.board import SerialBoard

PAUSE_S = 1.0
"""Between two motions of a running test."""


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
                self.number = next_number(self.number)
                self._show()
            elif key in KEYS_LIFT:
                await self._run()
                self.number = next_number(self.number)
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
        display = f"{self.number}"
        buzzer = BuzzerPattern.SILENT
        if event is not None:
            print(f"{event.input.label} {'on' if event.level else 'off'}", flush=True)
            display = f"{self.number} {event.input.value}{'-' if event.level else '_'}"
            buzzer = BuzzerPattern.KEY if event.level else BuzzerPattern.SILENT
        lamps = lamps_of_number(self.number)
        self._board.show(Indicators(self.is_running, lamps, display, buzzer))
