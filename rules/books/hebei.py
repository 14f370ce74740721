"""HB: Hebei mahjong (河北麻将): no chow, one winner; the amounts are the house's (HB-08)."""

from rules.books import names
from rules.hands.forms import seven_pairs, standard
from rules.languages import Text
from rules.notation import MeldKind
from rules.scoring import predicates as ask
from rules.scoring.book import Rules
from rules.scoring.curves import linear
from rules.scoring.rows import Row
from rules.scoring.schemes import Total
from rules.settling.common import note_ready
from rules.settling.dealers import by_succession
from rules.settling.plain import Dues, KongDue, plain

RULES = Rules(
    id="HB",
    shapes=(standard, seven_pairs),
    conditions=(),
    scheme=Total(
        (
            Row("HB-08", names.BASIC, 1, ask.is_standard_shape, part="STANDARD"),
            Row("HB-08", names.SEVEN_PAIRS, 1, ask.is_seven_pairs_shape, part="PAIRS"),
            Row("HB-08", names.SELF_DRAWN, 0, ask.self_drawn, part="SELF-DRAW"),
        )
    ),
    curve=linear,
    amounts={"HB-08-DIRECT": 1, "HB-08-ADDED": 1, "HB-08-CONCEALED": 2},
    texts={
        "HB-01": Text(
            "136 tiles, 17 stacks a side, two dice", "136张，每边17墩，两粒骰子", "136枚、各辺17幢"
        ),
        "HB-02": Text(
            "a dealer who wins stays, another's win moves the deal to the next player; a draw "
            "keeps the dealer",
            "庄家胡连庄，闲家胡则庄家下家坐庄，流局连庄",
            "親の和了は連荘、子の和了は親の下家へ、流局は連荘",
        ),
        "HB-03": Text(
            "taking starts by the sum of the dice", "按点数之和起抓", "サイコロの合計から取る"
        ),
        "HB-05": Text(
            "no chow; a win goes before a pung or kong",
            "不可吃；胡先于碰杠",
            "チーなし、和了はポン・カンに優先",
        ),
        "HB-06": Text("three ways to kong", "直杠、补杠、暗杠", "大明槓・加槓・暗槓"),
        "HB-07": Text(
            "ready may be declared; a kong then only where the hand stays ready",
            "听牌后只可作仍听的杠",
            "聴牌宣言後の槓は聴牌が続く場合のみ",
        ),
        "HB-08": Text(
            "any four sets and a pair or seven pairs; amounts by agreement",
            "平胡或七对，分值从约定",
            "四面子一雀頭か七対子、点は取り決め",
        ),
    },
)

SETTLING = plain(
    Dues(
        discard="HB-08",
        self_draw="HB-08",
        one_winner="HB-08",
        dealer=by_succession("HB-02", "HB-02"),
        declare=note_ready,  # HB-07
        kongs=(
            KongDue(MeldKind.DIRECT_KONG, "HB-08", feeder="HB-08-DIRECT"),
            KongDue(MeldKind.ADDED_KONG, "HB-08", each="HB-08-ADDED"),
            KongDue(MeldKind.CONCEALED_KONG, "HB-08", each="HB-08-CONCEALED"),
        ),
    )
)
