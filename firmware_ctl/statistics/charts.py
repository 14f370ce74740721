"""Draw numbers as bars in SVG, each with its name and its number: colour says nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDE = 640
_NAMES = 190
_ROW = 34
_ROOM = 90


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its name, its length, and what is written at its end."""

    name: str
    value: float
    told: str


def bars_svg(bars: Sequence[Bar]) -> str:
    """Return a drawing of bars, the longest as long as there is room."""
    most = max((bar.value for bar in bars), default=0.0) or 1.0
    high = _ROW * len(bars) + 16
    drawn = "".join(_row(bar, at, most) for at, bar in enumerate(bars))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" '
        'font-family="system-ui, sans-serif" font-size="18">'
        f'<rect width="{_WIDE}" height="{high}" fill="#fffdf8"/>{drawn}</svg>\n'
    )


def _row(bar: Bar, at: int, most: float) -> str:
    y = 8 + at * _ROW
    long = max(2.0, (_WIDE - _NAMES - _ROOM) * bar.value / most)
    middle = y + _ROW / 2
    return (
        f'<text x="{_NAMES - 12}" y="{middle}" text-anchor="end" dominant-baseline="central" '
        f'fill="#1f1b14">{escape(bar.name)}</text>'
        f'<rect x="{_NAMES}" y="{y + 5}" width="{long:.1f}" height="{_ROW - 10}" rx="4" '
        'fill="#2f6b55" stroke="#0a2c21"/>'
        f'<text x="{_NAMES + long + 8:.1f}" y="{middle}" dominant-baseline="central" '
        f'fill="#1f1b14">{escape(bar.told)}</text>'
    )
