"""First layer of the wall check (验牌): are these the tiles of the set, all and no more?

A result names deviating tiles only. Equal tiles cannot be told apart by their faces, so a kind of
which there are too many is named with each copy that may be the one too many. Missing kinds are
named of a void wall only: in a wall that may still be played they would give away what an unread
or doubtful tile is.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.errors import LayoutError
from rules.integrity.levels import Level, worst
from rules.programs import SIDES, Stacks, check_stacks
from rules.shares import Share, as_share
from rules.tiles import UNREAD, Tile
from rules.tilesets import TileSet
from rules.wall import Place

SURE_READS = 3
"""Agreeing reads from which on a misread is out of the question (integrity bound 8e4 : 1)."""


STRANGER = 254
"""The mark of a tag that this table's lists of both sets do not have."""


class Deviation(StrEnum):
    """In which way a wall is not the set's; the value is the key of its wording."""

    SIDE_SHORT = "wall.side-short"
    SIDE_OVER = "wall.side-over"
    UNREAD = "wall.unread"
    OTHER_SET = "wall.other-set"  # the other set's tile, by its mark (串牌)
    STRANGER = "wall.stranger"  # a tag that no list of this table has (外来牌)
    FOREIGN = "wall.foreign"  # a design that the set does not have
    SURPLUS = "wall.surplus"  # more copies than the set has, such as five of a kind (多牌)
    MISSING = "wall.missing"  # fewer (少牌)
    TWIN = "wall.twin"  # one tag's serial number at more than one place


_TOO_MANY = (Deviation.SURPLUS, Deviation.FOREIGN)


@dataclass(frozen=True, slots=True)
class Reading:
    """One tile as read at a lane's eye.

    ``tile`` is ``UNREAD`` where nothing could be read; ``reads`` is how many reads agreed;
    ``mark`` is the set and ``serial`` the piece of plastic that the tag names, ``None`` where they
    are not known; the mark ``STRANGER`` says that the piece is not this table's.
    """

    tile: Tile
    reads: int
    mark: int | None = None
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One deviation.

    ``tile`` is the deviating kind, if it is known, and ``count`` how many tiles deviate.
    ``places`` are the tiles to look at, ``side`` the side whose count is wrong.
    """

    deviation: Deviation
    level: Level
    count: int
    tile: Tile | None = None
    places: tuple[Place, ...] = ()
    side: int | None = None


@dataclass(frozen=True, slots=True)
class WallCheck:
    """The verdict on a set of walls; ``order_checked`` is false where no reader looked."""

    level: Level
    findings: tuple[Finding, ...]
    order_checked: bool

    @property
    def exchange(self) -> tuple[Tile, Tile] | None:
        """Return (missing kind, surplus kind) where one stands for the other, else ``None``.

        That is so when these two kinds alone deviate, by the same number of tiles.
        """
        missing = [one for one in self.findings if one.deviation is Deviation.MISSING]
        surplus = [one for one in self.findings if one.deviation in _TOO_MANY]
        if len(missing) != 1 or len(surplus) != 1 or missing[0].count != surplus[0].count:
            return None
        lacking, excess = missing[0].tile, surplus[0].tile
        return None if lacking is None or excess is None else (lacking, excess)


def check_counts(counts: Sequence[int], walls: Stacks | Share) -> WallCheck:
    """Check the number of tiles on each side, which is all that a table without reader knows.

    ``walls`` are stacks per side, or a share with hands; a hand counts with its side.

    Raises:
        LayoutError: not four counts, or stacks that no table holds.
    """
    findings = tuple(_count_findings(counts, as_share(walls)))
    return WallCheck(_worst(findings), findings, order_checked=False)


def check_walls(
    lanes: Sequence[Sequence[Reading]],
    expected: TileSet,
    walls: Stacks | Share,
    mark: int | None = None,
    sure_reads: int = SURE_READS,
) -> WallCheck:
    """Check the tiles of all four sides, each in lane order, against the set.

    ``walls`` are stacks per side, or a share with hands, whose tiles come last in their lanes.
    ``mark`` is the set that should be on the table. A deviation is certain, and the wall void,
    when the tiles with at least ``sure_reads`` agreeing reads prove it by themselves.

    Raises:
        LayoutError: not four sides, stacks that no table holds, or not the set's number of tiles.
    """
    share = as_share(walls)
    if expected.total != share.tiles:
        raise LayoutError(
            f"{share.tiles} tiles in the walls, {expected.total} in set {expected.id}: choose "
            "the set that the program stacks"
        )
    count_findings = tuple(_count_findings([len(lane) for lane in lanes], share))
    seen = [
        (share.place(side, index), reading)
        for side, lane in enumerate(lanes)
        for index, reading in enumerate(lane)
    ]
    other = [at for at in seen if _is_other_set(at[1], mark)]
    own = [at for at in seen if not _is_other_set(at[1], mark)]
    found = [
        *count_findings,
        *_other_set(other, sure_reads),
        *_unread(own),
        *_surplus(own, expected, sure_reads),
        *_twins(seen, sure_reads),
    ]
    level = _worst(found)
    if level is Level.BLOCK:
        found += _missing(own, expected)
    return WallCheck(level, tuple(found), order_checked=True)


def _count_findings(counts: Sequence[int], share: Share) -> Iterable[Finding]:
    check_stacks("of this wall", share.piles)
    if len(counts) != len(SIDES):
        raise LayoutError(f"{len(counts)} sides: give four, an empty one too")
    for side in SIDES:
        difference = counts[side] - share.wall_tiles(side) - share.hand_tiles(side)
        if difference:
            way = Deviation.SIDE_OVER if difference > 0 else Deviation.SIDE_SHORT
            yield Finding(way, Level.BLOCK, abs(difference), side=side)


def _is_other_set(reading: Reading, mark: int | None) -> bool:
    if reading.mark == STRANGER:
        return True
    return mark is not None and reading.mark is not None and reading.mark != mark


def _other_set(seen: Iterable[tuple[Place, Reading]], sure_reads: int) -> Iterable[Finding]:
    for place, reading in seen:
        tile = None if reading.tile == UNREAD else reading.tile
        level = _level(sure=reading.reads >= sure_reads)
        way = Deviation.STRANGER if reading.mark == STRANGER else Deviation.OTHER_SET
        yield Finding(way, level, 1, tile, (place,))


def _unread(own: Iterable[tuple[Place, Reading]]) -> Iterable[Finding]:
    places = tuple(place for place, reading in own if reading.tile == UNREAD)
    if places:
        yield Finding(Deviation.UNREAD, Level.INFORM, len(places), places=places)


def _surplus(
    own: Sequence[tuple[Place, Reading]], expected: TileSet, sure_reads: int
) -> Iterable[Finding]:
    copies: dict[Tile, list[tuple[Place, Reading]]] = {}
    for place, reading in own:
        if reading.tile != UNREAD:
            copies.setdefault(reading.tile, []).append((place, reading))
    for tile in sorted(copies):
        wanted = _wanted(expected, tile)
        excess = len(copies[tile]) - wanted
        if excess <= 0:
            continue
        sure = tuple(place for place, reading in copies[tile] if reading.reads >= sure_reads)
        weak = tuple(place for place, reading in copies[tile] if reading.reads < sure_reads)
        proven = len(sure) > wanted
        yield Finding(
            Deviation.SURPLUS if wanted else Deviation.FOREIGN,
            _level(sure=proven),
            excess,
            tile,
            tuple(sorted(sure + weak)) if proven else weak,
        )


def _twins(seen: Iterable[tuple[Place, Reading]], sure_reads: int) -> Iterable[Finding]:
    by_serial: dict[int, list[tuple[Place, Reading]]] = {}
    for place, reading in seen:
        if reading.serial is not None:
            by_serial.setdefault(reading.serial, []).append((place, reading))
    for serial in sorted(by_serial):
        twins = by_serial[serial]
        if len(twins) > 1:
            sure = sum(reading.reads >= sure_reads for _, reading in twins) > 1
            places = tuple(sorted(place for place, _ in twins))
            yield Finding(Deviation.TWIN, _level(sure=sure), len(twins), places=places)


def _missing(own: Sequence[tuple[Place, Reading]], expected: TileSet) -> Iterable[Finding]:
    seen = Counter(reading.tile for _, reading in own)
    for tile in expected.designs:
        lack = expected.counts[tile] - seen[tile]
        if lack > 0:
            yield Finding(Deviation.MISSING, Level.BLOCK, lack, tile)


def _wanted(expected: TileSet, tile: Tile) -> int:
    return expected.counts[tile] if tile < len(expected.counts) else 0


def _level(*, sure: bool) -> Level:
    return Level.BLOCK if sure else Level.INFORM


def _worst(findings: Iterable[Finding]) -> Level:
    return worst(finding.level for finding in findings)
