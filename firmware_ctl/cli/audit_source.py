"""Where the audit verbs get a table's own record from: its state directory and its key."""

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from firmware_ctl.cli.configuration import load
from firmware_ctl.cli.errors import CliError
from firmware_ctl.store.chain import Link


def add_source(parser: argparse.ArgumentParser) -> None:
    """Add the options that say whose record is meant."""
    parser.add_argument("--state", metavar="DIR", help="default: $STATE_DIRECTORY, else the user's")
    parser.add_argument("--config", metavar="FILE", help="names the table; default: as for `run`")


def record_lines(
    arguments: argparse.Namespace, since: Callable[[Link], bool] = lambda _: True
) -> Iterator[bytes]:
    """Yield a table's record as the lines of a signed journal.

    Raises:
        CliError: there is no record, no key, or one of them cannot be read.
    """
    from firmware_ctl.audit.chain_reader import RecordUnreadable, chain_links  # noqa: PLC0415
    from firmware_ctl.audit.journal_export import journal_lines  # noqa: PLC0415
    from firmware_ctl.audit.signing import JournalKey  # noqa: PLC0415
    from firmware_ctl.store.faults import StoreFault  # noqa: PLC0415
    from firmware_ctl.store.keys import machine_key  # noqa: PLC0415
    from firmware_ctl.store.store import RECORD_NAME, state_directory  # noqa: PLC0415

    state = Path(arguments.state) if arguments.state else state_directory(os.environ)
    root = state / RECORD_NAME
    if not root.is_dir():
        raise CliError(f"no table has recorded anything in {state}; name its folder with --state")
    name = load(arguments.config)[0].table.name
    try:
        key = JournalKey(machine_key(state, os.environ))
        yield from journal_lines(
            chain_links(root), key.sign, table=name, key=key.public, since=since
        )
    except StoreFault as fault:
        raise CliError(f"{fault.where}: {fault.why}; run this as the table's own user") from fault
    except RecordUnreadable as error:
        raise CliError(f"{error}; what is readable is kept, see `mjtable status`") from error
