"""``mjtable sim``: play whole hands on the simulated table, in virtual time."""

import argparse
import json
import sys

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

_MOST_HANDS = 10_000_000


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "sim",
        help="play hands on the simulated table, as fast as it goes",
        description="Play whole hands on the simulated table in virtual time, and sum them up. "
        "Two runs with one seed are equal, but for the time they take. Ends with 1 when a motor "
        "moved against an interlock or a tile was lost, with 5 when a fault could not be mended.",
        epilog="example:\n  mjtable sim --hands 100 --variant CD --seed 7 --json",
    )
    parser.add_argument("--hands", type=_hands, default=1, metavar="N", help="default 1")
    parser.add_argument("--variant", default="GD", metavar="ID", help="default GD")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default 1")
    parser.add_argument("--profile", choices=("four-port", "auto-deal"), default="four-port")
    parser.add_argument(
        "--program", default="", metavar="ID", help="such as 152 or 84-3; default the variant's"
    )
    parser.add_argument("--no-reader", action="store_true", help="a table that reads no tiles")
    parser.add_argument("--json", action="store_true", help="print the summary as one JSON object")
    parser.set_defaults(func=_run)


def _hands(text: str) -> int:
    hands = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
    if not 1 <= hands <= _MOST_HANDS:
        raise argparse.ArgumentTypeError(f"{text}: give 1..{_MOST_HANDS} hands")
    return hands


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.simulation import Options, Stuck, Summary, simulate  # noqa: PLC0415
    from rules.errors import RulesError  # noqa: PLC0415

    options = Options(
        hands=arguments.hands,
        variant=arguments.variant,
        seed=arguments.seed,
        profile=arguments.profile,
        program=arguments.program,
        reader=not arguments.no_reader,
    )
    progress = _show_progress if sys.stderr.isatty() else _be_silent
    try:
        summary: Summary = simulate(options, progress)
    except RulesError as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    except Stuck as error:
        raise CliError(f"the table did not go on: {error}", ExitCode.FAULT) from error
    data = summary.as_json()
    print(json.dumps(data, ensure_ascii=False) if arguments.json else _in_words(data))
    return ExitCode.DONE if not summary.unsafe and not summary.tiles_lost else ExitCode.FAILED


def _show_progress(hands: int) -> None:
    print(f"\r{hands} hands", end="", file=sys.stderr, flush=True)


def _be_silent(_: int) -> None:
    """Show nothing: standard error is no terminal."""


def _in_words(data: dict[str, object]) -> str:
    """Return the summary as lines of name and value; nested values follow their name indented."""
    lines: list[str] = []
    for name, value in data.items():
        if isinstance(value, dict):
            lines.append(f"{name}:")
            lines += [f"  {inner:<18} {number}" for inner, number in value.items()]
        elif isinstance(value, list | tuple):
            lines.append(f"{name:<20} {len(value)}")
            lines += [f"  {json.dumps(entry, ensure_ascii=False)}" for entry in value]
        else:
            lines.append(f"{name:<20} {value}")
    return "\n".join(lines)
