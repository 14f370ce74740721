"""``mjtable update``: change to another release, prove it, and go back when it does not do."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from firmware_ctl.update.shelf import Release, Shelf

_ROOT = "/opt/mjtable"


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "update",
        help="change to another release of the program, or back",
        description="Take the release out of a Debian package, put it into use at a table at rest\n"
        "and go back to the one before when it does not run the table within a minute.",
        epilog="examples:\n  sudo mjtable update mjtable_0.2.0_trixie_arm64.deb\n"
        "  sudo mjtable update --back\n  mjtable update --list",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("package", nargs="?", metavar="FILE", help="a package of the program")
    what.add_argument("--payload", metavar="DIR", help="a release that is unpacked already")
    what.add_argument("--use", metavar="NAME", help="a release that lies on this machine")
    what.add_argument("--back", action="store_true", help="the release that was in use before")
    what.add_argument("--list", action="store_true", help="show the releases on this machine")
    parser.add_argument("--root", default=_ROOT, metavar="DIR", help=f"default: {_ROOT}")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.update.shelf import BadRelease, Shelf  # noqa: PLC0415

    shelf = Shelf(Path(arguments.root))
    try:
        if arguments.list:
            return _list(shelf)
        return _change(shelf, _release(shelf, arguments))
    except BadRelease as error:
        raise CliError(str(error), ExitCode.USAGE) from error
    except PermissionError as error:
        text = f"{error.filename or arguments.root}: not ours to change; say `sudo mjtable update`"
        raise CliError(text) from error


def _release(shelf: "Shelf", arguments: argparse.Namespace) -> "Release":
    from firmware_ctl.update.package import check_signature, unpacked  # noqa: PLC0415
    from firmware_ctl.update.shelf import BadRelease  # noqa: PLC0415

    if arguments.back:
        previous = shelf.previous()
        if previous is None:
            raise BadRelease("no release was in use before this one")
        return previous
    if arguments.use:
        return shelf.find(arguments.use)
    if arguments.payload:
        return shelf.lay(Path(arguments.payload))
    package = Path(arguments.package)
    if not package.is_file():
        raise BadRelease(f"{package} is no file; name a package of the program")
    check_signature(package)
    with unpacked(package, Path(arguments.root)) as payload:
        return shelf.lay(payload)


def _change(shelf: "Shelf", release: "Release") -> int:
    from firmware_ctl.update.change import Outcome, change  # noqa: PLC0415
    from firmware_ctl.update.machine import SystemService  # noqa: PLC0415

    result = change(shelf, release, SystemService(_snapshot), _say)
    match result.outcome:
        case Outcome.DONE | Outcome.SAME:
            print(result.text)
            return ExitCode.DONE
        case Outcome.BUSY:
            text = f"{result.text}; then say `mjtable update --use {release.name}`"
            raise CliError(text, ExitCode.REFUSED)
        case Outcome.UNFIT:
            raise CliError(result.text, ExitCode.CONFIG)
    raise CliError(result.text)


def _list(shelf: "Shelf") -> int:
    current, previous = shelf.current(), shelf.previous()
    for release in shelf.releases():
        marks = {current: "in use", previous: "before"}
        print(f"{release.name}  {release.version}  {marks.get(release, '')}".rstrip())
    return ExitCode.DONE


def _say(text: str) -> None:
    print(f"mjtable: {text}", file=sys.stderr, flush=True)


def _snapshot() -> Mapping[str, Any] | None:
    """Return the running table, ``None`` where no daemon answers."""
    from firmware_ctl.cli.client import connect  # noqa: PLC0415

    try:
        connection = connect(None)
    except CliError:
        return None
    try:
        connection.send({"subscribe": ["snapshot"]})
        while "snapshot" not in (message := connection.receive()):
            pass
    except CliError:
        return None
    finally:
        connection.close()
    snapshot: Mapping[str, Any] = message["snapshot"]
    return snapshot
