"""After a power cut a fresh controller knows its table; nothing moves before a person asks.

The evening is cut when its n-th batch is on the card, so in every state of a cycle. The simulated
table stays as it is, a second controller gets what the record says, and a person does what the
table's words ask for until a whole hand has been played.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from firmware_ctl.config.model import Config
from firmware_ctl.core.commands import Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.store.records import WallOpened
from firmware_ctl.store.restore import restore
from firmware_ctl.store.seals import MachineKey
from firmware_ctl.store.state import Known, State
from firmware_ctl.store.walls import codes
from hal.sim import run_virtual
from rules.languages import Language
from tests.store.recorded import MACHINE, Recording, looked_at, opened
from tests.support.bench import FEW, LOOK_S, Bench, Thrown

FIRST, LAST = 2, 41
"""The batches between which an evening of three hands is cut: from homing to the second hand."""


def _some(every: int) -> list[object]:
    """Return all batches to cut in; only every so many of them belong to the ordinary tests."""
    return [
        pytest.param(batch, marks=() if batch % every == 0 else pytest.mark.soak)
        for batch in range(FIRST, LAST)
    ]


QUIET_S = 30.0


@dataclass(slots=True)
class Life:
    """A table whose controller has been cut off and replaced."""

    bench: Bench
    root: Path
    first: Recording
    state: State
    machine: MachineKey | None = MACHINE

    @property
    def was(self) -> Known:
        return self.state.table

    @property
    def now(self) -> Known:
        return looked_at(self.bench.controller).known()


async def _play(bench: Bench) -> None:
    await bench.first_set()
    for _ in range(3):
        await bench.push_in_a_set()
        await bench.until(lambda: bench.surface is Surface.WALLS_UP)
        await _hand(bench)
        await bench.loaded()


async def _hand(bench: Bench) -> None:
    if bench.surface is Surface.WALLS_UP:
        bench.do(Word.DICE)
    bench.table.people.play()
    bench.do(Word.HAND_END)


async def _cut(bench: Bench, root: Path, batch: int) -> tuple[Recording, State]:
    """Play until the n-th batch is on the card; in that moment the power goes."""
    cut = asyncio.Event()

    def count(recording: Recording) -> None:
        if len(recording.batches) == batch:
            states.append(recording.ledger.state)
            cut.set()

    states: list[State] = []
    serving = asyncio.ensure_future(bench.controller.run())
    await bench.until(lambda: bench.table.board.link_up)
    recording = Recording(bench.controller, root, count)
    playing = asyncio.ensure_future(_play(bench))
    waiting = asyncio.ensure_future(cut.wait())
    await asyncio.wait((playing, waiting), return_when=asyncio.FIRST_COMPLETED)
    assert cut.is_set(), f"the evening has only {len(recording.batches)} batches"
    for task in (playing, serving):
        task.cancel()
    await asyncio.wait((playing, serving))
    bench.table.board._sinks.clear()
    bench.table.board.power_cycle()
    recording.ledger.close()
    return recording, states[0]


def _second_life(
    root: Path, batch: int, live: Callable[[Life], Awaitable[None]], config: Config | None = None
) -> None:
    async def main() -> None:
        bench = Bench(FEW)
        first, state = await _cut(bench, root, batch)
        bench.controller = Controller(bench.table.board, config or Config(), Thrown())
        table = bench.controller
        restore(table.play, table.switches, state, MACHINE, Language.EN, bench.now)
        serving = asyncio.ensure_future(bench.controller.run())
        await bench.until(lambda: bench.table.board.link_up)
        await live(Life(bench, root, first, state))
        serving.cancel()
        await asyncio.wait((serving,))
        bench.table.verify()
        assert bench.table.unsafe == []

    run_virtual(main(), limit_s=1500)


@pytest.mark.parametrize("batch", _some(every=4))
def test_the_table_knows_what_it_had_acknowledged(ram: Path, batch: int) -> None:
    async def live(life: Life) -> None:
        was, now = life.was, life.now
        assert now.surface == "unhomed"
        assert now.load == (was.load if was.load in ("empty", "complete") else "held")
        under_way = was.load not in ("empty", "complete")
        expected = replace(
            was,
            surface="unhomed",
            load=now.load,
            held_in="unhomed",
            reason="",
            places=replace(was.places, position_lost=True),
            job=replace(was.job, unsure=under_way),
        )
        assert now == expected

    _second_life(ram, batch, live)


@pytest.mark.parametrize("batch", _some(every=13))
def test_nothing_moves_before_a_person_asks_and_then_a_hand_is_played(
    ram: Path, batch: int
) -> None:
    async def live(life: Life) -> None:
        bench = life.bench
        turned = len(bench.turned)
        await asyncio.sleep(QUIET_S)
        assert len(bench.turned) == turned
        assert bench.surface is Surface.UNHOMED
        await _go_on(bench, lambda: _can_be_played(bench))
        await _hand(bench)
        await _go_on(bench, lambda: bench.load is Load.COMPLETE)

    _second_life(ram, batch, live)


async def _go_on(bench: Bench, done: Callable[[], bool]) -> None:
    """Do what the table's own words ask for; bring a set when the open well wants one.

    A load that finds the drum empty is opened again: the well had closed before tiles were in it.
    """
    drum_empty = False
    while not done():
        drum_empty |= "E310" in bench.codes
        if drum_empty and bench.load is Load.LOADING:
            drum_empty = not bench.say(Word.OPEN_LOADING, held=True).ok
        if bench.surface is Surface.OPEN and not bench._set_to_push():
            bench.lay_out_set()
        bench._next_act()
        await asyncio.sleep(LOOK_S)


def _can_be_played(bench: Bench) -> bool:
    playing = bench.surface is Surface.PLAY
    return playing or (bench.surface is Surface.WALLS_UP and not bench.void)


@pytest.mark.parametrize("batch", _some(every=13))
def test_a_wall_that_was_sealed_before_the_cut_is_opened_after_it(ram: Path, batch: int) -> None:
    async def live(life: Life) -> None:
        bench = life.bench
        second = Recording(bench.controller, life.root)
        sealed = life.state.sealed_on_table or life.state.sealed_inside
        await _go_on(bench, lambda: _can_be_played(bench))
        await _hand(bench)
        await _go_on(bench, lambda: bench.load is Load.COMPLETE)
        second.recorder.flush()
        records = [note.record for batch_ in second.batches for note in batch_]
        opens = [record for record in records if isinstance(record, WallOpened)]
        if sealed is not None:
            assert opens[0].number >= sealed.number
        walls = {wall.seal: codes(wall.lanes) for wall in (*life.first.walls, *second.walls)}
        assert [record.tiles for record in opens] == [walls[record.number] for record in opens]
        assert second.recorder.state.table == life.now
        assert second.recorder.state.unsafe == 1
        assert second.faults == []
        second.ledger.close()
        again, told = opened(life.root)
        assert (again.state, told) == (second.recorder.state, [])
        again.close()

    _second_life(ram, batch, live)
