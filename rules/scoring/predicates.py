"""Small questions about one form of a hand, with the names that rule books use.

Each takes the full hand and one form and answers yes or no, or how often.
"""

from rules.hands.forms import Form, Shape
from rules.hands.full_hand import FullHand
from rules.hands.groups import CHOW, PAIR, first_tile, groups_over, groups_within
from rules.hands.packed import KINDS, RANKS, field_mask
from rules.hands.situation import By

_SUITED = range(3 * RANKS)
_TERMINALS = [tile for tile in _SUITED if tile % RANKS in (0, RANKS - 1)]
_TWO_FIVE_EIGHT = [tile for tile in _SUITED if tile % RANKS in (1, 4, 7)]
_TERMINAL_MASK = field_mask(_TERMINALS)
_HONOUR_MASK = field_mask(range(len(_SUITED), KINDS))
_WITH_TERMINAL = groups_over(_TERMINALS)
_OF_TWO_FIVE_EIGHT = groups_within(_TWO_FIVE_EIGHT)

# Looked up often enough that a name of the module's own pays.
_STANDARD = Shape.STANDARD
_SEVEN_PAIRS = Shape.SEVEN_PAIRS
_HEAVEN, _EARTH, _ROB = By.HEAVEN, By.EARTH, By.ROB
_KONG, _KONG_DISCARD = By.KONG, By.KONG_DISCARD
_DISCARDS = (By.DISCARD, By.KONG_DISCARD)


def always(_hand: FullHand, _form: Form) -> bool:
    """Any hand that wins: 平胡, 基本胡."""
    return True


def is_standard_shape(_hand: FullHand, form: Form) -> bool:
    """Four sets and a pair."""
    return form.shape is _STANDARD


def is_seven_pairs_shape(_hand: FullHand, form: Form) -> bool:
    """Seven pairs (七对), four equal tiles being two of them."""
    return form.shape is _SEVEN_PAIRS


def all_pungs(_hand: FullHand, form: Form) -> bool:
    """Four pungs or kongs and a pair (对对胡, 大对子)."""
    if form.shape is not _STANDARD:
        return False
    for group in form.concealed:
        if CHOW <= group < PAIR:
            return False
    return all(group < CHOW for group in form.melded)


def pure(hand: FullHand, _form: Form) -> bool:
    """One suit and nothing else, melds included (清一色)."""
    return hand.suits == 1 and not hand.counts & _HONOUR_MASK


def two_suits(hand: FullHand, _form: Form) -> bool:
    """Exactly one of the three suits missing (缺一门)."""
    return hand.suits == 2


def no_terminals(hand: FullHand, _form: Form) -> bool:
    """No 1, no 9, no honour (断幺九)."""
    return not hand.counts & (_TERMINAL_MASK | _HONOUR_MASK)


def terminals_everywhere(_hand: FullHand, form: Form) -> bool:
    """Every set and the pair hold a 1 or a 9 (幺九)."""
    if form.shape is not _STANDARD:
        return False
    return _WITH_TERMINAL.issuperset(form.concealed) and _WITH_TERMINAL.issuperset(form.melded)


def pungs_of_two_five_eight(hand: FullHand, form: Form) -> bool:
    """All pungs, of 2, 5 and 8 only (将对)."""
    return (
        _OF_TWO_FIVE_EIGHT.issuperset(form.concealed)
        and _OF_TWO_FIVE_EIGHT.issuperset(form.melded)
        and all_pungs(hand, form)
    )


def pure_pungs(hand: FullHand, form: Form) -> bool:
    """All pungs of one suit (清对)."""
    return pure(hand, form) and all_pungs(hand, form)


def pure_terminals(hand: FullHand, form: Form) -> bool:
    """Terminals everywhere, in one suit (清幺九)."""
    return pure(hand, form) and terminals_everywhere(hand, form)


def pure_pairs(hand: FullHand, form: Form) -> bool:
    """Seven pairs of one suit (清七对)."""
    return form.shape is _SEVEN_PAIRS and pure(hand, form)


def dragon_pairs(hand: FullHand, form: Form) -> bool:
    """Seven pairs of which two are four equal tiles (龙七对)."""
    return form.shape is _SEVEN_PAIRS and hand.roots > 0


def pure_dragon_pairs(hand: FullHand, form: Form) -> bool:
    """Seven pairs of one suit with four equal tiles (清龙七对, 青龙背)."""
    return pure_pairs(hand, form) and hand.roots > 0


def roots(hand: FullHand, _form: Form) -> int:
    """How many designs the hand holds four times, konged or not (根)."""
    return hand.roots


def self_drawn(hand: FullHand, _form: Form) -> bool:
    """The winner drew the tile himself (自摸)."""
    return hand.drawn


def self_drawn_but_kong(hand: FullHand, _form: Form) -> bool:
    """Drawn by the winner, not on a kong's replacement."""
    return hand.drawn and hand.situation.by is not _KONG


def heaven(hand: FullHand, _form: Form) -> bool:
    """The dealer wins with his first fourteen (天胡)."""
    return hand.situation.by is _HEAVEN


def earth(hand: FullHand, _form: Form) -> bool:
    """A non-dealer wins at his first chance (地胡)."""
    return hand.situation.by is _EARTH


def robbed_kong(hand: FullHand, _form: Form) -> bool:
    """The tile was to be added to a pung (抢杠)."""
    return hand.situation.by is _ROB


def kong_win(hand: FullHand, _form: Form) -> bool:
    """Won on a kong's replacement (杠上花)."""
    return hand.situation.by is _KONG


def kong_win_chain(hand: FullHand, _form: Form) -> int:
    """How many kongs of an unbroken chain led to the winning replacement."""
    return max(1, hand.situation.kong_chain) if hand.situation.by is _KONG else 0


def kong_discard(hand: FullHand, _form: Form) -> bool:
    """Won on the discard that followed a kong (杠上炮)."""
    return hand.situation.by is _KONG_DISCARD


def kong_discard_chain(hand: FullHand, _form: Form) -> int:
    """How many kongs of an unbroken chain led to the winning discard."""
    return max(1, hand.situation.kong_chain) if hand.situation.by is _KONG_DISCARD else 0


def declared(hand: FullHand, _form: Form) -> bool:
    """The winner declared himself ready at the start (报叫, 报听)."""
    return hand.situation.declared


def single_wait_on_four_melds(hand: FullHand, form: Form) -> bool:
    """Four melds, and the pair was waited for (大单吊, 金钩钓)."""
    return len(hand.melds) == 4 and first_tile(form.concealed[0]) == hand.win


def undeclared_standard(hand: FullHand, form: Form) -> bool:
    """Four sets and a pair, without a ready declaration."""
    return form.shape is _STANDARD and not hand.situation.declared


def undeclared_standard_drawn(hand: FullHand, form: Form) -> bool:
    """Four sets and a pair, drawn by the winner, without a ready declaration."""
    return hand.drawn and undeclared_standard(hand, form)


def from_declared(hand: FullHand, _form: Form) -> bool:
    """The discarder had declared himself ready (杀报)."""
    situation = hand.situation
    return situation.from_declared and situation.by in _DISCARDS


def dealer_streak(hand: FullHand, _form: Form) -> int:
    """Which hand in the winning dealer's row this is (连庄)."""
    return hand.situation.streak if hand.situation.dealer else 0


def flowers(hand: FullHand, _form: Form) -> int:
    """How many flowers the winner holds (花牌)."""
    return len(hand.situation.flowers)
