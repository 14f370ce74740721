"""A game of the competition rules (局): sixteen hands in four rounds, chips, winds."""

from rules.errors import RulesError
from rules.tiles import WINDS, Tile

HANDS = 16
"""Hands (盘) of a game: four rounds (圈) in which everybody deals once (MCR-02)."""

CHIPS: tuple[tuple[int, int], ...] = ((100, 1), (50, 4), (10, 10), (8, 10), (1, 20))
"""What everybody begins with: the worth of a chip, and how many there are of it (MCR-04)."""

_SEATS = 4


def starting_score() -> int:
    """Return the chips that everybody begins with (MCR-04)."""
    return sum(worth * count for worth, count in CHIPS)


def round_wind(hand: int) -> Tile:
    """Return the prevalent wind (圈风) of a hand of the game, counted from 1 (MCR-02).

    Raises:
        RulesError: a game has no such hand.
    """
    return WINDS[_checked(hand) // _SEATS]


def dealer_of(hand: int, first: int) -> int:
    """Return the side that deals a hand, counted from 1, where a side dealt the first (MCR-03).

    Raises:
        RulesError: a game has no such hand.
    """
    return (first + _checked(hand)) % _SEATS


def _checked(hand: int) -> int:
    """Return how many hands were played before."""
    if not 1 <= hand <= HANDS:
        raise RulesError(f"hand {hand}: a game has hands 1..{HANDS}")
    return hand - 1
