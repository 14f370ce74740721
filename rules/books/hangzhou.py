"""HZ: Hangzhou mahjong (杭州麻将): jokers, seven pairs, factors that multiply."""

from rules.hands.forms import Form, one_standard, seven_pairs
from rules.hands.full_hand import FullHand
from rules.hands.jokers import waited_for_any_tile
from rules.hands.packed import all_even
from rules.hands.refusals import Reason, Refusal
from rules.hands.situation import Fact
from rules.languages import Text
from rules.options import House, OptionError
from rules.scoring import predicates as ask
from rules.scoring.book import Rules
from rules.scoring.curves import linear
from rules.scoring.rows import Row, Times
from rules.scoring.schemes import Product
from rules.settling.dealers import by_succession
from rules.settling.events import Win
from rules.settling.plain import Dues, double_for_the_dealer, plain
from rules.settling.sheet import Sheet
from rules.tiles import Tile, tile_of

_COPIES = 4


def _jokers(house: House) -> frozenset[Tile]:
    """Return the joker (财神): the white dragon, or the design that was turned (HZ-05)."""
    if house.has("joker", "white"):
        return frozenset({tile_of("P")})
    if house.has("joker_tile", "none"):
        raise OptionError("option joker=turned of HZ: give the turned tile too, joker_tile=5m")
    return frozenset({tile_of(str(house["joker_tile"]))})


def _only_drawn_while_a_joker_floats(hand: FullHand, _house: House) -> Refusal | None:
    """Only a self-drawn tile wins in the round of another's 财飘 (HZ-20)."""
    situation = hand.situation
    free = hand.drawn or situation.any_way or not situation.floated
    return None if free else Refusal(Reason.FLOATED)


def _only_drawn_with_a_joker(hand: FullHand, house: House) -> Refusal | None:
    """A hand that holds a joker wins by self-draw only, where the house says so (HZ-22)."""
    free = hand.drawn or hand.situation.any_way or not hand.jokers
    if free or house.has("joker_discard_win", "allowed"):
        return None
    return Refusal(Reason.SELF_DRAWN)


def _four_jokers_in_all(hand: FullHand, house: House) -> Refusal | None:
    """The jokers in hand and those discarded as 财飘 are four at most."""
    count = hand.jokers + hand.situation.piao
    if count <= _COPIES:
        return None
    return Refusal(Reason.FIFTH, {"tile": min(_jokers(house)), "count": count})


def _fours(hand: FullHand) -> int:
    """Count the fours among seven pairs: four equal tiles, not made so by jokers.

    Four jokers are a four of their own where none of them completes a single tile.
    """
    return hand.roots + (hand.jokers == _COPIES and all_even(hand.concealed))


def _pairs_with(fours: int) -> Times:
    """Return the question for seven pairs with so many fours among them (豪华七对)."""

    def ask_pairs(hand: FullHand, form: Form) -> bool:
        return ask.is_seven_pairs_shape(hand, form) and _fours(hand) == fours

    return ask_pairs


def _any_tile(hand: FullHand, _form: Form) -> bool:
    """Self-drawn by a hand that any tile would have won (爆头)."""
    return hand.drawn and waited_for_any_tile(hand)


def _first_float(hand: FullHand, form: Form) -> bool:
    """A joker was discarded in place of a win, and the next tile won (财飘)."""
    return hand.situation.piao > 0 and _any_tile(hand, form)


def _further_floats(hand: FullHand, form: Form) -> int:
    """How many more jokers were discarded so in a row."""
    return max(0, hand.situation.piao - 1) if _any_tile(hand, form) else 0


RULES = Rules(
    id="HZ",
    asks=(Fact.FLOATED, Fact.PIAO, Fact.KONG_CHAIN),
    shapes=(one_standard, seven_pairs),  # HZ-07, HZ-08
    conditions=(_four_jokers_in_all, _only_drawn_while_a_joker_floats, _only_drawn_with_a_joker),
    scheme=Product(
        (
            Row("HZ-F0", Text("standard hand", "平胡", "標準形"), 1, ask.is_standard_shape),
            Row("HZ-F1", Text("seven pairs", "七对", "七対子"), 2, _pairs_with(0)),
            Row("HZ-F2", Text("seven pairs, one four", "豪华七对", "豪華七対"), 4, _pairs_with(1)),
            Row(
                "HZ-F3",
                Text("seven pairs, two fours", "两豪华七对", "双豪華七対"),
                8,
                _pairs_with(2),
            ),
            Row(
                "HZ-F4",
                Text("seven pairs, three fours", "三豪华七对", "三豪華七対"),
                16,
                _pairs_with(3),
            ),
            Row("HZ-F5", Text("any tile would win", "爆头", "爆頭"), 2, _any_tile),
            Row("HZ-F6", Text("a joker floated", "财飘", "財飄"), 2, _first_float),
            Row("HZ-F7", Text("floated again", "再飘", "再び財飄"), 2, _further_floats),
            Row(
                "HZ-F8",
                Text("win on a kong's replacement", "杠开", "嶺上開花"),
                2,
                ask.kong_win_chain,
            ),
        )
    ),
    curve=linear,
    chow=True,  # HZ-04
    jokers=_jokers,
    texts={
        "HZ-03": Text(
            "a winner deals, so a dealer who wins stays; a draw keeps the dealer",
            "胡牌者坐庄，庄家胡或流局连庄",
            "和了者が親、親の和了と流局は連荘",
        ),
        "HZ-04": Text(
            "only the next player may chow; a pung goes before a chow",
            "只有下家可吃，碰先于吃",
            "チーは下家だけ、ポンはチーに優先",
        ),
        "HZ-05": Text("the joker stands for any tile", "财神可作任意牌", "財神はどの牌にもなる"),
        "HZ-07": Text("four sets and any pair", "四副一将，乱将", "四面子と任意の雀頭"),
        "HZ-08": Text("seven pairs, honours too", "七对，可用字牌", "七対子、字牌も可"),
        "HZ-20": Text(
            "while a joker floats the others may only draw",
            "财飘时他家本圈只可自摸，不可吃碰杠",
            "財飄中、他家はその巡ツモのみ",
        ),
        "HZ-21": Text(
            "factors multiply the base; self-draw: each pays, else the discarder",
            "倍数相乘；自摸各家付，点炮者付",
            "倍率を掛け合わせ、自摸は各家払い、ロンは放銃者払い",
        ),
        "HZ-22": Text(
            "a hand with a joker wins by self-draw only, where agreed",
            "有财神只可自摸（约定）",
            "財神を持つ手はツモのみ（取り決め）",
        ),
        "HZ-23": Text(
            "the dealer pays and gets double, where agreed",
            "庄家加倍（约定）",
            "親は倍（取り決め）",
        ),
    },
)


def _floated_by_another(sheet: Sheet, event: Win) -> Refusal | None:
    """Refuse a tile of another player in the round of a 财飘, of declared wins too (HZ-20)."""
    situation = event.situation
    drawn = situation.by in sheet.book.drawn
    return Refusal(Reason.FLOATED) if situation.floated and not drawn else None


SETTLING = plain(
    Dues(
        discard="HZ-21",
        self_draw="HZ-21",
        one_winner="HZ-21",
        dealer=by_succession("HZ-03", "HZ-03"),
        factor=double_for_the_dealer,
        refuses=_floated_by_another,
    )
)
