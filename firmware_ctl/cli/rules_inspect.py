"""``mjtable rules inspect``: what is wrong with the tiles that people hold (验牌)."""

import argparse
import json
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.rules_scoring import add_option, read_options

if TYPE_CHECKING:
    from rules.inspection import Held
    from rules.languages import Language

SIDES = ("east", "south", "west", "north")


def add_verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    verb = verbs.add_parser(
        "inspect",
        help="what is wrong with the tiles that people hold",
        description="Count what people hold and what lies open: a hand with too many or too few\n"
        "tiles, a tile that the set does not have, a fifth copy, a meld that the rules do not\n"
        "know; with --whole also what is missing. ? is a tile that nobody could read.",
        epilog="examples:\n  mjtable rules inspect CD --east 123456789m12333p --drawn east\n"
        "  mjtable rules inspect CD --south '123456789m1p[222p]' --open 5555m11s",
    )
    verb.add_argument("id", metavar="ID", help="variant, such as CD or MCR")
    for side in SIDES:
        verb.add_argument(f"--{side}", metavar="HAND", help="tiles and melds of this side")
    verb.add_argument("--drawn", choices=SIDES, help="the side that holds one tile more")
    verb.add_argument("--open", metavar="TILES", help="discards and other tiles that lie open")
    verb.add_argument(
        "--whole", action="store_true", help="these are all tiles of the set: name missing ones"
    )
    add_option(verb)
    verb.set_defaults(verb=_inspect)


def _inspect(arguments: argparse.Namespace, language: "Language") -> int:
    from rules.books import book  # noqa: PLC0415
    from rules.inspection import inspect, inspect_answer, inspect_sheet  # noqa: PLC0415
    from rules.notation import parse_tiles  # noqa: PLC0415

    held = [_held(arguments, side) for side in SIDES]
    if arguments.open is None and not any(held):
        text = f"no tiles: give --{SIDES[0]} and other sides, or --open with tiles such as 123m456p"
        raise CliError(text, ExitCode.USAGE)
    found = inspect(
        book(arguments.id, read_options(arguments.option)),
        held,
        parse_tiles(arguments.open or ""),
        complete=arguments.whole,
    )
    if arguments.json:
        print(json.dumps(inspect_answer(found, language), ensure_ascii=False))
    else:
        print(inspect_sheet(found, language))
    return ExitCode.FAILED if found else ExitCode.DONE


def _held(arguments: argparse.Namespace, side: str) -> "Held | None":
    """Return what a side holds, ``None`` where nobody said so.

    Raises:
        CliError: the side is said to have drawn, and its hand is not given.
        TileError: its tiles cannot be read.
    """
    from rules.inspection import Held  # noqa: PLC0415
    from rules.notation import parse_hand  # noqa: PLC0415

    text = getattr(arguments, side)
    drawn = arguments.drawn == side
    if text is None:
        if drawn:
            raise CliError(f"--drawn {side}: give its hand with --{side}", ExitCode.USAGE)
        return None
    hand = parse_hand(text)
    return Held(hand.tiles, hand.melds, drawn)
