"""What jokers (财神) make of a hand that waits."""

from rules.hands.forms import shares
from rules.hands.full_hand import FullHand
from rules.hands.packed import ONES, UNITS, copies, suit_keys
from rules.hands.splits import joker_splits


def waited_for_any_tile(hand: FullHand) -> bool:
    """Tell whether any tile would have won: one joker beside whole sets, or beside six pairs.

    The question is about the hand before its winning tile, whatever that makes of it.
    """
    jokers = hand.jokers
    packed = hand.concealed
    if copies(packed, hand.win):
        packed -= UNITS[hand.win]
    else:
        jokers -= 1  # the winning tile is a joker itself
    if jokers < 1:
        return False
    return are_sets(packed, jokers - 1) or (not hand.melds and are_pairs(packed, jokers - 1))


def are_sets(packed: int, jokers: int) -> bool:
    """Tell whether packed tiles and so many jokers are sets and nothing else."""
    keys = suit_keys(packed)
    return any(
        all(joker_splits(key, suit, share)[0] for suit, (key, share) in parted)
        for parted in (
            list(enumerate(zip(keys, shared, strict=True))) for shared in shares(jokers, len(keys))
        )
    )


def are_pairs(packed: int, jokers: int) -> bool:
    """Tell whether packed tiles and so many jokers are pairs; the jokers left over pair up."""
    single = (packed & ONES).bit_count()
    return single <= jokers and (jokers - single) % 2 == 0
