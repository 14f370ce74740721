"""``mjtable audit simulate``: deals of honest, lazy and cheating machines, to try the check on."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.progress import Progress

if TYPE_CHECKING:
    from numpy.random import Generator

    from firmware_ctl.audit_lab.reading import Readers
    from firmware_ctl.audit_lab.tables import Tables

Verbs = argparse._SubParsersAction  # noqa: SLF001

PROGRAMS = {"136": "GD", "108": "CD", "144": "MCR"}
"""The variant that is dealt with each program unless another is named."""

_MOST = 1_000_000_000
_MOST_DIGITS = 18


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "simulate",
        help="deals of honest, lazy and cheating machines",
        description="Deal on simulated machines, and either write a deals file or judge every deal "
        "at once and say when the check would have spoken.",
        epilog="example:\n  mjtable audit simulate --cheat suit --deals 60 --seed 7",
    )
    parser.add_argument("--list", action="store_true", help="name all cheats and machines")
    parser.add_argument("--cheat", metavar="NAME", help="default: nobody cheats")
    parser.add_argument("--machine", default="uniform", metavar="NAME", help="default uniform")
    parser.add_argument("--deals", type=_count, default=100, metavar="N", help="default 100")
    parser.add_argument("--tables", type=_count, default=1, metavar="N", help="default 1")
    parser.add_argument("--seed", type=_seed, default=1, metavar="S", help="default 1")
    parser.add_argument("--program", choices=tuple(PROGRAMS), default="136", help="default 136")
    parser.add_argument("--variant", metavar="ID", help="instead of the program's own")
    parser.add_argument("--profile", choices=("four-port", "auto-deal"), default="four-port")
    parser.add_argument("--misreads", type=float, default=0.0, metavar="RATE", help="0..1")
    parser.add_argument("--unread", type=float, default=0.0, metavar="RATE", help="0..1")
    parser.add_argument(
        "--reader-fails", type=float, default=0.0, metavar="RATE", help="of a lane, each deal"
    )
    parser.add_argument("--no-tags", action="store_true", help="the reader tells kinds only")
    parser.add_argument(
        "--plant", action="store_true", help="let the simulated machine build the walls; slower"
    )
    parser.add_argument("--out", metavar="FILE", help="write a deals file; - is standard output")
    parser.add_argument(
        "--tiles", metavar="DIR", help="write the lists of the enrolled tags there, for audit check"
    )
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    parser.set_defaults(func=_simulate)


def _count(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
    if not 1 <= number <= _MOST:
        raise argparse.ArgumentTypeError(f"{text}: give 1..{_MOST}")
    return number


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
        raise argparse.ArgumentTypeError(f"{text}: give a whole number, 0 or more")
    return int(text)


def _simulate(arguments: argparse.Namespace) -> int:
    if arguments.list:
        _print_list(as_json=arguments.json)
        return ExitCode.DONE
    tables, readers = _lab(arguments)
    if arguments.tiles:
        _enrol(arguments, tables)
    if arguments.plant:
        _build(arguments, tables)
    elif arguments.out:
        _write(arguments, tables, readers)
    else:
        _judge(arguments, tables, readers)
    return ExitCode.DONE


def _print_list(*, as_json: bool) -> None:
    from firmware_ctl.audit_lab.machines import MACHINES  # noqa: PLC0415
    from hal.sim.cheats import CHEATS  # noqa: PLC0415

    for cheat in CHEATS.values():
        row = {
            "cheat": cheat.name, "about": cheat.about, "share": cheat.share, "start": cheat.start,
        }  # fmt: skip
        print(json.dumps(row) if as_json else f"{cheat.name:<18} {cheat.about}")
    for name in MACHINES:
        print(json.dumps({"machine": name}) if as_json else f"machine {name}")


def _lab(arguments: argparse.Namespace) -> "tuple[Tables, Readers]":
    """Return the tables and readers that were asked for.

    Raises:
        CliError: a name that nobody knows, or a rate that is no chance.
    """
    try:
        from numpy.random import default_rng  # noqa: PLC0415
    except ImportError as error:
        raise CliError(
            "the simulation needs numpy: pip install 'mjtable[integrity]'", ExitCode.USAGE
        ) from error
    from firmware_ctl.audit_lab.layout import layout  # noqa: PLC0415
    from firmware_ctl.audit_lab.machines import MACHINES  # noqa: PLC0415
    from firmware_ctl.audit_lab.reading import ReaderModel, Readers  # noqa: PLC0415
    from firmware_ctl.audit_lab.tables import Tables  # noqa: PLC0415
    from hal.sim.cheats import CHEATS  # noqa: PLC0415
    from rules.errors import RulesError  # noqa: PLC0415
    from rules.lookup import look_up  # noqa: PLC0415
    from rules.programs import Profile  # noqa: PLC0415

    chance: Generator = default_rng(arguments.seed)
    try:
        table = layout(arguments.variant or PROGRAMS[arguments.program], Profile(arguments.profile))
        machine = look_up(MACHINES, arguments.machine, "machine")
        cheat = None if arguments.cheat is None else look_up(CHEATS, arguments.cheat, "cheat")
        model = ReaderModel(
            arguments.misreads, arguments.unread, arguments.reader_fails, tags=not arguments.no_tags
        )
    except (RulesError, ValueError) as error:
        raise CliError(str(error), ExitCode.USAGE) from None
    tables = Tables(table, arguments.tables, chance, machine, cheat)
    return tables, Readers(model, table, arguments.tables, chance)


def _enrol(arguments: argparse.Namespace, tables: "Tables") -> None:
    """Write the lists of both sets' tags; a folder that holds other lists keeps them.

    Raises:
        CliError: no deals file is written, or the folder holds lists of other tiles.
    """
    from firmware_ctl.audit_lab.tags import enrolled  # noqa: PLC0415
    from firmware_ctl.enrolment.files import (  # noqa: PLC0415
        NAME,
        ListsUnreadable,
        read_lists,
        write_lists,
    )
    from firmware_ctl.enrolment.tile_list import TileLists  # noqa: PLC0415

    if not arguments.out:
        raise CliError("--tiles goes with a deals file: give --out, too", ExitCode.USAGE)
    directory, lists = Path(arguments.tiles), enrolled(tables.layout)
    try:
        found = read_lists(directory)
    except ListsUnreadable as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    if found not in (TileLists(), lists):
        raise CliError(
            f"{directory / NAME} lists other tiles, which stay: name another folder", ExitCode.USAGE
        )
    write_lists(directory, lists)


def _write(arguments: argparse.Namespace, tables: "Tables", readers: "Readers") -> None:
    from firmware_ctl.audit_lab.rows import deals  # noqa: PLC0415
    from rules.integrity.deals import deal_row  # noqa: PLC0415

    recipe = None if tables.cheat is None else tables.cheat.recipe
    with _opened(arguments.out) as file, Progress(arguments.deals, "deals") as progress:
        for number in range(arguments.deals):
            dealt = tables.deal()
            for deal in deals(tables.layout, dealt, readers.read(dealt.walls), recipe):
                print(json.dumps(deal_row(deal), separators=(",", ":")), file=file)
            progress.at(number + 1)


def _build(arguments: argparse.Namespace, tables: "Tables") -> None:
    """Write the deals that a simulated machine with the cheat's chip in it builds and shows.

    Raises:
        CliError: several tables, or nowhere to write to.
    """
    if arguments.tables != 1 or not arguments.out:
        raise CliError(
            "--plant plays at one table and writes its deals: leave --tables out, give --out",
            ExitCode.USAGE,
        )
    from firmware_ctl.audit_lab.plant_run import play  # noqa: PLC0415
    from rules.integrity.deals import deal_row  # noqa: PLC0415

    with _opened(arguments.out) as file, Progress(arguments.deals, "hands") as progress:
        for hand in play(tables, arguments.deals, arguments.seed, progress.at):
            print(json.dumps(deal_row(hand.shown), separators=(",", ":")), file=file)


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    """Yield where the rows go."""
    if name == "-":
        yield sys.stdout
        return
    with Path(name).open("w", encoding="utf-8") as file:
        yield file


def _judge(arguments: argparse.Namespace, tables: "Tables", readers: "Readers") -> None:
    import numpy as np  # noqa: PLC0415

    from firmware_ctl.audit_lab.study import DETECTION, follow  # noqa: PLC0415

    with Progress(arguments.deals, "deals") as progress:
        course = follow(
            tables, arguments.tables, arguments.deals, readers,
            until=tuple(DETECTION), progress=progress.at,
        )  # fmt: skip
    answer: dict[str, object] = {
        "cheat": arguments.cheat, "machine": arguments.machine, "variant": tables.layout.variant,
        "tables": arguments.tables, "deals": course.deals, "seed": arguments.seed,
    }  # fmt: skip
    for name, (route, _) in DETECTION.items():
        deals = course.crossed[name]
        found = np.sort(deals[deals > 0])
        half = found[(arguments.tables - 1) // 2] if len(found) * 2 > arguments.tables else None
        answer[name] = {
            "route": route, "tables": len(found), "median": None if half is None else int(half),
        }  # fmt: skip
    answer["peak"] = {route: round(float(peak.max()), 3) for route, peak in course.peaks.items()}
    print(json.dumps(answer) if arguments.json else _in_words(answer))


def _in_words(answer: "dict[str, object]") -> str:
    """Return the answer as lines of a name and what it is."""
    lines = []
    for name, value in answer.items():
        shown = value
        if isinstance(value, dict):
            shown = ", ".join(f"{inner} {_dash(number)}" for inner, number in value.items())
        lines.append(f"{name:<10} {_dash(shown)}")
    return "\n".join(lines)


def _dash(value: object) -> object:
    return "-" if value is None else value
