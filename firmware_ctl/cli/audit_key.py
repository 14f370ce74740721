"""``mjtable audit key``: show the public key that this table signs its journals with."""

import argparse

from firmware_ctl.cli.audit_source import journal_key, state_of
from firmware_ctl.cli.exits import ExitCode

Verbs = argparse._SubParsersAction  # noqa: SLF001


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "key",
        help="show the key that this table's journals are signed with",
        description="Show this table's public key, for players to note down: `mjtable audit verify "
        "--key` then takes journals of this table only.",
        epilog="example:\n  sudo -u mjtable mjtable audit key",
    )
    parser.add_argument("--state", metavar="DIR", help="default: $STATE_DIRECTORY, else the user's")
    parser.set_defaults(func=_show)


def _show(arguments: argparse.Namespace) -> int:
    print(journal_key(state_of(arguments)).public)
    return ExitCode.DONE
