"""QS: QQ Sichuan mahjong (QQ四川麻将); its table of fan serves SS and NS too."""

from rules.books import names
from rules.hands.forms import seven_pairs, standard
from rules.hands.situation import Fact
from rules.languages import Text
from rules.notation import MeldKind
from rules.scoring import predicates as ask
from rules.scoring.book import PassRule, Rules, Scope
from rules.scoring.conditions import a_suit_missing
from rules.scoring.curves import doubling_from_one
from rules.scoring.rows import Row
from rules.scoring.schemes import Largest
from rules.settling.dealers import by_table
from rules.settling.sichuan import sichuan
from rules.settling.sichuan_money import KongPay, Money, Sharing

TABLE = Largest(
    patterns=(
        Row("QS-F1", names.BASIC, 1, ask.is_standard_shape),
        Row("QS-F2", names.ALL_PUNGS, 2, ask.all_pungs),
        Row("QS-F3", names.PURE, 3, ask.pure),
        Row("QS-F3", names.TERMINALS, 3, ask.terminals_everywhere),
        Row("QS-F3", names.SEVEN_PAIRS, 3, ask.is_seven_pairs_shape),
        Row("QS-F4", names.PURE_PUNGS, 4, ask.pure_pungs),
        Row("QS-F4", names.TWO_FIVE_EIGHT, 4, ask.pungs_of_two_five_eight),
        Row("QS-F5", names.DRAGON_PAIRS, 5, ask.dragon_pairs, roots_inside=1),
        Row("QS-F5", names.PURE_PAIRS, 5, ask.pure_pairs),
        Row("QS-F5", names.PURE_TERMINALS, 5, ask.pure_terminals),
        Row("QS-F6", names.PURE_DRAGON_PAIRS, 6, ask.pure_dragon_pairs, roots_inside=1),
        Row("QS-F6", names.HEAVEN, 6, ask.heaven, roots_inside=None),
        Row("QS-F6", names.EARTH, 6, ask.earth, roots_inside=None),
    ),
    root=Row("QS-F7", names.ROOT, 1, ask.roots),
    extras=(
        Row("QS-F7", names.KONG_WIN, 1, ask.kong_win),
        Row("QS-F7", names.KONG_DISCARD, 1, ask.kong_discard),
        Row("QS-F7", names.ROBBED_KONG, 1, ask.robbed_kong),
        Row("NS-26", names.SELF_DRAWN, 1, ask.self_drawn, when=("self_draw", "add_fan")),
    ),
)
"""Only the largest pattern counts, roots and extras add (QS-F0)."""

TEXTS: dict[str, Text] = {
    "QS-01": Text(
        "108 tiles, no chow, one suit missing", "108张，不可吃，缺一门", "108枚、チーなし、一色欠け"
    ),
    "QS-02": Text(
        "normal table: the first win ends the hand; bloody table: until three have won",
        "普通场：一家胡即止；血战场：三家胡为止",
        "普通卓は最初の和了で、血戦卓は三人和了で終局",
    ),
    "QS-03": Text(
        "the last four tiles are won automatically", "最后四张自动胡", "残り四枚は自動和了"
    ),
    "QS-04": Text(
        "several winners on one tile, each settles alone", "一炮多响各算各", "複数和了は各自精算"
    ),
    "QS-05": Text(
        "bloody table: dice every hand; normal table: the discarder deals, a draw keeps the dealer",
        "血战场每局掷骰；普通场点炮者坐庄，流局连庄",
        "血戦卓は毎局サイコロ、普通卓は放銃者が親、流局は親継続",
    ),
    "QS-20": Text("direct kong: the feeder pays", "直杠（刮风）：点杠者付", "大明槓：放槓者払い"),
    "QS-21": Text(
        "added kong: everyone still in pays", "面下杠（刮风）：各家付", "加槓：残る各家払い"
    ),
    "QS-22": Text("concealed kong: everyone still in pays", "下雨：各家付", "暗槓：残る各家払い"),
    "QS-23": Text("a robbed kong earns nothing", "被抢的杠不收钱", "槍槓された槓は無効"),
    "QS-24": Text(
        "kong money moves to the winner on the discard after it",
        "杠上炮：杠钱转给胡牌者",
        "槓後放銃：槓代は和了者へ",
    ),
    "QS-25": Text("self-draw: everyone still in pays", "自摸：各家付", "自摸：残る各家払い"),
    "QS-30": Text(
        "a draw: two or more have not won; at the normal table nobody has",
        "流局：血战场两家或以上未胡；普通场无人胡",
        "流局：血戦卓は二人以上、普通卓は全員が未和了",
    ),
    "QS-31": Text("flower pig pays who is none", "查花猪", "花猪の罰払い"),
    "QS-32": Text("not ready pays who is ready", "查大叫", "不聴は聴牌者に払う"),
    "QS-F0": Text("discard win: the discarder pays", "点炮：点炮者付", "放銃：放銃者払い"),
}

RULES = Rules(
    id="QS",
    asks=(Fact.KONG_CHAIN,),
    shapes=(standard, seven_pairs),
    conditions=(a_suit_missing,),
    scheme=TABLE,
    curve=doubling_from_one,
    minimum=1,
    passing=PassRule("CD-22", Scope.LINE, unless_higher=True),
    last_four="QS-03",
    texts=TEXTS,
)

SETTLING = sichuan(
    Money(
        kongs=(
            KongPay(MeldKind.DIRECT_KONG, "QS-20", feeder=1),
            KongPay(MeldKind.ADDED_KONG, "QS-21", each=1),
            KongPay(MeldKind.CONCEALED_KONG, "QS-22", each=2),
        ),
        discard="QS-F0",
        self_draw="QS-25",
        add_base="NS-26",
        sharing=Sharing("QS-24", lambda _house: "full_to_each"),
        pig="QS-31",
        check="QS-32",
        refund="QS-32",
        dealer=by_table,
        bloody=lambda house: house.has("mode", "bloody"),
    )
)
