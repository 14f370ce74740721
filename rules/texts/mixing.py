"""What is said of how well a machine mixes; a lazy machine is never called dishonest."""

from rules.languages import Text

MIXING_TEXTS: dict[str, Text] = {
    "mixing.title.heat": Text(
        "Where each kind lay: {walls} walls",
        "各种牌出现的位置：共{walls}副牌墙",
        "牌ごとの位置：{walls}回分の山",
    ),
    "mixing.title.kept": Text("Neighbours that came again", "再次相邻的牌", "再び隣り合った牌"),
    "mixing.title.rows": Text("Share in the upper row", "上层所占比例", "上段に来た割合"),
    "mixing.axis.stacks": Text(
        "stacks, clockwise round the table", "牌墩，沿牌桌顺时针", "幢（卓を時計回り）"
    ),
    "mixing.legend.heat": Text(
        "blue: less often than an even spread, red: more often; darkest: 4 standard deviations",
        "蓝：少于均匀分布；红：多于均匀分布；最深为4个标准差",
        "青：均等より少ない、赤：均等より多い。最も濃い色は標準偏差の4倍",
    ),
    "mixing.bar.seen": Text("seen", "实际", "実際"),
    "mixing.bar.expected": Text("chance alone", "纯随机", "偶然だけの場合"),
    "mixing.family.honours": Text("honours, flowers", "字牌、花牌", "字牌・花牌"),
    "mixing.family.ends": Text("1 and 9", "一和九", "1と9"),
    "mixing.family.middle": Text("3 to 7", "三至七", "3から7"),
    "mixing.line.good": Text(
        "This machine mixes well: in {walls} walls nothing stands out from chance.",
        "这台机器洗牌均匀：{walls}副牌墙与随机无异。",
        "この卓はよく混ざっています。{walls}回分の山に偶然との違いは見られません。",
    ),
    "mixing.line.kept": Text(
        "It keeps some order: of 100 tiles about {per_hundred} follow an old neighbour again, the "
        "others come at random. That favours no seat; cleaning the drum helps.",
        "它保留了部分次序：每100张牌约有{per_hundred}张仍跟在原来的邻牌之后，其余随机。"
        "这不偏袒任何座位；清洁洗牌盘会有帮助。",
        "順序がいくらか残ります。100枚のうち約{per_hundred}枚が前の隣の牌に続き、"
        "残りは偶然どおりです。どの席の得にもなりません。ドラムの清掃が有効です。",
    ),
    "mixing.line.rows": Text(
        "Rows differ: {family} lay above in {percent} of 100, 50 is even. Tiles dropped last "
        "tend to come up on top; no seat gains by it.",
        "上下层有差别：{family}在上层占{percent}%，均匀时为50%。后推入的牌容易在上层；"
        "没有座位因此得利。",
        "段に差があります。{family}が上段に来た割合は{percent}％（均等なら50％）。"
        "後から落とした牌は上段に来やすいですが、どの席の得にもなりません。",
    ),
    "mixing.line.places": Text(
        "Some kinds prefer some stacks (up to {deviation} standard deviations). If this grows, "
        "look at the lanes and their readers.",
        "某些牌偏向某些牌墩（最多{deviation}个标准差）。若继续增大，请检查牌道和读牌器。",
        "特定の幢に偏る牌があります（最大で標準偏差の{deviation}倍）。増えるようなら"
        "レーンと読み取り器を点検してください。",
    ),
    "mixing.line.tolerance": Text(
        "From now on the wall check tolerates up to {tolerance} kept in 100 on this machine.",
        "今后对本机的牌墙检查容许每100张中有{tolerance}张残留次序。",
        "今後、この卓の山の検査は100枚中{tolerance}枚までの残り順序を許容します。",
    ),
}
"""Texts by key."""
