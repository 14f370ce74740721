"""Pairing a remote needs somebody at the table: a key pressed on its frame says so."""

import selectors
import time

from firmware_ctl.cli.client import connect
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode


def wait_for_key(socket: str | None, seconds: float) -> None:
    """Wait until any key of the table's panel is pressed, whatever it does there.

    Raises:
        CliError: no daemon runs, or nobody pressed a key in time.
    """
    connection = connect(socket)
    try:
        connection.ask({"id": 1, "subscribe": ["events"]})
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(connection, selectors.EVENT_READ)
            while (left := until - time.monotonic()) > 0:
                if selector.select(left) and any(map(_is_key, connection.received())):
                    return
    finally:
        connection.close()
    why = f"no key of the table was pressed within {seconds:g} s; start again, or say --yes there"
    raise CliError(why, ExitCode.TIMEOUT)


def _is_key(message: dict[str, object]) -> bool:
    event = message.get("event")
    return (
        isinstance(event, dict)
        and event.get("event") == "command"
        and event.get("origin") == "panel"
    )
