"""Show a board's settings, change them by name, and keep them over a power cut."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from firmware_ctl.cli.board_line import opened, run
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from hal.errors import HalError
from hal.line import registers as reg
from hal.line.board import SerialBoard
from hal.line.settings import (
    LIMITS_DELIVERED,
    PARAMETERS_DELIVERED,
    BadSetting,
    Change,
    Value,
    limits_told,
    parameters_told,
    read_change,
)

KEEP = reg.Parameters.ADDRESS + reg.Parameters.KEEP
AT_THE_NEXT_START = ("baud", "unit_id")
KEPT_S = 1.5
"""A board writes its memory byte by byte; nobody should cut its supply meanwhile."""

Data = dict[str, object]
Told = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be done, in this order."""

    defaults: bool
    changes: tuple[Change, ...]
    keep: bool


def settle(
    port: str, baud: int, changes: Sequence[str], *, defaults: bool, keep: bool, as_json: bool
) -> int:
    """Change settings if asked to, then print all of them.

    Raises:
        CliError: a change makes no sense, or the board cannot be reached or does not take it.
    """
    try:
        wanted = Wanted(defaults, tuple(map(read_change, changes)), keep)
    except BadSetting as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    data = run(_settle(port, baud, wanted))
    if as_json:
        print(json.dumps(data))
    else:
        print("\n".join(_lines(data)))
        if (changes or defaults) and not keep:
            print("-- in force until the board's next start; --keep makes them last")
    return ExitCode.DONE


async def _settle(port: str, baud: int, wanted: Wanted) -> Data:
    async with opened(port, baud) as board:
        if wanted.defaults:
            await board.write(KEEP, (reg.Keep.DEFAULTS,))
        for change in wanted.changes:
            await _write(board, change)
        if wanted.keep:
            await board.write(KEEP, (reg.Keep.SAVE,))
            await asyncio.sleep(KEPT_S)
        status = await board.read(reg.Status.ADDRESS, reg.Status.WORDS)
        parameters = await board.read(reg.Parameters.ADDRESS, reg.Parameters.WORDS)
        limits = await board.read(reg.Limits.ADDRESS, reg.Limits.WORDS)
    return {
        "settings_crc": f"{status[reg.Status.PARAMETERS_CRC]:04X}",
        "parameters": parameters_told(parameters),
        "limits": limits_told(limits),
    }


async def _write(board: SerialBoard, change: Change) -> None:
    """Write, then read back: the reply to a write carries no nonce, so it proves nothing."""
    block = reg.Limits if change.address < reg.Parameters.ADDRESS else reg.Parameters
    await board.write(change.address, change.words)
    words = await board.read(block.ADDRESS, block.WORDS)
    first = change.address - block.ADDRESS
    if words[first : first + len(change.words)] != change.words:
        raise HalError("the board has not taken a setting; try again")


def _lines(data: Data) -> Iterator[str]:
    """Say every setting in words; one that is not as delivered says what that was."""
    parameters, limits = cast("Told", data["parameters"]), cast("dict[str, Told]", data["limits"])
    yield f"{'settings crc':<24} {data['settings_crc']}"
    for name, value in parameters.items():
        later = " (from the next start)" if name in AT_THE_NEXT_START else ""
        yield f"{name:<24} {_word(value)}{_else(value, PARAMETERS_DELIVERED[name])}{later}"
    for motor, of_motor in limits.items():
        for name, value in of_motor.items():
            delivered = LIMITS_DELIVERED[motor][name]
            yield f"{f'{motor}.{name}':<24} {_word(value)}{_else(value, delivered)}"


def _else(value: Value, delivered: Value) -> str:
    return "" if value == delivered else f" (as delivered: {_word(delivered)})"


def _word(value: Value) -> str:
    return (",".join(value) or "none") if isinstance(value, list) else str(value)
