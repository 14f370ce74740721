"""``mjtable notify``: send the notices that wait, or lay one down."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from firmware_ctl.views.notifications.spool import Spool


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "notify",
        help="send the notices that wait, or try whether they arrive",
        description="Send the notices that wait to the addresses in the file that\n"
        "notify.addresses names, one Apprise address a line.",
        epilog="example:\n  mjtable notify --about trial && mjtable notify --send",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--send", action="store_true", help="send what waits, and end")
    what.add_argument("--about", choices=("failed", "trial"), help="lay a notice down")
    parser.add_argument("--config", metavar="FILE", help="instead of the file that `run` would use")
    parser.set_defaults(func=_run)


def _run(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.configuration import load  # noqa: PLC0415
    from firmware_ctl.views.notifications.notices import About, worded  # noqa: PLC0415
    from firmware_ctl.views.notifications.spool import Spool  # noqa: PLC0415

    config = load(arguments.config)[0]
    spool = Spool(Path(config.notify.spool))
    if arguments.send:
        return _send(spool, config.notify.addresses)
    about = About(arguments.about)
    if about is About.TRIAL or (config.notify.addresses and about.value in config.notify.about):
        spool.put(worded(about, config.table.name, config.table.language))
    return ExitCode.DONE


def _send(spool: "Spool", addresses: str) -> int:
    from firmware_ctl.views.notifications.sending import (  # noqa: PLC0415
        CannotSend,
        apprise_sender,
        read_addresses,
        send_waiting,
    )

    if not addresses:
        raise CliError("notify.addresses names no file, so nobody is told", ExitCode.CONFIG)
    try:
        sent, left = send_waiting(spool, apprise_sender(read_addresses(Path(addresses))))
    except CannotSend as error:
        raise CliError(str(error), ExitCode.CONFIG) from error
    print(f"{sent} sent, {left} wait")
    return ExitCode.FAILED if left else ExitCode.DONE
