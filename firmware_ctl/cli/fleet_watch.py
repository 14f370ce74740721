"""Follow the tables on a broker, for some seconds or as long as a page is served."""

import asyncio
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.config.addresses import page_address
from firmware_ctl.config.model import Config, Mqtt
from firmware_ctl.views.fleet.fleet import Fleet
from firmware_ctl.views.fleet.follower import follow
from rules.languages import Language


def show_lines(settings: Mqtt, seconds: float) -> list[dict[str, Any]]:
    """Listen for a while and return the tables.

    Raises:
        CliError: the broker cannot be reached.
    """
    fleet, troubles = Fleet(settings.topic), [""]

    async def listen() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await follow(settings, fleet, lambda: None, troubles.append)

    asyncio.run(listen())
    if troubles[-1]:
        where = f"{settings.host}:{settings.port}"
        text = f"the broker {where} cannot be reached: {troubles[-1]}"
        raise CliError(text, ExitCode.TIMEOUT)
    return [asdict(row) for row in fleet.rows()]


def serve_page(settings: Mqtt, config: Config, host: str, port: int) -> int:
    """Serve the page until a signal ends it.

    Raises:
        CliError: the port is not free.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        text = f"the page cannot be served on {host}:{port}: {error.strerror or error}"
        raise CliError(text) from error
    address = page_address(host, listener.getsockname()[1])
    print(f"mjtable: {address} shows every table on {settings.host}", file=sys.stderr, flush=True)
    asyncio.run(_serve(settings, config, listener))
    return ExitCode.DONE


async def _serve(settings: Mqtt, config: Config, listener: socket.socket) -> None:
    from firmware_ctl.views.fleet.server import FleetServer, serve  # noqa: PLC0415

    loop, ended, fleet = asyncio.get_running_loop(), asyncio.Event(), Fleet(settings.topic)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    server = FleetServer(fleet, Language(config.table.language), config.web.names)
    following = asyncio.create_task(follow(settings, fleet, lambda: None, server.told))
    try:
        await serve(server, listener, ended)
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
