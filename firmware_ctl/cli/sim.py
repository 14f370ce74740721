"""``mjtable sim``: play whole hands on the simulated table, in virtual time."""

import argparse
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from hal.sim.fault_script import FaultScript

_MOST_HANDS = 10_000_000

_FAULTS_HELP = (
    "what goes wrong: NAME[@lane=N][@SECONDSs][+SECONDSs][*CHANCE], joined by commas; "
    "random:MEAN for so many a hand; all for each in turn, one a hand"
)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "sim",
        help="play hands on the simulated table, as fast as it goes",
        description="Play whole hands on the simulated table in virtual time, and sum them up. "
        "Two runs with one seed are equal, but for the time they take. Ends with 1 when a motor "
        "moved against an interlock or a tile was lost, with 5 when a fault could not be mended.",
        epilog="examples:\n  mjtable sim --hands 100 --variant CD --seed 7 --json\n"
        "  mjtable sim --hands 3 --faults stacker-jam@lane=2@12.5s,dome-stuck@90s+5s\n"
        "  mjtable sim --chaos 200 --seed 3",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--hands", type=_hands, metavar="N", help="default 1")
    what.add_argument(
        "--chaos",
        type=_hands,
        metavar="N",
        help="N hands with faults, commands from everywhere, cables pulled and power cuts",
    )
    what.add_argument(
        "--matrix",
        type=_step,
        metavar="S",
        help="every fault at every S-th second of a cycle on both machines; prints a page",
    )
    what.add_argument(
        "--list-faults", action="store_true", help="print what --faults can break, and end"
    )
    parser.add_argument("--variant", default="GD", metavar="ID", help="default GD")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default 1")
    parser.add_argument("--profile", choices=("four-port", "auto-deal"), default="four-port")
    parser.add_argument(
        "--program", default="", metavar="ID", help="such as 152 or 84-3; default the variant's"
    )
    parser.add_argument("--no-reader", action="store_true", help="a table that reads no tiles")
    parser.add_argument("--faults", type=_script, metavar="F", help=_FAULTS_HELP)
    parser.add_argument("--json", action="store_true", help="print the summary as one JSON object")
    parser.set_defaults(func=_run)


def _hands(text: str) -> int:
    hands = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0
    if not 1 <= hands <= _MOST_HANDS:
        raise argparse.ArgumentTypeError(f"{text}: give 1..{_MOST_HANDS} hands")
    return hands


def _step(text: str) -> float:
    try:
        step_s = float(text)
    except ValueError:
        step_s = 0.0
    if not 0.05 <= step_s <= 60:
        raise argparse.ArgumentTypeError(f"{text}: give a step from 0.05 to 60 seconds")
    return step_s


def _script(text: str) -> "FaultScript":
    from hal.sim.fault_script import BadScript, parse_script  # noqa: PLC0415

    try:
        return parse_script(text)
    except BadScript as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _run(arguments: argparse.Namespace) -> int:
    if arguments.list_faults:
        return _list_faults(as_json=arguments.json)
    if arguments.chaos:
        return _chaos(arguments)
    if arguments.matrix:
        return _matrix(arguments.matrix)
    return _play(arguments)


def _list_faults(*, as_json: bool) -> int:
    from firmware_ctl.simulated_faults import listing  # noqa: PLC0415

    for row in listing():
        if as_json:
            print(json.dumps(row, ensure_ascii=False))
        else:
            places = row["places"]
            where = f" ({', '.join(places)})" if isinstance(places, list) else ""
            print(f"{row['name']:<26} {row['code'] or '-':<5} {row['seen_by']}{where}")
    return ExitCode.DONE


def _chaos(arguments: argparse.Namespace) -> int:
    from firmware_ctl.chaos import chaos  # noqa: PLC0415

    report = chaos(arguments.chaos, arguments.seed, _progress())
    data = report.as_json()
    print(json.dumps(data, ensure_ascii=False) if arguments.json else _in_words(data))
    return ExitCode.DONE if report.is_clean else ExitCode.FAILED


def _matrix(step_s: float) -> int:
    from firmware_ctl.fault_page import page  # noqa: PLC0415
    from firmware_ctl.fault_sweep import GOOD, sweep, trials  # noqa: PLC0415

    results = sweep(list(trials(step_s)), _progress())
    print(page(results, step_s, f"mjtable sim --matrix {step_s:g}"))
    return ExitCode.DONE if all(result.ending in GOOD for result in results) else ExitCode.FAILED


def _play(arguments: argparse.Namespace) -> int:
    from firmware_ctl.simulation import Options, Stuck, Summary, simulate  # noqa: PLC0415
    from hal.sim import FAULT_KINDS, NoSuchFault  # noqa: PLC0415
    from rules.errors import RulesError  # noqa: PLC0415

    script = arguments.faults
    by_default = len(FAULT_KINDS) if script is not None and script.each_in_turn else 1
    options = Options(
        hands=arguments.hands or by_default,
        variant=arguments.variant,
        seed=arguments.seed,
        profile=arguments.profile,
        program=arguments.program,
        reader=not arguments.no_reader,
        faults=script,
    )
    try:
        summary: Summary = simulate(options, _progress())
    except (RulesError, NoSuchFault) as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    except Stuck as error:
        raise CliError(f"the table did not go on: {error}", ExitCode.FAULT) from error
    data = summary.as_json()
    print(json.dumps(data, ensure_ascii=False) if arguments.json else _in_words(data))
    return ExitCode.DONE if not summary.unsafe and not summary.tiles_lost else ExitCode.FAILED


def _progress() -> Callable[[int], None]:
    return _show_progress if sys.stderr.isatty() else _be_silent


def _show_progress(hands: int) -> None:
    print(f"\r{hands} done", end="", file=sys.stderr, flush=True)


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
