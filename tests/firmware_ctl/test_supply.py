"""The supply of this computer: told where the kernel measures it, and never twice for one sag."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.config.model import Care, Config
from firmware_ctl.core.commands import Word
from firmware_ctl.supply import CLEAR_S, Supply
from firmware_ctl.supply_sensor import LOOK_S, alarm_file, sags_now
from firmware_ctl.ways_out import Served, ways_out
from tests.support.bench import FEW, Bench, play


def sensor(root: Path, name: str = "rpi_volt", alarm: str = "0") -> Path:
    """Lay the kernel's sensor down, beside one of another kind."""
    for number, kind in enumerate(("cpu_thermal", name)):
        place = root / f"sys/class/hwmon/hwmon{number}"
        place.mkdir(parents=True)
        (place / "name").write_text(f"{kind}\n")
    file = root / "sys/class/hwmon/hwmon1/in0_lcrit_alarm"
    file.write_text(f"{alarm}\n")
    return file


def test_a_computer_without_the_sensor_knows_nothing(tmp_path: Path) -> None:
    assert sags_now(tmp_path) is None
    sensor(tmp_path, name="nvme", alarm="1")
    assert sags_now(tmp_path) is None
    assert Supply().sags is None


@pytest.mark.parametrize(("alarm", "sags"), [("0", False), ("1", True), ("", False)])
def test_the_kernels_alarm_is_read(tmp_path: Path, alarm: str, sags: bool) -> None:
    assert alarm_file(tmp_path) is None
    file = sensor(tmp_path, alarm=alarm)
    assert alarm_file(tmp_path) == file
    assert sags_now(tmp_path) is sags


def test_a_sensor_that_goes_away_is_no_alarm(tmp_path: Path) -> None:
    sensor(tmp_path, alarm="1").unlink()
    assert sags_now(tmp_path) is False


def test_a_sag_stands_until_the_voltage_was_right_for_a_while() -> None:
    supply, told = Supply(), list[bool]()
    supply.watch(told.append)
    supply.see(0, alarm=False)
    assert (supply.sags, told) == (False, [])
    supply.see(2, alarm=True)
    supply.see(2 + CLEAR_S - 1, alarm=False)
    assert (supply.sags, told) == (True, [True])
    supply.see(2 + CLEAR_S, alarm=False)
    assert (supply.sags, told) == (False, [True, False])


@given(st.lists(st.booleans(), max_size=200))
def test_sags_begin_and_end_in_turn_and_never_while_the_alarm_is_set(alarms: list[bool]) -> None:
    supply, told = Supply(), list[bool]()
    supply.watch(told.append)
    for number, alarm in enumerate(alarms):
        supply.see(number * LOOK_S, alarm=alarm)
        assert supply.sags or not alarm
    assert told == [number % 2 == 0 for number in range(len(told))]
    assert bool(told) == any(alarms)


def beside(
    file: Path | None, scenario: Callable[[Bench, list[str]], Awaitable[None]], care: Care
) -> None:
    """Play a scenario at a table whose computer has this alarm."""

    async def main(bench: Bench) -> None:
        told: list[str] = []
        table = Served(
            controller=bench.controller,
            config=Config(care=care),
            record=None,
            url="",
            speed=1.0,
            told=told.append,
            hushed=lambda: False,
            alarm=file,
        )
        async with ways_out(table):
            await scenario(bench, told)

    play(main, FEW)


def test_a_sag_is_a_notice_that_holds_nothing_and_is_told_with_the_lines_errors(
    tmp_path: Path,
) -> None:
    file = sensor(tmp_path)

    async def scenario(bench: Bench, told: list[str]) -> None:
        await bench.home()
        assert (bench.codes, told) == ([], [])
        file.write_text("1\n")
        fault = await bench.fault("E809")
        assert fault.holds == "nothing"
        assert "line so far: 0" in fault.cause
        await asyncio.sleep(5 * CLEAR_S)
        bench.do(Word.ACK, fault=fault.id)
        await asyncio.sleep(5 * CLEAR_S)
        assert bench.codes == []  # it still sags, and has been told
        file.write_text("0\n")
        await asyncio.sleep(CLEAR_S + 2 * LOOK_S)
        assert [line.partition(";")[0].rpartition("computer ")[2] for line in told] == [
            "has dropped",
            "is right again",
        ]
        file.write_text("1\n")
        await bench.fault("E809")

    beside(file, scenario, Care())


def test_an_owner_may_silence_the_notice(tmp_path: Path) -> None:
    file = sensor(tmp_path, alarm="1")

    async def scenario(bench: Bench, told: list[str]) -> None:
        await bench.home()
        await asyncio.sleep(10)
        assert bench.codes == []
        assert len(told) == 1

    beside(file, scenario, Care(tell_undervoltage=False))
