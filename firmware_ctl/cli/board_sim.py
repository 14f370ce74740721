"""Serve the board of a simulated table on a pseudo terminal, until a signal ends it."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.simulated_table import DEMO_PEOPLE
from hal.sim.line_faults import FaultyLine
from hal.sim.pty_line import PtyLine
from hal.sim.register_desk import Desk, NotUnderstood
from hal.sim.register_table import RegisterTable
from rules.errors import RulesError
from rules.variants import variant


@dataclass(frozen=True, slots=True)
class Script:
    """One thing to be done ``after`` so many seconds."""

    after: float
    words: str

    @classmethod
    def parse(cls, text: str) -> "Script":
        """Take ``SECONDS:WORDS`` apart.

        Raises:
            ValueError: it has another form.
        """
        seconds, colon, words = text.partition(":")
        try:
            after = float(seconds)
        except ValueError:
            after = -1.0
        if not colon or after < 0:
            raise ValueError(f"--at {text!r} has the form SECONDS:WORDS, such as 10:unplug")
        return cls(after, words)


def serve(
    link: str, variant_id: str, seed: int, baud: int, board_id: int, script: list[Script], *,
    demo: bool,
) -> int:  # fmt: skip
    """Serve until a signal ends it.

    Raises:
        CliError: the variant is not known, the link's place is taken, or a script line says
            nothing that can be done.
    """
    try:
        tiles = tuple(int(tile) for tile in variant(variant_id).tile_set.tiles())
    except RulesError as error:
        raise CliError(str(error), ExitCode.USAGE) from error

    async def main() -> None:
        loop = asyncio.get_running_loop()
        table = RegisterTable.build(loop, None, seed, (tiles, tiles), board_id=board_id)
        line = PtyLine(loop, table.server, Path(link), FaultyLine(seed), baud)
        desk = Desk(table, line)
        _check(script, desk)
        ended = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, ended.set)
        if demo:
            table.people.put_set_on_table(0)
            table.seat_players(DEMO_PEOPLE)
        line.plug()
        try:
            print(f"{line.port} -> {line.device}: a simulated board, seed {seed}", flush=True)
            for each in script:
                loop.call_later(each.after, _do, desk, each.words)
            _listen(loop, desk)
            await ended.wait()
        finally:
            line.close()

    try:
        asyncio.run(main())
    except OSError as error:
        raise CliError(f"{link} cannot be served: {error.strerror or error}") from error
    return ExitCode.DONE


def _check(script: list[Script], desk: Desk) -> None:
    for each in script:
        if not desk.knows(each.words):
            text = f"--at {each.words!r} is no word here; they are:\n{desk.help()}"
            raise CliError(text, ExitCode.USAGE)


def _do(desk: Desk, words: str) -> None:
    try:
        print(desk.help()) if words == "help" else desk.do(words)
    except NotUnderstood as error:
        print(f"mjtable: {error}", file=sys.stderr, flush=True)


def _listen(loop: asyncio.AbstractEventLoop, desk: Desk) -> None:
    """Act on lines of standard input, where it is something that can be waited for."""
    kept = bytearray()
    fd = sys.stdin.fileno()

    def readable() -> None:
        data = os.read(fd, 4096)
        if not data:
            loop.remove_reader(fd)
            return
        kept.extend(data)
        *lines, rest = bytes(kept).split(b"\n")
        kept[:] = rest
        for text in lines:
            _do(desk, text.decode(errors="replace").strip())

    with suppress(OSError):  # a file or /dev/null, which cannot be waited for
        loop.add_reader(fd, readable)
