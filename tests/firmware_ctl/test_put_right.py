"""What people do by hand at a simulated table is said by a command that no real table takes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from firmware_ctl.config.model import Config
from firmware_ctl.core.commands import Argument, Command, Origin, Reply, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import fault_view
from firmware_ctl.core.gate import refusal
from firmware_ctl.core.snapshot import FaultView, StepView
from firmware_ctl.core.states import Surface
from firmware_ctl.driven import Driven
from firmware_ctl.simulated_table import simulated_table
from hal.sim import run_virtual

LONGEST_S = 900.0


def say(controller: Controller, word: Word, origin: Origin = Origin.WEB, **args: Argument) -> Reply:
    return controller.submit(Command(word, args, origin))


def fault(controller: Controller) -> FaultView:
    """Return the first standing fault."""
    return fault_view(next(iter(controller.machinery.faults)), "en")


def due(controller: Controller) -> StepView:
    return next(step for step in fault(controller).steps if step.state == "waiting")


class Seated:
    """A simulated table as the daemon seats it, without a demonstration."""

    def __init__(self, table: Driven, controller: Controller) -> None:
        self.table, self.controller = table, controller
        assert table.seat is not None
        table.seat(controller)

    async def becomes(self, surface: str) -> None:
        await self.until(lambda: self.controller.snapshot().surface == surface)

    async def until(self, reached: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONGEST_S):
            while not reached():  # noqa: ASYNC110 -- looks as people do, in virtual time
                await asyncio.sleep(0.5)

    def does(self, word: Word, **args: Argument) -> None:
        reply = self.controller.submit(Command(word, args, Origin.WEB))
        assert reply.ok, (word, reply)

    def troubled(self) -> bool:
        return len(self.controller.machinery.faults) > 0


@asynccontextmanager
async def seated() -> AsyncIterator[Seated]:
    loop = asyncio.get_running_loop()
    table = simulated_table(loop, Config(), 1, demo=False)
    controller = Controller(table.board, Config(), table.chance)
    await table.board.open()
    serving = loop.create_task(controller.run())
    await asyncio.sleep(0)
    try:
        yield Seated(table, controller)
    finally:
        serving.cancel()
        await asyncio.wait([serving])


async def up_to(table: Seated, **broken: Argument) -> None:
    """Load a set with a part broken, until a fault is told."""
    await asyncio.sleep(1)
    table.does(Word.HOME)
    await table.becomes("ready")
    table.does(Word.SIM_FAULT, **broken)
    table.does(Word.LIFT)
    await table.becomes("open")
    table.does(Word.LIFT)
    await table.until(table.troubled)


def test_a_real_table_takes_no_such_word() -> None:
    async def main() -> None:
        async with seated() as table:
            simulated = table.controller.situation()
        command = Command(Word.SIM_MEND, {"fault": 1}, Origin.WEB)
        for surface in Surface:
            broken = replace(simulated, surface=surface, fault_stands=True)
            told = refusal(command, replace(broken, simulated=False))
            assert told is not None
            assert told.key == "no.not-simulated"
            assert refusal(command, broken) is None

    run_virtual(main())


def test_it_is_refused_by_remote_without_a_fault_and_where_no_hand_is_asked_for() -> None:
    async def main() -> None:
        async with seated() as table:
            assert "no fault" in (say(table.controller, Word.SIM_MEND, fault=1).why or "")
            await up_to(table, name="stacker-jam", place="1")
            standing = fault(table.controller).id
            remote = say(table.controller, Word.SIM_MEND, Origin.REMOTE, fault=standing)
            assert remote.code == "not-by-remote"
            assert not say(table.controller, Word.SIM_MEND, fault=standing + 7).ok
            assert due(table.controller).act == "clear-head"
            table.does(Word.SIM_MEND, fault=standing)
            table.does(Word.CONFIRM, fault=standing, step=due(table.controller).n)
            if table.troubled():
                refused = say(table.controller, Word.SIM_MEND, fault=standing)
                assert "done by hand" in (refused.why or "")

    run_virtual(main())


def test_a_jam_ends_only_by_the_hands_that_the_step_asks_for() -> None:
    async def main() -> None:
        async with seated() as table:
            await up_to(table, name="stacker-jam", place="1")
            standing = fault(table.controller)
            assert standing.code == "E204"
            table.does(Word.SIM_MEND, fault=standing.id)
            table.does(Word.CONFIRM, fault=standing.id, step=due(table.controller).n)
            await walk(table)
            await table.until(lambda: table.controller.snapshot().load == "complete")

    run_virtual(main())


def test_tiles_that_were_missing_are_brought_and_pushed_in() -> None:
    async def main() -> None:
        async with seated() as table:
            await up_to(table, name="tile-missing")
            await walk(table)
            await table.until(lambda: table.controller.snapshot().load == "complete")

    run_virtual(main())


async def walk(table: Seated) -> None:
    """Follow every fault's steps, with the words of the page alone."""
    async with asyncio.timeout(LONGEST_S):
        while table.troubled() or table.controller.snapshot().load != "complete":
            if table.troubled():
                take(table, fault(table.controller))
            else:
                say(table.controller, Word.RESUME)
            await asyncio.sleep(2)


def take(table: Seated, standing: FaultView) -> None:
    """Do the step that waits; what does not fit just now is tried again later."""
    step = next((step for step in standing.steps if step.state == "waiting"), None)
    if step is None:
        return
    if standing.question is not None and step.command == "answer":
        say(table.controller, Word.ANSWER, fault=standing.id, answer="yes")
    elif step.act is not None:
        say(table.controller, Word.SIM_MEND, fault=standing.id)
        if step.check == "person":
            say(table.controller, Word.CONFIRM, fault=standing.id, step=step.n)
    elif step.command is not None:
        of: dict[str, Argument] = {"fault": standing.id} if step.command == Word.ACK else {}
        table.controller.submit(Command(Word(step.command), of, Origin.WEB))
