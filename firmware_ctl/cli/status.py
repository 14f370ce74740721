"""``mjtable status``: the table of the running daemon, once or live."""

import argparse
import json
import os
import select
import sys
from typing import TYPE_CHECKING, Any

from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from firmware_ctl.cli.client import Connection

_WIDTH = 80
_HEIGHT = 18
_HEIGHT_WITH_FAULT = 23


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "status",
        help="show the table of the running daemon",
        description="Show the table of the running daemon. Ends with 5 when a fault stands.",
        epilog="examples:\n  mjtable status\n  mjtable status --watch\n"
        "  mjtable status --json | jq .surface",
    )
    parser.add_argument("--watch", action="store_true", help="live; keys work in a terminal")
    parser.add_argument("--json", action="store_true", help="print snapshots as JSON, one a line")
    parser.add_argument(
        "--lang",
        choices=("en", "zh-CN", "ja"),
        help="words shown (default: the table's own language)",
    )
    parser.add_argument("--socket", metavar="PATH", help="the daemon's socket")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.client import connect  # noqa: PLC0415

    connection = connect(arguments.socket)
    try:
        request: dict[str, object] = {"subscribe": ["snapshot"]}
        if arguments.lang is not None:
            request["language"] = arguments.lang
        connection.send(request)
        snapshot = next_snapshot(connection)
        if not arguments.watch:
            return _once(snapshot, arguments)
        connection.be_patient()
        if arguments.json or not sys.stdout.isatty():
            return _lines(connection, snapshot, arguments)
        return _live(connection, snapshot)
    finally:
        connection.close()


def _once(snapshot: dict[str, Any], arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps(snapshot, ensure_ascii=False))
    else:
        from firmware_ctl.views.glyphs import glyphs_for  # noqa: PLC0415
        from firmware_ctl.views.screen import colour_wanted  # noqa: PLC0415
        from firmware_ctl.views.terminal import render  # noqa: PLC0415

        print(
            render(
                snapshot,
                _WIDTH,
                _HEIGHT_WITH_FAULT if snapshot["faults"] else _HEIGHT,
                colour=colour_wanted(sys.stdout, os.environ),
                glyphs=glyphs_for(sys.stdout.encoding),
                language=snapshot["language"],
            )
        )
    return ExitCode.FAULT if snapshot.get("faults") else ExitCode.DONE


def _lines(
    connection: "Connection", snapshot: dict[str, Any], arguments: argparse.Namespace
) -> int:
    """Print a line a change, until the daemon ends or Ctrl-C."""
    from firmware_ctl.views.lines import one_line  # noqa: PLC0415

    last = ""
    while True:
        if arguments.json:
            print(json.dumps(snapshot, ensure_ascii=False), flush=True)
        elif (line := one_line(snapshot, snapshot["language"])) != last:
            print(f"{snapshot['time']:10.2f} {line}", flush=True)
            last = line
        snapshot = next_snapshot(connection)


def _live(connection: "Connection", snapshot: dict[str, Any]) -> int:
    """Show the picture and obey keys, until ``q``."""
    from firmware_ctl.views.keys import commands  # noqa: PLC0415
    from firmware_ctl.views.live import LivePicture  # noqa: PLC0415
    from firmware_ctl.views.screen import Screen  # noqa: PLC0415

    with Screen(sys.stdout, sys.stdin) as screen:
        live = LivePicture(screen, snapshot["language"])
        live.snapshot = snapshot
        sources = [connection.fileno()] + ([] if screen.keys is None else [screen.keys])
        while True:
            live.draw()
            ready, _, _ = select.select(sources, [], [])
            if screen.keys in ready:
                words, quitting = commands(screen.typed())
                for word in words:
                    connection.send({"id": word, "command": word, "origin": "cli"})
                if quitting:
                    return ExitCode.DONE
            if connection.fileno() in ready:
                for message in connection.received():
                    if "snapshot" in message:
                        live.snapshot = message["snapshot"]
                    elif "ok" in message:
                        live.answered(str(message.get("id") or ""), message)


def next_snapshot(connection: "Connection") -> dict[str, Any]:
    """Wait for the next snapshot on a connection that has subscribed to them."""
    while True:
        message = connection.receive()
        if "snapshot" in message:
            snapshot: dict[str, Any] = message["snapshot"]
            return snapshot
