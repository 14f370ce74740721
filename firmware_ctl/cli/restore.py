"""``mjtable restore``: put a backup in place of what the table knows, whole or not at all."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from firmware_ctl.cli.backup import add_places
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "restore",
        help="put a backup in place; the table must be stopped",
        description="Put a backup in place of configuration and record, whole or not at all. What\n"
        "the backup does not hold stays as it is. The table must be stopped.",
        epilog="examples:\n  mjtable restore --show table.zip\n"
        "  sudo systemctl stop mjtable && sudo mjtable restore table.zip",
    )
    parser.add_argument("file", nargs="?", help="the backup")
    parser.add_argument("--show", action="store_true", help="only tell what the backup holds")
    parser.add_argument(
        "--finish", action="store_true", help="end a restore that a power cut broke off"
    )
    parser.add_argument("--socket", metavar="PATH", help="the daemon's socket")
    add_places(parser)
    parser.add_argument("--json", action="store_true", help="print what it holds as JSON")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.backup.contents import BadBackup  # noqa: PLC0415

    if arguments.finish == (arguments.file is not None):
        raise CliError("name one backup, or say --finish alone", ExitCode.USAGE)
    try:
        return _finish(arguments) if arguments.finish else _restore(arguments)
    except BadBackup as error:
        raise CliError(f"{arguments.file}: {error}", ExitCode.USAGE) from error


def _restore(arguments: argparse.Namespace) -> int:
    from firmware_ctl.backup.places import Places  # noqa: PLC0415
    from firmware_ctl.backup.unpack import read_contents, restore  # noqa: PLC0415
    from firmware_ctl.cli.places import config_place, state_place  # noqa: PLC0415

    backup = Path(arguments.file)
    contents = read_contents(backup)
    if not arguments.show:
        _refuse_running(arguments.socket)
        places = Places(config_place(arguments.config_dir), state_place(arguments.state_dir))
        restore(places, backup)
    if arguments.json:
        print(json.dumps(asdict(contents), ensure_ascii=False))
        return ExitCode.DONE
    made = time.strftime("%Y-%m-%d %H:%M", time.localtime(contents.made))
    print(f"{backup}: table {contents.table!r}, made {made} by version {contents.version}")
    for entry in contents.entries if arguments.show else ():
        print(f"  {entry.size:>12}  {entry.name}")
    if not arguments.show:
        print(f"{len(contents.entries)} files are in place; `sudo systemctl start mjtable`")
    return ExitCode.DONE


def _finish(arguments: argparse.Namespace) -> int:
    from firmware_ctl.backup.places import Places  # noqa: PLC0415
    from firmware_ctl.backup.unpack import finish  # noqa: PLC0415
    from firmware_ctl.cli.places import config_place, state_place  # noqa: PLC0415

    places = Places(config_place(arguments.config_dir), state_place(arguments.state_dir))
    if finish(places):
        print("mjtable: a restore that had been broken off is done", file=sys.stderr)
    return ExitCode.DONE


def _refuse_running(socket: str | None) -> None:
    from firmware_ctl.cli.client import connect  # noqa: PLC0415

    try:
        connect(socket).close()
    except CliError:
        return
    raise CliError("the table is running; stop it first (`sudo systemctl stop mjtable`)",
                   ExitCode.REFUSED)  # fmt: skip
