"""Hands put together from sets, and hands one tile off, for checks in great number."""

import random
from collections import Counter

Melds = list[tuple[str, ...]]


def built_hand(
    chance: random.Random, tiles: list[str], most_melds: int = 4
) -> tuple[list[str], Melds]:
    """Return the concealed tiles of a winning hand, the winning one included, and its melds.

    One in eight is seven pairs. No tile occurs more than four times; melds are pungs and kongs.
    """
    while True:
        pairs = chance.random() < 0.125
        hand, melds = _pairs(chance, tiles) if pairs else _sets(chance, tiles, most_melds)
        everything = Counter(hand + [tile for meld in melds for tile in meld])
        if max(everything.values()) <= 4:
            return hand, melds


def one_off(chance: random.Random, hand: list[str], tiles: list[str]) -> list[str]:
    """Return the hand with one tile exchanged for another of which there are fewer than four."""
    changed = list(hand)
    changed.remove(chance.choice(hand))
    counts = Counter(changed)
    return sorted([*changed, chance.choice([tile for tile in tiles if counts[tile] < 4])])


def random_hand(chance: random.Random, tiles: list[str], size: int) -> list[str]:
    """Return tiles drawn from a wall."""
    return sorted(chance.sample(tiles * 4, size))


def _sets(chance: random.Random, tiles: list[str], most_melds: int) -> tuple[list[str], Melds]:
    hand = [chance.choice(tiles)] * 2
    melds: Melds = []
    for _ in range(4):
        tile = chance.choice(tiles)
        if len(melds) < most_melds and chance.random() < 0.3:
            melds.append((tile,) * chance.choice((3, 4)))
        elif len(tile) == 1 or tile[0] > "7" or chance.random() < 0.4:
            hand += [tile] * 3
        else:
            hand += [f"{int(tile[0]) + step}{tile[1]}" for step in range(3)]
    return sorted(hand), melds


def _pairs(chance: random.Random, tiles: list[str]) -> tuple[list[str], Melds]:
    return sorted(chance.choices(tiles, k=7) * 2), []
