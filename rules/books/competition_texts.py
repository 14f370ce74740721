"""MCR: what each rule of the competition rules says, besides the names of fans."""

from rules.languages import Text

TEXTS: dict[str, Text] = {
    "MCR-01": Text("144 tiles, 18 stacks a side", "144张，每边18墩", "144枚、各辺18幢"),
    "MCR-02": Text(
        "sixteen hands: four rounds of four; the dealer is East, and so on in playing order",
        "一局四圈十六盘；庄家为东，依次南西北",
        "一局は四圏十六局、親が東、以下打順に南西北",
    ),
    "MCR-03": Text(
        "places by lot; the deal moves on after every hand",
        "抽签定位，每盘轮庄",
        "抽選で席決め、毎局親が移る",
    ),
    "MCR-04": Text("everybody begins with 500 in chips", "底分500", "持ち点500"),
    "MCR-05": Text(
        "at least 8 fan, flowers not counted", "八分起和，花牌不计", "八番縛り、花牌は含まず"
    ),
    "MCR-06": Text("each who has not won pays 8", "底分：未和者各付8分", "基礎点：各家8点"),
    "MCR-07": Text(
        "8 and the fan: from each on a self-draw, else from the discarder",
        "自摸各家付底分加番，点和者付底分加番",
        "自摸は各家が8点＋番、ロンは放銃者が8点＋番",
    ),
    "MCR-10": Text(
        "penalties by the referee: false win, wrong number of tiles",
        "罚分由裁判定：诈和、多张、少张",
        "罰は審判が決める：誤和、多牌、少牌",
    ),
    "MCR-11": Text("a draw pays nothing", "荒牌不计分", "荒牌は収支なし"),
    "MCR-20": Text("each builds 18 stacks", "每人码18墩", "各自18幢を積む"),
    "MCR-24": Text(
        "three times two stacks, then the dealer jumps",
        "每次两墩抓三次，庄家跳牌",
        "二幢ずつ三回、親はチョンチョン",
    ),
    "MCR-30": Text("counter-clockwise: E, S, W, N", "逆时针东南西北", "反時計回りに東南西北"),
    "MCR-31": Text(
        "chow from the previous player only; kongs are replaced from the tail",
        "吃上家，碰杠任何一家，杠后从牌尾补",
        "チーは上家のみ、槓は山の末尾から補充",
    ),
    "MCR-33": Text(
        "kongs and flowers are not counted in the 13",
        "杠和花不计入13张",
        "槓と花牌は13枚に数えない",
    ),
    "MCR-35": Text(
        "one winner a tile: the nearest in turn", "一炮一响，顺位优先", "和了は一人、打順の近い者"
    ),
}
