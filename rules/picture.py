"""Draw the four walls as text, seen from above: East at the bottom, South to its right.

Each stack is two characters, its upper tile above or left of the lower one. A wall's stack 0 lies
at its owner's right hand.
"""

import unicodedata
from collections.abc import Mapping, Sequence

from rules.programs import Stacks
from rules.wall import Place, Tier

LEFT_IN_WALL = "."
UPCOMING = "*"
NO_TILE = "-"
TAKERS = "ESWN"
"""How a tile is drawn: still in the wall, the next to be drawn, absent, taken by side 0..3."""

_MARGIN = 12


def deal_marks(hands: Sequence[Sequence[Place]], upcoming: Place | None) -> dict[Place, str]:
    """Return the character of every place that is not simply left in the wall."""
    marks = {place: TAKERS[side] for side, hand in enumerate(hands) for place in hand}
    if upcoming is not None:
        marks[upcoming] = UPCOMING
    return marks


def draw_walls(
    stacks: Stacks, marks: Mapping[Place, str], names: Sequence[str], inside: Sequence[str]
) -> str:
    """Return the picture; ``names`` are the four sides', ``inside`` stands in the middle.

    Lines that are too long for the middle stand below the picture instead.
    """
    columns = 2 * max(stacks[0], stacks[2], 1) - 1
    rows = max(stacks[1], stacks[3], len(inside))
    fits = all(display_width(line) <= columns for line in inside)
    middle = _middle(inside if fits else (), rows, columns)
    west = [_tier(stacks, marks, 2, tier) for tier in Tier]
    east = [_tier(stacks, marks, 0, tier)[::-1] for tier in Tier]
    indent = " " * _MARGIN
    lines = [
        indent + _centred(names[2], columns),
        *(indent + _spread(tier, columns) for tier in west),
        "",
        *(
            f"{left}  {line}  {right}"
            for left, line, right in zip(
                _left_column(stacks, marks, rows, names[3]),
                middle,
                _right_column(stacks, marks, rows, names[1]),
                strict=True,
            )
        ),
        "",
        *(indent + _spread(tier, columns) for tier in east),
        indent + _centred(names[0], columns),
    ]
    if not fits:
        lines += ["", *inside]
    return "\n".join(line.rstrip() for line in lines)


def display_width(text: str) -> int:
    """Return how many columns of a terminal a text takes; a Chinese character takes two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _tier(stacks: Stacks, marks: Mapping[Place, str], side: int, tier: Tier) -> str:
    """Return one tier of a wall from its owner's right to his left."""
    return "".join(
        marks.get(Place(side, stack, tier), LEFT_IN_WALL) for stack in range(stacks[side])
    )


def _spread(tier: str, columns: int) -> str:
    return _centred(" ".join(tier), columns)


def _centred(text: str, columns: int) -> str:
    free = max(columns - display_width(text), 0)
    return " " * (free // 2) + text + " " * (free - free // 2)


def _middle(inside: Sequence[str], rows: int, columns: int) -> list[str]:
    above = (rows - len(inside)) // 2
    below = rows - len(inside) - above
    blank = [" " * columns]
    return blank * above + [_centred(line, columns) for line in inside] + blank * below


def _left_column(stacks: Stacks, marks: Mapping[Place, str], rows: int, name: str) -> list[str]:
    """Return side 3 from top to bottom: its owner's right hand is at the bottom."""
    cells = _column(stacks, marks, 3, rows)[::-1]
    label = " " * (_MARGIN - 5 - display_width(name)) + name
    blank = " " * (_MARGIN - 5)
    return [f"{label if row == rows // 2 else blank} {cell}" for row, cell in enumerate(cells)]


def _right_column(stacks: Stacks, marks: Mapping[Place, str], rows: int, name: str) -> list[str]:
    """Return side 1 from top to bottom: its owner's right hand is at the top."""
    cells = _column(stacks, marks, 1, rows)
    return [f"{cell} {name if row == rows // 2 else ''}" for row, cell in enumerate(cells)]


def _column(stacks: Stacks, marks: Mapping[Place, str], side: int, rows: int) -> list[str]:
    upper, lower = (_tier(stacks, marks, side, tier) for tier in Tier)
    cells = [first + second for first, second in zip(upper, lower, strict=True)]
    above = (rows - len(cells)) // 2
    return ["  "] * above + cells + ["  "] * (rows - len(cells) - above)
