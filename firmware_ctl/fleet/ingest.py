"""Bring deals files and journals into Parquet files, parted by table."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from firmware_ctl.audit.recorded_deals import is_journal, recorded_deals, records_of_journal
from rules.integrity.deals import deal_row

ENDINGS = (".jsonl", ".ndjson", ".json", ".journal")
"""What a folder is searched for."""

TABLES_A_PART = 8
"""About so many tables are judged together."""


@dataclass(frozen=True, slots=True)
class Ingested:
    """Where the parts are; how many lines were read, said twice, or share a wall among tables."""

    parts: tuple[Path, ...]
    lines: int
    repeated: int
    shared: int


class NoDealsFile(ValueError):
    """A file that is neither deals nor a journal; the text says which."""


def files_in(paths: Sequence[Path]) -> list[Path]:
    """Return files, and those in folders, in the order of their names.

    Raises:
        FileNotFoundError: one is not there.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(at for at in path.rglob("*") if at.suffix in ENDINGS)
        elif path.is_file():
            found.append(path)
        else:
            raise FileNotFoundError(path)
    return found


def ingest(
    files: Sequence[Path],
    directory: Path,
    told: Callable[[int], None] = lambda _files: None,
) -> Ingested:
    """Write Parquet files of the deals in ``files``, a table's deals all in one of them.

    How many there are follows from the tables alone, so that the same deals are always judged in
    the same company, and a result does not depend on who works it out. A deal that is told twice
    counts once, the first time. A table without a name is its file's.

    Raises:
        NoDealsFile: one of the files is none.
    """
    directory.mkdir(parents=True, exist_ok=True)
    with duckdb.connect() as base:
        base.execute(
            "CREATE TABLE lines (file VARCHAR, line BIGINT, home VARCHAR, content VARCHAR)"
        )
        for number, path in enumerate(files, start=1):
            _take(base, path)
            told(number)
        base.execute(_DEALS)
        lines, repeated, shared, tables = base.execute(_COUNTS).fetchone() or (0, 0, 0, 0)
        parts = max(1, -(-int(tables) // TABLES_A_PART))
        paths = []
        for part in range(parts):
            path = directory / f"deals-{part:04d}.parquet"
            base.execute(_PART, [parts, part])
            base.execute(f"COPY part TO '{_quoted(path)}' (FORMAT parquet)")
            paths.append(path)
    return Ingested(tuple(paths), int(lines), int(repeated), int(shared))


# Parted at a character that no JSON holds as it is, so that one column is the whole line.
_ROWS = """
INSERT INTO lines SELECT ?, row_number() OVER (), ?, content FROM read_csv(?,
    columns={'content': 'VARCHAR'}, delim='\x01', quote='', escape='', header=false,
    auto_detect=false, parallel=false, max_line_size=4000000)
"""
_DEALS = """
CREATE TABLE deals AS
SELECT file, line, content,
       coalesce(nullif(json_extract_string(good, '$.table'), ''), home) AS name,
       coalesce(try_cast(json_extract_string(good, '$.deal') AS BIGINT), 0) AS deal,
       md5(json_extract_string(good, '$.walls')) AS wall
FROM (SELECT *, CASE WHEN json_valid(content) THEN content END AS good FROM lines)
WHERE trim(content) <> ''
"""
_COUNTS = """
SELECT count(*),
       count(*) - count(DISTINCT (name, deal, coalesce(wall, file || line))),
       (SELECT count(*) FROM
         (SELECT wall FROM deals WHERE wall IS NOT NULL GROUP BY wall
          HAVING count(DISTINCT name) > 1)),
       count(DISTINCT name)
FROM deals
"""
_PART = """
CREATE OR REPLACE TABLE part AS
SELECT name, deal, file, line, content FROM deals WHERE hash(name) % ? = ?
QUALIFY row_number() OVER (
    PARTITION BY name, deal, coalesce(wall, file || line) ORDER BY file, line) = 1
ORDER BY name, deal, file, line
"""


def _take(base: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Read one file's lines.

    Raises:
        NoDealsFile: they are no text, or a journal that is not whole.
    """
    with path.open("rb") as file:
        journal = is_journal(file.readline())
    if not journal:
        try:
            base.execute(_ROWS, [str(path), path.stem, str(path)])
        except (duckdb.InvalidInputException, duckdb.NotImplementedException) as error:
            raise NoDealsFile(f"{path}: neither a deals file nor a journal") from error
        return
    try:
        rows = list(_journal_rows(path))
    except (
        ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError,
    ) as error:  # fmt: skip
        raise NoDealsFile(
            f"{path} is no whole journal; `mjtable audit verify {path}` says where"
        ) from error
    if rows:
        base.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)


def _journal_rows(path: Path) -> Iterator[tuple[str, int, str, str]]:
    """Yield the deals of a journal as rows of a deals file, named by the journal's table."""
    with path.open("rb") as file:
        table = str(json.loads(file.readline()).get("table", "")) or path.stem
        for number, deal in enumerate(recorded_deals(records_of_journal(file), table), start=1):
            yield str(path), number, table, json.dumps(deal_row(deal))


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
