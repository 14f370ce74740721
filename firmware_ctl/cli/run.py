"""``mjtable run``: the daemon."""

import argparse
import sys

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "run",
        help="run the controller of a table",
        description="Run the controller of a table until it is stopped: a real one, at --port or "
        "at the configuration's board.port, or with --sim a simulated one. There is no falling "
        "back from a real table to a simulated one.",
        epilog="examples:\n  mjtable run --sim --demo --watch\n"
        "  mjtable run --sim --speed 10 --seed 7\n"
        "  mjtable run --port /dev/mjtable/board",
    )
    board = parser.add_mutually_exclusive_group()
    board.add_argument("--sim", action="store_true", help="a simulated table")
    board.add_argument("--port", metavar="DEV", help="the line of a real motor board")
    parser.add_argument("--config", metavar="FILE", help="the table's configuration file")
    parser.add_argument("--socket", metavar="PATH", help="where the local socket is put")
    parser.add_argument(
        "--ir",
        metavar="PATH",
        help="a receiver: a LIRC node, a FIFO that carries mode2, auto, or KIND:PLACE",
    )
    parser.add_argument("--ir-map", metavar="MAP", help="a shipped key map's name, or a file")
    parser.add_argument("--watch", action="store_true", help="show the table in this terminal")
    parser.add_argument(
        "--attended", action="store_true", help="somebody stands by: for boards without a watchdog"
    )
    simulated = parser.add_argument_group("only with --sim")
    simulated.add_argument("--demo", action="store_true", help="simulated people play")
    simulated.add_argument(
        "--speed", type=_speed, metavar="N", help="time runs N times as fast (default 1)"
    )
    simulated.add_argument(
        "--seed", type=int, metavar="N", help="where chance begins (default: anywhere)"
    )
    simulated.add_argument(
        "--record", metavar="DIR", help="keep a record there, as a real table always does"
    )
    parser.set_defaults(func=_run)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.1 <= speed <= 1000:
        raise argparse.ArgumentTypeError(f"{text}: a speed is a number in 0.1..1000")
    return speed


def _run(arguments: argparse.Namespace) -> int:
    if not arguments.sim:
        _refuse_simulated(arguments)
    from firmware_ctl.cli.configuration import load, tell_defaults  # noqa: PLC0415

    config, path = load(arguments.config)
    port = None if arguments.sim else arguments.port or config.board.port
    if port == "":
        text = "no table is named: give --port DEV or --sim, or put board.port into the file"
        raise CliError(text, ExitCode.USAGE)
    if path is None:
        tell_defaults()
    from firmware_ctl.daemon import DaemonError, Misconfigured, Options, run  # noqa: PLC0415

    options = Options(
        socket=arguments.socket,
        ir=arguments.ir,
        ir_map=arguments.ir_map,
        watch=arguments.watch,
        port=port,
        attended=arguments.attended,
        demo=arguments.demo,
        speed=arguments.speed or 1.0,
        seed=arguments.seed,
        config_file=path,
        record=arguments.record,
    )
    try:
        run(config, options)
    except Misconfigured as error:
        raise CliError(str(error), ExitCode.CONFIG) from error
    except DaemonError as error:
        raise CliError(str(error)) from error
    print("mjtable: stopped; the motors are off", file=sys.stderr)
    return ExitCode.DONE


def _refuse_simulated(arguments: argparse.Namespace) -> None:
    """End with a sentence when options of the simulated table are given for a real one.

    Raises:
        CliError: they are.
    """
    given = [
        f"--{name}"
        for name in ("demo", "speed", "seed", "record")
        if getattr(arguments, name) not in (None, False)
    ]
    if given:
        text = f"{' and '.join(given)} only works with --sim, never on a real table"
        raise CliError(text, ExitCode.USAGE)
