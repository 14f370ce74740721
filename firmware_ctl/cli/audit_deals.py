"""Read deals for the audit verbs: a deals file, or the hands that a table's journal has opened."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from rules.integrity.deals import RecordedDeal


def deals_in(name: str) -> "Iterator[RecordedDeal]":
    """Yield the deals of a file, ``-`` for standard input; deals that do not count are left out.

    Raises:
        CliError: the file cannot be read; names the line.
    """
    if name == "-":
        yield from _deals(iter(sys.stdin.buffer), "standard input", "")
        return
    path = Path(name)
    if not path.is_file():
        raise CliError(f"{name}: no such file; give a deals file or a journal", ExitCode.USAGE)
    with path.open("rb") as file:
        yield from _deals(iter(file), name, path.stem)


def _deals(lines: Iterator[bytes], name: str, stem: str) -> "Iterator[RecordedDeal]":
    from firmware_ctl.audit.recorded_deals import is_journal  # noqa: PLC0415

    first = next(lines, None)
    if first is None:
        return
    if is_journal(first):
        yield from _of_journal(lines, name, _table_of(first) or stem)
    else:
        yield from _of_rows(first, lines, name)


def _table_of(header: bytes) -> str:
    try:
        return str(json.loads(header).get("table", ""))
    except (ValueError, AttributeError, RecursionError):
        return ""


def _of_journal(lines: Iterator[bytes], name: str, table: str) -> "Iterator[RecordedDeal]":
    from firmware_ctl.audit.recorded_deals import (  # noqa: PLC0415
        recorded_deals,
        records_of_journal,
    )
    from rules.errors import RulesError  # noqa: PLC0415

    try:
        yield from recorded_deals(records_of_journal(lines), table)
    except (
        ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, RulesError,
    ) as error:  # fmt: skip
        raise CliError(
            f"{name} is no whole journal ({error}); `mjtable audit verify {name}` says where",
            ExitCode.USAGE,
        ) from None


def _of_rows(first: bytes, lines: Iterator[bytes], name: str) -> "Iterator[RecordedDeal]":
    from rules.errors import RulesError  # noqa: PLC0415
    from rules.integrity.deals import is_played, read_deal  # noqa: PLC0415

    number, line = 1, first
    while line is not None:
        if line.strip():
            try:
                row = json.loads(line)
                if not isinstance(row, dict) or is_played(row):
                    yield read_deal(row)
            except (ValueError, RecursionError, RulesError) as error:
                why = str(error) if isinstance(error, RulesError) else "this is no JSON"
                raise CliError(f"{name}, line {number}: {why}", ExitCode.USAGE) from None
        number, line = number + 1, next(lines, None)  # type: ignore[assignment]
