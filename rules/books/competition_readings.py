"""MCR: what one reading of a hand is worth, and how the options of a house change it.

The library names the fans of a hand's best reading only. It is asked for one reading by laying
apart, but concealed, the sets that do not hold the winning tile; what it cannot tell so, luck and
a single wait, is added here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.books import competition_fans as fan
from rules.books.competition_library import (
    SEATS,
    WORDS,
    Fans,
    Pack,
    calculator,
    is_no_win,
    laid_apart,
)
from rules.hands.forms import Form, Shape, is_seven_pairs, is_standard
from rules.hands.full_hand import FullHand
from rules.hands.groups import CHOW, Group, first_tile, group_tiles, is_chow, is_pair
from rules.hands.packed import KINDS, RANKS, UNITS, copies, unpack
from rules.hands.situation import By
from rules.hands.special import (
    knitted_straight,
    knitted_tiles,
    straights_in,
    thirteen_orphans,
)
from rules.options import House
from rules.scoring.rows import Tallier, Tally
from rules.scoring.schemes import NOTHING
from rules.tiles import Tile

_ADDED_HERE = frozenset({*fan.WAITS, fan.LAST_OF_KIND, fan.FLOWERS, fan.CHICKEN})
_SPECIAL = (thirteen_orphans, knitted_tiles, knitted_straight)
_LOW_EDGE, _HIGH_EDGE = 2, 6  # a 3 beside 12, a 7 beside 89, counted from 0
_PUNG, _ALL = 3, 4
_TILES = tuple(Tile(tile) for tile in range(KINDS))


@dataclass(frozen=True, slots=True)
class Counted:
    """The table whose rows the library counts."""

    table: tuple[fan.Fan, ...]

    def rows(self) -> Sequence[fan.Fan]:
        """Return every fan."""
        return self.table

    def bind(self, house: House) -> Tallier:
        """Return the function that values a form in a house."""

        def tally(hand: FullHand, form: Form) -> Tally:
            fans = _fans(hand, form)
            if fans is None:
                return NOTHING
            own = [one for one in fans if one[1] not in _ADDED_HERE]
            own = _kongs_apart(own) if not house.on("ming_an_gang") else own
            own += _luck(hand)
            words = {word for _, word in own}
            if words.isdisjoint(fan.NO_WAIT_BESIDE) and _is_only_wait(hand, words, house):
                word = wait_word(form, hand.win)
                own += [(1, word)] if word else []
            return tally_of(tuple(own) or ((8, fan.CHICKEN),), len(hand.situation.flowers))

        return tally


def tally_of(fans: Fans, flowers: int = 0) -> Tally:
    """Return the tally of fans and of flowers besides, which do not help to the least value."""
    value = sum(points for points, _ in fans)
    counted = (*fans, (flowers, fan.FLOWERS)) if flowers else fans
    return Tally(value + flowers, value, tuple(map(fan.ITEMS.__getitem__, counted)))


def wait_word(form: Form, win: Tile) -> str | None:
    """Return the fan of a single wait that a form makes of the winning tile."""
    groups = [group for group in form.concealed if win in group_tiles(group)]
    chows = [group for group in groups if is_chow(group)]
    if any(_is_edge(group, win) for group in chows):
        return fan.EDGE
    if any(group - CHOW + 1 == win for group in chows):
        return fan.CLOSED
    return fan.SINGLE if any(is_pair(group) for group in groups) else None


def _fans(hand: FullHand, form: Form) -> Fans | None:
    """Return the fans of a form, those added here not to be trusted."""
    whole = _ask_whole(hand)
    if whole is None:
        return None
    words = {word for _, word in whole}
    if form.shape is Shape.STANDARD:
        return whole if fan.NINE_GATES in words else _ask_reading(hand, form)
    if form.shape is Shape.SEVEN_PAIRS and words.isdisjoint(fan.SEVEN_PAIRS):
        return None  # the library holds another reading for better
    return whole


def _ask_whole(hand: FullHand) -> Fans | None:
    tiles = list(unpack(hand.concealed))
    tiles.remove(hand.win)
    return _ask(hand, (), tiles)


def _ask_reading(hand: FullHand, form: Form) -> Fans | None:
    """Ask for one reading: only the group with the winning tile and the pair stay in hand."""
    own = next(group for group in form.concealed if hand.win in group_tiles(group))
    pair = next(group for group in form.concealed if is_pair(group))
    apart = list(form.concealed)
    for group in {own, pair}:
        apart.remove(group)
    left = [*group_tiles(own), *(() if own == pair else group_tiles(pair))]
    left.remove(hand.win)
    return _ask(hand, tuple(map(_concealed_pack, apart)), left)


def _ask(hand: FullHand, apart: tuple[Pack, ...], tiles: Sequence[Tile]) -> Fans | None:
    """Ask the library; flowers and what is added here are left out."""
    situation = hand.situation
    try:
        return calculator()(
            (*(pack for pack, _ in map(laid_apart, hand.melds)), *apart),
            tuple(WORDS[tile] for tile in tiles),
            WORDS[hand.win],
            0,
            hand.drawn,
            False,  # noqa: FBT003
            situation.by in (By.KONG, By.ROB),
            situation.last_tile,
            SEATS[situation.seat_wind],
            SEATS[situation.round_wind],
        )
    except TypeError as error:
        if is_no_win(error):
            return None
        raise


def _concealed_pack(group: Group) -> Pack:
    tile = first_tile(group)
    return ("CHI", WORDS[tile + 1], 0) if is_chow(group) else ("PENG", WORDS[tile], 0)


def _kongs_apart(fans: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Count a melded and a concealed kong as two fans of their own."""
    if all(word != fan.BOTH_KONGS for _, word in fans):
        return fans
    rest = [one for one in fans if one[1] != fan.BOTH_KONGS]
    apart = (fan.BY_WORD[word] for word in (fan.CONCEALED_KONG, fan.MELDED_KONG))
    return [*rest, *((one.value, one.word) for one in apart)]


def _luck(hand: FullHand) -> list[tuple[int, str]]:
    """Return the last one of its kind (和绝张): three lie open, or in a pung of the winner."""
    situation = hand.situation
    if situation.by is By.ROB:
        return []
    alone = copies(hand.concealed, hand.win) == 1
    laid = copies(hand.counts - hand.concealed, hand.win) == _PUNG
    if laid or (situation.last_of_kind and alone):
        return [(fan.BY_WORD[fan.LAST_OF_KIND].value, fan.LAST_OF_KIND)]
    return []


def _is_only_wait(hand: FullHand, words: set[str], house: House) -> bool:
    """Tell whether the winning tile was the only wait, as the house counts waits."""
    if fan.KNITTED_STRAIGHT in words:
        return _is_only_wait_beside_a_straight(hand, house)
    waiting = hand.concealed - UNITS[hand.win]
    return _only(hand, [tile for tile in _TILES if _completes(hand, waiting + UNITS[tile])], house)


def _is_only_wait_beside_a_straight(hand: FullHand, house: House) -> bool:
    """Look at the set and the pair beside a knitted straight (组合龙) alone."""
    knitted = straights_in(hand.concealed)[0]
    inside = bool(knitted & UNITS[hand.win])
    beside = hand.concealed - knitted
    if (inside and house.has("knitted_wait", "not")) or not copies(beside, hand.win):
        return False
    waiting = beside - UNITS[hand.win]
    return _only(hand, [tile for tile in _TILES if is_standard(waiting + UNITS[tile])], house)


def _only(hand: FullHand, waits: list[Tile], house: House) -> bool:
    if house.has("own_four_wait", "not"):
        held = hand.counts - UNITS[hand.win]
        waits = [tile for tile in waits if copies(held, tile) < _ALL]
    return waits == [hand.win]


def _completes(hand: FullHand, packed: int) -> bool:
    """Tell whether concealed tiles win in any shape."""
    if is_standard(packed) or (not hand.melds and is_seven_pairs(packed)):
        return True
    tried = hand._replace(concealed=packed)
    return any(True for shape in _SPECIAL for _ in shape(tried))


def _is_edge(chow: Group, win: Tile) -> bool:
    low, rank = first_tile(chow) % RANKS, win % RANKS
    return (low, rank) in ((0, _LOW_EDGE), (_HIGH_EDGE, _HIGH_EDGE))
