"""Where tiles come from that are enrolled or looked up: a board's reader, or typed numbers.

Also where the lists are, and which tiles a set should have.
"""

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware_ctl.cli.board_line import opened
from firmware_ctl.cli.configuration import load
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.core.programs import own_set
from firmware_ctl.enrolment.files import ListsUnreadable, read_lists
from firmware_ctl.enrolment.tile_list import TileLists
from firmware_ctl.store.place import state_directory
from hal.errors import LinkLost
from hal.events import BoardEvent, LinkChanged, TileRead
from hal.tile_id import BLANK_DESIGN, TileId, pack_tile_id
from rules.errors import RulesError
from rules.integrity.composition import SURE_READS
from rules.tilesets import TileSet
from rules.variants import variant

_NO_SET = 255


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile at the reader: its tag, if one answered; ``back`` means "not that one"."""

    tag: int | None = None
    reads: int = 0
    back: bool = False


def place_of(arguments: argparse.Namespace) -> Path:
    """Return the state directory."""
    return Path(arguments.state) if arguments.state else state_directory(os.environ)


def lists_in(directory: Path) -> TileLists:
    """Return what is enrolled.

    Raises:
        CliError: the file cannot be used.
    """
    try:
        return read_lists(directory)
    except ListsUnreadable as error:
        raise CliError(str(error)) from error


def wanted_set(arguments: argparse.Namespace) -> TileSet:
    """Return the tiles that a set of this table has, by its configuration.

    Raises:
        CliError: the configuration is wrong.
    """
    config, _ = load(arguments.config)
    try:
        return own_set(config.tiles) or variant(config.table.variant).tile_set
    except RulesError as error:
        raise CliError(str(error), ExitCode.CONFIG) from error


@asynccontextmanager
async def tiles_of(arguments: argparse.Namespace) -> AsyncIterator[AsyncIterator[Laid]]:
    """Open the reader that was asked for, and give its tiles one after another."""
    if not arguments.port:
        yield _typed()
        return
    async with opened(arguments.port, arguments.baud) as board:
        if not board.capabilities.tile_reader:
            raise CliError("this board has no tile reader; a USB reader may type: --typed")
        laid: asyncio.Queue[Laid | LinkLost] = asyncio.Queue()

        def hear(event: BoardEvent) -> None:
            if isinstance(event, TileRead):
                laid.put_nowait(Laid(event.tile_id, event.reads))
            elif isinstance(event, LinkChanged) and not event.up:
                laid.put_nowait(LinkLost(event.why))

        board.listen(hear)
        yield _heard(laid)


async def _heard(laid: "asyncio.Queue[Laid | LinkLost]") -> AsyncIterator[Laid]:
    while True:
        tile = await laid.get()
        if isinstance(tile, LinkLost):
            raise tile
        yield tile


async def _typed() -> AsyncIterator[Laid]:
    """Give the numbers on standard input; an empty line takes the last one back."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        number = line.strip()
        if not number:
            yield Laid(back=True)
        elif number.isascii() and number.isdigit() and int(number) < 1 << 48:
            yield Laid(pack_tile_id(TileId(BLANK_DESIGN, _NO_SET, int(number))), SURE_READS)
        else:
            print(f"{number[:40]!r} is no tag's number of up to 48 bits", file=sys.stderr)
