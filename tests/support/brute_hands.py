"""A second, slow judge of hands, written apart from the engine.

It knows tiles as text, removes sets from a sorted list in every order, and counts with plain loops.
"""

from collections import Counter
from functools import cache

SUITS = "mps"
TILES_108 = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)]
TILES_136 = [*TILES_108, *"ESWNCFP"]

Sets = tuple[tuple[str, ...], ...]


def _run(tile: str) -> tuple[str, ...] | None:
    if len(tile) == 1 or tile[0] > "7":
        return None
    return tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3))


def _without(tiles: tuple[str, ...], group: tuple[str, ...]) -> tuple[str, ...] | None:
    left = list(tiles)
    for tile in group:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


@cache
def _all_sets(tiles: tuple[str, ...]) -> frozenset[Sets]:
    """Return every way to part sorted tiles into pungs and runs."""
    if not tiles:
        return frozenset([()])
    found: set[Sets] = set()
    for group in ((tiles[0],) * 3, _run(tiles[0])):
        left = None if group is None else _without(tiles, group)
        if group is not None and left is not None:
            found |= {tuple(sorted((*rest, group))) for rest in _all_sets(left)}
    return frozenset(found)


def standard_splits(tiles: list[str]) -> set[tuple[str, Sets]]:
    """Return every (pair, sets) of the concealed tiles, the winning one included."""
    found: set[tuple[str, Sets]] = set()
    for tile, copies in Counter(tiles).items():
        if copies >= 2:
            left = _without(tuple(sorted(tiles)), (tile, tile))
            assert left is not None
            found |= {(tile, sets) for sets in _all_sets(left)}
    return found


def is_seven_pairs(tiles: list[str]) -> bool:
    return len(tiles) == 14 and all(copies in (2, 4) for copies in Counter(tiles).values())


def suits_of(tiles: list[str]) -> set[str]:
    return {tile[-1] for tile in tiles if tile[-1] in SUITS}


def roots_of(tiles: list[str]) -> int:
    return sum(copies == 4 for copies in Counter(tiles).values())


class Facts:
    """Yes-or-no facts of one reading of a whole hand: pair and sets, or seven pairs."""

    def __init__(self, everything: list[str], reading: tuple[str, Sets] | None) -> None:
        ranks = [int(tile[0]) for tile in everything]
        self.pairs = reading is None
        self.pure = len(suits_of(everything)) == 1
        self.roots = roots_of(everything)
        self.no_ends = not {1, 9} & set(ranks)
        self.pungs = self.ends = self.two_five_eight = False
        if reading is not None:
            pair, sets = reading
            self.pungs = all(len(set(group)) == 1 for group in sets)
            groups = [(pair,), *sets]
            self.ends = all(any(tile[0] in "19" for tile in group) for group in groups)
            self.two_five_eight = self.pungs and set(ranks) <= {2, 5, 8}


def readings(concealed: list[str], melds: list[tuple[str, ...]]) -> list[Facts]:
    """Return the facts of every reading; melds hold three tiles of a pung, four of a kong."""
    everything = concealed + [tile for meld in melds for tile in meld]
    found = [
        Facts(everything, (pair, (*sets, *(meld[:3] for meld in melds))))
        for pair, sets in standard_splits(concealed)
    ]
    if not melds and is_seven_pairs(concealed):
        found.append(Facts(everything, None))
    return found


def chengdu_fan(concealed: list[str], melds: list[tuple[str, ...]]) -> int | None:
    """Return the fan of a plain discard win in Chengdu, ``None`` where it is none."""
    everything = concealed + [tile for meld in melds for tile in meld]
    if len(suits_of(everything)) > 2:
        return None
    return max((_chengdu(facts) for facts in readings(concealed, melds)), default=None)


def _chengdu(facts: Facts) -> int:
    worth = 0
    inside = 0
    if facts.pairs:
        worth = 4 if facts.pure or facts.roots else 2
        if facts.roots:
            worth, inside = (5 if facts.pure else 4), 1
    else:
        if facts.pungs:
            worth = 3 if facts.two_five_eight or facts.pure else 1
        if facts.pure:
            worth = max(worth, 2)
        if facts.ends:
            worth = max(worth, 4 if facts.pure else 2)
    return worth + facts.roots - inside


def points(concealed: list[str], melds: list[tuple[str, ...]]) -> int | None:
    """Return the points of a plain discard win in the points version, ``None`` for none."""
    everything = concealed + [tile for meld in melds for tile in meld]
    if len(suits_of(everything)) > 2:
        return None
    return max((_points(facts) for facts in readings(concealed, melds)), default=None)


def _points(facts: Facts) -> int:
    if facts.pairs:
        if facts.pure:
            return 8 + facts.roots - 1 if facts.roots else 4
        return 3 + facts.roots
    worth = 1
    if facts.pungs:
        worth = 4 if facts.two_five_eight or facts.pure else 2
    if facts.pure or facts.ends:
        worth = max(worth, 3)
    return worth + facts.roots


def deyang_fan(concealed: list[str], melds: list[tuple[str, ...]], win: str) -> int | None:
    """Return the fan of a plain discard win in Deyang without a cap, ``None`` for none."""
    everything = concealed + [tile for meld in melds for tile in meld]
    suits = len(suits_of(everything))
    single = len(melds) == 4 and concealed == [win, win]
    fans = [_deyang(facts) + (suits == 2) + single for facts in readings(concealed, melds)]
    best = max(fans, default=0)
    return best or None


def _deyang(facts: Facts) -> int:
    fan = facts.roots
    if facts.two_five_eight:
        fan += 4
    else:
        fan += facts.no_ends + facts.pungs
    if facts.pairs:
        fan += 2
    if facts.pure and facts.ends:
        fan += 5
    else:
        fan += 3 * facts.pure + 3 * facts.ends
    return fan


def wins_by_any_tile(hand: list[str]) -> list[str]:
    """Return the tiles of 108 that complete thirteen tiles to one of the two shapes."""
    return [
        tile
        for tile in TILES_108
        if hand.count(tile) < 4
        and (standard_splits([*hand, tile]) or is_seven_pairs([*hand, tile]))
    ]
