"""NS: New Sichuan mahjong with a fixed lack suit (定缺)."""

from dataclasses import replace

from rules.books import qq
from rules.languages import Text
from rules.notation import MeldKind
from rules.scoring.conditions import no_tile_of_the_lack_suit
from rules.settling.common import note_lack
from rules.settling.dealers import by_succession
from rules.settling.sichuan import sichuan
from rules.settling.sichuan_money import KongPay, Money, Sharing

RULES = replace(
    qq.RULES,
    id="NS",
    last_four="NS-05",
    conditions=(no_tile_of_the_lack_suit,),  # NS-04
    texts={
        **qq.TEXTS,
        "NS-02": Text(
            "each player names the suit he lacks and discards it first",
            "各家定缺，先打缺门",
            "各家が欠け色を決め、先に捨てる",
        ),
        "NS-03": Text(
            "a hand of two suits lacks the third; of one suit it chooses",
            "配牌两门则缺第三门；一门则任选",
            "二色の配牌は残る一色が欠け、一色なら選ぶ",
        ),
        "NS-04": Text("no tile of the lack suit may be left", "缺门须打光", "欠け色は残せない"),
        "NS-05": Text(
            "the last four tiles need not be won, unless agreed",
            "定缺者最后四张可不胡，另有约定除外",
            "残り四枚は和了しなくてよい（取り決めによる）",
        ),
        "NS-06": qq.TEXTS["QS-04"],
        "NS-08": Text(
            "while a tile of the lack suit is held only such tiles are discarded",
            "缺门未打光须先打缺门",
            "欠け色があるうちはそれだけを捨てる",
        ),
        "NS-20": Text("direct kong: the feeder pays 2", "直杠：点杠者付2", "大明槓：放槓者2"),
        "NS-21": Text(
            "direct kong: the feeder pays 2, the others 1 each",
            "直杠家家有：点杠者付2，余家各1",
            "大明槓：放槓者2、他家1",
        ),
        "NS-23": Text("added kong: 1 from everyone still in", "面下杠：各家1", "加槓：各家1"),
        "NS-24": Text("concealed kong: 2 from everyone still in", "下雨：各家2", "暗槓：各家2"),
        "NS-25": Text(
            "a robbed kong earns nothing; a concealed kong cannot be robbed",
            "被抢的杠不收钱；暗杠不可抢",
            "槍槓された槓は無効、暗槓は槍槓できない",
        ),
        "NS-26": Text("self-draw: plus the base", "自摸加底", "自摸の加算"),
        "NS-27": Text("kong money moves to the winner", "呼叫转移", "槓代の移動"),
        "NS-28": Text(
            "flower pigs pay 16 to who is none; not ready pays who is ready",
            "花猪赔16倍，未叫赔下叫者",
            "花猪は16倍、不聴は聴牌者に払う",
        ),
        "NS-29": Text("not ready: kong money returned", "未下叫退还杠钱", "不聴は槓代返却"),
        "NS-30": Text(
            "points are 2 to the fan less one", "分数为2的（番－1）次方", "点は2の（翻－1）乗"
        ),
        "NS-07": Text("dice decide who deals", "掷骰定庄", "親はサイコロで"),
    },
)

SETTLING = sichuan(
    Money(
        kongs=(
            KongPay(
                MeldKind.DIRECT_KONG, "NS-21", feeder=2, each=1, when=("direct_kong", "everybody")
            ),
            KongPay(MeldKind.DIRECT_KONG, "NS-20", feeder=2),
            KongPay(MeldKind.ADDED_KONG, "NS-23", each=1),
            KongPay(MeldKind.CONCEALED_KONG, "NS-24", each=2),
        ),
        discard="NS-30",
        self_draw="NS-30",
        add_base="NS-26",
        sharing=Sharing("NS-27", lambda house: str(house["kong_transfer"])),
        pig="NS-28",
        check="NS-28",
        refund="NS-29",
        dealer=by_succession("NS-07", "NS-07"),
        declare=note_lack,  # NS-02
    )
)
