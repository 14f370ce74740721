"""The firmware as it is shipped: it builds, it fits, its core withstands everything."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from hal.ids import FOUR_PORT_ACTUATORS, FOUR_PORT_INPUTS
from tests.support.board_process import BUILD, FIRMWARE, built

FLASH_BYTES = 256 * 1024 - 8 * 1024  # less the largest bootloader
RAM_BYTES = 8 * 1024
STACK_BYTES = 2 * 1024
README = FIRMWARE.parent / "README.md"
CRUMBS = re.compile(r"\b(malloc|calloc|realloc|free|printf)\b")


def sections(elf: Path) -> dict[str, int]:
    listed = subprocess.run(["avr-size", "-A", elf], capture_output=True, text=True, check=True)
    rows = [line.split() for line in listed.stdout.splitlines() if line.startswith(".")]
    return {row[0]: int(row[1]) for row in rows}


def test_it_fits_with_room_for_a_bootloader_and_a_stack() -> None:
    size = sections(built("firmware") / "mjtable.elf")
    assert size[".text"] + size[".data"] <= FLASH_BYTES
    used = size[".data"] + size[".bss"] + size.get(".noinit", 0)
    assert used <= RAM_BYTES - STACK_BYTES


def test_it_also_builds_for_rs485() -> None:
    build = BUILD / "rs485"
    made = subprocess.run(
        ["make", "--silent", f"BUILD={build}", "LINE=rs485", "firmware"],
        cwd=FIRMWARE, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr


def test_nothing_is_allocated_while_it_runs() -> None:
    for source in [*FIRMWARE.glob("core/*.c"), *FIRMWARE.glob("avr/*.c")]:
        assert not CRUMBS.search(source.read_text()), source.name


@pytest.mark.parametrize("seed", range(4))
def test_no_writes_break_a_promise_of_the_outputs(seed: int) -> None:
    assert_fuzzed(seed, rounds=60)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", range(100, 104))
def test_no_writes_break_a_promise_of_the_outputs_for_long(seed: int) -> None:
    assert_fuzzed(seed, rounds=20_000)


def assert_fuzzed(seed: int, *, rounds: int) -> None:
    ran = subprocess.run(
        [built("fuzz") / "fuzz", str(seed), str(rounds)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    reached = json.loads(ran.stdout)
    assert reached["switched_on"] > rounds  # it came as far as motors, and to their limits
    assert reached["cut"] > 0


def test_the_wiring_table_names_every_input_and_actuator_once() -> None:
    table = README.read_text().split("## Wiring", 1)[1].split("\n## ", 1)[0]
    named = re.findall(r"`([a-z_]+(?:\.\d)?)`", table)
    labels = [input_.label for input_ in FOUR_PORT_INPUTS]
    for label in (*labels, *(motor.label for motor in FOUR_PORT_ACTUATORS)):
        assert named.count(label) == 1, label


def test_no_pin_is_used_twice() -> None:
    table = README.read_text().split("## Wiring", 1)[1].split("\n## ", 1)[0]
    pins = re.findall(r"^\| ([AD]\d+) \|", table, re.MULTILINE)
    assert len(pins) == len(set(pins))
