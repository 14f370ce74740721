"""The number test mode: led by the table's keys, shown by its lamps."""

import asyncio

from firmware_ctl.cli.board_panel import PanelTest
from firmware_ctl.core.commands import TESTS
from firmware_ctl.core.trials import NUMBER_TESTS, SELF_CHECK
from hal.board import Indicators
from hal.ids import KEYS_DICE, KEYS_LIFT, Actuator, Input
from hal.line.board import SerialBoard
from hal.sim import run_virtual
from hal.sim.memory_line import MemoryLine
from hal.sim.register_table import RegisterTable
from tests.board_link.line_rigs import build

IDLE_S = 1.2
"""A disarmed board is polled twice a second."""


class Bench:
    """The test mode at work on a simulated board."""

    def __init__(self) -> None:
        self.table: RegisterTable = build(40, in_drum=False)
        self.board = SerialBoard(MemoryLine(asyncio.get_running_loop(), self.table.server))

    def shown(self) -> Indicators:
        return self.table.board.indicators

    async def press(self, key: Input) -> None:
        self.table.plant.press(key, 0.1)
        await asyncio.sleep(IDLE_S)


def binary(lamps: tuple[bool, bool, bool, bool]) -> int:
    return int("".join(str(int(lamp)) for lamp in lamps), 2)


def test_keys_choose_a_number_start_its_test_and_end_it() -> None:
    async def main() -> None:
        bench = Bench()
        await bench.board.open()
        panel = PanelTest(bench.board)
        working = asyncio.create_task(panel.work())
        await asyncio.sleep(IDLE_S)
        assert binary(bench.shown().dealer_lamps) == 1
        for number in range(2, 9):
            await bench.press(KEYS_DICE[number % 4])
            assert binary(bench.shown().dealer_lamps) == number
            assert bench.shown().display == str(number)
        await bench.press(KEYS_LIFT[0])
        assert bench.shown().ready_lamp
        assert bench.table.plant.motors.drive[Actuator.DICE_CUP]
        await bench.press(KEYS_LIFT[1])
        assert not bench.shown().ready_lamp
        assert not any(bench.table.plant.motors.drive)
        assert panel.number == 9
        working.cancel()
        await asyncio.wait([working])
        await bench.board.close()
        assert bench.table.unsafe == []

    run_virtual(main(), limit_s=100)


def test_number_seven_watches_the_jam_sensors() -> None:
    async def main() -> None:
        bench = Bench()
        await bench.board.open()
        panel = PanelTest(bench.board)
        panel.number = 7
        working = asyncio.create_task(panel.work())
        await bench.press(KEYS_LIFT[0])
        bench.table.plant.pins.put(Input.BELT_FULL_2, True)
        await asyncio.sleep(IDLE_S)
        assert bench.shown().display == "7 10-"
        bench.table.plant.pins.put(Input.BELT_FULL_2, False)
        await asyncio.sleep(IDLE_S)
        assert bench.shown().display == "7 10_"
        assert not any(bench.table.plant.motors.drive)
        working.cancel()
        await asyncio.wait([working])
        await bench.board.close()

    run_virtual(main(), limit_s=100)


def test_an_interlock_keeps_a_test_from_moving() -> None:
    async def main() -> None:
        bench = Bench()
        bench.table.plant.set_hatch(is_open=True)
        await bench.board.open()
        working = asyncio.create_task(PanelTest(bench.board).work())
        await bench.press(KEYS_LIFT[0])
        await asyncio.sleep(3)
        assert not any(bench.table.plant.motors.drive)
        working.cancel()
        await asyncio.wait([working])
        await bench.board.close()
        assert bench.table.unsafe == []

    run_virtual(main(), limit_s=100)


def test_numbers_fit_four_lamps_and_try_every_motor() -> None:
    assert [*NUMBER_TESTS, SELF_CHECK] == list(TESTS)
    assert max(NUMBER_TESTS) < 1 << 4
    assert {motor for test in NUMBER_TESTS.values() for motor in test.motors} == set(Actuator)
