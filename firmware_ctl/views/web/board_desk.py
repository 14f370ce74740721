"""The desk of the board: whether it was found, and what else this machine has plugged in.

Only the configured port is ever spoken to; of the others nothing but the name is looked at, for
whatever hangs there is not ours.
"""

import asyncio
from collections.abc import Callable, Sequence

from firmware_ctl.access.roles import Role
from firmware_ctl.views.web.asked import Answer, Asked, Mounted
from firmware_ctl.views.web.routes import Route, Serves
from hal.board import Board
from hal.errors import LinkLost

ROUTES = (
    Route(
        "GET",
        "/api/board",
        Serves.DESK,
        "whether the motor board answers, who it is, and the serial ports of this machine",
        Role.TECHNICIAN,
    ),
)

Ports = Callable[[], Sequence[tuple[str, str]]]
"""Lists the serial ports of this machine: device and description."""


class BoardDesk:
    """Tells of a board on a port, ``""`` for a simulated table; ``ports`` are looked at anew."""

    def __init__(self, board: Board, port: str, ports: Ports) -> None:
        self._board = board
        self._port = port
        self._ports = ports

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        return (Mounted(ROUTES[0], self.show),)

    async def show(self, asked: Asked) -> Answer:
        """Return what is known of the board, and what to do next."""
        del asked
        answered, up = self._answered(), self._board.link_up
        state = "simulated" if not self._port else "found" if up and answered else "lost"
        seen = await asyncio.to_thread(self._ports)
        return Answer(
            {
                "state": state,
                "port": self._port,
                "answered": answered,
                "ports": [{"device": device, "is": description} for device, description in seen],
            }
        )

    def _answered(self) -> str:
        """Return who has answered, and nothing while nobody has."""
        try:
            known = self._board.identity
        except LinkLost:
            return ""
        return f"{known.board} {known.firmware}"
