"""What is said of walls, dice, deals and the set-up of a table."""

from rules.languages import Text

TABLE_TEXTS: dict[str, Text] = {
    # Sides of the table.
    "side.0": Text("East", "东", "東"),
    "side.1": Text("South", "南", "南"),
    "side.2": Text("West", "西", "西"),
    "side.3": Text("North", "北", "北"),
    "tile.unknown": Text("design number {number}", "编号{number}的牌", "番号{number}の牌"),
    # Places; stacks are counted from 1 for people.
    "place.stack": Text(
        "{side} stack {stack}", "{side}家右起第{stack}墩", "{side}家の右から{stack}幢目"
    ),
    "place.stacks": Text(
        "{side} stacks {stack}-{last}",
        "{side}家右起第{stack}至{last}墩",
        "{side}家の右から{stack}～{last}幢目",
    ),
    "place.upper": Text("{stack}, upper", "{stack}上层", "{stack}上段"),
    "place.lower": Text("{stack}, lower", "{stack}下层", "{stack}下段"),
    "place.hand": Text(
        "{side}'s hand, tile {tile}", "{side}家手牌第{tile}张", "{side}家の配牌{tile}枚目"
    ),
    # The break.
    "break.line": Text(
        "{wall}'s wall, skip {count}", "{wall}家牌墙，留{count}墩", "{wall}家の山、{count}幢残し"
    ),
    "break.over": Text(
        "{line} (start at {place})", "{line}（从{place}起抓）", "{line}（{place}から取る）"
    ),
    "break.no-dice": Text(
        "{wall}'s wall, from its right end", "{wall}家牌墙，从右端起", "{wall}家の山の右端から"
    ),
    "break.second-thrower": Text(
        "{side} throws the second time", "{side}家掷第二次", "{side}家が二度目を振る"
    ),
    # The deal.
    "deal.dice": Text("dice {faces}", "骰子 {faces}", "サイコロ {faces}"),
    "deal.dealer": Text("{side} deals", "{side}家坐庄", "{side}家が親"),
    "deal.next": Text("next: {place}", "下一张：{place}", "次のツモ：{place}"),
    "deal.left": Text("{count} tiles left", "余{count}张", "残り{count}枚"),
    "deal.raised": Text("13 tiles rise at each seat", "每家升起13张", "各家に13枚がせり上がる"),
    "deal.legend": Text(
        "E S W N: taken by that side; *: next tile; .: left. Upper tiles are above or left of the "
        "lower ones. Stacks count from the owner's right.",
        "E S W N＝东南西北各家所抓；*＝下一张；.＝剩余。"
        "上层在上方或左侧，下层在下方或右侧。墩从本家右端数起。",
        "E S W N＝東南西北の取る牌、*＝次の牌、.＝残り。"
        "上段は上か左、下段は下か右。幢は本人の右端から数える。",
    ),
    # What a variant's row says.
    "options.title": Text("house options", "约定", "取り決め"),
    "part.set": Text("tile set", "牌组", "牌セット"),
    "part.program": Text("stacks per side", "每边墩数", "各辺の幢数"),
    "part.dice": Text("dice", "骰子", "サイコロ"),
    "part.deal": Text("deal", "抓牌", "配牌"),
    "part.first_dealer": Text("first dealer", "首局庄家", "起家"),
    "part.next_dealer": Text("next dealer", "下一庄家", "次の親"),
    "part.kong_from": Text("kong replacement", "杠后补牌", "嶺上牌"),
    "part.flowers": Text("flowers", "花牌", "花牌"),
    "set.tiles": Text("{count} tiles: {tiles}", "{count}张：{tiles}", "{count}枚：{tiles}"),
    "first-dealer.highest-throw": Text(
        "everybody throws once, the highest deals",
        "各掷一次，点数最大者坐庄",
        "全員が一度振り、最大の目が親",
    ),
    "first-dealer.turned-tile": Text(
        "everybody throws once; a turned tile of 5-9 lets the highest throw deal, 1-4 the lowest",
        "各掷一次；翻牌5至9点数大者坐庄，1至4点数小者坐庄",
        "全員が一度振る。めくった牌が5～9なら最大、1～4なら最小の目が親",
    ),
    "first-dealer.first-seated": Text("the first to sit down", "最先入座者", "最初に着席した人"),
    "first-dealer.lot": Text(
        "places by lot; East deals", "抽签定位，东家坐庄", "抽選で席決め、東が親"
    ),
    "first-dealer.random": Text("random", "随机", "無作為"),
    "next-dealer.winner": Text("the winner", "和牌者", "和了者"),
    "next-dealer.first-winner": Text("the first winner", "最先和牌者", "最初の和了者"),
    "next-dealer.discarder": Text("the discarder", "点炮者", "放銃者"),
    "next-dealer.next-seat": Text("the next seat", "下家", "下家"),
    "next-dealer.stays": Text("the dealer stays", "庄家连庄", "親は変わらない"),
    "next-dealer.dealer-or-next": Text(
        "a dealer who wins stays, else the player after him",
        "庄家胡连庄，否则下家坐庄",
        "親の和了は連荘、他家なら親の下家",
    ),
    "next-dealer.readiness": Text("by who was ready", "按下叫情况", "聴牌による"),
    "next-dealer.dice": Text("the dice decide", "掷骰决定", "サイコロで決める"),
    "next-dealer.line": Text(
        "after a win {win}; after several wins on one tile {several}; after a draw {draw}",
        "和牌：{win}；一炮多响：{several}；荒牌：{draw}",
        "和了：{win}、複数和了：{several}、荒牌：{draw}",
    ),
    "dice.sum-smaller": Text(
        "one throw: wall by the sum, stacks by the smaller die",
        "掷一次：以点数之和定牌墙，以小点定墩数",
        "一度振り：合計で山、小さい目で幢数",
    ),
    "dice.sum-sum": Text(
        "one throw: wall and stacks by the sum",
        "掷一次：以点数之和定牌墙和墩数",
        "一度振り：合計で山と幢数",
    ),
    "dice.larger-smaller": Text(
        "one throw: wall by the larger die (never the dealer's own), stacks by the smaller",
        "掷一次：以大点定牌墙（不起自己面前），以小点定墩数",
        "一度振り：大きい目で山（親の山は除く）、小さい目で幢数",
    ),
    "dice.two-throws": Text(
        "two throws: the dealer's sum names the second thrower and his wall, stacks by both sums",
        "掷两次：庄家点数之和定第二掷骰人及其牌墙，两次之和定墩数",
        "二度振り：親の合計で二度目の人とその山、両方の合計で幢数",
    ),
    "dice.two-throws-at": Text(
        "two throws: the dealer's sum names the second thrower and his wall, both sums the stack "
        "where taking starts",
        "掷两次：庄家点数之和定第二掷骰人及其牌墙，两次之和定起抓的一墩",
        "二度振り：親の合計で二度目の人とその山、両方の合計で取り始めの幢",
    ),
    "deal.line": Text(
        "{rounds} rounds of {at_once} tiles, then single tiles: dealer {dealer}, others {others}",
        "每次{at_once}张抓{rounds}轮，再抓单张：庄家{dealer}张，闲家{others}张",
        "{at_once}枚ずつ{rounds}回、あとは1枚ずつ：親{dealer}枚、子{others}枚",
    ),
    "end.head": Text("from the head of the wall", "从牌头顺抓", "山の先頭から"),
    "end.tail": Text("from the tail of the wall", "从牌尾补", "山の末尾から"),
    "flowers.none": Text("none", "无", "なし"),
    "flowers.line": Text(
        "replaced {end}, the dealer first", "{end}，庄家先补", "{end}補充、親が先"
    ),
    "flowers.limit": Text(
        "{line}; within {seconds} s", "{line}；限{seconds}秒", "{line}、{seconds}秒以内"
    ),
    "mark.stated": Text("stated", "明文规定", "明文"),
    "mark.derived": Text("derived", "推得", "導出"),
    "mark.usual play": Text("usual play", "通行打法", "慣行"),
    "mark.published rules": Text("published rules", "公开规则", "公開ルール"),
    # The wall check: what may be said of a wall that may still be played ...
    "verdict.ok": Text("Wall complete.", "牌墙完整。", "山は揃っています。"),
    "verdict.ok-counts": Text(
        "Tile counts are right; order not checked.",
        "张数正确；未检查顺序。",
        "枚数は合っています。並びは未検査です。",
    ),
    "verdict.inform": Text(
        "Tiles not read with certainty: {count}. Read the wall again.",
        "有{count}张牌识别不确定：请重新读取牌墙。",
        "確実に読めない牌が{count}枚あります。もう一度読み取ってください。",
    ),
    "verdict.block": Text(
        "Wall void, do not play it. {findings}",
        "此牌墙作废，请勿开局。{findings}",
        "この山は無効です。使わないでください。{findings}",
    ),
    # ... and what is said of each deviation.
    "wall.side-short": Text(
        "{side}'s wall is short of tiles: {count}.",
        "{side}家牌墙少{count}张。",
        "{side}家の山が{count}枚不足。",
    ),
    "wall.side-over": Text(
        "{side}'s wall has too many tiles: {count}.",
        "{side}家牌墙多{count}张。",
        "{side}家の山が{count}枚過多。",
    ),
    "wall.unread": Text(
        "{count} unread: {places}.", "{count}张未能识别：{places}。", "{count}枚読めず：{places}。"
    ),
    "wall.other-set": Text(
        "A tile of the other set at {places}.",
        "另一副牌混入：{places}。",
        "別セットの牌：{places}。",
    ),
    "wall.stranger": Text(
        "A tile that belongs to neither set at {places}.",
        "不属于本桌任何一副的牌：{places}。",
        "この卓のどのセットにもない牌：{places}。",
    ),
    "wall.foreign": Text(
        "Not of this set, {tile}: {places}.",
        "本副牌没有{tile}：{places}。",
        "{tile}はこのセットにない牌：{places}。",
    ),
    "wall.surplus": Text(
        "{count} x {tile} too many, among {places}.",
        "{tile}多{count}张，在以下各处之中：{places}。",
        "{tile}が{count}枚多い。次のどれか：{places}。",
    ),
    "wall.twin": Text(
        "{count} tiles carry one tag's number: {places}.",
        "{count}张牌的标签编号相同：{places}。",
        "同じタグ番号の牌が{count}枚：{places}。",
    ),
    "wall.exchange": Text(
        "It looks as if {surplus} stands where {missing} belongs.",
        "看来{surplus}顶替了{missing}。",
        "{missing}の代わりに{surplus}が入っているようです。",
    ),
    "wall.missing": Text(
        "{count} x {tile} missing.", "缺{tile}{count}张。", "{tile}が{count}枚足りない。"
    ),
}
