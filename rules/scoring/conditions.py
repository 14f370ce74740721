"""Conditions that variants put on a win besides its shape."""

from rules.hands.full_hand import FullHand
from rules.hands.packed import RANKS, SUIT_BITS, SUIT_MASK, copies
from rules.hands.refusals import Reason, Refusal
from rules.options import House
from rules.tiles import RANKED_SUITS, Tile


def a_suit_missing(hand: FullHand, _house: House) -> Refusal | None:
    """One suit must be missing, melds included (打缺一门)."""
    return Refusal(Reason.SUITS) if hand.suits == len(RANKED_SUITS) else None


def no_tile_of_the_lack_suit(hand: FullHand, _house: House) -> Refusal | None:
    """No tile of the suit named at the start may be left (定缺); where none was named, as above."""
    lack = hand.situation.lack
    if lack is None:
        return a_suit_missing(hand, _house)
    number = RANKED_SUITS.index(lack)
    if not hand.counts >> number * SUIT_BITS & SUIT_MASK:
        return None
    own = (Tile(number * RANKS + rank) for rank in range(RANKS))
    return Refusal(Reason.LACK, {"tile": next(tile for tile in own if copies(hand.counts, tile))})


def only_self_drawn(hand: FullHand, _house: House) -> Refusal | None:
    """Only a self-drawn tile wins."""
    return None if hand.drawn or hand.situation.any_way else Refusal(Reason.SELF_DRAWN)
