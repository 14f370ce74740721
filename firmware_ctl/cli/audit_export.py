"""``mjtable audit export``: write a table's record as a signed journal that anybody can check."""

import argparse
import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from firmware_ctl.cli.audit_source import add_source, record_lines
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.store.chain import Link, read_link

Verbs = argparse._SubParsersAction  # noqa: SLF001


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "export",
        help="write this table's record as a signed journal",
        description="Write this table's record as a signed journal; the table may go on meanwhile. "
        "Check it with `mjtable audit verify`, or with the page of `mjtable audit page`.",
        epilog="example:\n  sudo -u mjtable mjtable audit export evening.jsonl --since 2026-11-30",
    )
    parser.add_argument("file", help="where to; - is standard output")
    parser.add_argument(
        "--since", metavar="DAY or RECORD", help="leave out what was before, such as 2026-11-30"
    )
    add_source(parser)
    parser.set_defaults(func=_export)


def _export(arguments: argparse.Namespace) -> int:
    lines = record_lines(arguments, _since(arguments.since))
    if arguments.file == "-":
        sys.stdout.buffer.writelines(lines)
    else:
        _write(Path(arguments.file), lines)
    return ExitCode.DONE


def _write(path: Path, lines: Iterable[bytes]) -> None:
    """Write all of it or nothing: a journal that was cut off would be taken for a forgery."""
    draft = path.with_name(path.name + ".part")
    try:
        with draft.open("wb") as file:
            file.writelines(lines)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _since(text: str | None) -> Callable[[Link], bool]:
    """Return whether a record is one of those asked for.

    Raises:
        CliError: the text is neither a day nor a record's number.
    """
    if text is None:
        return lambda _: True
    if text.isascii() and text.isdigit():
        number = int(text)
        return lambda link: link.sequence >= number
    try:
        begin_ms = datetime.fromisoformat(text).astimezone().timestamp() * 1000
    except ValueError:
        raise CliError(
            f"--since {text}: give a day or time such as 2026-11-30 or 2026-11-30T20:00, "
            "or a record's number",
            ExitCode.USAGE,
        ) from None
    return lambda link: read_link(link).clock_ms >= begin_ms
