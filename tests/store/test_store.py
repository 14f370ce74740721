"""The record of a table put together: real thread, real files, a table that the test plays."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from firmware_ctl.core.commitment import ClosedWall, close_wall
from firmware_ctl.core.listeners import Event, Listeners, Unsubscribe
from firmware_ctl.referee.kept import KeptEvening
from firmware_ctl.store.faults import StoreFault, Trouble
from firmware_ctl.store.keys import KEY_NAME
from firmware_ctl.store.place import state_directory
from firmware_ctl.store.state import Hands, Known, RunningHand, Walls
from firmware_ctl.store.store import Store
from firmware_ctl.store.wall_clock import system_time
from firmware_ctl.store.walls import Lanes
from rules.integrity.composition import Reading
from rules.tiles import Tile

STACKS = (1, 1, 1, 1)
LANES = [[Reading(Tile(lane), 5), Reading(Tile(9 + lane), 5)] for lane in range(4)]
WALLS = Walls("8", "ok", order_checked=True)


@dataclass(slots=True)
class PlayedTable:
    """A table that knows what the test says."""

    what: Known = field(default_factory=Known)
    tiles: Lanes = ()
    listeners: Listeners[Event] = field(default_factory=Listeners)

    def known(self) -> Known:
        return self.what

    def tiles_inside(self) -> Lanes:
        return self.tiles

    def closed_inside(self) -> ClosedWall | None:
        return close_wall(self.tiles)

    def evening(self) -> KeptEvening:
        return KeptEvening()

    def entries(self) -> str:
        return ""

    def subscribe(self, sink: Callable[[Event], None]) -> Unsubscribe:
        return self.listeners.add(sink)

    def tell(self, event: str, **facts: object) -> None:
        self.listeners.tell({"event": event, "time": 0.0, **facts})

    def judged(self) -> None:
        self.what, self.tiles = replace(self.what, inside=WALLS), LANES
        self.tell("verdict", level="ok")

    def cycled(self) -> None:
        self.what = replace(self.what, inside=None, on_table=self.what.inside)
        self.tell("surface", old="opening", new="open")

    def begun(self) -> None:
        running = RunningHand(0, "GD", STACKS)
        self.what = replace(self.what, hands=Hands(1, running))
        self.tell("hand-began", number=1, dealer=0)

    def ended(self) -> None:
        self.what = replace(self.what, hands=Hands(1))
        self.tell("hand-ended", number=1, result="draw")


@dataclass(slots=True)
class Started:
    """A store that runs, its table, and what it told."""

    store: Store
    table: PlayedTable
    told: list[StoreFault]


def _start(directory: Path, table: PlayedTable | None = None) -> Started:
    told: list[StoreFault] = []
    store = Store(directory, {}, told.append)
    table = table or PlayedTable()
    store.start(table, "1.2.3", simulated=True)
    return Started(store, table, told)


def test_what_is_acknowledged_is_there_at_the_next_start(tmp_path: Path) -> None:
    async def first() -> Known:
        run = _start(tmp_path)
        run.table.what = replace(run.table.what, dealer=2, variant="GD")
        run.table.tell("command", word="dealer", args={"side": 2}, origin="panel", ok=True)
        await run.store.barrier()
        assert run.store.head.sequence > 0
        assert await run.store.close() == 0
        assert run.told == []
        return run.table.what

    async def second(known: Known) -> None:
        told: list[StoreFault] = []
        store = Store(tmp_path, {}, told.append)
        assert store.state.table == known
        assert (store.state.boots, store.state.unsafe, told) == (1, 0, [])
        assert store.state.totals.commands == 1
        assert await store.close() == 0

    asyncio.run(second(asyncio.run(first())))


def test_views_are_told_when_the_record_was_last_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        before = system_time().ms // 1000
        run = _start(tmp_path)
        assert run.store.view().committed is None
        run.table.tell("link", up=True)
        await run.store.barrier()
        committed = run.store.view().committed
        assert committed is not None
        assert before <= committed <= system_time().ms // 1000
        await run.store.close()

    asyncio.run(scenario())


def _sealed(store: Store) -> tuple[bool, bool]:
    """Whether a sealed wall is inside, and whether one is on the table."""
    state = store.state
    return state.sealed_inside is not None, state.sealed_on_table is not None


def test_walls_are_sealed_inside_follow_their_set_and_open_with_their_hand(tmp_path: Path) -> None:
    async def scenario() -> None:
        run = _start(tmp_path)
        seen = [_sealed(run.store)]
        for act in (run.table.judged, run.table.cycled, run.table.begun, run.table.ended):
            act()
            await run.store.barrier()
            seen.append(_sealed(run.store))
        nowhere, inside, on_table = (False, False), (True, False), (False, True)
        assert seen == [nowhere, inside, on_table, on_table, nowhere]
        assert run.told == []
        await run.store.close()

    asyncio.run(scenario())


def test_walls_whose_key_is_gone_stay_shut_and_that_is_told(tmp_path: Path) -> None:
    async def first() -> Known:
        run = _start(tmp_path)
        run.table.judged()
        run.table.cycled()
        run.table.begun()
        await run.store.barrier()
        await run.store.close()
        return run.table.what

    async def second(known: Known) -> None:
        run = _start(tmp_path, PlayedTable(known))
        run.table.ended()
        await run.store.barrier()
        assert [fault.trouble for fault in run.told] == [Trouble.KEY]
        assert run.store.state.sealed_on_table is None
        await run.store.close()

    known = asyncio.run(first())
    (tmp_path / KEY_NAME).unlink()
    asyncio.run(second(known))


def test_without_a_key_the_table_runs_and_its_walls_are_not_written(tmp_path: Path) -> None:
    (tmp_path / KEY_NAME).write_bytes(b"short")

    async def scenario() -> None:
        run = _start(tmp_path)
        run.table.judged()
        await run.store.barrier()
        assert run.store.state.table.inside == WALLS
        assert run.store.state.sealed_inside is None
        assert [fault.trouble for fault in run.told] == [Trouble.KEY]
        await run.store.close()

    asyncio.run(scenario())


def test_a_barrier_turns_away_when_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "record").write_bytes(b"")

    async def scenario() -> None:
        run = _start(tmp_path)
        run.table.tell("link", up=True)
        with pytest.raises(StoreFault, match="E803"):
            await run.store.barrier()
        assert await run.store.close() > 0

    asyncio.run(scenario())


def test_a_store_that_was_never_started_closes(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(tmp_path, {}, lambda _: None)
        await store.barrier()
        assert await store.close() == 0

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("environ", "place"),
    [
        ({"STATE_DIRECTORY": "/var/lib/mjtable"}, "/var/lib/mjtable"),
        ({"STATE_DIRECTORY": "/var/lib/a:/var/lib/b"}, "/var/lib/a"),
        ({"XDG_STATE_HOME": "/home/k/state"}, "/home/k/state/mjtable"),
        ({}, f"{Path('~').expanduser()}/.local/state/mjtable"),
    ],
)
def test_the_record_has_its_place(environ: dict[str, str], place: str) -> None:
    assert state_directory(environ) == Path(place)


def test_the_time_of_day_is_trusted_when_it_was_set_since_power_on(tmp_path: Path) -> None:
    mark = tmp_path / "synchronized"
    assert not system_time(mark).trusted
    mark.touch()
    assert system_time(mark).trusted
    assert system_time(mark).ms > 1_600_000_000_000
