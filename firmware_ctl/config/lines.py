"""Find the line on which each key of a TOML text stands; the parser itself keeps none."""

import re
from collections.abc import Mapping

Key = tuple[str, ...]

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?$")
_ASSIGNMENT = re.compile(rf"\s*({_DOTTED})\s*=(.*)$")
_FENCE = re.compile(r'"""|' + "'''")


def key_lines(text: str) -> Mapping[Key, int]:
    """Return the line, from 1, of every table header and every key at a line's start.

    The text must be valid TOML. A key inside an inline table has no line of its own; look for its
    table's. Lines inside a text of several lines are not taken for keys.
    """
    lines: dict[Key, int] = {}
    table: Key = ()
    fence: str | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        if fence is not None:
            fence = _fence_after(line, fence)
            continue
        if header := _HEADER.match(line):
            table = _parts(header[1])
            lines.setdefault(table, number)
        elif assignment := _ASSIGNMENT.match(line):
            path = (*table, *_parts(assignment[1]))
            for depth in range(len(table) + 1, len(path) + 1):
                lines.setdefault(path[:depth], number)
            fence = _fence_after(assignment[2], None)
    return lines


def line_of(key: Key, lines: Mapping[Key, int]) -> int | None:
    """Return the line of a key, else of the nearest table round it, else ``None``."""
    for depth in range(len(key), 0, -1):
        if (number := lines.get(key[:depth])) is not None:
            return number
    return None


def _parts(dotted: str) -> Key:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))


def _fence_after(line: str, fence: str | None) -> str | None:
    """Return the quotes of a text of several lines that is open after this line, if any."""
    for found in _FENCE.findall(line):
        if fence is None:
            fence = found
        elif found == fence:
            fence = None
    return fence
