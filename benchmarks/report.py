"""What a benchmark tells: rows of ratios with their bars, and the table that shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """What a row's bar says of its ratio."""

    MET = "met"
    MISSED = "MISSED"
    NO_BAR = "-"


@dataclass(frozen=True, slots=True)
class Bar:
    """A limit of a ratio, itself allowed."""

    limit: float
    is_most: bool = True

    def holds(self, ratio: float) -> bool:
        """Tell whether a ratio keeps to it."""
        return ratio <= self.limit if self.is_most else ratio >= self.limit


def at_most(limit: float) -> Bar:
    """Return a bar that a larger ratio misses."""
    return Bar(limit)


def at_least(limit: float) -> Bar:
    """Return a bar that a smaller ratio misses."""
    return Bar(limit, is_most=False)


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: ``ratio`` of ``what`` to ``peer``; a share is shown in per cent."""

    what: str
    peer: str
    ratio: float
    bar: Bar | None = None
    share: bool = False

    @property
    def verdict(self) -> Verdict:
        """Return whether the bar is met."""
        if self.bar is None:
            return Verdict.NO_BAR
        return Verdict.MET if self.bar.holds(self.ratio) else Verdict.MISSED


@dataclass(frozen=True, slots=True)
class Report:
    """All that one subject tells; ``notes`` are lines below its rows."""

    rows: Sequence[Row]
    notes: Sequence[str] = ()


def table(rows: Iterable[Row]) -> list[str]:
    """Return rows as aligned lines, a heading first."""
    cells = [("what", "against", "ratio", "bar", "verdict")]
    cells += [(r.what, r.peer, _ratio(r), _bar(r), r.verdict.value) for r in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(5)]
    lines = []
    for what, peer, ratio, bar, verdict in cells:
        left = f"{what:<{widths[0]}}  {peer:<{widths[1]}}"
        lines.append(f"{left}  {ratio:>{widths[2]}}  {bar:>{widths[3]}}  {verdict}")
    return lines


def _ratio(row: Row) -> str:
    return _figure(row.ratio, share=row.share)


def _bar(row: Row) -> str:
    if row.bar is None:
        return "-"
    return f"{'<=' if row.bar.is_most else '>='} {_figure(row.bar.limit, share=row.share)}"


def _figure(ratio: float, *, share: bool) -> str:
    """Return a ratio with three figures that count, without powers of ten."""
    if share:
        return f"{100 * ratio:.2f} %"
    if abs(ratio) >= 100:
        return f"{ratio:,.0f}x"
    return f"{ratio:.2f}x" if abs(ratio) >= 1 else f"{ratio:.3g}x"
