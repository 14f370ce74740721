"""GY2: what each rule says, besides the names of patterns."""

from rules.languages import Text

TEXTS: dict[str, Text] = {
    "GY2-01": Text("108 tiles of three suits", "108张，无花字", "三色108枚"),
    "GY2-02": Text("no chow: pung, kong and win only", "不可吃，可碰、杠、胡", "チーなし"),
    "GY2-03": Text(
        "the sum of the dice names the wall, the smaller die the stacks",
        "点数之和定牌墙，小点定墩数",
        "合計で山、小さい目で幢数",
    ),
    "GY2-04": Text(
        "the dealer changes no amount; the winner deals, after a draw the dealer stays",
        "无庄计算；胡者坐庄，黄庄连庄",
        "親の点差なし、和了者が親、流局なら続く",
    ),
    "GY2-05": Text("beans count for a ready player", "双杀：下叫者豆才算", "豆は聴牌者だけに有効"),
    "GY2-06": Text("mixed all pungs 5, pure suit 10", "混5清10", "混色の対対和5、清一色10"),
    "GY2-07": Text(
        "chickens in hand count; discarded ones where the house says so",
        "手上鸡；内外鸡从约定",
        "手の鶏を数える、捨て牌は取り決め",
    ),
    "GY2-20": Text("direct kong: 1 from the feeder", "点豆：点豆者1", "大明槓：放槓者から1"),
    "GY2-21": Text("concealed kong: 2 from each", "闷豆：三家各2", "暗槓：三家から各2"),
    "GY2-22": Text("added kong: 3 from each", "转弯豆：三家各3", "加槓：三家から各3"),
    "GY2-23": Text(
        "dealing in after a kong: it does not count, and 1 more is paid",
        "热炮：该豆不算，另加1番",
        "槓後放銃：その槓は無効、1上乗せ",
    ),
    "GY2-24": Text(
        "a robbed kong does not count; the win counts as pure suit, at least 10",
        "抢杠：豆不算，按清一色付10",
        "槍槓：槓は無効、清一色扱いで10",
    ),
    "GY2-25": Text(
        "self-draw: the three others pay; discard: the discarder alone",
        "自摸三家付，点炮者独付",
        "自摸は三家払い、ロンは放銃者一人払い",
    ),
    "GY2-30": Text(
        "draw: no beans; who is not ready pays each ready player; none or all ready: nothing",
        "黄庄：豆不算；未下叫者付下叫者番数；全下叫或全未下叫不付",
        "流局：豆は無効、不聴は聴牌者に払う。全員聴牌・全員不聴はなし",
    ),
    "GY2-40": Text(
        "after a win a tile is turned: its next rank is the chicken, 1 from each",
        "胡牌后翻牌，顺延一位为鸡，三家各1",
        "和了後に一枚めくり、次の数が鶏、各1",
    ),
    "GY2-41": Text("1 of bamboo is always a chicken", "幺鸡为常鸡", "一索は常に鶏"),
    "GY2-42": Text(
        "golden chicken: 9 of bamboo turned, 2 each",
        "翻九条：幺鸡为金鸡，每张2",
        "九索なら一索は金鶏、各2",
    ),
    "GY2-50": Text(
        "a ready player who passed a win pays the three others his own hand",
        "包牌：下叫者放过胡牌，付三家自己的番数",
        "見逃した聴牌者は三家に自分の手を払う",
    ),
    "GY2-51": Text(
        "three winners on one discard pay the discarder, each his own hand",
        "一炮三响：三家各付点炮者自己的番数",
        "三人和了：三人が放銃者に自分の手を払う",
    ),
}
