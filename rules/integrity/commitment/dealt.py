"""Which hands an opened wall deals, so that players can compare them with those they had."""

from collections.abc import Mapping

from rules.dealing import deal
from rules.dice import Break, break_wall
from rules.errors import RulesError
from rules.integrity.commitment.cut import break_at
from rules.integrity.commitment.leaves import Leaf
from rules.integrity.commitment.told import HandTold
from rules.programs import SIDES
from rules.shares import HAND_TILES
from rules.variants import Variant, variant
from rules.wall import Place, StackPlace, Tier, linear_order


def dealt_hands(hand: HandTold) -> Mapping[int, tuple[Leaf, ...]] | None:
    """Return the tiles that each side was dealt, in the order of dealing, by its number.

    ``None`` where that is not known: the wall was not opened, its dice were not read, or the
    variant is none of this version's.
    """
    if hand.wall is None:
        return None
    lanes = hand.wall.lanes
    walls = [2 * stacks for stacks in hand.stacks]
    if [len(lane) for lane in lanes] != walls:
        return {side: lanes[side][-HAND_TILES:] for side in SIDES if lanes[side]}
    try:
        row = variant(hand.variant)
        broken = _broken(hand, row)
        if broken is None:
            return None
        order = linear_order(hand.stacks, broken.first)
        dealt = deal(order, row.deal, hand.dealer)
    except RulesError:
        return None
    return {
        side: tuple(_tile(lanes, place) for place in places)
        for side, places in enumerate(dealt.hands)
        if places
    }


def _broken(hand: HandTold, row: Variant) -> Break | None:
    if hand.cut is not None:
        return break_at(hand.dealer, StackPlace(hand.cut.side, hand.cut.stack))
    throws = [dice.faces for dice in hand.dice if dice.faces is not None][: row.dice.throws]
    if len(throws) < row.dice.throws:
        return None
    return break_wall(hand.stacks, row.dice, hand.dealer, throws)


def _tile(lanes: tuple[tuple[Leaf, ...], ...], place: Place) -> Leaf:
    return lanes[place.side][2 * place.stack + (place.tier is Tier.UPPER)]
