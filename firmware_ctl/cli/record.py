"""``mjtable record``: the record's files, and the record as a table for other programs."""

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import IO, TYPE_CHECKING

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from firmware_ctl.store.rows import Row

FORMATS = ("csv", "json", "parquet")
_BATCH = 5000

Verbs = argparse._SubParsersAction  # noqa: SLF001


def add_parser(subparsers: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the subcommand and its verbs."""
    parser = subparsers.add_parser(
        "record",
        help="list or export the table's record",
        description="List the files of the table's record, or export it.",
        epilog="example:\n  sudo mjtable record export --kind hand-ended hands.csv",
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True, title="verbs")
    files = verbs.add_parser(
        "files",
        help="list the record's files",
        epilog="example:\n  sudo mjtable record files --json",
    )
    files.add_argument("--state-dir", metavar="DIR", help="default: the service's, else your own")
    files.add_argument("--json", action="store_true", help="one JSON object a line")
    files.set_defaults(func=_files)
    export = verbs.add_parser(
        "export",
        help="write the record as CSV, JSON lines or Parquet",
        description="Write the record as CSV, JSON lines or Parquet; walls stay sealed until\n"
        "their hand has ended. With one --kind every field of it has its own column.",
        epilog="examples:\n  sudo mjtable record export table.parquet\n"
        "  sudo mjtable record export --kind dice --format csv -",
    )
    export.add_argument("file", help="where to; - = standard output")
    export.add_argument("--format", choices=FORMATS, help="default: what the file's name ends with")
    export.add_argument("--kind", metavar="KIND", help="only this kind of record")
    export.add_argument("--state-dir", metavar="DIR", help="default: the service's, else your own")
    export.set_defaults(func=_export)


def _files(arguments: argparse.Namespace) -> int:
    from dataclasses import asdict  # noqa: PLC0415

    from firmware_ctl.cli.places import record_place  # noqa: PLC0415
    from firmware_ctl.store.retention import read_seal  # noqa: PLC0415
    from firmware_ctl.store.segments import segments  # noqa: PLC0415

    for segment in segments(record_place(arguments.state_dir)):
        sealed = read_seal(segment)
        size = sum(path.stat().st_size for path in segment.directory.glob("*"))
        if arguments.json:
            told = None if sealed is None else asdict(sealed)
            print(json.dumps({"file": segment.name, "bytes": size, "holds": told}))
        elif sealed is None:
            print(f"{segment.name:>12}  {size:>11}  cannot be read, or is empty")
        else:
            held = f"records {sealed.first}..{sealed.last}  {sealed.hash[:16]}"
            print(f"{segment.name:>12}  {size:>11}  {held}")
    return ExitCode.DONE


def _export(arguments: argparse.Namespace) -> int:
    from firmware_ctl.cli.log import rows  # noqa: PLC0415
    from firmware_ctl.store.records import KINDS  # noqa: PLC0415

    columns: tuple[str, ...] | None = None
    if arguments.kind is not None:
        if arguments.kind not in KINDS:
            known = ", ".join(KINDS)
            raise CliError(f"no record is called {arguments.kind!r}; there are {known}",
                           ExitCode.USAGE)  # fmt: skip
        columns = tuple(field.name for field in fields(KINDS[arguments.kind]))
    form = arguments.format or Path(arguments.file).suffix.removeprefix(".")
    if form not in FORMATS:
        raise CliError(f"say --format: {', '.join(FORMATS)}", ExitCode.USAGE)
    wanted = (row for row in rows(arguments.state_dir) if arguments.kind in (None, row.kind))
    writers = {"csv": _csv, "json": _json, "parquet": _parquet}
    with _target(arguments.file) as file:
        count = writers[form](wanted, columns, file)
    print(f"mjtable: {count} records written to {arguments.file}", file=sys.stderr)
    return ExitCode.DONE


@contextmanager
def _target(name: str) -> Iterator[IO[bytes]]:
    """Open where to write: a file that appears when it is whole, or standard output."""
    if name == "-":
        yield sys.stdout.buffer
        return
    from firmware_ctl.safe_files import writing  # noqa: PLC0415

    with writing(Path(name)) as file:
        yield file


def _json(found: "Iterator[Row]", _: tuple[str, ...] | None, file: IO[bytes]) -> int:
    count = 0
    for count, row in enumerate(found, start=1):  # noqa: B007 -- the last number is the count
        file.write(json.dumps(row.as_json(), ensure_ascii=False).encode() + b"\n")
    return count


def _csv(found: "Iterator[Row]", columns: tuple[str, ...] | None, file: IO[bytes]) -> int:
    import io  # noqa: PLC0415

    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, _header(columns))
    writer.writeheader()
    count = 0
    for row in found:
        writer.writerow(row.flat(columns))
        count += 1
    text.detach()
    return count


def _parquet(found: "Iterator[Row]", columns: tuple[str, ...] | None, file: IO[bytes]) -> int:
    """Write columns with their types; a batch at a time, so that a long record needs no memory.

    Raises:
        CliError: pyarrow is absent.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        text = "Parquet needs pyarrow: `pip install mjtable[parquet]`, or export CSV or JSON"
        raise CliError(text) from error
    kinds = {"seq": pa.int64(), "boot": pa.int64(), "at_ms": pa.int64(), "trusted": pa.bool_()}
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in _header(columns)])
    count = 0
    with parquet.ParquetWriter(file, schema) as writer:
        batch: list[dict[str, object]] = []
        for row in found:
            batch.append(_typed(row.flat(columns), kinds))
            count += 1
            if len(batch) == _BATCH:
                writer.write_table(pa.Table.from_pylist(batch, schema))
                batch.clear()
        writer.write_table(pa.Table.from_pylist(batch, schema))
    return count


def _typed(cells: dict[str, object], kinds: dict[str, object]) -> dict[str, object]:
    """Return cells whose columns have one type each: what is no number of ours is text."""
    return {
        name: value if name in kinds or value is None else _text(value)
        for name, value in cells.items()
    }


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _header(columns: tuple[str, ...] | None) -> list[str]:
    from firmware_ctl.store.rows import COLUMNS  # noqa: PLC0415

    own = ["data"] if columns is None else [f"data.{name}" for name in columns]
    return [*COLUMNS, *own, "hash"]
