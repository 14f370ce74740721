"""SS: Standard Sichuan mahjong (标准川麻): as QQ Sichuan, per point."""

from dataclasses import replace

from rules.books import qq
from rules.languages import Text
from rules.notation import MeldKind
from rules.settling.dealers import by_table
from rules.settling.sichuan import sichuan
from rules.settling.sichuan_money import KongPay, Money, Sharing

RULES = replace(
    qq.RULES,
    id="SS",
    last_four="SS-02",
    texts={
        **qq.TEXTS,
        "SS-01": qq.TEXTS["QS-01"],
        "SS-02": qq.TEXTS["QS-03"],
        "SS-03": qq.TEXTS["QS-04"],
        "SS-04": Text(
            "kongs: direct 1 from the feeder, added 1 and concealed 2 from everyone still in",
            "直杠点杠者1，面下杠各家1，暗杠各家2",
            "大明槓は放槓者1、加槓は各家1、暗槓は各家2",
        ),
        "SS-05": qq.TEXTS["QS-23"],
        "SS-06": Text("not ready: kong money returned", "未下叫退还杠钱", "不聴は槓代返却"),
        "SS-07": Text(
            "flower pigs pay 16 to who is none; not ready pays who is ready",
            "花猪赔16倍，未叫赔下叫者",
            "花猪は16倍、不聴は聴牌者に払う",
        ),
        "SS-08": qq.TEXTS["QS-02"],
        "SS-10": Text(
            "points are 2 to the fan less one", "分数为2的（番－1）次方", "点は2の（翻－1）乗"
        ),
        "SS-12": Text(
            "only the largest pattern counts", "牌型不叠加，只取最大", "役は最大の一つだけ"
        ),
        "SS-09": qq.TEXTS["QS-05"],
        "SS-11": Text(
            "the discarder pays, all pay a self-draw; kong money moves in full to each winner",
            "点炮者付，自摸各家付，杠上炮转杠钱",
            "放銃者払い、自摸は各家払い、槓後放銃は槓代も移動",
        ),
    },
)

SETTLING = sichuan(
    Money(
        kongs=(
            KongPay(MeldKind.DIRECT_KONG, "SS-04", feeder=1),
            KongPay(MeldKind.ADDED_KONG, "SS-04", each=1),
            KongPay(MeldKind.CONCEALED_KONG, "SS-04", each=2),
        ),
        discard="SS-11",
        self_draw="SS-11",
        add_base="NS-26",
        sharing=Sharing("SS-11", lambda _house: "full_to_each"),
        pig="SS-07",
        check="SS-07",
        refund="SS-06",
        dealer=by_table,
        bloody=lambda house: house.has("mode", "bloody"),
    )
)
