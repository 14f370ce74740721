"""Programs (牌数程序): how many stacks each side of the table gets.

Sides 0..3 are fixed sides of the machine, counter-clockwise seen from above, side 0 marked East.
A program knows counts only; which designs are on the tiles is the tile set's business.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import LayoutError
from rules.lookup import look_up
from rules.tilesets import TileSet

Stacks = tuple[int, int, int, int]
"""Stacks (墩) per side 0..3."""

HIGHEST_SIDE = 20
"""Stacks that a tray of about 600 mm takes."""

SIDES = (0, 1, 2, 3)


class Profile(StrEnum):
    """What a machine raises."""

    FOUR_PORT = "four-port"  # walls only
    AUTO_DEAL = "auto-deal"  # hands of 13 at the seats, and walls of the rest


class Layout(StrEnum):
    """Which sides a program fills."""

    FOUR_SIDES = "four sides"
    THREE_SIDES = "three sides"  # side 2 stays empty
    TWO_SIDES = "two sides"  # sides 0 and 2


@dataclass(frozen=True, slots=True)
class Program:
    """One row of the program table.

    ``position`` is its number on panel and remote. Raises ``LayoutError`` for stacks that a table
    cannot hold.
    """

    id: str
    position: int
    stacks: Stacks
    layout: Layout = Layout.FOUR_SIDES

    def __post_init__(self) -> None:
        check_stacks(self.id, self.stacks)

    @property
    def tiles(self) -> int:
        """Return how many tiles the program stacks."""
        return 2 * sum(self.stacks)


def check_stacks(name: str, stacks: Stacks) -> None:
    """Check that a table can hold these stacks.

    Raises:
        LayoutError: not four sides, a side with fewer than 0 or more than 20, or nothing at all.
    """
    if len(stacks) != len(SIDES) or min(stacks) < 0 or not any(stacks):
        raise LayoutError(f"program {name}: give four sides 0..{HIGHEST_SIDE} stacks each")
    if max(stacks) > HIGHEST_SIDE:
        raise LayoutError(
            f"program {name} needs {max(stacks)} stacks on a side: a side holds {HIGHEST_SIDE}; "
            "use a layout with more sides"
        )


def check_fit(tile_set: TileSet, program: Program) -> None:
    """Check that a program stacks exactly the tiles of a set.

    Raises:
        LayoutError: it stacks more or fewer.
    """
    if program.tiles != tile_set.total:
        raise LayoutError(
            f"program {program.id} stacks {program.tiles} tiles but set {tile_set.id} has "
            f"{tile_set.total}: choose the program for {tile_set.total} tiles"
        )


def custom_program(name: str, position: int, stacks: Stacks) -> Program:
    """Return a house's own program.

    Raises:
        LayoutError: a table cannot hold it.
    """
    empty = stacks.count(0) if len(stacks) == len(SIDES) else 0
    layout = {1: Layout.THREE_SIDES, 2: Layout.TWO_SIDES}.get(empty, Layout.FOUR_SIDES)
    return Program(name, position, stacks, layout)


def _three(tiles: int, position: int) -> Program:
    side, rest = divmod(tiles, 6)
    name = f"{tiles}-3"
    if rest:
        raise LayoutError(f"program {name}: {tiles} tiles do not make three equal walls of stacks")
    return Program(name, position, (side, side, 0, side), Layout.THREE_SIDES)


PROGRAMS: dict[str, Program] = {
    row.id: row
    for row in (
        Program("18", 1, (5, 0, 4, 0), Layout.TWO_SIDES),
        Program("160", 2, (20, 20, 20, 20)),
        Program("152", 3, (19, 19, 19, 19)),
        Program("148", 4, (19, 18, 19, 18)),
        Program("144", 5, (18, 18, 18, 18)),
        Program("142", 6, (18, 18, 18, 17)),
        Program("140", 7, (18, 17, 18, 17)),
        Program("138", 8, (18, 17, 17, 17)),
        Program("136", 9, (17, 17, 17, 17)),
        Program("132", 10, (17, 16, 17, 16)),
        Program("128", 11, (16, 16, 16, 16)),
        Program("126", 12, (16, 16, 16, 15)),
        Program("124", 13, (16, 15, 16, 15)),
        Program("120", 14, (15, 15, 15, 15)),
        Program("116", 15, (15, 14, 15, 14)),
        Program("112", 16, (14, 14, 14, 14)),
        Program("110", 17, (14, 14, 14, 13)),
        Program("108", 18, (14, 13, 14, 13)),
        _three(108, 19),
        Program("104", 20, (13, 13, 13, 13)),
        Program("102", 21, (13, 13, 13, 12)),
        _three(102, 22),
        Program("100", 23, (13, 12, 13, 12)),
        Program("96", 24, (12, 12, 12, 12)),
        _three(96, 25),
        Program("92", 26, (12, 11, 12, 11)),
        Program("88", 27, (11, 11, 11, 11)),
        Program("84", 28, (11, 10, 11, 10)),
        _three(84, 29),
        Program("84-b", 30, (10, 11, 10, 11)),
        Program("80", 31, (10, 10, 10, 10)),
        Program("72", 32, (9, 9, 9, 9)),
        _three(72, 33),
        Program("54", 34, (7, 7, 7, 6)),
        Program("40", 35, (5, 5, 5, 5)),
        Program("36", 36, (5, 4, 5, 4)),
        _three(36, 37),
        Program("32", 38, (4, 4, 4, 4)),
        Program("20", 39, (5, 0, 5, 0), Layout.TWO_SIDES),
        _three(120, 40),
        _three(54, 41),
    )
}
"""The program table by id; positions 1..39 are those of real machines, later ones ours."""

BY_POSITION: dict[int, Program] = {row.position: row for row in PROGRAMS.values()}


def program(name: str) -> Program:
    """Return a program by its id: ``"136"``, or ``"108-3"`` for the three-side layout.

    Raises:
        LayoutError: a program that is refused, with the reason.
        UnknownName: no such program.
    """
    wanted = name.strip()
    if wanted not in PROGRAMS:
        _refuse_known(wanted)
    return look_up(PROGRAMS, wanted, "program")


def program_at(position: int) -> Program:
    """Return the program with this number on panel and remote.

    Raises:
        UnknownName: no program has this number.
    """
    return look_up(
        {str(number): row for number, row in BY_POSITION.items()}, str(position), "program number"
    )


AUTO_DEAL: dict[int, Stacks] = {
    144: (12, 11, 12, 11),
    136: (10, 10, 11, 11),
    108: (7, 7, 7, 7),
}
"""Stacks per side, by tiles in the set, when four hands of 13 come up from the trays."""


def auto_deal_stacks(tiles: int) -> Stacks:
    """Return the stacks per side that the hands of an auto-deal machine leave.

    Raises:
        LayoutError: this number of tiles is not dealt by machine.
    """
    try:
        return AUTO_DEAL[tiles]
    except KeyError:
        offered = ", ".join(map(str, sorted(AUTO_DEAL)))
        raise LayoutError(
            f"{tiles} tiles are not dealt by machine: choose a set of {offered}"
        ) from None


def _refuse_known(name: str) -> None:
    """Raise for programs that people may ask for and that no table can stack."""
    tiles, dash, sides = name.partition("-")
    if not (tiles.isascii() and tiles.isdigit() and len(tiles) <= 4):
        return
    if int(tiles) % 2:
        raise LayoutError(
            f"program {name} is not offered: {tiles} tiles do not make stacks of two; "
            "take one tile out or add one"
        )
    if dash and sides == "3":
        _three(int(tiles), 0)
