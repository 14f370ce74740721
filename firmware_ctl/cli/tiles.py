"""``mjtable tiles``: make the lists that say which piece of plastic is which tile, and use them."""

import argparse

Subparsers = argparse._SubParsersAction  # noqa: SLF001


def add_parser(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the subcommand and its verbs."""
    parser = subparsers.add_parser(
        "tiles",
        help="enrol tiles: which tag is which tile",
        description="Make and check the lists of both tile sets. With them a reader finds foreign, "
        "doubled and missing tiles; without them it tells kinds only.",
        epilog="example:\n  mjtable tiles enrol --set A --port /dev/mjtable-board",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    enrol = verbs.add_parser(
        "enrol",
        help="list a set, tile by tile",
        description="List a set's tiles as they pass a lane's reader, or as a reader types their "
        "numbers. Every tile is kept at once: begin again where you stopped with the same command. "
        "Enter alone takes the last tile back.",
        epilog="example:\n  mjtable tiles enrol --set B --order wall.txt --port /dev/mjtable-board",
    )
    _add_set(enrol)
    enrol.add_argument(
        "--order", metavar="FILE", help="the tiles come as this file's codes, such as a laid wall"
    )
    enrol.add_argument(
        "--kind", metavar="TILE", help="only this kind anew, such as 5m after one was lost"
    )
    _add_reader(enrol)
    enrol.set_defaults(func=_enrol)
    check = verbs.add_parser(
        "check",
        help="are the lists whole; what is the tile that lies at the reader",
        epilog="example:\n  mjtable tiles check --port /dev/mjtable-board",
    )
    _add_place(check)
    _add_reader(check)
    check.add_argument("--json", action="store_true", help="answer as JSON lines")
    check.set_defaults(func=_check)
    show = verbs.add_parser("list", help="show the lists", epilog="example:\n  mjtable tiles list")
    _add_place(show)
    show.add_argument("--json", action="store_true", help="one JSON object a tile")
    show.set_defaults(func=_list)


def _add_set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", choices=("A", "B"), required=True, help="which of the two sets")
    _add_place(parser)


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state", metavar="DIR", help="default: $STATE_DIRECTORY, else the user's")
    parser.add_argument("--config", metavar="FILE", help="tells which tiles a set has")


def _add_reader(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--port", metavar="DEV", help="the board; lay the tiles at a lane's reader")
    source.add_argument(
        "--typed", action="store_true", help="numbers from standard input, as a USB reader types"
    )
    parser.add_argument("--baud", type=int, default=115200, help="speed of the line")


def _enrol(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.tiles_enrol import enrol  # noqa: PLC0415

    return enrol(arguments)


def _check(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.tiles_check import check  # noqa: PLC0415

    return check(arguments)


def _list(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.tiles_check import show  # noqa: PLC0415

    return show(arguments)
