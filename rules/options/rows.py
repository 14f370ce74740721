"""Every house option with its values, its default in each variant, and its source."""

from collections.abc import Iterable

from rules.languages import Text
from rules.options.model import FLAG, Choice, Design, Number, Option, Setting, Sides, Values

_108 = ("DY", "GY1", "GY2", "GY3", "GY4", "CD", "QS", "SS", "NS", "SP")
_ALL = (*_108, "MCR", "HZ", "HB", "GD", "B144")
_GUIYANG = ("GY1", "GY2", "GY3", "GY4")


def _same(variants: Iterable[str], value: Setting) -> dict[str, Setting]:
    return dict.fromkeys(variants, value)


OPTIONS: tuple[Option, ...] = (
    Option(
        "base",
        Number(1, 1_000_000),
        {**_same(_ALL, 1), "QS": 6},
        "QS-F0",
        Text("stake: one unit of the table", "底分", "レート（一単位）"),
    ),
    Option(
        "cap_fan",  # DY-O1
        Choice(("3", "4", "5", "none")),
        {"DY": "4", **_same(("CD", "QS", "SS", "NS"), "none")},
        "DY-P7",
        Text("highest fan that is paid", "封顶番数", "翻数の上限"),
    ),
    Option(
        "draw_value",  # DY-O2
        Choice(("biggest", "smallest")),
        {"DY": "biggest"},
        "DY-30",
        Text("what the ready check pays", "查大或查小", "流局時の査定"),
    ),
    Option(
        "dead_wait",  # DY-O3
        Choice(("paid", "ready_not_paid", "not_ready")),
        {"DY": "ready_not_paid"},
        "DY-32",
        Text("a wait that nobody can hit", "死叫", "死に待ち"),
    ),
    Option(
        "kong_shares",
        Choice(("halves", "whole")),
        {"DY": "halves"},
        "DY-P6",
        Text("uneven shares of kong money", "转雨分不尽时", "端数の分け方"),
    ),
    Option(
        "piao_break",
        FLAG,
        {"DY": "off"},
        "DY-O4",
        Text("the owner of the broken wall plays double", "摔飘", "開門の家が倍"),
    ),
    Option(
        "piao_doubles",
        FLAG,
        {"DY": "off"},
        "DY-O5",
        Text("equal dice double the stake", "摔豹子", "ゾロ目で倍"),
    ),
    Option(
        "heavenly_bonus",  # DY-O6
        Number(0, 1),
        {"DY": 0},
        "DY-E7",
        Text("fan for a heavenly hand", "天胡加番", "天和の加翻"),
    ),
    Option(
        "kong_win_extra",  # DY-O7
        Choice(("instead_of_self_draw", "both")),
        {"DY": "instead_of_self_draw"},
        "DY-E5",
        Text("fan of a kong win", "杠上开花的算法", "嶺上開花の数え方"),
    ),
    Option(
        "pure_terminals",
        Number(5, 6),
        {"DY": 5},
        "DY-F11",
        Text("fan of pure terminals", "一色幺九番数", "清么九の翻数"),
    ),
    Option(
        "table_money",
        Choice(("off", "fixed", "proportional")),
        {"DY": "off"},
        "DY-45",
        Text("put aside for the table", "抽台费", "場代の積立"),
    ),
    Option(
        "mode",
        Choice(("plain", "rain", "bloody", "bloody_rain")),
        {"CD": "bloody_rain"},
        "CD-13",
        Text("when the hand ends, and kong money", "打法", "打ち方"),
    ),
    Option(
        "mode",
        Choice(("normal", "bloody")),
        {"QS": "bloody", "SS": "bloody"},
        "QS-02",
        Text("when the hand ends", "普通场或血战场", "終わり方"),
    ),
    Option(
        "sing",
        FLAG,
        {"CD": "off"},
        "CD-14",
        Text("a ready player announces it", "唱歌", "聴牌宣言"),
    ),
    Option(
        "dance",
        FLAG,
        {"CD": "off"},
        "CD-15",
        Text("a ready player shows his waits", "跳舞", "待ちの公開"),
    ),
    Option(
        "stack_from",
        Choice(("smaller_die", "sum")),
        {"CD": "smaller_die", "HB": "sum"},
        "CD-03",
        Text("what counts the stacks", "墩数的算法", "幢数の数え方"),
    ),
    Option(
        "rob_kong_fan",
        Number(0, 1),
        {"CD": 0},
        "CD-F17",
        Text("fan for robbing a kong", "抢杠加番", "槍槓の加翻"),
    ),
    Option(
        "self_draw",
        Choice(("none", "add_base", "add_fan")),
        {**_same(("CD", "QS", "SS"), "none"), "NS": "add_base"},
        "NS-26",
        Text("what a self-draw adds", "自摸加底或加番", "自摸の加算"),
    ),
    Option(
        "kong_transfer",
        Choice(("off", "full_to_each", "shared")),
        _same(("CD", "NS"), "full_to_each"),
        "NS-27",
        Text("kong money after a lost kong discard", "呼叫转移", "槓後放銃時の槓代"),
    ),
    Option(
        "direct_kong",
        Choice(("contractor", "everybody")),
        {"NS": "contractor"},
        "NS-22",
        Text("who pays a direct kong", "直杠承包制或家家有", "大明槓の支払い"),
    ),
    Option(
        "last_four_forced",
        FLAG,
        {"NS": "off"},
        "NS-05",
        Text("the last four tiles must be won", "最后四张必胡", "残り四枚は必ず和了"),
    ),
    Option(
        "pig_pays",
        Choice(("all_non_pigs", "players_still_in")),
        _same(("CD", "QS", "SS", "NS"), "all_non_pigs"),
        "QS-31",
        Text("whom a flower pig pays", "花猪赔谁", "花猪の支払先"),
    ),
    Option(
        "earthly_by",
        Choice(("own_first_draw", "dealers_first_discard")),
        _same(("CD", "QS", "SS", "NS"), "own_first_draw"),
        "CD-F14",
        Text("what an earthly hand is", "地胡的定义", "地和の定義"),
    ),
    Option(
        "kong_draw_from",
        Choice(("head", "tail")),
        {**_same(("CD", "QS", "SS", "NS"), "head"), **_same(_GUIYANG, "tail")},
        "CD-05",
        Text("where a kong's replacement is drawn", "杠后补牌", "嶺上牌の取り方"),
    ),
    Option(
        "pure_seven",
        Number(4, 8),
        {"SP": 4},
        "SP-F8",
        Text("points of pure seven pairs", "清七对分数", "清七対の点"),
    ),
    Option(
        "pattern_values",
        Values(),
        _same(("GY1", "GY4"), ()),
        "GY1-F2",
        Text("values of patterns", "牌型分值", "役の点数"),
    ),
    Option(
        "dealer_streak",
        FLAG,
        {"GY1": "on"},
        "GY1-F10",
        Text("a dealer's row of hands pays", "连庄", "連荘"),
    ),
    Option(
        "outside_chickens",
        FLAG,
        _same(("GY1", "GY2"), "off"),
        "GY1-43",
        Text("discarded chickens count", "内外鸡", "捨て牌の鶏"),
    ),
    Option(
        "standing_chicken",
        FLAG,
        {"GY1": "on"},
        "GY1-44",
        Text("1 of bamboo is always a chicken", "常务鸡", "一索は常に鶏"),
    ),
    Option(
        "hero_chicken",
        FLAG,
        {"GY1": "on"},
        "GY1-45",
        Text("the first 1 of bamboo discarded", "英雄鸡", "最初に捨てた一索"),
    ),
    Option(
        "golden_value",
        Number(2, 3),
        {"GY1": 3},
        "GY1-42",
        Text("value of a golden chicken", "金鸡", "金鶏の点"),
    ),
    Option(
        "original_hand_only",
        FLAG,
        {"GY1": "off"},
        "GY1-52",
        Text("ready only from the original hand", "原手报听", "配牌聴牌のみ"),
    ),
    Option(
        "follow_tile",
        FLAG,
        {"GY1": "off"},
        "GY1-54",
        Text("following the dealer's first discard", "跟张", "親の第一打に合わせる"),
    ),
    Option(
        "chicken_needs_ready",
        FLAG,
        {"GY3": "on"},
        "GY3-40",
        Text("chickens count for ready players only", "鸡须下叫", "鶏は聴牌者のみ"),
    ),
    Option(
        "guarantee",
        FLAG,
        _same(("GY2", "GY3"), "off"),
        "GY2-50",
        Text("a passed win pays for all", "包牌", "見逃しの責任払い"),
    ),
    Option(
        "gold_concealed",
        Choice(("14", "11")),
        {"GY4": "14"},
        "GY4-45",
        Text("a concealed kong of golden chickens", "闷金鸡", "金鶏の暗槓"),
    ),
    Option(
        "dice",
        Choice(("larger_die_wall", "as_gy2")),
        {"GY4": "larger_die_wall"},
        "GY4-02",
        Text("which wall the dice name", "骰子定墙", "サイコロの山"),
    ),
    Option(
        "break_after_count",
        Choice(("after", "at_the_counted_stack")),
        {"MCR": "after"},
        "MCR-23",
        Text("where taking starts", "从哪墩起抓", "取り始めの幢"),
    ),
    Option(
        "knitted_wait",
        Choice(("counted", "not")),
        {"MCR": "counted"},
        "MCR-F77",
        Text("a wait inside a knitted straight", "组合龙内的听牌", "組合龍の中の待ち"),
    ),
    Option(
        "own_four_wait",
        Choice(("counts", "not")),
        {"MCR": "counts"},
        "MCR-F77",
        Text("a tile of which one holds all four", "自持四张的听牌", "四枚使いの待ち"),
    ),
    Option(
        "ming_an_gang",
        FLAG,
        {"MCR": "on"},
        "MCR-F82",
        Text("an exposed and a concealed kong: 5", "明暗杠五番", "明暗槓"),
    ),
    Option(
        "joker",
        Choice(("white", "turned")),
        {"HZ": "white"},
        "HZ-05",
        Text("which tile is the joker", "财神", "財神の牌"),
    ),
    Option(
        "joker_tile",
        Design(),
        {"HZ": "none"},
        "HZ-05",
        Text("the turned tile, where it is the joker", "翻出的牌", "めくった牌"),
    ),
    Option(
        "joker_discard_win",
        Choice(("allowed", "self_draw_only")),
        {"HZ": "allowed"},
        "HZ-22",
        Text("a discard win with a joker", "有财神点炮", "財神を持つロン"),
    ),
    Option(
        "dealer_double",
        FLAG,
        {"HZ": "off"},
        "HZ-23",
        Text("the dealer pays and gets double", "庄家加倍", "親は倍"),
    ),
    Option(
        "values",
        Values(),
        _same(("HB", "GD", "B144"), ()),
        "HB-08",
        Text("values and payments", "分值", "点数"),
    ),
    Option(
        "tiles",
        Choice(("136", "108")),
        {"GD": "136"},
        "GD-07",
        Text("with or without honours", "有无字牌", "字牌の有無"),
    ),
    Option(
        "table_factor",
        Choice(("1", "3", "5", "10", "50", "100")),
        {"GD": "1"},
        "GD-03",
        Text("factor of the table", "台面倍数", "卓の倍率"),
    ),
    Option(
        "sides_108",
        Sides(54),
        _same(_108, (14, 13, 14, 13)),
        "COM-02",
        Text("stacks of each side", "每边墩数", "各辺の幢数"),
    ),
)
"""Every option; ``base`` is the stake that all amounts are multiples of."""
