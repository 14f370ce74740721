"""Hand trays: single tiles wait on a slide, one turn of the deal motor brings them up."""

import asyncio
from dataclasses import replace

import pytest

from hal.events import Outcome, StackMade, TileRead
from hal.ids import DEALERS, HANDS_FLUSH, HANDS_FULL, LANES, Actuator
from hal.motions import HAND_TILES, Into, Run, Singles, Stack
from hal.sim import DealSettings, ReaderSettings, SimSettings, SimTable
from hal.sim.tiles import NO_TILE, Place
from tests.hal.sim_rig import FORWARD, LIMIT_MS, LOAD_LIMIT_MS, Host, play, until

DEALS = SimSettings(deal=DealSettings(fitted=True), reader=ReaderSettings(no_read_rate=0))
SIDE = 1


def feed(host: Host) -> None:
    for actuator in (Actuator.DRUM, Actuator.RING):
        host.start(Run(actuator, FORWARD, LOAD_LIMIT_MS))


async def lay(host: Host, tiles: int = HAND_TILES, into: Into = Into.HAND) -> Outcome:
    feed(host)
    (end,) = await host.do(Singles(SIDE, tiles, into, LOAD_LIMIT_MS))
    return end.outcome


async def turn(host: Host, side: int = SIDE) -> list[Outcome]:
    """Turn a hand tray once: it leaves the table top, and comes back to it."""
    deal, flush = DEALERS[side], HANDS_FLUSH[side]
    down = await host.do(Run(deal, FORWARD, LIMIT_MS, flush, level=False))
    up = await host.do(Run(deal, FORWARD, LIMIT_MS, flush))
    return [down[0].outcome, up[0].outcome]


def test_a_hand_comes_up_in_the_order_in_which_its_tiles_passed_the_eye() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        assert await lay(host) is Outcome.REACHED
        host.board.stop_all()
        hand = table.plant.hands[SIDE]
        assert len(hand.slide) == HAND_TILES
        assert table.plant.pins.real[HANDS_FULL[SIDE]]
        assert await turn(host) == [Outcome.REACHED] * 2
        passed = tuple(event.tile_id for event in host.of(TileRead) if event.lane == SIDE)
        assert table.people.hands()[SIDE] == passed
        assert not table.plant.pins.real[HANDS_FULL[SIDE]]
        assert table.tiles_out == HAND_TILES
        assert table.people.take_hands() == table.people.on_table[-HAND_TILES:]
        assert [event.made for event in host.of(StackMade)] == list(range(1, HAND_TILES + 1))
        assert table.unsafe == []

    play(scenario, tiles=40, settings=DEALS, in_drum=True)


def test_a_single_tile_for_the_row_is_a_half_stack() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        feed(host)
        await host.reach(Stack(SIDE, 2, LOAD_LIMIT_MS))
        assert await lay(host, 1, Into.ROW) is Outcome.REACHED
        row = table.plant.sides[SIDE].row
        assert [upper == NO_TILE for _, upper in row] == [False, False, True]

    play(scenario, tiles=40, settings=DEALS, in_drum=True)


@pytest.mark.parametrize("tenths", range(1, 180, 4))
def test_stopped_at_any_moment_a_hand_is_finished_with_neither_a_tile_more_nor_less(
    tenths: int,
) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        feed(host)
        end = host.start(Singles(SIDE, HAND_TILES, Into.HAND, LOAD_LIMIT_MS))
        await asyncio.sleep(tenths / 10)
        host.board.stop_all()
        await end
        await host.clear_belts()
        left = HAND_TILES - host.made()[SIDE]
        if left:
            assert await lay(host, left) is Outcome.REACHED
        assert len(table.plant.hands[SIDE].slide) == HAND_TILES
        assert host.made()[SIDE] == HAND_TILES

    play(scenario, tiles=40, settings=DEALS, in_drum=True)


@pytest.mark.parametrize("tenths", range(1, 34, 3))
def test_a_turn_stopped_on_its_way_goes_on(tenths: int) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await lay(host)
        host.board.stop_all()
        ending = host.start(Run(DEALERS[SIDE], FORWARD, tenths * 100))
        await ending
        table.verify()
        hand = table.plant.hands[SIDE]
        if not hand.is_flush:
            await host.reach(Run(DEALERS[SIDE], FORWARD, LIMIT_MS, HANDS_FLUSH[SIDE]))
        assert hand.is_flush
        assert len(hand.tray) == HAND_TILES

    play(scenario, tiles=40, settings=DEALS, in_drum=True)


def test_something_on_the_hatch_stalls_the_tray() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        await lay(host)
        table.faults.set("hand-tray-stuck", str(SIDE))
        assert (await turn(host))[1] is Outcome.STALLED
        table.faults.clear("hand-tray-stuck", str(SIDE))
        assert (await turn(host))[1] is Outcome.REACHED
        assert len(table.plant.hands[SIDE].tray) == HAND_TILES

    play(scenario, tiles=40, settings=DEALS, in_drum=True)


def test_a_tile_that_goes_astray_leaves_the_slide_short_and_stays_in_the_books() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("hand-tile-astray", str(SIDE), 0.999)
        feed(host)
        ending = host.start(Singles(SIDE, HAND_TILES, Into.HAND, LOAD_LIMIT_MS))
        await until(lambda: host.made()[SIDE] > 0)
        table.faults.clear("hand-tile-astray", str(SIDE))
        assert (await ending).outcome is Outcome.REACHED
        lost = table.plant.books.at(Place.FLOOR)
        assert lost
        assert len(table.plant.hands[SIDE].slide) == HAND_TILES - len(lost)
        assert not table.plant.pins.real[HANDS_FULL[SIDE]]

    play(scenario, tiles=40, settings=DEALS, in_drum=True)


def test_a_table_without_hand_trays_refuses_a_hand() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        assert await lay(host) is Outcome.REFUSED
        assert not host.board.capabilities.deals
        assert all(not table.plant.hands[lane].slide for lane in LANES)

    play(scenario, tiles=40, settings=replace(DEALS, deal=DealSettings()), in_drum=True)


@pytest.mark.parametrize("tiles", [0, 14])
def test_a_hand_has_one_to_thirteen_single_tiles(tiles: int) -> None:
    with pytest.raises(ValueError, match="a hand has"):
        Singles(0, tiles, Into.HAND, LIMIT_MS)
