"""One evening of chaos: random faults, commands from every input, pulled cables, power cuts.

Everything that happens is drawn from the evening's seed and runs in virtual time, so a run can be
played again. The people at the table go on doing what it tells them.
"""

import asyncio
import json
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from firmware_ctl.config.model import Config, Dice, Table
from firmware_ctl.core.commands import COMMANDS, Argument, Origin, Parameter, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.inputs.panel import Panel
from firmware_ctl.inputs.remote_commands import RemoteCommands
from firmware_ctl.inputs.requests import BadRequest, Say, parse_request
from firmware_ctl.recorded_table import RecordedTable
from firmware_ctl.simulated_log import FaultRecord
from firmware_ctl.simulation import CYCLE_S, Evening, Options, SeededChance, Stuck, designs_of
from firmware_ctl.store.direct import DirectWriter
from hal.ids import KEYS_DICE, KEYS_LIFT, Input
from hal.sim import (
    DealSettings,
    ReaderSettings,
    SimBoard,
    SimSettings,
    SimTable,
    TileLost,
    run_virtual,
)
from rules.languages import Language

MEAN_FAULTS = 0.7
"""Random faults in a hand."""

MEDDLING_S = 12.0
"""Somebody who should not says a command so often, on average."""

CUT_CHANCE = 0.3
"""Hands of a recorded evening in which the power fails."""

NEVER_SAID = frozenset({Word.PROGRAM, Word.VARIANT, Word.SIM_FAULT, Word.SIM_MEND})
"""What would change which tiles belong on the table; the people could not know."""

KEYS = (*KEYS_LIFT, *KEYS_DICE, Input.KEY_RESET)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one evening; ``trouble`` says what must not be, in a sentence each."""

    seed: int
    hands: int
    virtual_s: float
    unsafe: int
    commands: int
    injected: int
    power_cuts: int
    technicians: int
    faults: tuple[FaultRecord, ...]
    stuck: str = ""
    lost: str = ""
    broken: tuple[str, ...] = ()


class Meddlers:
    """Say anything at all, through the table's own inputs."""

    def __init__(
        self,
        controller: Controller,
        table: SimTable,
        rng: random.Random,
        did: Callable[[], None],
    ) -> None:
        """Meddle at a table; ``did`` hears of every act."""
        self.said = 0
        self._did = did
        self._rng = rng
        self._table = table
        self._submit = controller.submit
        self._remote = RemoteCommands(controller.submit, _ignore)
        self._ways: tuple[Callable[[], None], ...] = (
            self._press, self._press, self._point, self._send,
        )  # fmt: skip

    async def run(self) -> None:
        """Meddle until cancelled."""
        while True:
            await asyncio.sleep(self._rng.expovariate(1 / MEDDLING_S))
            self.said += 1
            self._did()
            self._rng.choice(self._ways)()

    def _press(self) -> None:
        """Press a key of the panel, for a moment or longer than a hold takes."""
        seconds = self._rng.choice((0.1, 0.15, 2.5))
        self._table.plant.press(self._rng.choice(KEYS), seconds)
        self._table.kernel.rearm()

    def _point(self) -> None:
        """Press a key of the remote: the words that a key map can hold."""
        word, args = self._command()
        texts = tuple(str(argument) for argument in args.values())
        self._remote.say(word, texts, 0.0)
        if self._rng.random() < 0.2:
            self._remote.say(word, texts, 2.1)

    def _send(self) -> None:
        """Send a line to the socket, which page and broker carry too; some make no sense."""
        word, args = self._command()
        origin = self._rng.choice((Origin.CLI, Origin.WEB, Origin.MQTT)).value
        line = json.dumps({"id": self.said, "command": word, "args": args, "origin": origin})
        cut = self._rng.randrange(len(line)) if self._rng.random() < 0.05 else len(line)
        with suppress(BadRequest):
            request = parse_request(line[:cut].encode())
            if isinstance(request, Say):
                self._submit(request.command)

    def _command(self) -> tuple[str, dict[str, Argument]]:
        word = self._rng.choice([word for word in Word if word not in NEVER_SAID])
        args = {
            parameter.name: self._argument(parameter)
            for parameter in COMMANDS[word].parameters
            if parameter.required or self._rng.random() < 0.5
        }
        return word.value, args

    def _argument(self, parameter: Parameter) -> Argument:
        choices: list[Argument] = list(parameter.words)
        if parameter.numbers is not None:
            choices += [self._rng.choice(parameter.numbers), parameter.numbers.start]
        return self._rng.choice(choices or ["3+4", "draw", "win 2"])


class ChaosEvening:
    """A table, its controller and record, the people, and those who meddle."""

    def __init__(self, seed: int, hands: int, root: Path | None) -> None:
        self._rng = random.Random(f"{seed} chaos")  # noqa: S311 -- a simulation, no secret
        self._hands, self._seed, self._root = hands, seed, root
        deals = bool(seed % 2)
        variant, profile = ("CD", "auto-deal") if deals else ("GD", "four-port")
        self._config = Config(table=Table(variant=variant, profile=profile), dice=Dice(kind="cup"))
        loop = asyncio.get_running_loop()
        self._broken: list[str] = []
        loop.set_exception_handler(self._fell_over)
        designs = designs_of(Options(variant=variant, profile=profile))
        settings = SimSettings(
            deal=DealSettings(fitted=deals), reader=ReaderSettings(fitted=seed % 3 != 0)
        )
        self._table = SimTable.build(loop, settings, seed, (designs, designs))
        self._chance = SeededChance(seed)
        self._cuts = self._said = self._injected = 0
        self._record = root / "0" if root is not None else None
        self._serving: asyncio.Task[None] | None = None
        self._meddling: asyncio.Task[None] | None = None
        self._meddlers: Meddlers | None = None
        controller = self._controller()
        self.night = Evening(self._table, controller, self._chance.result)
        self.night.schedule.came.append(self._count)
        self._start(controller)

    def _count(self, _: object) -> None:
        self._injected += 1

    def _meddled(self) -> None:
        self.night.log.came(("meddling", ""), asyncio.get_running_loop().time())

    def _fell_over(self, _: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        self._broken.append(f"{context.get('message')}: {context.get('exception')!r}")

    def _controller(self) -> Controller:
        controller = Controller(self._table.board, self._config, self._chance)
        if self._record is not None:
            self._record.mkdir(exist_ok=True)
            record = RecordedTable(controller, self._record, {}, DirectWriter)
            record.begin(Language.EN, simulated=False)
        return controller

    def _start(self, controller: Controller) -> None:
        loop = asyncio.get_running_loop()
        deals = self._table.plant.settings.deal.fitted
        controller.listen_inputs(Panel(controller.submit, loop.call_later, deals=deals).feed)
        self._meddlers = Meddlers(controller, self._table, self._rng, self._meddled)
        self._serving = loop.create_task(controller.run())
        self._meddling = loop.create_task(self._meddlers.run())

    async def _end(self) -> None:
        if self._meddlers is not None:
            self._said += self._meddlers.said
        for task in (self._meddling, self._serving):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
                if not task.cancelled() and task.exception() is not None:
                    self._broken.append(repr(task.exception()))

    async def run(self) -> Outcome:
        """Play the hands, whatever happens."""
        stuck = lost = ""
        played = 0
        try:
            await self.night.connected()
            await self.night.power_on()
            for _ in range(self._hands):
                await self._hand()
                self._table.verify()
                played += 1
        except Stuck as error:
            stuck = str(error)
        except TileLost as error:
            lost = str(error)
        await self._end()
        now = asyncio.get_running_loop().time()
        self.night.log.look(now)
        return Outcome(
            seed=self._seed, hands=played, virtual_s=round(now, 3),
            unsafe=len(self._table.unsafe), commands=self._said, injected=self._injected,
            power_cuts=self._cuts, technicians=len(self.night.people.menders.called),
            faults=self.night.faults, stuck=stuck, lost=lost, broken=tuple(self._broken),
        )  # fmt: skip

    async def _hand(self) -> None:
        """Play one hand; in a recorded evening the power may fail at any moment of it."""
        loop = asyncio.get_running_loop()
        self.night.schedule.add_random(MEAN_FAULTS, loop.time(), CYCLE_S)
        playing = loop.create_task(self.night.hand())
        if self._root is not None and self._rng.random() < CUT_CHANCE:
            await asyncio.wait([playing], timeout=self._rng.random() * CYCLE_S)
            if not playing.done():
                playing.cancel()
                await asyncio.wait([playing])
                await self._power_cut()
                playing = loop.create_task(self.night.hand())
        await playing

    async def _power_cut(self) -> None:
        """Let board and computer lose their supply, and come back to the plant as it stands."""
        self._cuts += 1
        if self._root is not None and self._record is not None:
            kept, self._record = self._record, self._root / str(self._cuts)
            copytree(kept, self._record)  # what the card holds at this moment
        board = self._table.board
        board.firmware.restart()
        board.pull_cable()
        await self._end()
        fresh = SimBoard(asyncio.get_running_loop(), self._table.kernel, self._table.plant)
        self._table = replace(self._table, board=fresh)
        self._table.faults.replace_board(fresh)
        controller = self._controller()
        self.night.move_to(self._table, controller)
        self.night.log.came(("power-cut", ""), asyncio.get_running_loop().time())
        self._start(controller)
        await self.night.connected()


def _ignore(_: str) -> None:
    """Take no notice of what a remote's word lacks."""


def play_evening(seed: int, hands: int, *, recorded: bool) -> Outcome:
    """Play one evening of chaos; a recorded one keeps its table's record and loses power."""

    async def main(root: Path | None) -> Outcome:
        return await ChaosEvening(seed, hands, root).run()

    if not recorded:
        return run_virtual(main(None))
    with TemporaryDirectory(prefix="mjtable-chaos-") as root:
        return run_virtual(main(Path(root)))
