"""How well a machine mixes (洗牌均匀度): what its walls remember of the walls before.

Nothing here accuses anybody: a lazy drum is honest as long as no seat gains. What a machine keeps
is told as a *share*: so many of its tiles follow an old neighbour again, the others are random. A
machine's first walls set the share that its wall check tolerates (commissioning).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rules.errors import RulesError
from rules.integrity.deals import RecordedDeal
from rules.integrity.layout import Layout, layout_of
from rules.tiles import RANKED_SUITS, TILES, UNREAD, Tile, rank_of, suit_of

T = TypeVar("T")
Reals = NDArray[np.float64]
Walls = NDArray[np.uint8]

FEWEST = 30
"""Walls below which a machine's memory cannot be told from chance."""

_SHARES = np.concatenate(([0.0], np.geomspace(0.0005, 0.95, 300)))
_SURE = 0.5 * 3.09**2
"""Half the squared normal quantile of one in a thousand: how far a likelihood may fall."""


class MixingError(RulesError):
    """Walls from which nothing can be told; the message says what to give."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Neighbours that came again: how many were seen, chance alone, and what that says.

    ``share`` is the likeliest, ``tolerance`` the largest that the walls leave possible at one in a
    thousand. ``chances`` is how many neighbours were looked at, ``walls`` in how many walls.
    """

    seen: float
    expected: float
    chances: int
    walls: int
    share: float
    tolerance: float
    by_tags: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A family of tiles in the upper tier: how many lay there, and how many in all."""

    family: str
    upper: int
    tiles: int

    @property
    def share(self) -> float:
        """Return the share in the upper tier, one half for a machine without memory."""
        return self.upper / self.tiles if self.tiles else 0.5

    @property
    def deviation(self) -> float:
        """Return by how many standard deviations that differs from one half."""
        return (2 * self.upper - self.tiles) / self.tiles**0.5 if self.tiles else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class MixingQuality:
    """What the walls of one machine show.

    ``designs`` (k) name the rows of ``heat`` (k, stacks), whose entries are standard deviations
    from an even spread of the kind over the stacks, in ring order.
    """

    walls: int
    unread: int
    layout: Layout
    designs: tuple[Tile, ...]
    heat: Reals
    kept: Kept
    rows: tuple[Row, ...]

    @property
    def hottest(self) -> float:
        """Return the largest deviation of the heat map, upwards or downwards."""
        return float(np.abs(self.heat).max(initial=0.0))


def mixing_quality(deals: Sequence[RecordedDeal]) -> MixingQuality:
    """Look at a machine's walls, in the order in which it built them.

    Raises:
        MixingError: fewer than ``FEWEST`` walls, none that were read, or walls of several shapes.
    """
    laid = [(deal, layout_of(deal)) for deal in deals]
    read = [(deal, layout) for deal, layout in laid if layout is not None]
    layouts = {layout.key: layout for _, layout in read}
    if len(layouts) > 1:
        raise MixingError(
            f"walls of {len(layouts)} shapes ({', '.join(layouts)}): give those of one program"
        )
    if len(read) < FEWEST:
        raise MixingError(
            f"{len(read)} whole walls that were read: at least {FEWEST} are needed, a hundred or "
            "more are better"
        )
    (layout,) = layouts.values()
    walls = np.array([_ring(deal, layout) for deal, _ in read], np.uint8)
    sets = [deal.tile_set for deal, _ in read]
    tags = [_tags(deal, layout) for deal, _ in read]
    return MixingQuality(
        walls=len(walls),
        unread=int((walls == UNREAD).sum()),
        layout=layout,
        designs=layout.tile_set.designs,
        heat=_heat(walls, layout),
        kept=_kept(walls, sets, tags),
        rows=_rows(walls, layout),
    )


def _ring(deal: RecordedDeal, layout: Layout) -> list[int]:
    """Return a deal's tiles in ring order."""
    return [int(tile) for tile in _in_ring(deal.walls, deal.hands, layout)]


def _tags(deal: RecordedDeal, layout: Layout) -> tuple[str | None, ...] | None:
    if deal.uids is None:
        return None
    sides = len(deal.walls)
    return tuple(_in_ring(deal.uids[:sides], deal.uids[sides:], layout))


def _in_ring(walls: Sequence[Sequence[T]], hands: Sequence[Sequence[T]], layout: Layout) -> list[T]:
    """Return what is known of each tile, in ring order."""
    lines = {False: [iter(wall) for wall in walls], True: [iter(hand) for hand in hands]}
    return [next(lines[at >= layout.wall][place.side]) for at, place in enumerate(layout.places)]


def _heat(walls: Walls, layout: Layout) -> Reals:
    """Return (designs, stacks): how far each kind's count in a stack is from an even spread."""
    upper, lower = layout.stacks.T
    designs = np.array(layout.tile_set.designs)
    rows = []
    for design in designs:
        there = walls == design
        counts = there[:, upper].sum(axis=0) + there[:, lower].sum(axis=0)
        share = 2 * there.sum() / there.shape[1]
        rows.append((counts - share) / max(share, 1e-9) ** 0.5)
    return np.array(rows, np.float64)


def _rows(walls: Walls, layout: Layout) -> tuple[Row, ...]:
    """Return the families that people discard early and late, and how many lay above."""
    upper, lower = layout.stacks.T
    found = []
    for family, members in _families().items():
        above = int(np.isin(walls[:, upper], members).sum())
        found.append(Row(family, above, above + int(np.isin(walls[:, lower], members).sum())))
    return tuple(row for row in found if row.tiles)


def _families() -> dict[str, list[int]]:
    """Return tiles by how gladly people keep them: honours, ends (1 and 9), the middle."""
    ranked = [tile for tile in TILES if suit_of(tile) in RANKED_SUITS]
    return {
        "honours": [tile for tile in TILES if tile not in ranked],
        "ends": [tile for tile in ranked if rank_of(tile) in (1, 9)],
        "middle": [tile for tile in ranked if 3 <= rank_of(tile) <= 7],
    }


def _kept(walls: Walls, sets: Sequence[str], tags: Sequence[tuple[str | None, ...] | None]) -> Kept:
    """Compare each wall with the one before of its set: which neighbours came again?

    By tags where every wall has them, else by kinds.
    """
    by_tags = all(own is not None for own in tags)
    seen: list[Reals] = []
    chance: list[Reals] = []
    before: dict[str, int] = {}
    for number, name in enumerate(sets):
        last = before.get(name)
        before[name] = number
        if last is not None:
            one = (
                _by_tags(tags[last], tags[number])
                if by_tags
                else _by_kinds(walls[last], walls[number])
            )
            seen.append(one[0])
            chance.append(one[1])
    if not seen:
        raise MixingError("no two walls of one tile set: give more walls")
    hits, odds = np.concatenate(seen), np.concatenate(chance)
    share, tolerance = _likeliest(hits, odds)
    return Kept(
        float(hits.sum()), float(odds.sum()), len(hits), len(seen), share, tolerance, by_tags
    )


def _by_kinds(before: Walls, now: Walls) -> tuple[Reals, Reals]:
    """Return for each neighbour how often its two kinds met before, and the mean of that."""
    size = int(UNREAD) + 1
    follows = np.zeros((size, size))
    np.add.at(follows, (before[:-1], before[1:]), 1.0)
    follows[UNREAD] = follows[:, UNREAD] = 0.0
    read = now[now != UNREAD]
    kinds = np.unique(read)
    left = (read[:, None] == kinds)[::-1].cumsum(axis=0)[::-1][1:]
    wanted = follows[read[:-1]][:, kinds]
    return follows[read[:-1], read[1:]], (left * wanted).sum(axis=1) / left.sum(axis=1)


def _by_tags(
    before: Sequence[str | None] | None, now: Sequence[str | None] | None
) -> tuple[Reals, Reals]:
    """Return for each neighbour whether the same piece followed before, and the chance of that."""
    old = [tag for tag in before or () if tag is not None]
    new = [tag for tag in now or () if tag is not None]
    follower = dict(pairwise(old))
    place = {tag: at for at, tag in enumerate(new)}
    hits, odds = [], []
    for at, (tag, following) in enumerate(pairwise(new)):
        wanted = follower.get(tag)
        possible = wanted is not None and place.get(wanted, -1) > at
        hits.append(float(wanted == following))
        odds.append(possible / (len(new) - 1 - at))
    return np.array(hits), np.array(odds)


def _likeliest(hits: Reals, odds: Reals) -> tuple[float, float]:
    """Return the likeliest share, and the largest that is not out of the question.

    A share kappa of the tiles comes as foretold: what fits with weight f has chance 1 - kappa +
    kappa f / z of what it has at random, where z is the mean weight of all tiles left to come.
    """
    ratio = hits[odds > 0] / odds[odds > 0] - 1
    heights = np.array([np.log1p(share * ratio).sum() for share in _SHARES])
    best = int(heights.argmax())
    possible = (heights[best] - heights <= _SURE) & (np.arange(len(_SHARES)) >= best)
    return float(_SHARES[best]), float(_SHARES[possible][-1])
