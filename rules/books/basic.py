"""B144: basic rules with 144 tiles: four sets and a pair, chow, flowers replaced."""

from rules.books import names
from rules.hands.forms import standard
from rules.languages import Text
from rules.notation import MeldKind
from rules.scoring import predicates as ask
from rules.scoring.book import Rules
from rules.scoring.curves import linear
from rules.scoring.rows import Row
from rules.scoring.schemes import Total
from rules.settling.dealers import by_succession
from rules.settling.plain import Dues, KongDue, plain

RULES = Rules(
    id="B144",
    shapes=(standard,),  # B144-05
    conditions=(),
    scheme=Total(
        (
            Row("B144-10", names.BASIC, 1, ask.is_standard_shape, part="STANDARD"),
            Row("B144-10", names.SELF_DRAWN, 0, ask.self_drawn, part="SELF-DRAW"),
            Row("B144-09", names.FLOWERS, 0, ask.flowers),
        )
    ),
    curve=linear,
    chow=True,  # B144-06
    amounts={"B144-10-DIRECT": 0, "B144-10-ADDED": 0, "B144-10-CONCEALED": 0},
    texts={
        "B144-01": Text(
            "144 tiles with winds, dragons and eight flowers, two dice",
            "144张，含风、箭、八张花，两粒骰子",
            "風牌・三元牌・花牌8枚を含む144枚、サイコロ二つ",
        ),
        "B144-02": Text("the winner deals", "胡牌者坐庄", "和了者が親"),
        "B144-04": Text(
            "a discard may be claimed for chow, pung, kong or win; an added kong may be robbed",
            "可吃、碰、杠、胡，补杠可抢",
            "捨て牌はチー・ポン・カン・和了でき、加槓は槍槓できる",
        ),
        "B144-05": Text(
            "four sets and a pair; a kong counts as three", "四副一将，杠算三张", "四面子一雀頭"
        ),
        "B144-06": Text(
            "a chow takes the previous player's discard only",
            "只可吃上家",
            "チーは上家の捨て牌だけ",
        ),
        "B144-07": Text(
            "pung and kong of any tile but flowers", "花牌不可碰杠", "花牌はポン・カン不可"
        ),
        "B144-08": Text(
            "three ways to kong, replaced from the tail", "杠后从牌尾补", "槓は山の末尾から補充"
        ),
        "B144-09": Text(
            "flowers are replaced and earn nothing", "花牌补牌，不计分", "花牌は補充し、点なし"
        ),
        "B144-10": Text(
            "1 from the discarder, 1 from each on a self-draw, by agreement",
            "点炮者1，自摸各家1，从约定",
            "放銃者1、自摸は各家1、取り決めによる",
        ),
    },
)

SETTLING = plain(
    Dues(
        discard="B144-10",
        self_draw="B144-10",
        one_winner="B144-10",
        dealer=by_succession("B144-02", "B144-10"),
        kongs=(
            KongDue(MeldKind.DIRECT_KONG, "B144-10", feeder="B144-10-DIRECT"),
            KongDue(MeldKind.ADDED_KONG, "B144-10", each="B144-10-ADDED"),
            KongDue(MeldKind.CONCEALED_KONG, "B144-10", each="B144-10-CONCEALED"),
        ),
    )
)
