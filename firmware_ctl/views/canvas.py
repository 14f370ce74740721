"""A grid of characters with styles, which knows that Chinese characters are two columns wide."""

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum


class Style(StrEnum):
    """How a piece of text looks; the value is its SGR code (ECMA-48)."""

    PLAIN = "0"
    BOLD = "1"
    DIM = "2"
    GOOD = "32"
    NOTICE = "33"
    BAD = "1;31"
    LANE = "36"
    WALL = "1;32"
    BANNER = "1;7;33"
    ALARM = "1;7;31"


def char_width(char: str) -> int:
    """Return the columns a character takes: 0, 1 or 2."""
    if unicodedata.combining(char) or unicodedata.category(char) in {"Cf", "Me", "Mn"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1


def text_width(text: str) -> int:
    """Return the columns a text takes."""
    return len(text) if text.isascii() else sum(map(char_width, text))


def clip(text: str, width: int) -> str:
    """Return as much of a text as fits; what cannot be printed becomes ``?``."""
    taken: list[str] = []
    room = width
    for char in text:
        shown = char if char.isprintable() else "?"
        room -= char_width(shown)
        if room < 0:
            break
        taken.append(shown)
    return "".join(taken)


def wrap(text: str, width: int, most: int) -> list[str]:
    """Return a text in lines of a width, ``most`` at most; breaks at blanks, else anywhere."""
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most:
        line = clip(rest, width)
        if not line:
            break
        blank = line.rfind(" ")
        if len(line) < len(rest) and rest[len(line)] != " " and blank > 0:
            line = line[:blank]
        lines.append(line)
        rest = rest[len(line) :].lstrip(" ")
    return lines


class Canvas:
    """A picture of fixed size. What is put outside of it is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[Style.PLAIN] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Write a text; a wide character that does not fit whole is left out."""
        if not 0 <= row < self.height:
            return
        for char in clip(text, max(0, self.width - column)):
            width = char_width(char)
            if width == 0:
                if column > 0:
                    self._cells[row][column - 1] += char
                continue
            if column >= 0:
                self._cells[row][column] = char
                self._styles[row][column] = style
                if width == 2:
                    self._cells[row][column + 1] = ""
                    self._styles[row][column + 1] = style
            column += width

    def centre(
        self, row: int, column: int, width: int, text: str, style: Style = Style.PLAIN
    ) -> None:
        """Write a text in the middle of a span."""
        shown = clip(text, width)
        self.put(row, column + (width - text_width(shown)) // 2, shown, style)

    def lines(self, *, colour: bool) -> Iterator[str]:
        """Yield the rows from above, without blanks at their ends."""
        for cells, styles in zip(self._cells, self._styles, strict=True):
            yield _coloured(cells, styles) if colour else "".join(cells).rstrip()


def _coloured(cells: Iterable[str], styles: Iterable[Style]) -> str:
    out: list[str] = []
    pen = Style.PLAIN
    for cell, style in zip(cells, styles, strict=True):
        if style is not pen:
            out.append(f"\x1b[{Style.PLAIN}m" if pen is not Style.PLAIN else "")
            out.append(f"\x1b[{style}m" if style is not Style.PLAIN else "")
            pen = style
        out.append(cell)
    text = "".join(out)
    return text.rstrip() if pen is Style.PLAIN else f"{text}\x1b[{Style.PLAIN}m"
