"""``mjtable board``: commission a real motor board, or serve a simulated one."""

import argparse

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

Subparsers = argparse._SubParsersAction  # noqa: SLF001


def add_parser(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the subcommand and its verbs."""
    parser = subparsers.add_parser(
        "board",
        help="commission a motor board; serve a simulated one",
        description="Look at a motor board, watch its sensors, try its motors one by one; or serve "
        "a simulated table's board on a port of its own. No daemon may use the port meanwhile.",
        epilog="example:\n  mjtable board sim --link /tmp/board &\n"
        "  mjtable board info --port /tmp/board",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    _add_info(verbs)
    _add_monitor(verbs)
    _add_test(verbs)
    _add_settings(verbs)
    _add_sim(verbs)


def _add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", required=True, metavar="DEV", help="device, or socket:// or rfc2217:// address"
    )
    parser.add_argument(
        "--baud", type=_speed, default=115_200, metavar="N", help="speed (default 115200)"
    )


def _speed(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; the usual one is 115200")
    return int(text)


def _add_info(verbs: "Subparsers[argparse.ArgumentParser]") -> None:
    parser = verbs.add_parser(
        "info",
        help="tell who answers, what it can do and how it stands",
        epilog="example:\n  mjtable board info --port /dev/mjtable/board --json",
    )
    _add_port(parser)
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")
    parser.set_defaults(func=_info)


def _add_monitor(verbs: "Subparsers[argparse.ArgumentParser]") -> None:
    parser = verbs.add_parser(
        "monitor",
        help="show every change of a sensor, and how healthy the lane eyes are",
        description="Show every sensor's level and every change as it happens. Nothing moves: the "
        "board stays disarmed. Block a sensor by hand and see whether the line that should come "
        "comes.",
        epilog="example:\n  mjtable board monitor --port /dev/mjtable/board",
    )
    _add_port(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument(
        "--seconds", type=float, metavar="N", help="end after so long (default: until Ctrl-C)"
    )
    parser.set_defaults(func=_monitor)


def _add_test(verbs: "Subparsers[argparse.ArgumentParser]") -> None:
    parser = verbs.add_parser(
        "test",
        help="move each motor shortly, one at a time, asking before each",
        description="Move motors shortly, one at a time, with the same interlocks as in play. "
        "Before each motion you are asked; keep hands out of the table.",
        epilog="example:\n  mjtable board test --port /dev/mjtable/board dome tray.2",
    )
    _add_port(parser)
    parser.add_argument("motors", nargs="*", metavar="MOTOR", help="such as dome or belt.2; all")
    parser.add_argument("--json", action="store_true", help="one JSON object per motion")
    parser.add_argument(
        "--panel", action="store_true", help="be led by the table's own keys: the number test mode"
    )
    parser.set_defaults(func=_test)


def _add_settings(verbs: "Subparsers[argparse.ArgumentParser]") -> None:
    parser = verbs.add_parser(
        "settings",
        help="show the board's settings; change and keep them",
        description="Show every setting of the board and the CRC over all of them; changes are "
        "checked, written while disarmed, and read back.",
        epilog="examples:\n  mjtable board settings --port /dev/mjtable/board\n"
        "  mjtable board settings --port /dev/mjtable/board \\\n"
        "      invert=dome_up,eye.0 dome.longest_run_ms=9000 --keep",
    )
    _add_port(parser)
    parser.add_argument("changes", nargs="*", metavar="NAME=VALUE", help="such as watchdog=400")
    parser.add_argument(
        "--defaults", action="store_true", help="first put all settings back as delivered"
    )
    parser.add_argument("--keep", action="store_true", help="keep them over a power cut")
    parser.add_argument("--json", action="store_true", help="answer as one JSON object")
    parser.set_defaults(func=_settings)


def _add_sim(verbs: "Subparsers[argparse.ArgumentParser]") -> None:
    parser = verbs.add_parser(
        "sim",
        help="serve a simulated table's board on a port",
        description="Serve the board of a simulated table, in real time, on a pseudo terminal. "
        "Lines on standard input act on it while it runs: `help` lists the words.",
        epilog="examples:\n  mjtable board sim --link /tmp/board\n"
        "  mjtable board sim --link /tmp/board --at 10:unplug --at 12:replug --at '20:flip 0.001'",
    )
    parser.add_argument("--link", required=True, metavar="PATH", help="the port's name, a link")
    parser.add_argument("--variant", default="GD", metavar="ID", help="whose tiles (default GD)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default 1")
    parser.add_argument(
        "--baud", type=int, default=0, metavar="N", help="take a line's time (default: none)"
    )
    parser.add_argument("--id", default="0", metavar="HEX", help="the board's own number")
    parser.add_argument("--demo", action="store_true", help="simulated people play")
    parser.add_argument(
        "--at", action="append", default=[], metavar="S:WORDS", help="do something after S seconds"
    )
    parser.set_defaults(func=_sim)


def _info(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.board_info import show  # noqa: PLC0415

    return show(arguments.port, arguments.baud, as_json=arguments.json)


def _monitor(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.board_monitor import monitor  # noqa: PLC0415

    return monitor(
        arguments.port, arguments.baud, as_json=arguments.json, seconds=arguments.seconds
    )


def _test(arguments: argparse.Namespace) -> int:
    if arguments.panel:
        from firmware_ctl.cli.board_panel import work_from_panel  # noqa: PLC0415

        return work_from_panel(arguments.port, arguments.baud)
    from firmware_ctl.cli.board_trial import try_motors  # noqa: PLC0415

    return try_motors(arguments.port, arguments.baud, arguments.motors, as_json=arguments.json)


def _settings(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.board_settings import settle  # noqa: PLC0415

    return settle(
        arguments.port, arguments.baud, arguments.changes,
        defaults=arguments.defaults, keep=arguments.keep, as_json=arguments.json,
    )  # fmt: skip


def _sim(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.board_sim import Script, serve  # noqa: PLC0415

    try:
        script = [Script.parse(text) for text in arguments.at]
        board_id = int(arguments.id, 16)
    except ValueError as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    return serve(
        arguments.link, arguments.variant, arguments.seed, arguments.baud, board_id, script,
        demo=arguments.demo,
    )  # fmt: skip
