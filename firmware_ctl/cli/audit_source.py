"""Where the audit verbs get a table's own record from: its state directory and its key."""

import argparse
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.cli.configuration import load
from firmware_ctl.cli.errors import CliError
from firmware_ctl.store.chain import Link

if TYPE_CHECKING:
    from firmware_ctl.audit.signing import JournalKey


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
    from firmware_ctl.store.place import RECORD_NAME  # noqa: PLC0415

    state = state_of(arguments)
    root = state / RECORD_NAME
    if not root.is_dir():
        raise CliError(f"no table has recorded anything in {state}; name its folder with --state")
    name = load(arguments.config)[0].table.name
    key = journal_key(state)
    try:
        yield from journal_lines(
            chain_links(root), key.sign, table=name, key=key.public, since=since
        )
    except RecordUnreadable as error:
        raise CliError(
            f"{error}; start the table once, which sets the damaged file aside, then export again"
        ) from error


def state_of(arguments: argparse.Namespace) -> Path:
    """Return the state directory that is meant."""
    from firmware_ctl.store.place import state_directory  # noqa: PLC0415

    return Path(arguments.state) if arguments.state else state_directory(os.environ)


def journal_key(state: Path) -> "JournalKey":
    """Return the key that a table signs its journals with; none is made here.

    Raises:
        CliError: there is none, or it may not be read.
    """
    from firmware_ctl.audit.signing import JournalKey  # noqa: PLC0415
    from firmware_ctl.store.faults import StoreFault  # noqa: PLC0415
    from firmware_ctl.store.keys import KEY_NAME, machine_key  # noqa: PLC0415

    if not (state / KEY_NAME).exists() and "CREDENTIALS_DIRECTORY" not in os.environ:
        raise CliError(
            f"no {KEY_NAME} in {state}: a table makes one at its first start; where it comes as a "
            f"credential, run this by systemd-run -p LoadCredential={KEY_NAME}"
        )
    try:
        return JournalKey(machine_key(state, os.environ))
    except StoreFault as fault:
        raise CliError(f"{fault.where}: {fault.why}; run this as the table's own user") from fault
