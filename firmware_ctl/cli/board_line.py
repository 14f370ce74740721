"""What the commissioning verbs share: open a board, hear it, close it; errors as sentences."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from firmware_ctl.cli.errors import CliError
from hal.errors import HalError
from hal.line.board import SerialBoard
from hal.line.serial_port import SerialPort

T = TypeVar("T")


@asynccontextmanager
async def opened(port: str, baud: int) -> AsyncIterator[SerialBoard]:
    """Open the board on a port, disarmed; close it at the end."""
    board = SerialBoard(SerialPort(port, baud))
    await board.open()
    try:
        yield board
    finally:
        await board.close()


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a verb.

    Raises:
        CliError: the board cannot be reached, or does not do what was asked.
    """
    try:
        return asyncio.run(main)
    except HalError as error:
        raise CliError(str(error)) from error
