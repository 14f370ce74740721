"""Hands of 13 that a cheat would deal: tilted towards a suit or pairs, waiting, or always one."""

from functools import lru_cache
from math import comb

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from firmware_ctl.audit_lab.filling import chosen_columns
from firmware_ctl.audit_lab.layout import HAND, Ints, Layout
from rules.integrity.distances import COPIES, hand_codes, shapes

POOL = 2048
"""Hands that are drawn once for all and used in turn by chance, where drawing one is dear."""

_POOL_SEED = 20_070_703

_STEPS = 300
_BISECTIONS = 60


def tilted(
    law: NDArray[np.float64], values: NDArray[np.float64], mean: float
) -> NDArray[np.float64]:
    """Return the law with weights exp(theta value) that has this mean.

    Raises:
        ValueError: no tilt has it.
    """
    if not values.min() < mean < values.max():
        raise ValueError(
            f"mean {mean} is outside {values.min()}..{values.max()}: choose one inside"
        )
    low, high = -20.0, 20.0
    for _ in range(_BISECTIONS):
        theta = (low + high) / 2
        weights = law * np.exp(theta * (values - mean))
        weights /= weights.sum()
        low, high = (theta, high) if weights @ values < mean else (low, theta)
    return weights


def suit_law(tiles: int, of_suit: int, extra: float) -> NDArray[np.float64]:
    """Return the law of a suit's count in 13 tiles with ``extra`` more than chance in the mean."""
    values = np.arange(HAND + 1.0)
    law = np.array(
        [
            comb(of_suit, at) * comb(tiles - of_suit, HAND - at) / comb(tiles, HAND)
            for at in range(14)
        ]
    )
    return tilted(law, values, float(law @ values) + extra)


def suit_hands(chance: Generator, table: Layout, suits: Ints, extra: float) -> Ints:
    """Return (t, 13) pieces: hands with more of suit number ``suits`` (t) than chance."""
    hands = np.empty((len(suits), HAND), np.int16)
    for number, own in enumerate(table.suit_pieces()):
        rows = (suits == number).nonzero()[0]
        other = np.setdiff1d(np.arange(table.tiles, dtype=np.int16), own)
        counts = chance.choice(HAND + 1, len(rows), p=suit_law(table.tiles, len(own), extra))
        inside = own[chosen_columns(chance, len(rows), len(own), HAND)]
        outside = other[chosen_columns(chance, len(rows), len(other), HAND)]
        hands[rows] = np.where(np.arange(HAND) < counts[:, None], inside, outside)
    return hands


@lru_cache(maxsize=16)
def pair_pool(table: Layout, extra: float) -> Ints:
    """Return (POOL, 13) kinds: hands with ``extra`` more pairs than chance in the mean.

    A kind of which the hand holds two or more counts as one pair.
    """
    chance = default_rng(_POOL_SEED)
    hands = table.kind_of[chosen_columns(chance, 40 * POOL, table.tiles, HAND)]
    ordered = np.sort(hands, axis=1)
    equal = ordered[:, 1:] == ordered[:, :-1]
    pairs = (equal & ~np.pad(equal[:, :-1], ((0, 0), (1, 0)))).sum(axis=1).astype(np.float64)
    even = np.full(len(hands), 1 / len(hands))
    weights = tilted(even, pairs, float(pairs.mean()) + extra)
    return hands[chance.choice(len(hands), POOL, p=weights)].astype(np.int16)


def nine_gates(chance: Generator, table: Layout, tables: int) -> Ints:
    """Return (tables, 13) kinds: 1112345678999 of a suit drawn for each table."""
    gates = np.array([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8], np.int16)
    ones = np.array([table.kind_of[own[0]] for own in table.suit_pieces()], np.int16)
    return gates + ones[chance.integers(0, len(ones), (tables, 1))]


@lru_cache(maxsize=16)
def ready_pool(table: Layout) -> Ints:
    """Return (POOL, 13) kinds: hands that wait, each about as likely.

    Random winning hands lose a tile, then walk by exchanging a tile with the rest of the set, if
    the hand still waits: a walk whose law in the end is that of fair deals that happen to wait.
    """
    chance = default_rng(_POOL_SEED)
    counts = np.bincount(table.kind_of, minlength=34)[:34].astype(np.int16)
    hands = _winning(chance, counts)
    rows = np.arange(POOL)
    for _ in range(_STEPS):
        out = chance.integers(0, HAND, POOL)
        held = _counted(hands)
        left = (counts - held).cumsum(axis=1)
        drawn = (chance.random(POOL) * left[:, -1]).astype(np.int16)
        new = (left <= drawn[:, None]).sum(axis=1)
        moved = hands.copy()
        moved[rows, out] = new
        waits = waiting(moved)
        hands = np.where(waits[:, None], moved, hands)
    return hands.astype(np.int16)


def waiting(hands: Ints) -> NDArray[np.bool_]:
    """Tell which hands, (h, 13) kinds, wait for a tile that completes them."""
    codes = hand_codes()
    found = shapes(codes.suits[hands].sum(axis=1), codes.honours[hands].sum(axis=1))
    ready: NDArray[np.bool_] = found.distance == 0
    return ready


def _counted(hands: NDArray[np.integer]) -> Ints:
    kinds = np.arange(34)
    held: Ints = (hands[:, :, None] == kinds).sum(axis=1, dtype=np.int16)
    return held


def _winning(chance: Generator, counts: Ints) -> Ints:
    """Return (POOL, 13) kinds: random sets and a pair without one of their tiles."""
    suits = [at for at in range(27) if counts[at] >= COPIES]
    groups = [(at, at, at) for at in range(34) if counts[at] >= 3]
    groups += [(at, at + 1, at + 2) for at in suits if at % 9 < 7 and at + 2 in suits] * 3
    sets, pairs = np.array(groups), np.array([at for at in range(34) if counts[at] >= 2])
    drawn = sets[chance.integers(0, len(sets), (20 * POOL, 4))].reshape(-1, 12)
    eyes = np.repeat(pairs[chance.integers(0, len(pairs), len(drawn))][:, None], 2, axis=1)
    whole = np.concatenate([drawn, eyes], axis=1)
    possible = (_counted(whole) <= counts).all(axis=1)
    whole = chance.permuted(whole[possible][:POOL], axis=1)
    return whole[:, :HAND].astype(np.int16)
