"""What is wrong with something that was entered: which field, and what to give."""

from rules.languages import Text

REFUSING_TEXTS: dict[str, Text] = {
    "refuse.side": Text(
        '"{name}" is {given}: give a side 0..3',
        "“{name}”是 {given}：请给出方位 0..3",
        "「{name}」は {given}：席 0..3 を指定",
    ),
    "refuse.by-side": Text(
        '"{name}" is a list of four, or an object keyed by side "0".."3"',
        "“{name}”须为四项的列表，或以方位“0”到“3”为键",
        "「{name}」は四つの並び、または席「0」～「3」ごとに指定",
    ),
    "refuse.shown": Text(
        'a hand shown is text such as "123m456p [222s]", or an object',
        "亮出的手牌写成“123m456p [222s]”这样的文字",
        "見せる手は「123m456p [222s]」のように書く",
    ),
    "refuse.from-himself": Text(
        '"from" is {source}, the player himself: name another side or leave it out',
        "“from”是 {source}，即本人：请改为别家或不填",
        "「from」の {source} は本人：他の席にするか省く",
    ),
    "refuse.one-tile": Text(
        '"{name}" is {given}: give one tile such as "5m"',
        "“{name}”是 {given}：请给出一张牌，如“5m”",
        "「{name}」は {given}：「5m」のように一枚を指定",
    ),
    "refuse.notation": Text(
        '"{name}" is {given}: give text in tile notation',
        "“{name}”是 {given}：请用牌的记法书写",
        "「{name}」は {given}：牌の表記で書く",
    ),
    "refuse.in-event": Text("event {name}: {why}", "{name}：{why}", "{name}：{why}"),
    "refuse.no-feeder": Text(
        'a direct kong has a feeder: give "from" as a side 0..3',
        "直杠须有放杠者：请给出“from”，方位 0..3",
        "大明槓には放した人が要る：「from」に席 0..3 を指定",
    ),
    "refuse.from-needed": Text(
        'a win by {by} takes another\'s tile: give "from" as a side',
        "{by} 胡的是别家的牌：请给出“from”",
        "{by} の和了は他家の牌：「from」を指定",
    ),
    "refuse.from-drawn": Text(
        'a win by {by} is drawn: leave "from" out',
        "{by} 是自摸：不要填“from”",
        "{by} は自摸：「from」は省く",
    ),
    "refuse.no-worth": Text(
        'give the tiles as "hand" and "tile", or what it is worth as "value"',
        "请给出牌（“hand”和“tile”），或番数／分数（“value”）",
        "牌（「hand」と「tile」）か点（「value」）を指定",
    ),
    "refuse.pays-himself": Text(
        '"to" names {by}, who pays: name the others',
        "“to”中有付分者 {by}：请写其他各家",
        "「to」に払う人 {by} がいる：他の人を指定",
    ),
    "refuse.dice": Text(
        '"dice" is {given}: give two faces such as [3, 4]',
        "“dice”是 {given}：请给出两个点数，如 [3, 4]",
        "「dice」は {given}：[3, 4] のように二つの目を指定",
    ),
    "refuse.too-many-chickens": Text(
        '"{name}" is {number}: there are at most {most} chickens',
        "“{name}”是 {number}：最多 {most} 只鸡",
        "「{name}」は {number}：鶏は最大 {most}",
    ),
    "refuse.chickens-read": Text(
        '"{name}" of a side is text such as "66m1s", or a number of chickens',
        "各家的“{name}”写成“66m1s”这样的文字，或鸡的只数",
        "各席の「{name}」は「66m1s」のような文字か、鶏の数",
    ),
    "refuse.ready-read": Text(
        '"ready" is a list of the sides that are ready, such as [0, 2]',
        "“ready”是已下叫的各家，如 [0, 2]",
        "「ready」は聴牌の席の並び（例 [0, 2]）",
    ),
    "refuse.no-discarder-claimed": Text(
        'a claimed discard has a discarder: give "from" as a side 0..3',
        "被要走的牌须有打出者：请给出“from”，方位 0..3",
        "鳴かれた牌には捨てた人が要る：「from」に席 0..3 を指定",
    ),
    "refuse.dealers-alone": Text(
        'a win by {by} is the dealer\'s alone: correct "by" or "how"',
        "{by} 只属于庄家：请改正“by”或“how”",
        "{by} は親だけ：「by」か「how」を直す",
    ),
    "refuse.never-dealers": Text(
        'a win by {by} is never the dealer\'s: correct "by" or "how"',
        "{by} 不属于庄家：请改正“by”或“how”",
        "{by} は親にはない：「by」か「how」を直す",
    ),
    "refuse.after-open-kong": Text(
        'no win by {by} follows an open kong: correct "how"',
        "有人明杠之后没有 {by}：请改正“how”",
        "明槓の後に {by} はない：「how」を直す",
    ),
    "refuse.drawn-here": Text(
        'a win by {by} is drawn in this house: leave "from" out',
        "本桌规定 {by} 为自摸：不要填“from”",
        "この卓の {by} は自摸：「from」は省く",
    ),
    "refuse.one-way": Text(
        "one tile is won in one way, not by {way} and {other}",
        "同一张牌只能以一种方式胡，不能既是 {way} 又是 {other}",
        "一枚の牌の和了は一通りで、{way} と {other} は両立しない",
    ),
    "refuse.too-many-fan": Text(
        '"value" is {value}: no hand has more than {most} fan',
        "“value”是 {value}：一手牌不超过 {most} 番",
        "「value」は {value}：一つの手は {most} 番まで",
    ),
    "refuse.lack-suit": Text(
        'declare lack: give "suit" as m, p or s',
        "定缺：请给出花色“suit”：m、p 或 s",
        "欠色：「suit」に m、p、s のどれかを指定",
    ),
    "refuse.option-off": Text(
        "{option} is not played here: see option {option}",
        "本桌不打 {option}：见选项 {option}",
        "この卓に {option} はない：選択 {option} を参照",
    ),
    "refuse.no-discarder": Text(
        'a win on a discard has a discarder: give "from" as a side',
        "点炮须有放炮者：请给出“from”",
        "放銃には捨てた人が要る：「from」を指定",
    ),
    "refuse.chickens-twice": Text(
        "the chickens are counted already: correct that event",
        "鸡已经算过：请改正那一项",
        "鶏は数え済み：その項目を直す",
    ),
    "refuse.turned": Text(
        "{tile} cannot be turned: give a tile of a suit",
        "{tile} 不能作翻牌：请给出序数牌",
        "{tile} は開けない：数牌を指定",
    ),
    "refuse.five": Text(
        "{count} x {tile}: there are only four of a kind; name a tile that was taken in the "
        "taker's hand, not among the discards",
        "{tile} 有 {count} 张：每种只有四张；被要走的牌写在要牌者手中，不写在打出的牌里",
        "{tile} が {count} 枚：同じ牌は四枚だけ。鳴かれた牌は鳴いた人の手に書き、捨て牌に書かない",
    ),
    "refuse.no-ready": Text(
        "{id} has no ready declaration: leave this event out",
        "{id} 没有报听：不要填此项",
        "{id} に聴牌宣言はない：この項目は省く",
    ),
    "refuse.no-following": Text(
        "following the first discard is not played here: see option follow_tile",
        "本桌不打跟张：见选项 follow_tile",
        "この卓に初打の追従はない：選択 follow_tile を参照",
    ),
    "refuse.dealer-follows": Text(
        "side {by} deals: name a follower", "{by} 是庄家：请写跟张者", "{by} は親：追従した人を指定"
    ),
    "refuse.no-guarantee": Text(
        "a passed win pays for all by option guarantee only: it is off",
        "只有启用选项 guarantee 时过胡者才包牌：现未启用",
        "見逃しの全額払いは選択 guarantee だけ：今は無効",
    ),
    "refuse.no-settlement": Text("{id} has no settlement", "{id} 不能结算", "{id} は精算できない"),
    "refuse.hand-over": Text(
        "the hand is over: start the next one",
        "本局已结束：请开始下一局",
        "局は終わった：次の局を始める",
    ),
    "refuse.dealer-declares": Text(
        "the dealer declares nothing in Deyang: correct the side",
        "德阳规则庄家不报叫：请改正方位",
        "徳陽では親は宣言しない：席を直す",
    ),
    "refuse.number": Text(
        '"{name}" is {given}: give a whole number of 0 or more',
        "“{name}”是 {given}：请给出不小于 0 的整数",
        "「{name}」は {given}：0 以上の整数を指定",
    ),
    "refuse.flag": Text(
        '"{name}" is {given}: give true or false',
        "“{name}”是 {given}：请给出 true 或 false",
        "「{name}」は {given}：true か false を指定",
    ),
    "refuse.wind": Text(
        '"{name}" is {given}: give E, S, W or N',
        "“{name}”是 {given}：请给出 E、S、W 或 N",
        "「{name}」は {given}：E、S、W、N のどれかを指定",
    ),
    "refuse.kong-chain": Text(
        '"kong_chain" is {chain}: a hand has at most {most} kongs',
        "“kong_chain”是 {chain}：一手牌最多 {most} 杠",
        "「kong_chain」は {chain}：槓は最大 {most} 回",
    ),
    "refuse.flowers": Text(
        '"flowers" is {given}: give letters a..h',
        "“flowers”是 {given}：请用字母 a..h",
        "「flowers」は {given}：a..h の文字を指定",
    ),
    "refuse.flower-twice": Text(
        '"flowers" is {given}: each flower is there once',
        "“flowers”是 {given}：每张花牌只有一张",
        "「flowers」は {given}：花牌は各一枚だけ",
    ),
    "refuse.passed": Text(
        '"passed" is {given}: give tiles and values such as "4m:1 2p:0"',
        "“passed”是 {given}：写成“4m:1 2p:0”这样",
        "「passed」は {given}：「4m:1 2p:0」のように書く",
    ),
    "refuse.melds": Text(
        "{given} cannot be read: give text such as [222p] [3333s*]",
        "无法读懂 {given}：写成 [222p] [3333s*] 这样",
        "{given} は読めない：[222p] [3333s*] のように書く",
    ),
    "refuse.missing": Text('"{name}" is missing', "缺少“{name}”", "「{name}」がない"),
    "refuse.no-text": Text(
        '"{name}" is {given}: give text',
        "“{name}”是 {given}：请给出文字",
        "「{name}」は {given}：文字を指定",
    ),
    "refuse.no-tile": Text(
        "no tile {code}: use 1m..9m, 1p..9p, 1s..9s, E S W N, C F P, a..h, J, 1x..4x or ?",
        "没有牌 {code}：请用 1m..9m、1p..9p、1s..9s、E S W N、C F P、a..h、J、1x..4x 或 ?",
        "牌 {code} はない：1m..9m、1p..9p、1s..9s、E S W N、C F P、a..h、J、1x..4x、? を使う",
    ),
    "refuse.no-meld": Text(
        "{tiles} is no meld: use three or four equal tiles (no flowers), or three of one suit "
        "in a row",
        "{tiles} 不是一副：须为三或四张相同的牌（不含花牌），或同花色的顺子",
        "{tiles} は面子でない：同じ牌三、四枚（花牌以外）か、同じ色の順子にする",
    ),
    "refuse.mark": Text(
        "mark {mark}: only a kong of four equal tiles carries * or +",
        "记号 {mark}：只有四张相同的杠才带 * 或 +",
        "記号 {mark}：* と + は同じ四枚の槓だけに付く",
    ),
    "refuse.flags": Text(
        "flags are {flags}; not {given}",
        "flags 可为 {flags}；没有 {given}",
        "flags は {flags}。{given} はない",
    ),
    "refuse.claimed": Text(
        'claimed: write who took a chicken, from whom, which tile, such as "0 1 1s/2 3 6m"',
        "claimed：写谁拿了谁打的哪张鸡，如“0 1 1s/2 3 6m”",
        "claimed：誰が誰の捨てたどの鶏を取ったかを「0 1 1s/2 3 6m」のように書いてください",
    ),
    "refuse.four-parts": Text(
        '{name} has four parts, one a side, such as "ready/not-ready//ready"',
        "{name} 分四段，每家一段，如“ready/not-ready//ready”",
        "{name} は席ごとに四つ（例「ready/not-ready//ready」）",
    ),
    "refuse.sides": Text(
        '{name} names sides 0..3, such as "0 2"',
        "{name} 写方位 0..3，如“0 2”",
        "{name} は席 0..3（例「0 2」）",
    ),
    "refuse.unknown-near": Text(
        "no {what} {name}: did you mean {known}?",
        "没有{what} {name}：是否指 {known}？",
        "{what} {name} はない：{known} のことですか",
    ),
    "refuse.unknown": Text(
        "no {what} {name}: there are {known}",
        "没有{what} {name}：可用 {known}",
        "{what} {name} はない：{known} がある",
    ),
    "refuse.at": Text(
        "cannot read {given} at character {at}: {why}",
        "{given} 第 {at} 个字符无法读懂：{why}",
        "{given} の {at} 文字目が読めない：{why}",
    ),
    "refuse.brackets": Text(
        "a meld stands in brackets, such as [222p] or [3333s*]",
        "副露写在方括号内，如 [222p] 或 [3333s*]",
        "副露は [222p] や [3333s*] のように角括弧で書く",
    ),
    "refuse.not-closed": Text(
        "this bracket is not closed; add ]",
        "方括号未关闭，请加 ]",
        "角括弧が閉じていない：] を足す",
    ),
    "refuse.no-suit": Text(
        "{given} is no suit; put m, p, s or x behind {digits}",
        "{given} 不是花色；请在 {digits} 后写 m、p、s 或 x",
        "{given} は色でない：{digits} の後に m、p、s、x を書く",
    ),
    "refuse.suit-first": Text(
        "{given} is no tile; write the ranks before the suit, such as 123{suit}",
        "{given} 不是牌；数字写在花色前，如 123{suit}",
        "{given} は牌でない：123{suit} のように数を色の前に書く",
    ),
    "refuse.no-letter": Text(
        "{given} is no tile; use 1..9 with m, p, s (1..4 with x), E S W N, C F P, a..h, J or ?",
        "{given} 不是牌；请用 1..9 加 m、p、s（1..4 加 x）、E S W N、C F P、a..h、J 或 ?",
        "{given} は牌でない：1..9 に m、p、s（1..4 に x）、E S W N、C F P、a..h、J、? を使う",
    ),
    "refuse.suit-missing": Text(
        "{digits} has no suit; add m, p, s or x behind it",
        "{digits} 没有花色；请在后面加 m、p、s 或 x",
        "{digits} に色がない：後に m、p、s、x を足す",
    ),
    "refuse.no-such-rank": Text(
        "no tile {given}; animals are 1x..4x",
        "没有牌 {given}；动物牌是 1x..4x",
        "牌 {given} はない：動物牌は 1x..4x",
    ),
    "refuse.unknown-two": Text(
        "no {what} {name}: did you mean {known} or {other}?",
        "没有{what} {name}：是否指 {known} 或 {other}？",
        "{what} {name} はない：{known} か {other} のことですか",
    ),
    "kind.declaration": Text("declaration", "宣告", "宣言"),
    "kind.event": Text("event", "事项", "項目"),
    "kind.kind of kong": Text("kind of kong", "杠", "槓"),
    "kind.language": Text("language", "语言", "言語"),
    "kind.profile": Text("profile", "机型", "機種"),
    "kind.program": Text("program", "牌数", "牌数"),
    "kind.rule": Text("rule", "规则", "規則"),
    "kind.side": Text("side", "方位", "席"),
    "kind.suit": Text("suit", "花色", "色"),
    "kind.tile set": Text("tile set", "牌副", "牌セット"),
    "kind.variant": Text("variant", "玩法", "ルール"),
    "kind.way to win": Text("way to win", "和牌方式", "和了方法"),
}
