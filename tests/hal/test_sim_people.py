"""People at the table: what they can do, what they cannot, and players that play by themselves."""

import asyncio

import pytest

from hal.board import Indicators
from hal.events import BoardEvent, DiceSettled, InputChanged
from hal.ids import KEYS_DICE, KEYS_LIFT, TRAYS, TRAYS_DOWN, Input
from hal.motions import Run, SpinDice
from hal.sim import (
    DiceSettings,
    FirmwareSettings,
    NotPossible,
    Place,
    PlayerSettings,
    SimSettings,
    SimTable,
    StartSettings,
    TileLost,
)
from hal.tile_id import unpack_tile_id
from tests.hal.sim_rig import LIMIT_MS, REVERSE, WALLS, Host, play


def test_tiles_are_pushed_in_only_while_the_dome_is_up() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        with pytest.raises(NotPossible, match="dome"):
            table.people.push_in()
        await host.open_dome()
        assert table.people.push_in() == 136
        assert table.tiles_in == 136
        assert table.people.on_table == []

    play(scenario)


def test_a_forgotten_tile_can_be_added_later() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        lost = table.people.lose(1)
        await host.open_dome()
        table.people.push_in()
        await host.close_dome()
        assert table.plant.books.counts[Place.FLOOR] == 1
        table.people.pick_up(lost)
        await host.open_dome()
        assert table.people.push_in() == 1
        assert table.tiles_in == 136

    play(scenario)


def test_only_a_raised_wall_can_be_taken() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.people.stack_inside(1, WALLS[136])
        await host.raise_walls()
        await host.reach(Run(TRAYS[2], REVERSE, LIMIT_MS, TRAYS_DOWN[2]))
        with pytest.raises(NotPossible, match="side 2"):
            table.people.take_walls([2])
        assert len(table.people.take_walls([0, 1, 3])) == 3 * 34
        assert table.tiles_out == 136

    play(scenario)


def test_after_a_hand_discards_lie_before_hands() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.people.stack_inside(1, WALLS[136])
        await host.raise_walls()
        before = list(table.people.on_table)
        table.people.play()
        assert table.people.on_table[:136] == before
        assert sorted(table.people.on_table[136:]) == list(table.people.sets[1])

    play(scenario)


def test_a_swapped_tile_is_another_piece_of_plastic() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        people, books = table.people, table.plant.books
        tile = people.on_table[5]
        strange = people.swap(tile, 33, 1)
        assert people.on_table[5] == strange
        assert books.places[tile] is Place.FLOOR
        mine, other = unpack_tile_id(books.ids[tile]), unpack_tile_id(books.ids[strange])
        assert (other.design, other.set_index) == (33, 1)
        assert other.serial != mine.serial

    play(scenario)


def test_an_extra_tile_stays_in_the_drum() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        extra = table.people.bring(0, 0)
        await host.open_dome()
        assert table.people.push_in() == 41
        await host.close_dome()
        await host.load(WALLS[40])
        assert len(table.plant.drum.tiles) == 1
        assert extra < len(table.plant.books.ids)

    play(scenario, tiles=40)


def test_a_set_is_put_on_the_table_once() -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        with pytest.raises(TileLost, match="box"):
            table.people.put_set_on_table(0)

    play(scenario)


def test_a_machine_can_start_anyhow() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        assert not host.board.level(Input.DOME_DOWN)
        assert not host.board.level(Input.DOME_UP)
        assert not host.board.level(Input.TRAY_UP_0)
        assert not host.board.level(Input.ESTOP_RELEASED)
        table.plant.set_estop(pressed=False)
        await asyncio.sleep(1)
        host.board.arm()
        await host.close_dome()

    start = StartSettings(disordered=True, estop_pressed=True)
    play(scenario, settings=SimSettings(start=start))


def test_dice_are_read_where_there_is_a_sensor_and_follow_their_weights() -> None:
    throws = 200

    async def scenario(_: SimTable, host: Host) -> None:
        for _throw in range(throws):
            await host.reach(SpinDice(500))
            await asyncio.sleep(2)
        faces = [face for event in host.of(DiceSettled) if event.faces for face in event.faces]
        assert len(faces) == 2 * throws
        assert set(faces) == {2, 5}

    settings = SimSettings(
        firmware=FirmwareSettings(dice_reader=True),
        dice=DiceSettings(face_weights=(0, 1, 0, 0, 1, 0)),
    )
    play(scenario, settings=settings)


async def obey(host: Host, hands: int) -> None:
    """Be the simplest controller that plays hands with people who press real keys."""
    keys: asyncio.Queue[Input] = asyncio.Queue()

    def hear(event: BoardEvent) -> None:
        if isinstance(event, InputChanged) and event.level and event.input in (
            *KEYS_LIFT,
            *KEYS_DICE,
        ):  # fmt: skip
            keys.put_nowait(event.input)

    host.board.listen(hear)
    host.board.show(Indicators(ready_lamp=True))
    for _ in range(hands):
        assert await keys.get() in KEYS_LIFT
        host.board.show(Indicators(ready_lamp=False))
        await host.open_dome()
        assert await keys.get() in KEYS_LIFT
        await host.close_dome()
        await host.raise_walls()
        assert await keys.get() in KEYS_DICE
        await host.load(WALLS[136])
        host.board.show(Indicators(ready_lamp=True))


@pytest.mark.parametrize(
    "settings",
    [PlayerSettings(), PlayerSettings(think_s=0, push_s=0, play_s=0)],
    ids=["thinking", "batch"],
)
def test_players_play_by_lamp_dome_and_walls_alone(settings: PlayerSettings) -> None:
    hands = 3

    async def scenario(table: SimTable, host: Host) -> None:
        table.people.stack_inside(1, WALLS[136])
        players = table.seat_players(settings, last_hand=hands)
        await obey(host, hands)
        await asyncio.sleep(400)
        assert players.hands == hands
        assert table.tiles_in == table.tiles_out == hands * 136
        assert table.unsafe == []
        players.leave()

    play(scenario)


@pytest.mark.parametrize(
    "settings", [PlayerSettings(patience_s=0), PlayerSettings(second_press_s=0)]
)
def test_players_without_any_patience_are_refused(settings: PlayerSettings) -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        with pytest.raises(ValueError, match="patience"):
            table.seat_players(settings)

    play(scenario)
