"""Plain Modbus modules: they move and read, say what they cannot, and stop when the host does."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware_ctl.config.model import Board as BoardSettings
from firmware_ctl.real_table import real_board, refusal_to_run
from hal.errors import LinkLost, NotArmed
from hal.events import DiceSettled, LinkChanged, Outcome, OutputsDropped, TilePassed
from hal.ids import Actuator, Direction, Input
from hal.line.board import SerialBoard
from hal.motions import Run, SpinDice, Stack, Stop
from hal.plain.board import PlainBoard
from hal.plain.wiring import BadWiring, Wiring
from hal.plain.wiring_file import read_wiring
from hal.sim import SimSettings, run_virtual
from hal.sim.kernel import Kernel
from hal.sim.memory_line import MemoryLine
from hal.sim.people import People
from hal.sim.plant import Plant
from tests.board_link.plain_modules import WIRING, Modules
from tests.hal.sim_rig import FORWARD, Host, designs, hosted


class Table:
    """A plant behind modules."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.kernel = Kernel(loop)
        self.plant = Plant(self.kernel, SimSettings(), 7)
        self.people = People(self.plant, [self.plant.books.add_set(designs(40), 0)])
        self.people.put_set_on_table(0)
        self.modules = Modules(self.kernel, self.plant)
        self.line = MemoryLine(loop, self.modules)

    def driven(self) -> list[Actuator]:
        self.kernel.catch_up()
        return [motor for motor in Actuator if self.plant.motors.drive[motor]]


Scenario = Callable[[Table, Host], Awaitable[None]]


def on_modules(scenario: Scenario) -> None:
    async def main() -> None:
        table = Table()
        board = PlainBoard(table.line, WIRING)
        async with hosted(board, 0.1) as host:
            await scenario(table, host)
        assert table.driven() == []
        table.plant.verify()

    run_virtual(main(), limit_s=600)


def test_they_claim_nothing_that_they_cannot_do() -> None:
    async def scenario(_: Table, host: Host) -> None:
        has = host.board.capabilities
        assert not any(getattr(has, name) for name in has.__slots__)
        assert "plain Modbus modules" in host.board.identity.board
        assert host.board.eye_levels() == (None,) * 4

    on_modules(scenario)


def test_a_motor_runs_until_its_switch_and_is_renewed_meanwhile() -> None:
    async def scenario(table: Table, host: Host) -> None:
        await host.open_dome()
        assert table.plant.dome.is_high
        await host.close_dome()
        (late,) = await host.do(Run(Actuator.DRUM, FORWARD, 1_000, Input.KEY_RESET))
        assert (late.outcome, late.why) == (Outcome.TIME_LIMIT, "key_reset did not go on in time")

    on_modules(scenario)


def test_a_stop_switches_everything_off() -> None:
    async def scenario(table: Table, host: Host) -> None:
        ends = [host.start(Run(motor, FORWARD, 60_000)) for motor in (Actuator.DRUM, Actuator.RING)]
        await asyncio.sleep(1)
        assert table.driven() == [Actuator.DRUM, Actuator.RING]
        (stopped,) = await host.do(Stop(Actuator.RING))
        assert stopped.outcome is Outcome.STOPPED
        host.board.stop_all()
        await host.line()
        assert table.driven() == []
        assert [(await end).outcome for end in ends] == [Outcome.STOPPED] * 2

    on_modules(scenario)


def test_a_host_that_hangs_moves_nothing_for_long() -> None:
    async def scenario(table: Table, host: Host) -> None:
        host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        host.hangs = True
        await asyncio.sleep(0.6)
        assert table.driven() == []
        (dropped,) = host.of(OutputsDropped)
        assert "watchdog" in dropped.why
        with pytest.raises(NotArmed):
            host.board.submit(Run(Actuator.DRUM, FORWARD, 60_000))

    on_modules(scenario)


def test_a_program_that_ends_without_a_word_leaves_timed_outputs() -> None:
    async def scenario(table: Table, host: Host) -> None:
        host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        table.line.unplug()
        await asyncio.sleep(0.55)
        assert table.driven() == []
        assert not host.board.link_up
        table.line.replug()
        await asyncio.sleep(2)
        assert [(event.up, event.rebooted) for event in host.of(LinkChanged)] == [
            (False, False),
            (True, True),
        ]

    on_modules(scenario)


def test_the_emergency_stop_drops_everything() -> None:
    async def scenario(table: Table, host: Host) -> None:
        end = host.start(Run(Actuator.DRUM, FORWARD, 60_000))
        await asyncio.sleep(1)
        table.plant.set_estop(pressed=True)
        assert (await end).why == "the emergency stop is pressed"
        await host.line()
        assert table.driven() == []
        host.board.arm()
        (refused,) = await host.do(Run(Actuator.DRUM, FORWARD, 60_000))
        assert refused.outcome is Outcome.REFUSED

    on_modules(scenario)


def test_stacks_are_refused_since_a_host_never_times_a_tile() -> None:
    async def scenario(_: Table, host: Host) -> None:
        (end,) = await host.do(Stack(0, 2, 90_000))
        assert end.outcome is Outcome.REFUSED
        assert end.why == "this board cannot do that"

    on_modules(scenario)


def test_a_tile_before_an_eye_is_counted_as_well_as_polls_can() -> None:
    async def scenario(table: Table, host: Host) -> None:
        for _ in range(3):
            table.plant.press(Input.EYE_2, 0.3)
            await asyncio.sleep(0.6)
        assert host.board.lane_counts() == (0, 0, 3, 0)
        assert all(250 <= event.pulse_ms <= 350 for event in host.of(TilePassed))

    on_modules(scenario)


def test_dice_spin_and_settle_unread() -> None:
    async def scenario(_: Table, host: Host) -> None:
        (end,) = await host.do(SpinDice(1_000))
        assert end.outcome is Outcome.REACHED
        await asyncio.sleep(1.5)
        (settled,) = host.of(DiceSettled)
        assert settled.faces is None

    on_modules(scenario)


def test_modules_that_do_not_answer_are_told_in_words() -> None:
    async def main() -> None:
        table = Table()
        table.modules.silent = True
        with pytest.raises(LinkLost, match="module 1 does not answer"):
            await PlainBoard(table.line, WIRING).open()

    run_virtual(main())


# Wiring.


def test_a_wiring_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "wiring.toml"
    file.write_text(
        '[inputs]\nestop_released = "1.0"\ntop_closed = "1.1"\nhatch_closed = "!1.2"\n'
        '"eye.2" = "2.0"\n[outputs]\n"dome forward" = "4.2"\n"belt.1 reverse" = "4.3"\n'
    )
    wiring = read_wiring(file)
    assert wiring.inputs[Input.EYE_2] == (2, 0)
    assert wiring.inverted == {Input.HATCH_CLOSED}
    assert wiring.outputs[Actuator.BELT_1, Direction.REVERSE] == (4, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "missing"),
        ('[inputs]\nfrob = "1.0"\n[outputs]', "no such input"),
        ('[inputs]\ndome_up = "1-0"\n[outputs]', "UNIT.CHANNEL"),
        ('[inputs]\ndome_up = "1.0"\n[outputs]', "estop_released is not wired"),
        ('[inputs]\ndome_up = "1.0"\ndome_down = "1.0"\n[outputs]', "used twice"),
        ('[inputs]\ndome_up = "1.9"\n[outputs]', "a channel 0..7"),
        ('[inputs]\n[outputs]\n"dome up" = "1.0"', "no such output"),
        ("[inputs", "wiring.toml"),
    ],
)
def test_a_wrong_wiring_is_told_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "wiring.toml"
    file.write_text(text)
    with pytest.raises(BadWiring, match=words) as caught:
        read_wiring(file)
    assert "\n" not in str(caught.value)


def test_safety_inputs_must_be_wired() -> None:
    with pytest.raises(BadWiring, match="estop_released"):
        Wiring({Input.DOME_UP: (1, 0)}, {})


# Running unattended.


def test_a_table_without_a_watchdog_is_refused_unless_somebody_stands_by() -> None:
    async def scenario(_: Table, host: Host) -> None:
        assert "no board watchdog" in refusal_to_run(host.board, attended=False)
        assert refusal_to_run(host.board, attended=True) == ""

    on_modules(scenario)


def test_the_configuration_names_modules_by_their_wiring(tmp_path: Path) -> None:
    file = tmp_path / "wiring.toml"
    file.write_text(
        '[inputs]\nestop_released = "1.0"\ntop_closed = "1.1"\nhatch_closed = "1.2"\n'
        '[outputs]\n"dome forward" = "4.2"\n'
    )
    board = real_board("/dev/ttyUSB0", BoardSettings(wiring=str(file)))
    assert isinstance(board, PlainBoard)
    assert isinstance(real_board("/dev/ttyUSB0", BoardSettings()), SerialBoard)
    with pytest.raises(LinkLost, match="board_id"):
        real_board("/dev/ttyUSB0", BoardSettings(board_id="xyz"))
