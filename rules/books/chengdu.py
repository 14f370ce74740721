"""CD: Chengdu mahjong (成都麻将)."""

from rules.books import names
from rules.hands.forms import seven_pairs, standard
from rules.hands.situation import Fact
from rules.languages import Text
from rules.notation import MeldKind
from rules.scoring import predicates as ask
from rules.scoring.book import PassRule, Rules, Scope
from rules.scoring.conditions import a_suit_missing
from rules.scoring.curves import doubling_from_zero
from rules.scoring.rows import Row
from rules.scoring.schemes import Largest
from rules.settling.common import check_open
from rules.settling.dealers import by_succession
from rules.settling.sichuan import sichuan
from rules.settling.sichuan_money import KongPay, Money, Sharing

RULES = Rules(
    id="CD",
    asks=(Fact.KONG_CHAIN,),
    shapes=(standard, seven_pairs),
    conditions=(a_suit_missing,),  # CD-20
    scheme=Largest(
        patterns=(
            Row("CD-F1", names.BASIC, 0, ask.is_standard_shape),
            Row("CD-F3", names.ALL_PUNGS, 1, ask.all_pungs),
            Row("CD-F4", names.PURE, 2, ask.pure),
            Row("CD-F5", names.PURE_PUNGS, 3, ask.pure_pungs),
            Row("CD-F6", names.TWO_FIVE_EIGHT, 3, ask.pungs_of_two_five_eight),
            Row("CD-F7", names.SEVEN_PAIRS, 2, ask.is_seven_pairs_shape),
            Row("CD-F8", names.PURE_PAIRS, 4, ask.pure_pairs),
            Row("CD-F9", names.DRAGON_PAIRS, 4, ask.dragon_pairs, roots_inside=1),
            Row("CD-F10", names.PURE_DRAGON_PAIRS, 5, ask.pure_dragon_pairs, roots_inside=1),
            Row("CD-F11", names.TERMINALS, 2, ask.terminals_everywhere),
            Row("CD-F12", names.PURE_TERMINALS, 4, ask.pure_terminals),
            Row("CD-F13", names.HEAVEN, 5, ask.heaven, roots_inside=None),
            Row("CD-F14", names.EARTH, 5, ask.earth, roots_inside=None),
        ),
        root=Row("CD-F2", names.ROOT, 1, ask.roots),
        extras=(
            Row("CD-F15", names.KONG_WIN, 2, ask.kong_win_chain),
            Row("CD-F16", names.KONG_DISCARD, 1, ask.kong_discard_chain),
            Row("CD-F17", names.ROBBED_KONG, "rob_kong_fan", ask.robbed_kong),
            Row("CD-P6", names.SELF_DRAWN, 1, ask.self_drawn, when=("self_draw", "add_fan")),
        ),
    ),
    curve=doubling_from_zero,
    passing=PassRule("CD-22", Scope.LINE, unless_higher=True),
    last_four="CD-23",
    texts={
        "CD-01": Text("108 tiles of three suits", "筒条万108张", "三色108枚"),
        "CD-04": Text(
            "the first winner deals; two on one tile: the discarder",
            "先胡者坐庄；一炮多响由点炮者坐庄",
            "最初の和了者が親、複数和了なら放銃者",
        ),
        "CD-10": Text(
            "plain: the first win ends the hand, kongs earn nothing at once",
            "标准打法：一家胡即止，杠不收钱",
            "標準：最初の和了で終局、槓代なし",
        ),
        "CD-11": Text("rain: plain, and kongs are paid", "标准下雨：加收杠钱", "下雨：槓代あり"),
        "CD-12": Text(
            "bloody battle: who wins stops, the others go on",
            "血战：胡者退出，余家继续",
            "血戦：和了者は抜け、他は続行",
        ),
        "CD-13": Text("bloody battle with kong money", "血战下雨", "血戦・槓代あり"),
        "CD-20": Text("one suit must be missing", "打缺一门", "一色欠け"),
        "CD-21": Text("no chow", "不可吃牌", "チーなし"),
        "CD-22": Text(
            "a passed win bars its wait until the next draw, unless the new one is worth more",
            "过水不胡，番数更高除外",
            "見逃した待ちは次のツモまで和了不可（高くなれば可）",
        ),
        "CD-23": Text("the last four tiles must be won", "最后四张有叫必胡", "残り四枚は必ず和了"),
        "CD-25": Text(
            "who has won takes no part in later kongs and wins",
            "胡后不再参与杠和胡的收付",
            "和了者はその後の収支に加わらない",
        ),
        "CD-26": Text(
            "several winners on one discard, each settles alone",
            "一炮多响各算各",
            "複数和了は各自精算",
        ),
        "CD-P4": Text("each kong is a root at the win", "每杠胡牌时加一番", "槓は和了時に一翻"),
        "CD-P1": Text("direct kong: the feeder pays 2", "直杠：点杠者2", "大明槓：放槓者2"),
        "CD-P2": Text("added kong: 1 from everyone still in", "补杠：各家1", "加槓：各家1"),
        "CD-P3": Text("concealed kong: 2 from everyone still in", "暗杠：各家2", "暗槓：各家2"),
        "CD-P5": Text(
            "the discarder pays; everyone still in pays a self-draw",
            "点炮者付；自摸各家付",
            "放銃者払い、自摸は各家払い",
        ),
        "CD-P7": Text("the cap, where one is agreed", "封顶", "上限"),
        "CD-P8": Text(
            "at the draw: flower pigs, ready check and returned kong money as in QQ Sichuan",
            "流局：查花猪、查叫、退杠钱，同QQ四川",
            "流局：花猪・聴牌査定・槓代返却はQQ四川と同じ",
        ),
        "CD-P9": Text("kong money moves to the winner", "杠钱转给胡牌者", "槓代は和了者へ"),
        "CD-24": Text("a robbed kong earns nothing", "被抢的杠不收钱", "槍槓された槓は無効"),
    },
)

SETTLING = sichuan(
    Money(
        kongs=(
            KongPay(MeldKind.DIRECT_KONG, "CD-P1", feeder=2),
            KongPay(MeldKind.ADDED_KONG, "CD-P2", each=1),
            KongPay(MeldKind.CONCEALED_KONG, "CD-P3", each=2),
        ),
        discard="CD-P5",
        self_draw="CD-P5",
        add_base="CD-P6",
        sharing=Sharing("CD-P9", lambda house: str(house["kong_transfer"])),
        pig="CD-P8",
        check="CD-P8",
        refund="CD-P8",
        dealer=by_succession("CD-04", "QS-05"),
        declare=check_open,  # CD-14, CD-15
        bloody=lambda house: str(house["mode"]).startswith("bloody"),
        rain=lambda house: str(house["mode"]).endswith("rain"),
    )
)
