"""Scripted defects: each shows in the way that a real one does, and is gone when mended."""

import asyncio

import pytest

from hal.events import DiceSettled, InputChanged, Outcome, TilePassed, TileRead
from hal.ids import (
    BELTS_FULL,
    CAMS_HOME,
    EYES,
    KEYS_DICE,
    STACKERS,
    TRAYS,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Input,
)
from hal.motions import Run, SpinDice, Stack
from hal.sim import FAULT_KINDS, FaultKind, FirmwareSettings, NoSuchFault, SimSettings, SimTable
from tests.hal.sim_rig import FORWARD, LIMIT_MS, REVERSE, WALLS, Host, play, until

BLIND_BOARD = SimSettings(firmware=FirmwareSettings(motor_current=False))
SHORT_MS = 12_000


def feed(host: Host) -> None:
    """Turn drum and ring."""
    for actuator in (Actuator.DRUM, Actuator.RING):
        host.start(Run(actuator, FORWARD, 110_000))


@pytest.mark.parametrize("kind", FAULT_KINDS, ids=lambda kind: kind.name)
def test_a_mended_machine_works_as_before(kind: FaultKind) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        for place in kind.places or ("",):
            table.faults.set(kind.name, place)
        await asyncio.sleep(3)
        table.faults.clear_all()
        assert table.faults.active == {}
        await asyncio.sleep(3)  # a link comes back
        host.board.arm()
        await host.open_dome()
        table.people.push_in()
        await host.close_dome()
        ends = await host.load(WALLS[40])
        assert {end.outcome for end in ends} == {Outcome.REACHED}
        await host.raise_walls()
        assert not any(table.plant.books.face_up)
        await host.reach(SpinDice(1_000))
        assert table.tiles_out == 40

    play(scenario, tiles=40)


def test_a_dead_eye_lets_tiles_wait_uncounted() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("eye-dead", "1")
        feed(host)
        (end,) = await host.do(Stack(1, 5, SHORT_MS))
        assert end.outcome is Outcome.TIME_LIMIT
        assert host.of(TilePassed) == []
        assert len(table.plant.lanes[1].stacker.head) == 1
        assert host.board.level(BELTS_FULL[1])

    play(scenario, in_drum=True)


def test_an_eye_that_misses_some_tiles_counts_too_few() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("eye-dead", "0", chance=0.2)
        feed(host)
        await host.do(Stack(0, 10, 60_000))
        assert len(host.of(TilePassed)) < len(host.of(TileRead))

    play(scenario, in_drum=True)


def test_a_stuck_eye_reads_on_and_counts_nothing() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("eye-stuck-on", "2")
        feed(host)
        (end,) = await host.do(Stack(2, 5, SHORT_MS))
        assert end.outcome is Outcome.TIME_LIMIT
        assert host.board.level(EYES[2])
        assert host.of(TilePassed) == []

    play(scenario, in_drum=True)


def test_ghosts_in_an_eye_are_counted_and_turn_the_cam() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("eye-ghosts", "3")
        (end,) = await host.do(Stack(3, 3, 30_000))
        assert end.outcome is Outcome.REACHED
        assert host.board.lane_counts()[3] >= 6
        assert table.plant.sides[3].row == []

    play(scenario)


def test_a_dirty_eye_has_a_high_idle_level() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        clean = host.board.eye_levels()
        table.faults.set("eye-dirty", "1")
        dirty = host.board.eye_levels()
        assert dirty[0] == clean[0]
        assert dirty[1] is not None
        assert clean[1] is not None
        assert dirty[1] > clean[1] + 500

    play(scenario)


def test_a_dead_reader_passes_tiles_unread() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("reader-dead", "0")
        feed(host)
        await host.reach(Stack(0, 3, 60_000))
        assert {(read.tile_id, read.reads) for read in host.of(TileRead)} == {(None, 0)}

    play(scenario, in_drum=True)


@pytest.mark.parametrize(
    ("settings", "outcome"),
    [(SimSettings(), Outcome.JAMMED), (BLIND_BOARD, Outcome.TIME_LIMIT)],
    ids=["current measured", "no current measured"],
)
def test_a_jammed_stacker_does_not_come_home_and_can_be_backed_off(
    settings: SimSettings, outcome: Outcome
) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("stacker-jam", "0")
        feed(host)
        (end,) = await host.do(Stack(0, 5, SHORT_MS))
        assert end.outcome is outcome
        assert not host.board.level(CAMS_HOME[0])
        await host.reach(Run(STACKERS[0], REVERSE, 2_000, CAMS_HOME[0]))
        table.faults.clear("stacker-jam", "0")
        await host.reach(Stack(0, 5, 60_000))
        assert len(table.plant.sides[0].row) == 5

    play(scenario, settings=settings, in_drum=True)


def test_a_double_tile_is_a_long_pulse() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        feed(host)
        await host.do(Run(Actuator.BELT_0, FORWARD, 8_000))  # tiles queue up
        await host.do(Run(Actuator.STACKER_0, FORWARD, 2_000, Input.CAM_HOME_0, level=False))
        await host.do(Run(Actuator.STACKER_0, FORWARD, 2_000, Input.CAM_HOME_0))
        table.faults.set("double-tile", "0")
        await host.do(Run(Actuator.BELT_0, FORWARD, 2_000))
        assert host.of(TilePassed)[-1].pulse_ms > 260
        assert len(table.plant.lanes[0].stacker.head) == 2

    play(scenario, in_drum=True)


def test_a_foreign_body_fills_the_belt_while_the_eye_is_silent() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("lane-jam", "3")
        feed(host)
        (end,) = await host.do(Stack(3, 5, SHORT_MS))
        assert end.outcome is Outcome.TIME_LIMIT
        assert host.board.level(BELTS_FULL[3])
        assert host.of(TilePassed) == []

    play(scenario, in_drum=True)


@pytest.mark.parametrize(
    ("name", "place", "slow"),
    [("belt-weak", "2", {2}), ("ring-weak", "", {0, 1, 2, 3})],
)
def test_a_weak_part_is_slow(name: str, place: str, slow: set[int]) -> None:
    def counts_with(fault: bool) -> tuple[int, ...]:
        counted: list[tuple[int, ...]] = []

        async def scenario(table: SimTable, host: Host) -> None:
            if fault:
                table.faults.set(name, place)
            host.start_load(WALLS[136])
            await asyncio.sleep(20)
            counted.append(host.board.lane_counts())

        play(scenario, in_drum=True)
        return counted[0]

    sound, weak = counts_with(False), counts_with(True)
    assert {lane for lane in range(4) if weak[lane] < sound[lane] / 2} == slow


@pytest.mark.parametrize("name", ["drum-stopped", "motor-stall"])
def test_a_standing_drum_feeds_no_lane_and_draws_current(name: str) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set(name, "drum" if name == "motor-stall" else "")
        drum = host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        host.start(Run(Actuator.RING, FORWARD, 60_000))
        assert (await drum).outcome is Outcome.STALLED
        await host.do(Stack(0, 1, 5_000))
        assert host.board.lane_counts() == (0, 0, 0, 0)

    play(scenario, in_drum=True)


def test_the_last_tiles_stay_in_the_drum() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("last-tiles-stay")
        ends = await host.load(WALLS[40])
        assert Outcome.TIME_LIMIT in {end.outcome for end in ends}
        assert len(table.plant.drum.tiles) == 4
        table.faults.clear("last-tiles-stay")

    play(scenario, tiles=40, in_drum=True)


def test_tiles_can_lie_face_up_in_the_wall() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("tile-face-up", chance=0.1)
        await host.load(WALLS[136])
        assert 1 <= sum(table.plant.books.face_up) <= 40

    play(scenario, in_drum=True)


@pytest.mark.parametrize(
    ("name", "place", "run"),
    [
        ("dome-stuck", "", Run(Actuator.DOME, FORWARD, LIMIT_MS, Input.DOME_UP)),
        ("tray-stuck", "1", Run(TRAYS[1], REVERSE, LIMIT_MS, TRAYS_DOWN[1])),
        ("motor-stall", "tray.1", Run(TRAYS[1], REVERSE, LIMIT_MS, TRAYS_DOWN[1])),
        ("dome-up-sensor-dead", "", Run(Actuator.DOME, FORWARD, LIMIT_MS, Input.DOME_UP)),
        ("tray-down-sensor-dead", "1", Run(TRAYS[1], REVERSE, LIMIT_MS, TRAYS_DOWN[1])),
    ],
)
@pytest.mark.parametrize(
    ("settings", "outcome"),
    [(SimSettings(), Outcome.STALLED), (BLIND_BOARD, Outcome.TIME_LIMIT)],
    ids=["current measured", "no current measured"],
)
def test_what_does_not_reach_its_switch_stalls_or_takes_too_long(
    name: str, place: str, run: Run, settings: SimSettings, outcome: Outcome
) -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set(name, place)
        (end,) = await host.do(run)
        assert end.outcome is outcome
        assert not any(table.plant.motors.drive)

    play(scenario, settings=settings)


def test_a_dome_that_sticks_halfway_goes_on_when_freed() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        end = host.start(Run(Actuator.DOME, FORWARD, 30_000, Input.DOME_UP))
        await asyncio.sleep(1)
        table.faults.set("dome-stuck")
        where = table.plant.dome.position
        await asyncio.sleep(5)
        assert table.plant.dome.position == where
        table.faults.clear("dome-stuck")
        assert (await end).outcome is Outcome.REACHED

    play(scenario, settings=BLIND_BOARD)


def test_a_stuck_pusher_leaves_the_row_inside() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.people.stack_inside(1, (5, 5, 0, 0))
        table.faults.set("pusher-stuck", "1")
        await host.do(
            *(Run(t, REVERSE, LIMIT_MS, i) for t, i in zip(TRAYS, TRAYS_DOWN, strict=True))
        )
        ends = await host.do(
            Run(Actuator.PUSHER_0, FORWARD, LIMIT_MS, Input.PUSHER_OUT_0),
            Run(Actuator.PUSHER_1, FORWARD, LIMIT_MS, Input.PUSHER_OUT_1),
        )
        assert [end.outcome for end in ends] == [Outcome.REACHED, Outcome.STALLED]
        assert [len(side.row) for side in table.plant.sides] == [0, 5, 0, 0]
        assert [len(side.tray) for side in table.plant.sides] == [5, 0, 0, 0]

    play(scenario)


def test_a_tray_switch_that_sticks_reads_up_below_the_table() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("tray-up-sensor-stuck", "0")
        await host.reach(Run(TRAYS[0], REVERSE, LIMIT_MS, TRAYS_DOWN[0]))
        assert host.board.level(TRAYS_UP[0])
        assert host.board.level(TRAYS_DOWN[0])

    play(scenario)


def test_dead_dice_never_settle() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("dice-dead")
        (end,) = await host.do(SpinDice(2_000))
        assert end.outcome is Outcome.STALLED
        await asyncio.sleep(5)
        assert host.of(DiceSettled) == []

    play(scenario)


def test_a_dead_key_is_not_heard() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("key-dead", "dice.2")
        table.plant.press(KEYS_DICE[2])
        table.plant.press(KEYS_DICE[1])
        await asyncio.sleep(1)
        assert {event.input for event in host.of(InputChanged)} == {KEYS_DICE[1]}

    play(scenario)


def test_a_drum_that_runs_on_is_stopped_only_by_the_supply() -> None:
    async def scenario(table: SimTable, host: Host) -> None:
        table.faults.set("motor-runs-on", "drum")
        feed(host)
        await asyncio.sleep(1)
        host.board.stop_all()
        host.start(Run(Actuator.RING, FORWARD, 60_000))
        await until(lambda: table.plant.drum.feeds)
        table.plant.set_hatch(is_open=True)
        assert not table.plant.drum.feeds

    play(scenario, in_drum=True)


@pytest.mark.parametrize(
    ("name", "place", "message"),
    [
        ("eye-deaf", "", "nearest are eye-dead"),
        ("eye-dead", "7", "none of 0, 1, 2, 3"),
        ("eye-dead", "", "one of 0, 1, 2, 3"),
        ("dome-stuck", "0", "one such part"),
    ],
)
def test_an_unknown_fault_or_place_is_refused_with_what_there_is(
    name: str, place: str, message: str
) -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        with pytest.raises(NoSuchFault, match=message):
            table.faults.set(name, place)
        assert table.faults.active == {}

    play(scenario)


@pytest.mark.parametrize("chance", [0, -0.5, 1.5])
def test_a_chance_is_above_0_and_at_most_1(chance: float) -> None:
    async def scenario(table: SimTable, _: Host) -> None:
        with pytest.raises(ValueError, match="chance"):
            table.faults.set("eye-dead", "0", chance)

    play(scenario)
