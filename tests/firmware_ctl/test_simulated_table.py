"""The people at the daemon's simulated table, in virtual time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from firmware_ctl.config.model import Config, Integrity
from firmware_ctl.core.commands import Command, Origin, Reply, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.listeners import Event
from firmware_ctl.inputs.panel import Panel
from firmware_ctl.simulated_table import Crew, break_part, build_table
from firmware_ctl.simulation import SeededChance
from hal.sim import SimTable, run_virtual


@dataclass(slots=True)
class Table:
    """A controller, its simulated table, and what was heard of it."""

    sim: SimTable
    controller: Controller
    events: list[Event] = field(default_factory=list)

    def say(self, word: Word) -> None:
        reply = self.controller.submit(Command(word, origin=Origin.CLI))
        assert reply.ok, reply.why

    async def becomes(self, surface: str) -> None:
        moved = asyncio.Event()
        leave = self.controller.subscribe(lambda _: moved.set())
        async with asyncio.timeout(300):
            while self.controller.snapshot().surface != surface:
                moved.clear()
                await moved.wait()
        leave()

    def faults(self) -> list[object]:
        return [event["code"] for event in self.events if event["event"] == "fault"]


@asynccontextmanager
async def seated(
    *, demo: bool, seed: int = 1, config: Config | None = None
) -> AsyncIterator[Table]:
    loop = asyncio.get_running_loop()
    chosen = config or Config()
    sim = build_table(loop, chosen, seed)
    controller = Controller(sim.board, chosen, SeededChance(seed))
    table = Table(sim, controller)
    controller.subscribe(table.events.append)
    await sim.board.open()
    serving = loop.create_task(controller.run())
    controller.listen_inputs(Panel(controller.submit, loop.call_later).feed)
    crew = Crew(sim, controller, demo=demo)
    controller.subscribe(crew.hear)
    await asyncio.sleep(0)
    crew.sit_down()
    try:
        yield table
    finally:
        serving.cancel()
        await asyncio.wait([serving])


def test_without_a_demonstration_people_only_bring_and_push_tiles() -> None:
    async def main() -> None:
        async with seated(demo=False) as table:
            await asyncio.sleep(600)
            assert table.controller.snapshot().surface == "unhomed"
            assert table.controller.snapshot().counters["commands"] == 0
            table.say(Word.HOME)
            await table.becomes("ready")
            for _ in range(2):
                table.say(Word.LIFT)
                await table.becomes("open")
                table.say(Word.LIFT)
                await asyncio.sleep(120)
            assert table.controller.snapshot().surface == "walls-up"
            assert table.sim.tiles_in == 2 * 136
            table.sim.verify()

    run_virtual(main())


@pytest.mark.parametrize("demo", [False, True])
def test_into_a_well_that_is_opened_while_loading_nobody_pushes_another_set(demo: bool) -> None:
    async def main() -> None:
        async with seated(demo=demo) as table:
            if not demo:
                table.say(Word.HOME)
                await table.becomes("ready")
                table.say(Word.LIFT)
                await table.becomes("open")
                table.say(Word.LIFT)
            await table.becomes("closing")
            await asyncio.sleep(20)
            table.say(Word.OPEN_LOADING)
            await table.becomes("open")
            if not demo:
                table.say(Word.LIFT)
            await asyncio.sleep(60)
            assert table.faults() == []
            assert table.sim.tiles_in in (136, 2 * 136)
            table.sim.verify()

    run_virtual(main())


@pytest.mark.parametrize("seed", [1, 3])
def test_a_demonstration_goes_on_for_hours(seed: int) -> None:
    async def main() -> None:
        async with seated(demo=True, seed=seed) as table:
            await asyncio.sleep(3600)
            assert table.controller.snapshot().counters["hands"] > 25
            assert table.sim.unsafe == []
            table.sim.verify()

    run_virtual(main())


def test_people_of_a_demonstration_do_what_a_fault_asks_for() -> None:
    async def main() -> None:
        async with seated(demo=True) as table:
            await table.becomes("opening")
            table.sim.faults.set("dome-stuck")
            await table.becomes("faulted")
            await table.becomes("play")
            assert table.faults()
            assert table.sim.faults.active == {}

    run_virtual(main())


def test_people_of_a_demonstration_cut_by_their_keys() -> None:
    async def main() -> None:
        keys = Config(integrity=Integrity(cut="keys"))
        async with seated(demo=True, config=keys) as table:
            await asyncio.sleep(600)
            cuts = [event for event in table.events if event["event"] == "cut"]
            assert len(cuts) > 1
            assert all(str(cut["presses"]).count("], [") == 3 for cut in cuts)
            assert len(cuts) == table.controller.snapshot().hand.number

    run_virtual(main())


def _break(table: Table, args: dict[str, str], origin: Origin = Origin.CLI) -> Reply:
    return table.controller.submit(Command(Word.SIM_FAULT, args, origin))


def test_a_person_breaks_parts_of_a_simulated_table_and_lets_them_be_whole_again() -> None:
    async def main() -> None:
        async with seated(demo=False) as table:
            table.controller.answers.break_part = break_part(table.sim)
            assert _break(table, {"name": "eye-dead", "place": "2"}).ok
            assert _break(table, {"name": "dome-stuck"}).ok
            assert set(table.sim.faults.active) == {("eye-dead", "2"), ("dome-stuck", "")}
            assert _break(table, {"name": "eye-dead", "place": "2", "state": "off"}).ok
            assert _break(table, {"name": "dome-stuck", "place": "off"}).ok
            assert table.sim.faults.active == {}

    run_virtual(main())


@pytest.mark.parametrize(
    "args",
    [
        {"name": "eye-dead@lane=2"},
        {"name": "eye-dead@place=2"},
        {"name": "eye-dead", "place": "2"},
        {"name": "eye-dead", "place": "lane=2"},
    ],
    ids=lambda args: " ".join(args.values()),
)
def test_a_place_is_said_as_in_a_script_of_faults(args: dict[str, str]) -> None:
    async def main() -> None:
        async with seated(demo=False) as table:
            table.controller.answers.break_part = break_part(table.sim)
            assert _break(table, args).ok
            assert set(table.sim.faults.active) == {("eye-dead", "2")}
            assert _break(table, {**args, "state": "off"}).ok
            assert table.sim.faults.active == {}

    run_virtual(main())


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ({"name": "eye-ded"}, "nearest are eye-dead"),
        ({"name": "eye-dead", "place": "9"}, "none of 0, 1, 2, 3"),
        ({"name": "eye-dead", "place": "lane=9"}, "none of 0, 1, 2, 3"),
        ({"name": "eye-dead@lane=9"}, "none of 0, 1, 2, 3"),
        ({"name": "eye-dead@lane"}, "no number"),
        ({"name": "eye-dead@2s"}, "leave the seconds out"),
        ({"name": "eye-dead"}, "say where, as in eye-dead@place=0; one of 0, 1, 2, 3"),
        ({"name": "motor-dead"}, "as in motor-dead@place="),
        ({"name": "dome-stuck@side=1"}, "one such part"),
        ({"name": "all"}, "stand alone"),
    ],
)
def test_a_fault_that_there_is_not_is_refused_in_words(args: dict[str, str], says: str) -> None:
    async def main() -> None:
        async with seated(demo=False) as table:
            table.controller.answers.break_part = break_part(table.sim)
            reply = _break(table, args)
            assert (reply.ok, reply.code) == (False, "bad-args")
            assert says in reply.why

    run_virtual(main())


def test_nobody_breaks_a_table_by_remote_nor_one_without_a_plant() -> None:
    async def main() -> None:
        async with seated(demo=False) as table:
            assert _break(table, {"name": "dome-stuck"}).code == "not-now"
            table.controller.answers.break_part = break_part(table.sim)
            assert _break(table, {"name": "dome-stuck"}, Origin.REMOTE).code == "not-by-remote"
            assert table.sim.faults.active == {}

    run_virtual(main())
