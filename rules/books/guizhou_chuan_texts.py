"""GY3: what each rule says, besides the names of patterns."""

from rules.languages import Text

TEXTS: dict[str, Text] = {
    "GY3-01": Text("108 tiles of three suits, no chow", "108张，不可吃", "三色108枚、チーなし"),
    "GY3-02": Text(
        "the first dealer by dice, then the winner deals",
        "首局掷骰定庄，之后胡者坐庄",
        "最初はサイコロ、以後は和了者が親",
    ),
    "GY3-03": Text(
        "the sum of the dice names the wall, the smaller die the stacks",
        "点数之和定牌墙，小点定墩数",
        "合計で山、小さい目で幢数",
    ),
    "GY3-20": Text("concealed kong: 20 from each", "闷豆：三家各20", "暗槓：三家から各20"),
    "GY3-21": Text("added kong: 10 from each", "转弯豆：三家各10", "加槓：三家から各10"),
    "GY3-22": Text("direct kong: 10 from the feeder", "点豆：点豆者10", "大明槓：放槓者から10"),
    "GY3-23": Text(
        "dealing in after a kong: it does not count; 60 concealed, 30 added, 10 direct more",
        "热炮：该豆不算，闷豆加60，转弯豆加30，点豆加10",
        "槓後放銃：その槓は無効、暗槓60・加槓30・大明槓10の上乗せ",
    ),
    "GY3-24": Text(
        "a robbed kong does not count; the robbed player pays for all three",
        "抢杠：豆不算，算自摸，被抢者包三家",
        "槍槓：槓は無効、自摸扱いでされた人が三家分払う",
    ),
    "GY3-30": Text("after a draw beans do not count", "黄庄豆不算", "流局では豆は無効"),
    "GY3-31": Text(
        "none or all ready: nothing is paid, the dealer stays",
        "全未下叫或全下叫：不付，庄家连庄",
        "全員不聴・全員聴牌は収支なし、親は続く",
    ),
    "GY3-32": Text(
        "who is not ready pays each ready player his hand",
        "未下叫者付下叫者番数",
        "不聴は聴牌者の手を払う",
    ),
    "GY3-36": Text(
        "after a draw: the single one who is not ready deals, else the dealer if ready, else the "
        "nearest ready player",
        "黄庄：唯一未下叫者坐庄，否则庄家下叫连庄，否则下叫者依次坐庄",
        "流局：ただ一人の不聴者、次に聴牌の親、次に近い聴牌者が親",
    ),
    "GY3-40": Text(
        "after a win a tile is turned: its next rank is the chicken, 10 from each; a concealed "
        "kong of them 60",
        "胡牌后翻牌，顺延一位为鸡，三家各10，闷鸡各60",
        "和了後に一枚めくり、次の数が鶏、各10、鶏の暗槓は各60",
    ),
    "GY3-50": Text(
        "a ready player who passed a win pays the three others his own hand",
        "包牌：下叫者放过胡牌，付三家自己的番数",
        "見逃した聴牌者は三家に自分の手を払う",
    ),
    "GY3-51": Text(
        "three winners on one discard pay the discarder, who deals next",
        "一炮三响：三家各付点炮者自己的番数，点炮者坐庄",
        "三人和了：三人が放銃者に払い、放銃者が親",
    ),
}
