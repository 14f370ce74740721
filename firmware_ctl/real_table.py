"""Reach a real table: the motor board at the end of a configured line."""

from firmware_ctl.config.model import Board as BoardSettings
from hal.errors import LinkLost
from hal.line.board import SerialBoard
from hal.line.serial_port import SerialPort

BAUDS = {"115200": 115_200, "250000": 250_000, "500000": 500_000, "9600": 9_600}


def real_board(port: str, settings: BoardSettings) -> SerialBoard:
    """Return the board on a port, not yet open.

    Raises:
        LinkLost: the configured board id is no hexadecimal number.
    """
    return SerialBoard(
        SerialPort(port, BAUDS[settings.baud]),
        board_id=_board_id(settings.board_id),
        half_duplex=settings.line == "rs485",
    )


def _board_id(text: str) -> int | None:
    if not text:
        return None
    try:
        return int(text, 16)
    except ValueError:
        raise LinkLost(
            f"board.board_id is {text!r}, which is no board number; take what `mjtable board info` "
            "shows, or leave it empty"
        ) from None
