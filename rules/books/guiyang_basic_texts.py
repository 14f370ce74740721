"""GY1: what each rule says, besides the names of patterns."""

from rules.languages import Text

TEXTS: dict[str, Text] = {
    "GY1-01": Text("108 tiles of three suits", "条筒万108张", "三色108枚"),
    "GY1-02": Text("no chow: pung, kong and win only", "不可吃，可碰、杠、胡", "チーなし"),
    "GY1-03": Text(
        "the first dealer by dice, then the winner deals",
        "首局掷骰定庄，之后胡者坐庄",
        "最初はサイコロ、以後は和了者が親",
    ),
    "GY1-04": Text(
        "the sum of the dice names the wall, the smaller die the stacks",
        "点数之和定牌墙，小点定墩数",
        "合計で山、小さい目で幢数",
    ),
    "GY1-05": Text(
        "a kong's replacement comes from the wall's tail", "杠后从牌尾补牌", "嶺上牌は山の末尾から"
    ),
    "GY1-06": Text("no suit need be missing", "不必缺门", "欠け色は不要"),
    "GY1-10": Text(
        "a basic win takes a discard only with a kong of one's own; higher hands need none",
        "平胡须有通行证（自己的豆）才可点炮胡；大牌不需要",
        "平和のロンには自分の槓が必要、高い手には不要",
    ),
    "GY1-11": Text(
        "self-draw: the three others pay; discard: the discarder alone",
        "自摸三家付，点炮者独付",
        "自摸は三家払い、ロンは放銃者一人払い",
    ),
    "GY1-12": Text(
        "the discard after a kong and a robbed kong need no bean",
        "热炮、抢杠无豆也可平胡",
        "槓後放銃と槍槓は豆なしで和了できる",
    ),
    "GY1-20": Text("concealed kong: 2 from each", "闷豆：三家各2", "暗槓：三家から各2"),
    "GY1-21": Text("added kong: 3 from each", "转弯豆：三家各3", "加槓：三家から各3"),
    "GY1-22": Text("direct kong: 1 from the feeder", "点豆：点豆者1", "大明槓：放槓者から1"),
    "GY1-23": Text(
        "beans add up and count for a ready player",
        "豆累计，下叫者才算",
        "豆は加算、聴牌者だけに有効",
    ),
    "GY1-24": Text(
        "who deals in after his kong loses every income of the hand",
        "热炮：一废全废，另付胡牌",
        "槓後放銃：その局の収入はすべて無効、和了を払う",
    ),
    "GY1-25": Text(
        "a robbed kong does not count; the robbed player loses every income of the hand",
        "抢杠：豆不算，被抢者一废全废",
        "槍槓：槓は無効、された人の収入もすべて無効",
    ),
    "GY1-30": Text("after a draw beans do not count", "黄庄豆不算", "流局では豆は無効"),
    "GY1-31": Text(
        "who is not ready pays each ready player his hand; none or all ready: nothing",
        "黄庄查叫：未下叫者付下叫者牌价；全下叫或全未下叫不付",
        "流局：不聴は聴牌者の手を払う。全員聴牌・全員不聴はなし",
    ),
    "GY1-32": Text("after a draw the dealer stays", "黄庄庄家连庄", "流局なら親は続く"),
    "GY1-40": Text(
        "after a win a tile is turned: its next rank is the chicken",
        "胡牌后翻牌，顺延一位为鸡",
        "和了後に一枚めくり、次の数が鶏",
    ),
    "GY1-41": Text(
        "each chicken in hand: 1 from each; a concealed kong of them: 5 from each",
        "手中每鸡三家各1，闷鸡三家各5",
        "手の鶏一枚につき各1、鶏の暗槓は各5",
    ),
    "GY1-42": Text(
        "golden chicken: 9 of bamboo turned", "翻九条：幺鸡为金鸡", "九索なら一索は金鶏"
    ),
    "GY1-43": Text("discarded chickens count too", "内外鸡", "捨て牌の鶏も数える"),
    "GY1-44": Text(
        "1 of bamboo is always a chicken, in hand or discarded",
        "幺鸡为常务鸡，手中打出都算",
        "一索は手でも捨て牌でも常に鶏",
    ),
    "GY1-45": Text(
        "the first 1 of bamboo discarded counts 2; if ponged it is the ponger's",
        "英雄鸡：首张打出的幺鸡算2，被碰归碰者",
        "最初に捨てた一索は2、ポンされればその人のもの",
    ),
    "GY1-46": Text("chickens count for ready players", "下叫者才算鸡", "鶏は聴牌者だけ"),
    "GY1-53": Text(
        "a wrong number of tiles cannot win and pays as not ready",
        "相公不能胡，陪打，按未下叫付",
        "多牌・少牌は和了できず、不聴として払う",
    ),
    "GY1-54": Text(
        "three follow the dealer's first discard: he pays each 1, doubled for each who drew it",
        "跟张：庄家首张被三家跟打，付每人1，每有一家摸到即翻倍",
        "親の第一打に三人が合わせたら各1、ツモった人ごとに倍",
    ),
}
