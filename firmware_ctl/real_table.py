"""Reach a real table: the motor board, or plain modules, at the end of a configured line."""

from pathlib import Path

from firmware_ctl.config.model import Board as BoardSettings
from firmware_ctl.core.hands import SystemChance
from firmware_ctl.driven import Driven
from hal.board import Board
from hal.errors import LinkLost
from hal.line.board import SerialBoard
from hal.line.greeting import Wanted
from hal.line.serial_port import SerialPort
from rules.programs import Profile

BAUDS = {"115200": 115_200, "250000": 250_000, "500000": 500_000, "9600": 9_600}


def real_table(port: str, settings: BoardSettings) -> Driven:
    """Return the table whose board is on a port.

    Raises:
        LinkLost: the configured board id or CRC of settings is no hexadecimal number.
        BadWiring: the configured wiring file cannot be used.
    """
    return Driven(board=real_board(port, settings), chance=SystemChance(), what=f"table on {port}")


def real_board(port: str, settings: BoardSettings) -> Board:
    """Return the board on a port, not yet open.

    Raises:
        LinkLost: the configured board id or CRC of settings is no hexadecimal number.
        BadWiring: the configured wiring file cannot be used.
    """
    transport = SerialPort(port, BAUDS[settings.baud])
    if settings.wiring:
        # Only here: few tables are driven by plain modules.
        from hal.plain.board import PlainBoard  # noqa: PLC0415
        from hal.plain.wiring_file import read_wiring  # noqa: PLC0415

        return PlainBoard(transport, read_wiring(Path(settings.wiring)))
    return SerialBoard(
        transport,
        wanted=Wanted(
            _hexadecimal("board_id", settings.board_id, "info"),
            _hexadecimal("settings_crc", settings.settings_crc, "settings"),
        ),
        half_duplex=settings.line == "rs485",
    )


def _hexadecimal(key: str, text: str, shown_by: str) -> int | None:
    if not text:
        return None
    try:
        return int(text, 16)
    except ValueError:
        raise LinkLost(
            f"board.{key} is {text!r}, which is no hexadecimal number; take what "
            f"`mjtable board {shown_by}` shows, or leave it empty"
        ) from None


def refusal_to_run(board: Board, *, attended: bool, profile: Profile = Profile.FOUR_PORT) -> str:
    """Return why a board may not be run, or nothing.

    Without a watchdog somebody must stand by; a table of the auto-deal profile needs hand trays.
    """
    if profile is Profile.AUTO_DEAL and not board.capabilities.deals:
        return (
            f"{board.identity.board} has no hand trays: set table.profile to four-port, or connect "
            "the board of a table that deals"
        )
    if board.capabilities.watchdog or attended:
        return ""
    return (
        f"{board.identity.board} have no board watchdog: if this computer hangs, motors may go on; "
        "run with --attended only while somebody stands at the red button"
    )
