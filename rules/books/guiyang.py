"""What the four rule books of Guiyang share: names of patterns, and the pass for a basic win."""

from collections.abc import Callable

from rules.hands.full_hand import FullHand
from rules.hands.refusals import Refusal
from rules.hands.situation import By
from rules.languages import Text
from rules.notation import MeldKind
from rules.options import House
from rules.scoring.book import Verdict
from rules.scoring.rows import Tally

ALL_PUNGS = Text("all pungs", "大对子", "対対和")
PURE_PUNGS = Text("pure all pungs", "清大对", "清対対")
PURE_DRAGON_PAIRS = Text("pure seven pairs with four equal", "青龙背", "青龍背")
KONG_WIN = Text("win on a kong's replacement", "杠上花（杠开）", "嶺上開花")
STREAK = Text("hands in a row as dealer", "连庄", "連荘")
DECLARED = Text("ready declared", "报听", "聴牌宣言")
FROM_DECLARED = Text("on the discard of who declared ready", "杀报", "宣言者からの和了")
ROBBED = Text("a robbed kong counts as pure suit", "抢杠算清一色", "槍槓は清一色扱い")

KONGS = (MeldKind.DIRECT_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG)
_FREE = (By.ROB, By.KONG_DISCARD)


def needs_a_bean(basic: str) -> Verdict:
    """Return the pass rule (通行证): a basic win takes a discard only with a kong of one's own.

    A self-draw is free, and so are a robbed kong, the discard after a kong, a declared hand, and
    the discard of who has declared. ``basic`` is the row of a basic win.
    """

    def verdict(hand: FullHand, best: Tally, _house: House) -> Refusal | None:
        situation = hand.situation
        is_basic = bool(best.items) and best.items[0].rule == basic
        free = hand.drawn or situation.any_way or situation.by in _FREE
        declared = situation.declared or situation.from_declared
        has_bean = any(meld.kind in KONGS for meld in hand.melds)
        if not is_basic or free or declared or has_bean:
            return None
        return Refusal("no.bean")

    return verdict


def option_is_on(name: str) -> Callable[[House], bool]:
    """Return a question to a house: is this option on?"""
    return lambda house: house.on(name)
