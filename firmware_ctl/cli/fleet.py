"""``mjtable fleet``: every table on a broker, as lines or as a page."""

import argparse
import json
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from firmware_ctl.config.model import Mqtt


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "fleet",
        help="show every table on a broker, as lines or as a page",
        description="Show every table on a broker, the ones that need somebody first. Ends with 5\n"
        "when one of them has a fault.",
        epilog="examples:\n  mjtable fleet --broker 192.168.1.5\n"
        "  mjtable fleet --broker 192.168.1.5 --serve 8090",
    )
    parser.add_argument("--broker", metavar="HOST[:PORT]", help="default: mqtt.host and mqtt.port")
    parser.add_argument("--topic", metavar="TOPIC", help="default: mqtt.topic")
    parser.add_argument(
        "--serve", type=int, metavar="PORT", help="serve a page that shows all tables, live"
    )
    parser.add_argument("--host", default="127.0.0.1", help="where the page listens (with --serve)")
    parser.add_argument("--seconds", type=float, default=1.5, help="how long to listen for lines")
    parser.add_argument("--config", metavar="FILE", help="instead of the file that `run` would use")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.configuration import load  # noqa: PLC0415

    config = load(arguments.config)[0]
    settings = _settings(config.mqtt, arguments)
    try:
        from firmware_ctl.cli.fleet_watch import serve_page, show_lines  # noqa: PLC0415
    except ImportError as error:
        text = "aiomqtt is absent, which speaks to brokers: `pip install mjtable[mqtt]`"
        raise CliError(text) from error
    if arguments.serve is not None:
        return serve_page(settings, config, arguments.host, arguments.serve)
    rows = show_lines(settings, arguments.seconds)
    for row in rows:
        if arguments.json:
            print(json.dumps(row, ensure_ascii=False))
        else:
            told = f"{row['fault']} {row['fault_text']}".strip() or row["phase"]
            print(f"{row['how']:<8} {row['name']:<20} {told}".rstrip())
    return ExitCode.FAULT if any(row["fault"] for row in rows) else ExitCode.DONE


def _settings(mqtt: "Mqtt", arguments: argparse.Namespace) -> "Mqtt":
    """Return the broker's settings with what the command line says in their place.

    Raises:
        CliError: no broker is named, or its port is no number.
    """
    from dataclasses import replace  # noqa: PLC0415

    if arguments.topic:
        mqtt = replace(mqtt, topic=arguments.topic)
    if arguments.broker:
        host, colon, port = arguments.broker.rpartition(":")
        if colon and not port.isdecimal():
            raise CliError(f"{arguments.broker!r} is no HOST:PORT", ExitCode.USAGE)
        named = {"host": host, "port": int(port)} if colon else {"host": arguments.broker}
        mqtt = replace(mqtt, **named)
    if not mqtt.host:
        raise CliError("no broker is named: give --broker HOST, or set mqtt.host", ExitCode.USAGE)
    return mqtt
