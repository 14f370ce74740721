"""An evening whose power is cut goes on in a second life, on the table as it physically stands.

The cut falls into a commit: either it is on the card or it is not, as every sector boundary shows
(``test_power_cuts``). The new controller knows what was acknowledged, moves nothing before a person
asks, finishes the load that it was in, and the evening ends with every tile in its place.
"""

import asyncio
from pathlib import Path

import pytest

from firmware_ctl.core.states import Load, Surface
from hal.sim import run_virtual
from tests.store.lives import AUTO_DEAL, FOUR_PORT, HANDS, House, Life, Moment, Party, until_cut
from tests.store.recorded import read_back

QUIET_S = 30.0
UNDER_WAY = ("loading", "balancing", "held", "faulted")
VOID = {"E304", "E305", "E701"}


def _second_life(party: Party, moment: Moment, ram: Path) -> Life:
    """Cut an evening, start anew from what the card holds, play on to the end, and return that."""

    async def main() -> Life:
        house = House(party, ram / "first")
        before, after = await until_cut(house, moment.batch)
        house.swap_card(after if moment.on_card else before, ram / "second")
        life = await house.power_on()
        turned = len(house.bench.turned)
        await asyncio.sleep(QUIET_S)
        assert len(house.bench.turned) == turned
        assert house.bench.surface in (Surface.UNHOMED, Surface.FAULTED)
        await house.evening()
        assert house.bench.controller.play.hands.number == HANDS
        await house.power_off()
        house.bench.table.verify()
        assert house.bench.table.unsafe == []
        return life

    return run_virtual(main(), limit_s=20_000)


def _finished(life: Life) -> bool:
    """Tell whether the load that was under way came to its end as what it was."""
    if life.was.load not in UNDER_WAY:
        return True
    return not VOID & set(life.codes)


SLICE = [
    (FOUR_PORT, Moment(7, on_card=True)),
    (FOUR_PORT, Moment(33, on_card=False)),
    (FOUR_PORT, Moment(80, on_card=True)),
    (FOUR_PORT, Moment(145, on_card=False)),
    (AUTO_DEAL, Moment(320, on_card=True)),
]


@pytest.mark.parametrize(("party", "moment"), SLICE)
def test_after_a_cut_the_load_is_finished_and_the_evening_goes_on(
    party: Party, moment: Moment, ram: Path
) -> None:
    assert _finished(_second_life(party, moment, ram))


@pytest.mark.soak
@pytest.mark.parametrize("on_card", [True, False])
@pytest.mark.parametrize("batch", range(2, 182))
def test_a_table_of_walls_survives_a_cut_in_every_commit(
    ram: Path, batch: int, *, on_card: bool
) -> None:
    assert _finished(_second_life(FOUR_PORT, Moment(batch, on_card), ram))


@pytest.mark.soak
@pytest.mark.parametrize("on_card", [True, False])
@pytest.mark.parametrize("batch", range(2, 500, 3))
def test_a_table_that_deals_survives_a_cut_in_every_commit(
    ram: Path, batch: int, *, on_card: bool
) -> None:
    _second_life(AUTO_DEAL, Moment(batch, on_card), ram)


def test_the_evening_passes_through_every_state_of_play_and_all_of_them_are_recorded(
    ram: Path,
) -> None:
    async def main() -> tuple[set[str], set[str]]:
        house = House(AUTO_DEAL, ram / "evening")
        surfaces, loads = set[str](), set[str]()

        def note(life: Life) -> None:
            surfaces.add(life.record.store.state.table.surface)
            loads.add(life.record.store.state.table.load)

        await house.power_on(note)
        await house.evening()
        await house.power_off()
        return surfaces, loads

    surfaces, loads = run_virtual(main(), limit_s=20_000)
    beside_play = {Surface.FAULTED, Surface.ESTOPPED, Surface.SERVICE}
    assert surfaces == {state.value for state in Surface} - {state.value for state in beside_play}
    assert loads == {state.value for state in Load}


def test_what_was_before_a_commit_or_after_it_is_all_that_a_start_reads(ram: Path) -> None:
    async def main() -> None:
        house = House(FOUR_PORT, ram / "first")
        before, after = await until_cut(house, 40)
        assert read_back(before, ram / "b")[0] != read_back(after, ram / "a")[0]

    run_virtual(main(), limit_s=20_000)
