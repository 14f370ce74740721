"""SP: Sichuan mahjong by points (计分): one winner ends the hand, points add."""

from rules.books import names
from rules.hands.forms import seven_pairs, standard
from rules.languages import Text
from rules.scoring import predicates as ask
from rules.scoring.book import PassRule, Rules, Scope
from rules.scoring.conditions import a_suit_missing
from rules.scoring.curves import linear
from rules.scoring.rows import Row
from rules.scoring.schemes import Largest
from rules.settling.dealers import by_succession
from rules.settling.sichuan import sichuan
from rules.settling.sichuan_money import Money

RULES = Rules(
    id="SP",
    shapes=(standard, seven_pairs),
    conditions=(a_suit_missing,),  # SP-02
    scheme=Largest(
        patterns=(
            Row("SP-F1", names.BASIC, 1, ask.is_standard_shape),
            Row("SP-F2", names.ALL_PUNGS, 2, ask.all_pungs),
            Row("SP-F4", names.PURE, 3, ask.pure),
            Row("SP-F5", names.TERMINALS, 3, ask.terminals_everywhere),
            Row("SP-F6", names.SEVEN_PAIRS, 3, ask.is_seven_pairs_shape),
            Row("SP-F7", names.DRAGON_PAIRS, 4, ask.dragon_pairs, roots_inside=1),
            Row("SP-F8", names.PURE_PAIRS, "pure_seven", ask.pure_pairs),
            Row("SP-F9", names.PURE_PUNGS, 4, ask.pure_pungs),
            Row("SP-F10", names.TWO_FIVE_EIGHT, 4, ask.pungs_of_two_five_eight),
            Row("SP-F11", names.HEAVEN, 8, ask.heaven, roots_inside=None),
            Row("SP-F12", names.EARTH, 8, ask.earth, roots_inside=None),
            Row("SP-F13", names.PURE_DRAGON_PAIRS, 8, ask.pure_dragon_pairs, roots_inside=1),
        ),
        root=Row("SP-E1", names.ROOT, 1, ask.roots),
        extras=(
            Row("SP-E2", names.KONG_WIN, 2, ask.kong_win),
            Row("SP-E3", names.ROBBED_KONG, 1, ask.robbed_kong),  # SP-F3: 2 with a basic win
        ),
    ),
    curve=linear,
    minimum=1,
    earth_drawn=False,  # SP-F12: on the first discard
    passing=PassRule("SP-16", Scope.ANY, unless_higher=True),
    last_four="SP-05",
    texts={
        "SP-01": Text("108 tiles of three suits", "筒条万108张", "三色108枚"),
        "SP-02": Text("one suit must be missing", "缺一门", "一色欠け"),
        "SP-03": Text("a discard win: only the discarder pays", "点炮者一家付", "放銃者のみ払い"),
        "SP-04": Text("each kong adds to the win", "每杠胡牌时加分", "槓は和了時に加点"),
        "SP-F3": Text(
            "robbing a kong: 2 with a basic win", "抢杠胡：平胡共2分", "槍槓：平和なら計2点"
        ),
        "SP-05": Text("the last four tiles must be won", "最后四张能胡必胡", "残り四枚は必ず和了"),
        "SP-06": Text("a draw: the ready check", "流局查窖（查叫）", "流局は聴牌査定"),
        "SP-12": Text(
            "the winner deals; several on one tile: the discarder; a draw keeps the dealer",
            "胡牌者坐庄；一炮多响由点炮者坐庄；流局连庄",
            "和了者が親、複数和了は放銃者、流局は親継続",
        ),
        "SP-13": Text(
            "pungs and kongs lie open; no chow", "碰杠明放，不可吃", "ポンとカンは公開、チーなし"
        ),
        "SP-14": Text(
            "a win on a direct kong's replacement is paid by its feeder alone",
            "点杠花算点炮",
            "大明槓の嶺上開花は放槓者払い",
        ),
        "SP-15": Text("a self-draw is paid by all", "自摸三家付", "自摸は三家払い"),
        "SP-16": Text(
            "a passed win bars others in the round, unless they have more points",
            "一轮内过胡不可再胡，分数更高除外",
            "見逃し後は一巡和了不可（点が高ければ可）",
        ),
        "SP-17": Text(
            "not ready pays who is ready the smallest value",
            "查叫按最小分赔",
            "不聴は聴牌者に最小の点を払う",
        ),
    },
)

SETTLING = sichuan(
    Money(
        kongs=(),  # SP-04: a kong is a point of the win
        discard="SP-03",
        self_draw="SP-15",
        feeder_pays_kong_win="SP-14",
        check="SP-17",
        refund="SP-17",
        checked=lambda _house, standing: standing.smallest,
        dealer=by_succession("SP-12", "SP-12"),
        bloody=lambda _house: False,
    )
)
