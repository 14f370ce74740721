"""A jam of a running simulated table is cleared over its local socket, by the words shown there."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.config.model import Config
from firmware_ctl.core.commands import Origin, Word, parse_words
from firmware_ctl.core.controller import Controller
from firmware_ctl.inputs.socket import SocketServer
from firmware_ctl.simulated_table import Crew, break_part, build_table
from firmware_ctl.simulation import SeededChance
from hal.scaled_time import ScaledTimeLoop
from hal.sim import SimTable
from tests.support.walker import Walker

SPEED = 100.0
PATIENCE_S = 600.0
"""Of the table's time."""


class Terminal:
    """One connection that says commands, and one that hears every snapshot."""

    def __init__(self, streams: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
        (self._answers, self._says), (self._pictures, self._asks) = streams
        self._asks.write(b'{"id": 1, "subscribe": ["snapshot"]}\n')
        self.picture: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._looking = asyncio.get_running_loop().create_task(self._look())

    @classmethod
    async def before(cls, path: Path) -> "Terminal":
        """Connect to a table's socket."""
        return cls([await asyncio.open_unix_connection(path, limit=1 << 22) for _ in range(2)])

    async def _look(self) -> None:
        while line := await self._pictures.readline():
            told = json.loads(line)
            if "snapshot" in told:
                if self.picture.done():
                    self.picture = asyncio.get_running_loop().create_future()
                self.picture.set_result(told["snapshot"])

    async def ask(self, word: Word, args: dict[str, object]) -> dict[str, Any]:
        request = {"id": 1, "command": word.value, "args": args, "origin": "cli"}
        self._says.write(json.dumps(request).encode() + b"\n")
        answer: dict[str, Any] = json.loads(await self._answers.readline())
        return answer

    async def leave(self) -> None:
        self._looking.cancel()
        await asyncio.wait([self._looking])
        for writer in (self._says, self._asks):
            writer.close()
            await writer.wait_closed()


class AtTheSocket:
    """A walker's place: hands at the table, and a terminal."""

    def __init__(self, table: SimTable, terminal: Terminal) -> None:
        self._table, self._terminal = table, terminal
        self.said: list[str] = []

    @property
    def table(self) -> SimTable:
        return self._table

    async def shown(self) -> dict[str, Any]:
        return await self._terminal.picture

    async def say(self, word: Word, *args: str | int) -> None:
        self.said.append(word.value)
        command = parse_words([word.value, *map(str, args)], Origin.CLI)
        answer = await self._terminal.ask(word, dict(command.args))
        assert answer["ok"], (command, answer)
        await self.wait()

    async def wait(self) -> None:
        await asyncio.sleep(0.5)

    async def until(self, name: str, value: str) -> None:
        """Wait until the snapshot shows a value under a name."""
        async with asyncio.timeout(PATIENCE_S):
            while (await self.shown())[name] != value:
                await self.wait()

    async def troubled(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not (await self.shown())["faults"]:
                await self.wait()


@asynccontextmanager
async def running(directory: Path) -> AsyncIterator[AtTheSocket]:
    """Run a simulated table behind its socket, with people who only bring and push tiles."""
    loop, config = asyncio.get_running_loop(), Config()
    table = build_table(loop, config, 1)
    controller = Controller(table.board, config, SeededChance(1))
    controller.answers.break_part = break_part(table)
    crew = Crew(table, controller, demo=False)
    controller.subscribe(crew.hear)
    await table.board.open()
    serving = loop.create_task(controller.run())
    server = SocketServer(controller, directory / "mjtable.sock")
    await server.start()
    terminal = await Terminal.before(directory / "mjtable.sock")
    crew.sit_down()
    try:
        yield AtTheSocket(table, terminal)
    finally:
        await terminal.leave()
        await server.close()
        serving.cancel()
        await asyncio.wait([serving])


@pytest.mark.parametrize(
    ("fault", "code", "asked"),
    [("stacker-jam@lane=1", "E204", False), ("last-tiles-stay", "E321", True)],
)
def test_a_jam_is_cleared_by_send_alone(
    tmp_path: Path, fault: str, code: str, *, asked: bool
) -> None:
    async def main() -> None:
        async with running(tmp_path) as here:
            await here.until("phase", "phase.unhomed")
            await here.say(Word.HOME)
            await here.until("surface", "ready")
            await here.say(Word.LIFT)
            await here.until("surface", "open")
            await here.say(Word.SIM_FAULT, fault)
            await here.say(Word.LIFT)
            await here.troubled()
            walker = Walker(here)
            await walker.clear()
            await here.until("load", "complete")
            assert code in walker.codes
            assert {"confirm", "ack"} <= set(here.said)
            assert ("answer" in here.said) is asked
            assert here.table.faults.active == {}
            assert here.table.unsafe == []
            here.table.verify()

    with asyncio.Runner(loop_factory=lambda: ScaledTimeLoop(SPEED)) as runner:
        runner.run(main())
