"""Bets on what somebody is dealt: seat against seat, the dice against dice not thrown, hands alone.

*Who* is one of eight: the four sides of the machine, then the four seats counted from the dealer.
For every hand that any seat would have been dealt under any cut of the dice a *gain* is worked out
from what lies in it. Under fair play (null A) the seat is no better than another and the dice do
not know the wall, so the gain of the hand dealt, over the mean of the gains of hands that might
have been, is a fair bet whatever the law of the wall. Under a well-mixed wall (null C) the law of
one hand alone is known as well.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from rules.errors import LayoutError
from rules.integrity.distances import HAND, hand_codes, shapes
from rules.integrity.hand_law import hand_law
from rules.integrity.laws import log_tilt_drawn
from rules.integrity.reading import Batch, Bools, Ints, Reals
from rules.tiles import TILES, UNREAD, Suit, suit_of
from rules.tilesets import TileSet

SIDES = 4
WHO = 2 * SIDES
"""Four sides (East to North), then dealer and the seats after him."""

CLASSES = ("m", "p", "s", "z")
"""Characters, dots, bamboo, honours (字)."""

CLASS_OF_SUIT = {
    Suit.CHARACTERS: 0,
    Suit.DOTS: 1,
    Suit.BAMBOO: 2,
    Suit.WINDS: 3,
    Suit.DRAGONS: 3,
}


def _class_digits() -> Ints:
    """Return what each tile adds to a hand's four class counts, held side by side."""
    digits = np.zeros(256, np.int64)
    for tile in TILES:
        which = CLASS_OF_SUIT.get(suit_of(tile))
        if which is not None:
            digits[tile] = 1 << (8 * which)
    return digits


_CLASS_DIGITS = _class_digits()
_TOO_MANY = 5
_TINY = 1e-300
_PACK = 1 << 16


PAIRS, DISTANCE = len(CLASSES), len(CLASSES) + 1
"""Where ``Hands.traits`` holds the pairs and the distance, after the classes."""

TRAITS = (*CLASSES, "pairs", "distance")


@dataclass(frozen=True, slots=True)
class Hands:
    """What lies in every hand that might have been dealt.

    ``traits`` are whole numbers, shape (tables, cuts, sides, traits). ``whole`` tells which hands
    were read in full; ``shaped`` is false also where a hand's shape is not known, for it holds
    five of a kind or is no hand of 13; shape (tables, cuts, sides).
    """

    traits: Ints
    whole: Bools
    shaped: Bools

    def known(self, trait: int) -> Bools:
        """Return for which hands a trait is known."""
        return self.shaped if trait in (PAIRS, DISTANCE) else self.whole


def hands_of(batch: Batch) -> Hands:
    """Return every hand that might have been dealt."""
    layout = batch.layout
    places = layout.hands[batch.dealers]
    rows = np.arange(batch.tables)[:, None, None, None]
    kinds = batch.kinds[rows, places]
    whole = np.logical_and.reduce(batch.read[rows, places], axis=-1)
    shaped = whole & (kinds.shape[-1] == HAND)
    crowded = (batch.copies >= _TOO_MANY).any(axis=1)
    if crowded.any():
        ordered = np.sort(kinds[crowded], axis=-1)
        four = _TOO_MANY - 1
        shaped[crowded] &= ~(ordered[..., four:] == ordered[..., :-four]).any(axis=-1)
    shown = np.where(shaped[..., None], kinds, UNREAD)
    codes = hand_codes()
    shape = shapes(codes.suits[shown].sum(axis=-1), codes.honours[shown].sum(axis=-1))
    packed = _CLASS_DIGITS[kinds].sum(axis=-1)
    classes = [(packed >> (8 * which)) & 0xFF for which in range(len(CLASSES))]
    return Hands(np.stack([*classes, shape.pairs, shape.distance], axis=-1), whole, shaped)


@dataclass(frozen=True, slots=True)
class Gain:
    """A stake on a hand: the mean over its traits of ``table[trait]``.

    ``softer`` is the table for the mean of all four hands, of which only one may be good.
    """

    name: str
    traits: tuple[int, ...]
    table: Reals
    softer: Reals


_LARGEST = 32
"""Traits lie below this: a hand has 13 or 16 tiles."""


def _powers(theta: float) -> Reals:
    powers: Reals = np.exp(theta * np.arange(_LARGEST)).astype(np.float64)
    return powers


def _rising(name: str, traits: tuple[int, ...], theta: float, softer: float) -> Gain:
    return Gain(name, traits, _powers(theta), _powers(softer))


def _below(name: str, distance: int, stake: float) -> Gain:
    table = (1.0 + stake * (np.arange(_LARGEST) <= distance)).astype(np.float64)
    return Gain(name, (DISTANCE,), table, table)


GAINS = (
    *(_rising(name, (trait,), 0.7, 0.4) for trait, name in enumerate(CLASSES)),
    _rising("suit", (0, 1, 2), 0.7, 0.4),
    _rising("longest", (0, 1, 2), 2.5, 2.5),
    _rising("pairs", (PAIRS,), 0.5, 0.4),
    _rising("distance", (DISTANCE,), -0.5, -0.4),
    _below("near", 1, 30.0),
    _below("ready", 0, 1000.0),
)
"""On what is staked; the stakes are frozen with the version of the hypotheses."""

EVEN = 6
"""By so many deals one dealer may be ahead of another where sides are bet on."""

BEST_OF = ("longest", "distance")
"""What may be best about a hand: its longest suit, its distance."""

BEST_STAKES = (0.4, 0.9)


class Chances(NamedTuple):
    """Log e-values of bets on fair play.

    ``seat`` and ``both`` have shape (tables, sides, gains), ``cut`` (tables, who, gains), ``best``
    (tables, who, what is best, stakes).
    """

    seat: Reals
    cut: Reals
    both: Reals
    best: Reals


def fair_play(batch: Batch, hands: Hands, even: Bools) -> Chances:
    """Bet that a seat does better than others, or than under other dice (null A).

    ``cut`` and ``best`` are exact whatever the law of the wall. ``seat`` needs that no side is
    favoured by the way in which a drum keeps order. Seats counted from the dealer are, a little,
    since walls are broken near their ends; a side is not, as long as every side deals as often, for
    what it gains in one place it loses in the others. So ``seat`` bets on sides, at tables where
    ``even`` says that this dealer's turn has come (``EVEN``). Hands that rise come each from a lane
    of their own, and no two lanes are alike: there is no bet. ``both`` bets twice: that the seat is
    the one of the four hands that is good, and that under no other dice would four hands hold one
    so good.
    """
    rows, cuts = np.arange(batch.tables), batch.cuts
    cast = (cuts >= 0)[:, None]
    turn = (even & (len(batch.layout.cut_odds) > 1))[:, None]
    seat, cut, both = (np.zeros((batch.tables, SIDES, len(GAINS))) for _ in range(3))
    for at, gain in enumerate(GAINS):
        known = hands.known(gain.traits[0])
        odds = batch.layout.cut_odds[None, :, None] * known
        traits = hands.traits[..., list(gain.traits)]
        gains = gain.table[traits].mean(axis=-1)
        mine, bet = gains[rows, cuts], known[rows, cuts] & cast
        mean = (odds * gains).sum(axis=1) / np.maximum(odds.sum(axis=1), _TINY)
        cut[..., at] = _log_share(mine, mean, bet)
        four = np.logical_and.reduce(bet, axis=1, keepdims=True) & turn
        seat[..., at] = _log_share(mine, mine.mean(axis=1, keepdims=True), four)
        # The mean of the four hands knows no seats; it is bet on where every hand is known.
        every = four & np.logical_and.reduce(known, axis=(1, 2))[:, None]
        of_four = gain.softer[traits].mean(axis=(-2, -1))
        usual = of_four @ batch.layout.cut_odds
        opened = _log_share(of_four[rows, cuts][:, None], usual[:, None], every)
        both[..., at] = np.where(every, seat[..., at] + opened, 0.0)
    best = _best(batch, hands)
    return Chances(seat, for_who(cut, batch.dealers), both, for_who(best, batch.dealers))


def _log_share(mine: Reals, mean: Reals, bet: Bools) -> Reals:
    """Return ``log(mine / mean)`` where a bet is placed, else 0."""
    share = np.divide(mine, mean, out=np.ones_like(mine), where=bet)
    return np.log(share)


def _best(batch: Batch, hands: Hands) -> Reals:
    """Bet that the dice dealt a side the best hand that any dice would have (挑骰子)."""
    rows, cuts = np.arange(batch.tables), batch.cuts
    longest = hands.traits[..., :3].max(axis=-1)
    found = []
    for worth, known in ((longest, hands.whole), (-hands.traits[..., DISTANCE], hands.shaped)):
        held = np.where(known, worth, -_LARGEST)
        best = (held == held.max(axis=1, keepdims=True)) & known
        odds = batch.layout.cut_odds[None, :, None] * known
        odds = odds / np.maximum(odds.sum(axis=1, keepdims=True), _TINY)
        bet = known[rows, cuts] & (cuts >= 0)[:, None]
        chance = best.sum(axis=1) * odds[rows, cuts]
        paid = np.divide(best[rows, cuts], chance, out=np.ones_like(chance), where=bet)
        found.append(paid)
    stakes = np.array(BEST_STAKES)
    logs: Reals = np.log(1 - stakes + stakes * np.stack(found, axis=-1)[..., None])
    return logs


TILTS = (0.45, 0.95)
PAIR_TILTS = (0.55,)
DISTANCE_TILT = -0.7
EVENTS = ((0, 0.9), (0, 0.25), (1, 0.5), (2, 0.5))
"""Rare hands: a distance at most so far, and what is staked on it."""

HAND_BETS = (
    *(f"{name}" for name in CLASSES for _ in TILTS),
    *("suit" for _ in TILTS),
    *("pairs" for _ in PAIR_TILTS),
    "distance",
    *("ready" if distance == 0 else "near" for distance, _ in EVENTS),
)


def well_mixed_hands(batch: Batch, hands: Hands) -> Reals:
    """Bet on the hand that somebody is dealt against its law (null C).

    Shape (tables, who, bets), in the order of ``HAND_BETS``.
    """
    rows, cuts = np.arange(batch.tables), batch.cuts
    seen = (cuts >= 0)[:, None]
    traits = hands.traits[rows, cuts]
    whole = (hands.whole[rows, cuts] & seen)[..., None]
    shaped = (hands.shaped[rows, cuts] & seen & batch.nominal[:, None])[..., None]
    counts = traits[..., : len(CLASSES)]
    tilts = np.array(TILTS)
    suits = counts[..., None] * tilts - _class_laws(batch)[:, None]
    any_suit = np.log(np.exp(suits[..., :3, :]).mean(axis=-2))
    flat = suits.reshape(*suits.shape[:2], -1)
    shape = _shape_bets(batch.layout.tile_set, traits[..., PAIRS], traits[..., DISTANCE])
    bets = np.concatenate(
        (np.where(whole, flat, 0.0), np.where(whole, any_suit, 0.0), np.where(shaped, shape, 0.0)),
        axis=-1,
    )
    return for_who(bets, batch.dealers)


def _class_laws(batch: Batch) -> Reals:
    """Return every tilt's norm for the tiles as read, shape (tables, classes, tilts)."""
    tiles = batch.layout.hands.shape[-1]
    members = np.array([CLASS_OF_SUIT.get(suit_of(tile), -1) for tile in TILES])
    marked = np.stack(
        [batch.copies[:, members == which].sum(axis=1) for which in range(len(CLASSES))], axis=1
    )
    keys, which = np.unique(batch.held[:, None] * _PACK + marked, return_inverse=True)
    norms = np.array(
        [
            [log_tilt_drawn(held, count, tiles, tilt) for tilt in TILTS]
            if held >= tiles
            else [0.0] * len(TILTS)
            for held, count in (divmod(int(key), _PACK) for key in keys)
        ]
    )
    return norms[which.reshape(marked.shape)]


@lru_cache(maxsize=16)
def shape_tables(tiles: TileSet) -> tuple[Reals, Reals] | None:
    """Return the log e-values by pairs and by distance; ``None`` where the law is not known."""
    try:
        law = hand_law(tiles)
    except LayoutError:
        return None
    count = np.arange(_LARGEST)
    by_pairs = [
        tilt * count - np.log(law.pairs @ np.exp(tilt * np.arange(len(law.pairs))))
        for tilt in PAIR_TILTS
    ]
    norm = np.log(law.distance @ np.exp(DISTANCE_TILT * np.arange(len(law.distance))))
    by_distance = [DISTANCE_TILT * count - norm]
    for most, stake in EVENTS:
        chance = law.distance[: most + 1].sum()
        by_distance.append(np.log(1 - stake + stake * (count <= most) / chance))
    return np.stack(by_pairs, axis=-1), np.stack(by_distance, axis=-1)


def _shape_bets(tiles: TileSet, pairs: Ints, distance: Ints) -> Reals:
    tables = shape_tables(tiles)
    if tables is None:
        return np.zeros((*pairs.shape, len(PAIR_TILTS) + 1 + len(EVENTS)))
    return np.concatenate((tables[0][pairs], tables[1][distance]), axis=-1)


def for_who(by_side: Reals, dealers: Ints) -> Reals:
    """Return what is known by side also by seat from the dealer: axis 1 grows from 4 to 8."""
    seats = (dealers[:, None] + np.arange(SIDES)) % SIDES
    return np.concatenate((by_side, by_side[np.arange(len(dealers))[:, None], seats]), axis=1)
