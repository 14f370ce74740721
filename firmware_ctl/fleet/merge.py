"""Merge the parts' reports: the fleet's evidence, and its machines from the worst mixer on."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp, log
from pathlib import Path

import duckdb

from firmware_ctl.fleet.evaluate import BadLine, PartReport, TableReport

ROUTES = ("full", "a", "b", "c")


@dataclass(frozen=True, slots=True)
class FleetReport:
    """A fleet's tables in the order of their names, and its evidence by route.

    Evidence is the natural log of the mean of the tables' e-values: an e-value for "no machine of
    this fleet is amiss", whatever walls tables may share.
    """

    tables: tuple[TableReport, ...]
    evidence: dict[str, float]
    bad: tuple[BadLine, ...]


def merged(parts: Sequence[PartReport]) -> FleetReport:
    """Return the parts as one report; how a fleet was parted makes no difference."""
    tables = sorted((table for part in parts for table in part.tables), key=lambda one: one.table)
    bad = sorted((one for part in parts for one in part.bad), key=lambda one: (one.file, one.line))
    evidence = {route: _log_mean([getattr(one, route) for one in tables]) for route in ROUTES}
    return FleetReport(tuple(tables), evidence, tuple(bad))


def _log_mean(logs: Sequence[float]) -> float:
    """Return the log of the mean of what has these logs; 0 for nothing."""
    if not logs:
        return 0.0
    top = max(logs)
    return top + log(sum(exp(one - top) for one in logs) / len(logs))


def write_tables(report: FleetReport, path: Path) -> None:
    """Write the tables' reports as a Parquet file."""
    fields = tuple(TableReport.__slots__)
    kinds = ", ".join(f'"{name}" {_KINDS[name]}' for name in fields)
    places = ", ".join("?" for _ in fields)
    with duckdb.connect() as base:
        base.execute(f"CREATE TABLE tables ({kinds})")
        if report.tables:
            base.executemany(
                f"INSERT INTO tables VALUES ({places})",  # noqa: S608  names of our own fields
                [list(asdict(one).values()) for one in report.tables],
            )
        base.execute(f"COPY tables TO '{str(path).replace(chr(39), chr(39) * 2)}' (FORMAT parquet)")


_KINDS = {
    "table": "VARCHAR", "deals": "BIGINT", "level": "VARCHAR", "first_red": "BIGINT",
    "full": "DOUBLE", "a": "DOUBLE", "b": "DOUBLE", "c": "DOUBLE",
    "kept": "DOUBLE", "tolerance": "DOUBLE", "hottest": "DOUBLE",
}  # fmt: skip


def worst_mixers(path: Path, most: int) -> list[str]:
    """Return the names of the tables that mix worst, from a file of :func:`write_tables`.

    They are ordered by the evidence against well-mixed walls, then by the neighbours kept.
    """
    with duckdb.connect() as base:
        rows = base.execute(
            'SELECT "table" FROM read_parquet(?) ORDER BY c DESC, kept DESC NULLS LAST, "table" '
            "LIMIT ?",
            [str(path), most],
        ).fetchall()
    return [str(row[0]) for row in rows]
