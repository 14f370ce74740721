"""Put the program together: table, controller, ways in, ways out; and take it apart in order.

This is the one place that chooses what drives the motors. There is no falling back from one choice
to another.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime, time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.config.model import Config
from firmware_ctl.config.quiet_hours import hushed
from firmware_ctl.config.search import socket_path
from firmware_ctl.core.commands import Command, Origin, Word
from firmware_ctl.core.controller import Controller
from firmware_ctl.core.listeners import Event
from firmware_ctl.driven import Driven
from firmware_ctl.enrolment.files import ListsUnreadable, read_lists
from firmware_ctl.inputs.panel import Panel
from firmware_ctl.inputs.remote_commands import RemoteCommands
from firmware_ctl.inputs.remote_maps import load_key_map
from firmware_ctl.inputs.remote_receivers import RemoteReceivers
from firmware_ctl.inputs.socket import SocketServer
from firmware_ctl.inputs.socket_file import SocketPathError
from firmware_ctl.memory import keep_to_ourselves, settle
from firmware_ctl.notify import Notifier
from firmware_ctl.real_table import real_table, refusal_to_run
from firmware_ctl.recorded_table import RecordedTable
from firmware_ctl.store.holding import StateInUse, held
from firmware_ctl.store.place import RECORD_NAME, state_directory
from firmware_ctl.store.retention import keep_small
from firmware_ctl.supervisor import Supervisor
from firmware_ctl.supply import Supply
from firmware_ctl.supply_sensor import alarm_file
from firmware_ctl.ways_out import Served, ways_out
from hal.errors import HalError
from hal.plain.wiring import BadWiring
from hal.scaled_time import ScaledTimeLoop
from ir_codes.errors import BadKeyMap
from rules.errors import RulesError
from rules.languages import Language
from rules.programs import Profile

if TYPE_CHECKING:
    from firmware_ctl.views.web.server import WebServer

EXPECTED = (SocketPathError, RulesError, HalError)
"""Errors whose text is for a person already."""


MISCONFIGURED = (BadKeyMap, RulesError, BadWiring)
"""Of these, the ones that starting again never mends."""


class DaemonError(Exception):
    """The daemon cannot run; the text says why and what to do."""


class Misconfigured(DaemonError):
    """What configuration or command line name cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for on the command line; ``None`` leaves it to the configuration."""

    socket: str | None = None
    ir: str | None = None
    ir_map: str | None = None
    watch: bool = False
    port: str | None = None
    attended: bool = False
    demo: bool = False
    speed: float = 1.0
    seed: int | None = None
    config_file: Path | None = None
    record: str | None = None


def run(config: Config, options: Options) -> None:
    """Run a table's daemon until a signal ends it: the one on ``port``, or a simulated one.

    Raises:
        Misconfigured: it cannot start with this configuration.
        DaemonError: it cannot start, or a part that it needs is gone.
        Exception: a part of the program failed; the motors are off by then.
    """
    keep_to_ourselves()
    try:
        with asyncio.Runner(loop_factory=lambda: ScaledTimeLoop(options.speed)) as runner:
            runner.run(_Daemon(config, options).serve())
    except Exception as error:
        first = _first(error)
        if isinstance(first, MISCONFIGURED):
            raise Misconfigured(str(first)) from error
        if isinstance(first, EXPECTED):
            raise DaemonError(str(first)) from error
        raise first from error


def _time_of_day() -> time:
    return datetime.now().astimezone().time()


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class _Daemon:
    """One run of the daemon, inside its event loop."""

    def __init__(self, config: Config, options: Options) -> None:
        self._config = config
        self._options = options
        self._hushed = hushed(config.voice.quiet, _time_of_day)
        self._tell: Callable[[str], None] = _log
        self._notifier = Notifier(os.environ)
        self._supply = Supply()

    async def serve(self) -> None:
        """Start everything, wait for the end, and close everything, the motors first."""
        options = self._options
        loop = asyncio.get_running_loop()
        table = self._driven(loop)
        board = table.board
        controller = Controller(board, self._config, table.chance, self._hushed)
        if not table.simulated:
            self._enrol(controller)
        supervisor = Supervisor(loop, board.stop_all)
        server = SocketServer(controller, self._socket_path())
        async with AsyncExitStack() as closing:
            # The socket is claimed first: a second daemon must not even touch the board.
            server.bind()
            closing.push_async_callback(server.close)
            receiver = self._remote(controller)
            page, page_told = self._page(controller, table)
            if page is not None:
                closing.push_async_callback(page.close)
            record = self._record(controller, closing)
            if record is not None:
                closing.push_async_callback(self._close_record, record)
            await board.open()
            closing.push_async_callback(board.close)
            refused = refusal_to_run(
                board, attended=options.attended, profile=Profile(self._config.table.profile)
            )
            if refused:
                raise DaemonError(refused)
            if record is not None:
                record.begin(Language(self._config.table.language), simulated=table.simulated)
            async with asyncio.TaskGroup() as parts:
                running = [parts.create_task(controller.run(), name="controller")]
                supervisor.attend()
                self._listen_to_keys(controller, loop)
                self._watch(controller, supervisor, closing)
                await server.start()
                if page is not None:
                    await page.start()
                if receiver is not None:
                    receiver.start()
                    closing.callback(receiver.close)
                await closing.enter_async_context(
                    ways_out(
                        Served(
                            controller=controller,
                            config=self._config,
                            record=None if record is None else record.directory,
                            weighed=0 if record is None else record.store.state.weighed,
                            url="" if page is None else page.address,
                            speed=options.speed,
                            told=self._complain,
                            hushed=self._hushed,
                            supply=self._supply,
                            alarm=alarm_file(),
                        )
                    )
                )
                table.seat(controller)
                running.append(
                    parts.create_task(
                        self._notifier.feed_watchdog(controller.healthy, options.speed),
                        name="watchdog",
                    )
                )
                controller.subscribe(partial(self._report, table.what))
                settle()
                self._notifier.tell(READY="1", STATUS=table.what)
                told = ", ".join(filter(None, (table.what, table.note)))
                self._tell(f"{page_told}{told}; socket {server.path}")
                await supervisor.ended()
                self._notifier.tell(STOPPING="1")
                for part in running:
                    part.cancel()

    def _driven(self, loop: asyncio.AbstractEventLoop) -> Driven:
        """Return the real table on the port, or else a simulated one."""
        options = self._options
        if options.port:
            return real_table(options.port, self._config.board)
        # Only here: a plant and its people must not weigh on a real table.
        from firmware_ctl.simulated_table import simulated_table  # noqa: PLC0415

        return simulated_table(loop, self._config, options.seed, demo=options.demo)

    def _enrol(self, controller: Controller) -> None:
        """Let a real table know its own tiles, where they were enrolled."""
        try:
            lists = read_lists(state_directory(os.environ))
        except (ListsUnreadable, OSError) as error:
            self._tell(f"{error}; until then the reader tells kinds only")
            return
        controller.play.enrolled = lists if lists.lists else None

    def _record(self, controller: Controller, closing: AsyncExitStack) -> RecordedTable | None:
        """Return the table's record; of a simulated table only where one was asked for.

        A record that cannot be opened keeps nothing from starting: the fault is told.

        Raises:
            DaemonError: another daemon writes it.
        """
        directory = self._state_directory()
        if directory is None:
            return None
        try:
            closing.enter_context(held(directory))
        except StateInUse as error:
            raise DaemonError(str(error)) from error
        keep_small(directory / RECORD_NAME, self._config.record, self._tell)
        return RecordedTable(controller, directory, os.environ)

    async def _close_record(self, record: RecordedTable) -> None:
        """Note the orderly end; by now the controller has ended and the board is closed."""
        lost = await record.close()
        if lost:
            self._tell(f"{lost} records could not be written to the card")

    def _socket_path(self) -> Path:
        if self._options.socket is not None:
            return Path(self._options.socket)
        return socket_path(self._config.socket.path, os.environ)

    def _page(self, controller: Controller, table: Driven) -> "tuple[WebServer | None, str]":
        """Return the web page's server, its port claimed, and what to tell of it.

        A table without its page still works, so a port that is taken keeps nothing from starting.
        """
        if not self._config.web.enabled:
            return None, ""
        # Only here, and before any motor can turn: it takes a noticeable time to import.
        from firmware_ctl.served_page import WebPageError, served_page  # noqa: PLC0415

        page = served_page(
            controller,
            table.board,
            self._config,
            config_file=self._options.config_file,
            state=self._state_directory(),
            speed=self._options.speed,
            port="" if table.simulated else self._options.port or "",
            breakable=table.breakable,
            sags=lambda: self._supply.sags,
        )
        try:
            page.bind()
        except WebPageError as error:
            return None, f"{error}; "
        return page, f"{page.address} shows the "

    def _state_directory(self) -> Path | None:
        """Return where what outlives a start is kept; of a simulated table only where asked."""
        if self._options.record is not None:
            return Path(self._options.record)
        return state_directory(os.environ) if self._options.port else None

    def _listen_to_keys(self, controller: Controller, loop: asyncio.AbstractEventLoop) -> None:
        deals = self._config.table.profile == Profile.AUTO_DEAL.value
        panel = Panel(controller.submit, loop.call_later, deals=deals)

        def hear(event: Event) -> None:
            if event["event"] == "link":
                panel.forget()

        controller.listen_inputs(panel.feed)
        controller.subscribe(hear)

    def _remote(self, controller: Controller) -> RemoteReceivers | None:
        """Return the remote's receivers, not yet started, or ``None`` where none is configured.

        Raises:
            BadKeyMap: its key map cannot be used.
            Misconfigured: a receiver's name cannot be understood.
        """
        named = self._options.ir
        names = [named] if named else self._config.remote.receiver.split()
        if not names:
            return None
        key_map = load_key_map(self._options.ir_map or self._config.remote.key_map)
        commands = RemoteCommands(controller.submit, self._complain)
        try:
            return RemoteReceivers(names, key_map, commands.say, self._complain)
        except ValueError as error:
            raise Misconfigured(str(error)) from error

    def _watch(
        self, controller: Controller, supervisor: Supervisor, closing: AsyncExitStack
    ) -> None:
        if not self._options.watch:
            return
        # Only here: a service has no terminal to draw in.
        from firmware_ctl.views.watcher import Watcher  # noqa: PLC0415

        def say(word: str) -> dict[str, object]:
            return controller.submit(Command(Word(word), origin=Origin.CLI)).as_json()

        watcher = Watcher(
            lambda: controller.snapshot().as_json(),
            say,
            supervisor.end,
            language=self._config.table.language,
            pace_s=self._options.speed / 20,
        )
        closing.enter_context(watcher)
        closing.callback(controller.watch(watcher.changed))
        self._tell = watcher.note

    def _complain(self, text: str) -> None:
        self._tell(text)

    def _report(self, what: str, event: Event) -> None:
        if event["event"] == "surface":
            self._notifier.tell(STATUS=f"{what}: {event['new']}")


def _log(text: str) -> None:
    print(f"mjtable: {text}", file=sys.stderr, flush=True)
