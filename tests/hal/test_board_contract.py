"""What every board does, whatever is behind it; each backend is one more row of ``RIGS``."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest

from hal.errors import NotArmed
from hal.events import (
    DiceSettled,
    InputChanged,
    MotionEnded,
    Outcome,
    OutputsDropped,
    StackMade,
    TilePassed,
)
from hal.ids import TRAYS, TRAYS_DOWN, TRAYS_UP, Actuator, Input, Quality
from hal.motions import Motion, Run, SpinDice, Stack, Stop
from hal.sim import SimTable
from hal.sim.register_table import RegisterTable
from tests.board_link.line_rigs import over_memory, over_pty
from tests.hal.sim_rig import FORWARD, REVERSE, WALLS, Host, play
from tests.support.board_rung import FirmwareTable, over_chip, over_core

Table = SimTable | RegisterTable | FirmwareTable
Scenario = Callable[[Table, Host], Awaitable[None]]


class Rig(Protocol):
    """A board of some kind in front of a simulated plant, opened, armed and kept alive."""

    def __call__(self, scenario: Scenario, /, *, tiles: int = 136, in_drum: bool = False) -> object:
        """Run a scenario and check the books at its end."""


RIGS: dict[str, Rig] = {
    "sim": play,
    "memory": over_memory,
    "core": over_core,
    "chip": over_chip,
    "pty": over_pty,
}
"""In process; the real board's protocol in memory; the reference board's core, and its shipped
binary on a simulated chip; the protocol over a pty, pyserial and real time."""


IN_REAL_TIME = pytest.param("pty", marks=pytest.mark.realtime)


@pytest.fixture(params=["sim", "memory", "core", "chip", IN_REAL_TIME])
def rig(request: pytest.FixtureRequest) -> Rig:
    return RIGS[request.param]


def test_it_tells_what_it_is(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        board = host.board
        assert board.identity.board
        assert board.identity.boot_id > 0
        assert board.capabilities.watchdog
        assert board.link_up
        assert board.quality is Quality.OK

    rig(scenario)


def test_opened_it_knows_every_level(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        assert [host.board.level(each) for each in Input] == table.plant.pins.real
        assert host.board.level(Input.DOME_DOWN)
        assert host.board.level(Input.ESTOP_RELEASED)

    rig(scenario)


def test_a_run_ends_when_its_input_reads_the_level(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        (end,) = await host.do(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        assert end.actuator is Actuator.DOME
        assert end.outcome is Outcome.REACHED
        assert host.board.level(Input.DOME_UP)
        assert not host.board.level(Input.DOME_DOWN)
        assert not any(table.plant.motors.drive)

    rig(scenario)


def test_events_carry_the_boards_time_and_come_in_order(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        await host.open_dome()
        await host.close_dome()
        times = [event.at for event in host.events]
        assert times == sorted(times)
        assert times[-1] <= asyncio.get_running_loop().time()

    rig(scenario)


def test_a_run_that_is_there_already_moves_nothing(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        (end,) = await host.do(Run(Actuator.DOME, REVERSE, 8_000, Input.DOME_DOWN))
        assert end.outcome is Outcome.REACHED
        assert host.of(InputChanged) == []

    rig(scenario)


def test_a_run_until_its_start_switch_opens_ends_at_once(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        leave = Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_DOWN, level=False)
        (end,) = await host.do(leave)
        assert end.outcome is Outcome.REACHED
        assert not host.board.level(Input.DOME_UP)

    rig(scenario)


def test_the_end_stop_ends_a_run_that_asks_for_something_else(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        (end,) = await host.do(Run(Actuator.DOME, FORWARD, 60_000, Input.KEY_RESET))
        assert end.outcome is Outcome.STOPPED
        assert "dome_up" in end.why
        assert table.plant.motors.drive[Actuator.DOME] == 0

    rig(scenario)


def test_the_time_limit_ends_a_run_and_says_what_did_not_come(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        (end,) = await host.do(Run(Actuator.DOME, FORWARD, 1_000, Input.DOME_UP))
        assert end.outcome is Outcome.TIME_LIMIT
        assert "dome_up" in end.why
        assert table.plant.motors.drive[Actuator.DOME] == 0

    rig(scenario)


def test_a_newer_run_replaces_the_one_under_way(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        first = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        await asyncio.sleep(1)
        second = host.start(Run(Actuator.DOME, REVERSE, 8_000, Input.DOME_DOWN))
        assert (await first).outcome is Outcome.STOPPED
        assert (await second).outcome is Outcome.REACHED
        assert not host.board.level(Input.DOME_UP)

    rig(scenario)


def test_renewing_a_run_does_not_stop_the_motor(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        host.start(Run(Actuator.DRUM, FORWARD, 2_000))
        for _ in range(4):
            await asyncio.sleep(1)
            assert table.plant.motors.drive[Actuator.DRUM] == 1
            host.start(Run(Actuator.DRUM, FORWARD, 2_000))
        await asyncio.sleep(3)
        assert table.plant.motors.drive[Actuator.DRUM] == 0

    rig(scenario)


def test_a_stop_ends_one_motion_and_is_harmless_again(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        dome = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        drum = host.start(Run(Actuator.DRUM, FORWARD, 2_000))
        await asyncio.sleep(1)
        ends = await host.do(Stop(Actuator.DOME), Stop(Actuator.DOME))
        assert (await dome).outcome is Outcome.STOPPED
        assert [end.actuator for end in ends] == [Actuator.DOME, Actuator.DOME]
        assert table.plant.motors.drive[Actuator.DRUM] == 1
        await drum

    rig(scenario)


def test_stop_all_switches_off_at_once_and_may_be_repeated(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        ends = [
            host.start(Run(Actuator.DRUM, FORWARD, 60_000)),
            host.start(Run(Actuator.RING, FORWARD, 60_000)),
            host.start(Stack(0, 5, 60_000)),
        ]
        await asyncio.sleep(1)
        late = host.start(Run(Actuator.DICE_CUP, FORWARD, 60_000))
        host.board.stop_all()
        host.board.stop_all()
        await host.line()
        assert not any(table.plant.motors.drive)
        for end in [*ends, late]:
            assert (await end).outcome is Outcome.STOPPED
        assert not any(table.plant.motors.drive)

    rig(scenario)


def test_without_arming_nothing_moves(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        host.board.disarm()
        with pytest.raises(NotArmed, match="dome"):
            host.board.submit(Run(Actuator.DOME, FORWARD, 8_000))
        host.board.arm()
        await host.open_dome()

    rig(scenario)


def test_disarming_stops_what_moves(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        end = host.start(Run(Actuator.DOME, FORWARD, 8_000, Input.DOME_UP))
        await asyncio.sleep(1)
        host.board.disarm()
        await host.line()
        assert not any(table.plant.motors.drive)
        assert (await end).outcome is Outcome.STOPPED

    rig(scenario)


@pytest.mark.parametrize("guard", ["estop", "hatch", "top"])
def test_a_bad_safety_input_drops_all_outputs_and_forbids_motions(rig: Rig, guard: str) -> None:
    async def scenario(table: Table, host: Host) -> None:
        plant = table.plant
        end = host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        if guard == "estop":
            plant.set_estop(pressed=True)
        elif guard == "hatch":
            plant.set_hatch(is_open=True)
        else:
            plant.set_top(is_open=True)
        await host.line()  # a board with real inputs debounces them
        assert not any(plant.motors.drive)
        assert (await end).outcome is Outcome.STOPPED
        assert len(host.of(OutputsDropped)) == 1
        with pytest.raises(NotArmed):
            host.board.submit(Run(Actuator.DRUM, FORWARD, 60_000))
        host.board.arm()
        (refused,) = await host.do(Run(Actuator.DRUM, FORWARD, 60_000))
        assert refused.outcome is Outcome.REFUSED
        assert refused.why
        plant.set_estop(pressed=False)
        plant.set_hatch(is_open=False)
        plant.set_top(is_open=False)
        assert not any(plant.motors.drive)
        await asyncio.sleep(1)
        await host.open_dome()
        assert table.unsafe == []

    rig(scenario)


def test_the_watchdog_stops_a_board_that_nobody_keeps_alive(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        drum = host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        host.hangs = True
        hung_at = asyncio.get_running_loop().time()
        end = await drum
        assert end.outcome is Outcome.STOPPED
        assert 0.25 <= end.at - hung_at <= 0.55
        (dropped,) = host.of(OutputsDropped)
        assert "watchdog" in dropped.why
        assert not any(table.plant.motors.drive)

    rig(scenario)


def test_a_disarmed_board_needs_no_keeping_alive(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        host.board.disarm()
        host.hangs = True
        await asyncio.sleep(5)
        assert host.of(OutputsDropped) == []

    rig(scenario)


def test_keys_are_heard_pressed_and_released_armed_or_not(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        for _ in range(2):
            table.plant.press(Input.KEY_DICE_2, 0.1)
            await asyncio.sleep(1.2)
            host.board.disarm()
        levels = [event.level for event in host.of(InputChanged)]
        assert levels == [True, False, True, False]

    rig(scenario)


def test_a_stack_command_makes_its_stacks_and_counts_two_tiles_each(rig: Rig) -> None:
    async def scenario(table: Table, host: Host) -> None:
        before = host.board.lane_counts()
        await host.load(WALLS[40])
        made = [event.made for event in host.of(StackMade) if event.lane == 1]
        assert made == [1, 2, 3, 4, 5]
        counted = [
            after - start for after, start in zip(host.board.lane_counts(), before, strict=True)
        ]
        assert counted == [10, 10, 10, 10]
        assert Counter(event.lane for event in host.of(TilePassed)) == dict.fromkeys(range(4), 10)
        assert not any(table.plant.motors.drive)

    rig(scenario, tiles=40, in_drum=True)


def test_a_stack_command_without_tiles_says_how_far_it_came(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        (end,) = await host.do(Stack(3, 5, 2_000))
        assert end.outcome is Outcome.TIME_LIMIT
        assert "0 of 5" in end.why
        assert end.actuator is Actuator.STACKER_3

    rig(scenario)


def test_dice_settle_after_their_spin(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        (end,) = await host.do(SpinDice(2_000))
        assert end.outcome is Outcome.REACHED
        await asyncio.sleep(2)
        (settled,) = host.of(DiceSettled)
        assert settled.at > end.at
        assert settled.faces is None  # no sensor on this board

    rig(scenario)


def test_every_motion_ends_exactly_once(rig: Rig) -> None:
    async def scenario(_: Table, host: Host) -> None:
        motions: list[Motion] = [
            Run(Actuator.DRUM, FORWARD, 500),
            Run(Actuator.DRUM, REVERSE, 500),
            Stack(0, 1, 700),
            Stack(0, 2, 700),
            Run(Actuator.BELT_0, FORWARD, 500),
            Run(Actuator.STACKER_0, REVERSE, 500, Input.CAM_HOME_0),
            SpinDice(300),
            Stop(Actuator.DICE_CUP),
            Stop(Actuator.PUSHER_3),
            *(Run(t, REVERSE, 8_000, i) for t, i in zip(TRAYS, TRAYS_DOWN, strict=True)),
            *(Run(t, FORWARD, 8_000, i) for t, i in zip(TRAYS, TRAYS_UP, strict=True)),
        ]
        seqs = [host.board.submit(motion) for motion in motions]
        await asyncio.sleep(10)
        assert sorted(event.seq for event in host.of(MotionEnded)) == seqs

    rig(scenario)
