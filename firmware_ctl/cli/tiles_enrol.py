"""List the tiles of a set, one after another, and keep each of them at once."""

import argparse
from pathlib import Path

from firmware_ctl.cli.board_line import run
from firmware_ctl.cli.configuration import load
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.tiles_source import Laid, lists_in, place_of, tiles_of, wanted_set
from firmware_ctl.enrolment.files import write_lists
from firmware_ctl.enrolment.session import Answer, Came, Session, begin, begin_kind
from firmware_ctl.enrolment.tile_list import Letter, TileLists
from firmware_ctl.texts import say
from rules.errors import TileError
from rules.languages import Language
from rules.tile_names import name_of
from rules.tiles import Tile, tile_of
from rules.tilesets import TileSet


def enrol(arguments: argparse.Namespace) -> int:
    """Enrol until the last tile has come, or the input ends; end with 1 if tiles are missing.

    Raises:
        CliError: a tile, an order or a list that cannot be used, or a board out of reach.
    """
    if not (arguments.port or arguments.typed):
        raise CliError("say where the tiles are read: --port DEV or --typed", ExitCode.USAGE)
    place = place_of(arguments)
    session = _session(arguments, lists_in(place), wanted_set(arguments))
    desk = Desk(session, place, load(arguments.config)[0].table.language)
    run(_all(arguments, desk))
    return ExitCode.DONE if desk.finished else ExitCode.FAILED


class Desk:
    """Where somebody lays tiles down and reads what became of them."""

    def __init__(self, session: Session, place: Path, language: str) -> None:
        self._session = session
        self._place = place
        self._language = language
        self.finished = session.draft.due is None

    def ask(self) -> None:
        """Say which tile comes next."""
        due = self._session.draft.due
        if due is not None:
            self._tell("enrol-next", tile=self._name(due), left=self._session.left)

    def lay(self, tile: Laid) -> None:
        """Take a tile, keep it, and say what became of it."""
        if tile.back:
            back = self._session.take_back()
            if back is not None:
                write_lists(self._place, self._session.lists)
                self._tell("enrol-back", tile=self._name(back))
            return
        answer = self._session.take(tile.tag, tile.reads)
        if answer.came in (Came.TAKEN, Came.FINISHED):
            write_lists(self._place, self._session.lists)
        self.finished = answer.came is Came.FINISHED
        self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        if answer.came is Came.AGAIN:
            return
        name = "" if answer.tile is None else self._name(answer.tile)
        self._tell(f"enrol-{answer.came.value}", tile=name)

    def _name(self, tile: Tile) -> str:
        return name_of(tile, Language(self._language))

    def _tell(self, key: str, **values: object) -> None:
        print(say(key, self._language, **values), flush=True)


async def _all(arguments: argparse.Namespace, desk: Desk) -> None:
    async with tiles_of(arguments) as tiles:
        desk.ask()
        while not desk.finished:
            tile = await anext(tiles, None)
            if tile is None:
                return
            desk.lay(tile)
            if not desk.finished:
                desk.ask()


def _session(arguments: argparse.Namespace, lists: TileLists, wanted: TileSet) -> Session:
    letter = Letter(arguments.set)
    if arguments.kind is None:
        return begin(lists, letter, _order(arguments.order, wanted))
    if arguments.order is not None:
        raise CliError("--kind and --order: give one of them", ExitCode.USAGE)
    try:
        return begin_kind(lists, letter, tile_of(arguments.kind), wanted)
    except TileError as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    except LookupError as error:
        raise CliError(
            f"set {letter.value} is not listed yet, or has no {arguments.kind}; "
            f"enrol it whole first: mjtable tiles enrol --set {letter.value}"
        ) from error


def _order(file: str | None, wanted: TileSet) -> tuple[Tile, ...]:
    """Return the kinds in the order in which they come.

    Raises:
        CliError: the file holds a code that is none, or other tiles than the set's.
    """
    if file is None:
        return wanted.tiles()
    try:
        order = tuple(tile_of(code) for code in Path(file).read_text("utf-8").split())
    except UnicodeDecodeError as error:
        raise CliError(f"{file}: no text; write codes such as 5m", ExitCode.USAGE) from error
    except TileError as error:
        raise CliError(f"{file}: {error}", ExitCode.USAGE) from error
    if sorted(order) != sorted(wanted.tiles()):
        raise CliError(
            f"{file}: {len(order)} tiles that are not those of the set ({wanted.total} tiles); "
            "list each tile of the set once",
            ExitCode.USAGE,
        )
    return order
