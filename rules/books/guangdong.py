"""GD: Guangdong 推倒胡: only a self-drawn tile wins, the table's factor multiplies all amounts."""

from rules.books import names
from rules.hands.forms import seven_pairs, standard
from rules.hands.refusals import Reason, Refusal
from rules.languages import Text
from rules.notation import MeldKind
from rules.scoring import predicates as ask
from rules.scoring.book import Rules
from rules.scoring.conditions import only_self_drawn
from rules.scoring.curves import linear
from rules.scoring.rows import Row
from rules.scoring.schemes import Total
from rules.settling.dealers import by_succession
from rules.settling.events import Win
from rules.settling.plain import Dues, KongDue, plain, table_factor
from rules.settling.sheet import Sheet

RULES = Rules(
    id="GD",
    shapes=(standard, seven_pairs),
    conditions=(only_self_drawn,),  # GD-02
    scheme=Total(
        (
            Row("GD-09", names.BASIC, 2, ask.is_standard_shape, part="STANDARD"),
            Row("GD-09", names.SEVEN_PAIRS, 2, ask.is_seven_pairs_shape, part="PAIRS"),
        )
    ),
    curve=linear,
    amounts={"GD-09-DIRECT": 3, "GD-09-ADDED": 1, "GD-09-CONCEALED": 2},
    texts={
        "GD-01": Text(
            "as played in Shenzhen and Dongguan: fast, kongs matter",
            "深圳、东莞一带的推倒胡，重杠",
            "深圳・東莞の推倒胡、槓が大切",
        ),
        "GD-02": Text(
            "no chow; only a self-drawn tile wins", "不可吃，只可自摸", "チーなし、ツモ和了のみ"
        ),
        "GD-03": Text(
            "the first to sit down deals and sets the table's factor",
            "最先入座者坐庄并定台面倍数",
            "最初に着席した人が親となり倍率を決める",
        ),
        "GD-05": Text(
            "amounts times the table's factor", "分数乘以台面倍数", "点に卓の倍率を掛ける"
        ),
        "GD-08": Text(
            "the winner deals; a draw keeps the dealer",
            "胡牌者坐庄，流局连庄",
            "和了者が親、流局は連荘",
        ),
        "GD-09": Text(
            "self-draw 2 from each; kongs: direct 3 from the feeder, added 1 and concealed 2 from "
            "each; none after a draw",
            "自摸各家2；直杠点杠者3，补杠各家1，暗杠各家2；流局不算杠",
            "自摸は各家2、大明槓は放槓者3、加槓は各家1、暗槓は各家2、流局は槓なし",
        ),
    },
)


def _only_drawn(sheet: Sheet, event: Win) -> Refusal | None:
    """Refuse a tile of another player (GD-02)."""
    return None if event.situation.by in sheet.book.drawn else Refusal(Reason.SELF_DRAWN)


SETTLING = plain(
    Dues(
        discard="GD-02",
        self_draw="GD-09",
        one_winner="GD-02",
        dealer=by_succession("GD-08", "GD-08"),
        kongs=(
            KongDue(MeldKind.DIRECT_KONG, "GD-09", feeder="GD-09-DIRECT"),
            KongDue(MeldKind.ADDED_KONG, "GD-09", each="GD-09-ADDED"),
            KongDue(MeldKind.CONCEALED_KONG, "GD-09", each="GD-09-CONCEALED"),
        ),
        void_at_draw="GD-09",
        factor=table_factor,
        refuses=_only_drawn,
    )
)
