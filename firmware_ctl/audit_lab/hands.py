"""Hands of 13 that a cheat would deal: tilted towards a suit or pairs, waiting, or always one."""

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from firmware_ctl.audit_lab.filling import chosen_columns
from firmware_ctl.audit_lab.layout import HAND, Ints, Layout

POOL = 2048
"""Hands that are drawn once for all and used in turn by chance, where drawing one is dear."""

_POOL_SEED = 20_070_703

_SUIT_KINDS, _HONOURS = 9, 7
_COPIES = 5  # of one kind: 0..4
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


def nine_gates(chance: Generator, tables: int) -> Ints:
    """Return (tables, 13) kinds: 1112345678999 of a suit drawn for each table."""
    gates = np.array([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8], np.int16)
    suits: Ints = _SUIT_KINDS * chance.integers(0, 3, (tables, 1), dtype=np.int16)
    return gates + suits


@lru_cache(maxsize=16)
def ready_pool(table: Layout) -> Ints:
    """Return (POOL, 13) kinds: hands that wait (four sets and a pair), each about as likely.

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
        waits = waiting(_counted(moved))
        hands = np.where(waits[:, None], moved, hands)
    return hands.astype(np.int16)


def waiting(held: Ints) -> NDArray[np.bool_]:
    """Tell which hands, counts (h, 34) of 13 tiles, wait for a tile that completes them."""
    codes = _codes(held)
    steps = _COPIES ** np.arange(_SUIT_KINDS)
    found = np.zeros(len(held), bool)
    for kind in range(34):
        suit, rank = divmod(kind, _SUIT_KINDS)
        free = held[:, kind] < _COPIES - 1
        with_it = codes.copy()
        with_it[:, suit] += np.where(free, steps[rank], 0)
        found |= free & _complete(with_it)
    return found


def _codes(held: Ints) -> NDArray[np.int64]:
    """Return (h, 4): the counts of each suit, and of the honours, as one number in base 5."""
    padded = np.zeros((len(held), 36), np.int64)
    padded[:, :34] = held
    weights = _COPIES ** np.arange(_SUIT_KINDS)
    return padded.reshape(-1, 4, _SUIT_KINDS) @ weights


def _complete(codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    suits, honours = _forms()
    kinds = np.concatenate([suits[codes[:, :3]], honours[codes[:, 3:]]], axis=1)
    pairs = (kinds == _WITH_PAIR).sum(axis=1)
    whole: NDArray[np.bool_] = (kinds > 0).all(axis=1) & (pairs == 1)
    return whole


_SETS, _WITH_PAIR = 1, 2


@cache
def _forms() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return for each number of a suit, and of the honours: 0, sets only, or sets and a pair."""
    weights = [_COPIES**at for at in range(_SUIT_KINDS)]
    triplets = [3 * weight for weight in weights]
    runs = [sum(weights[at : at + 3]) for at in range(_SUIT_KINDS - 2)]
    tables = []
    for kinds, groups in ((_SUIT_KINDS, triplets + runs), (_HONOURS, triplets[:_HONOURS])):
        table = np.zeros(_COPIES**_SUIT_KINDS, np.int8)
        for many in range(5):
            for chosen in combinations_with_replacement(groups, many):
                _note(table, chosen, weights[:kinds])
        tables.append(table)
    return tables[0], tables[1]


def _note(table: NDArray[np.int8], chosen: tuple[int, ...], weights: list[int]) -> None:
    """Mark the sum of some sets, and with each pair, where no kind is there more than 4 times."""
    total = [sum(group // weight % _COPIES for group in chosen) for weight in weights]
    if max(total) >= _COPIES:
        return
    table[sum(chosen)] = _SETS
    for at, weight in enumerate(weights):
        if total[at] + 2 < _COPIES:
            table[sum(chosen) + 2 * weight] = _WITH_PAIR


def _counted(hands: NDArray[np.integer]) -> Ints:
    kinds = np.arange(34)
    held: Ints = (hands[:, :, None] == kinds).sum(axis=1, dtype=np.int16)
    return held


def _winning(chance: Generator, counts: Ints) -> Ints:
    """Return (POOL, 13) kinds: random sets and a pair without one of their tiles."""
    suits = [at for at in range(27) if counts[at] >= _COPIES - 1]
    groups = [(at, at, at) for at in range(34) if counts[at] >= 3]
    groups += [(at, at + 1, at + 2) for at in suits if at % 9 < 7 and at + 2 in suits] * 3
    sets, pairs = np.array(groups), np.array([at for at in range(34) if counts[at] >= 2])
    drawn = sets[chance.integers(0, len(sets), (20 * POOL, 4))].reshape(-1, 12)
    eyes = np.repeat(pairs[chance.integers(0, len(pairs), len(drawn))][:, None], 2, axis=1)
    whole = np.concatenate([drawn, eyes], axis=1)
    possible = (_counted(whole) <= counts).all(axis=1)
    whole = chance.permuted(whole[possible][:POOL], axis=1)
    return whole[:, :HAND].astype(np.int16)
