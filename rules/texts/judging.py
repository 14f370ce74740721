"""What is said of a judged hand: why it is refused, what it is worth, what it waits for."""

from rules.languages import Text

JUDGING_TEXTS: dict[str, Text] = {
    # What cannot be a hand at all.
    "wrong.count": Text(
        "{given} tiles in hand where {wanted} belong (besides {melds} melds): count them again",
        "手牌{given}张，应为{wanted}张（另有{melds}副明牌）：请重新点数",
        "手牌が{given}枚、{wanted}枚のはず（ほかに副露{melds}組）：数え直してください",
    ),
    "wrong.melds": Text(
        "{melds} melds: a hand has at most four",
        "{melds}副明牌：最多四副",
        "副露{melds}組：四組まで",
    ),
    "wrong.fifth": Text(
        "{count} x {tile}: there are only four of a kind; check the tiles",
        "{tile}有{count}张：每种只有四张，请核对",
        "{tile}が{count}枚：同じ牌は四枚まで。牌を確かめてください",
    ),
    "wrong.foreign": Text(
        "{tile} is not in the set of {variant}: take it out",
        "{variant}没有{tile}：请拿掉",
        "{variant}に{tile}はありません：取り除いてください",
    ),
    "wrong.unread": Text(
        "a tile is not known: name it, all fourteen are needed",
        "有一张牌未识别：请指明，十四张都要知道",
        "分からない牌があります：十四枚すべて必要です",
    ),
    "wrong.chow": Text(
        "{meld}: {variant} has no chow; only pungs and kongs are melded",
        "{meld}：{variant}不可吃，只可碰、杠",
        "{meld}：{variant}にチーはありません。ポンとカンだけです",
    ),
    "wrong.rob-held": Text(
        "{tile} cannot be robbed: the kong holds all four, but one is in this hand too",
        "{tile}不可能被抢杠：四张都在杠里，手中却还有",
        "{tile}は槍槓できません：四枚とも槓の中なのに手にもあります",
    ),
    "wrong.heaven-melds": Text(
        "a win with the first tiles has no exposed meld: take the melds or the situation back",
        "天胡、地胡不能有明牌：请更正",
        "天和・地和に副露はありません：訂正してください",
    ),
    "wrong.earth-dealer": Text(
        "the dealer wins by heaven, not by earth: use by heaven",
        "庄家是天胡，不是地胡：请更正",
        "親は地和ではなく天和：訂正してください",
    ),
    # Why something may not be done.
    "not.meld": Text(
        "{tile} makes no meld: set it aside", "{tile}不能碰杠：请放一边", "{tile}は鳴けません"
    ),
    "not.chow": Text("{variant} has no chow", "{variant}不可吃", "{variant}にチーはありません"),
    "not.chow-from": Text(
        "a chow takes the previous player's discard only",
        "只可吃上家的牌",
        "チーは上家の捨て牌だけ",
    ),
    "not.run": Text(
        "no two tiles in hand make a run with {tile}",
        "手中没有两张可与{tile}成顺",
        "{tile}と順子になる二枚がありません",
    ),
    "not.too-few": Text(
        "{wanted} x {tile} are needed in hand",
        "手中须有{wanted}张{tile}",
        "手に{tile}が{wanted}枚必要です",
    ),
    "not.added": Text("only an added kong can be robbed", "只可抢补杠", "槍槓できるのは加槓だけ"),
    "not.frozen": Text(
        "a hand declared ready is frozen: discard the drawn tile",
        "报叫后不得换牌：摸什么打什么",
        "聴牌宣言後は手を変えられません：ツモ切りしてください",
    ),
    "not.lack-call": Text(
        "{tile} is of the lack suit: it may not be claimed",
        "{tile}是缺门：不可碰杠",
        "{tile}は欠け色：鳴けません",
    ),
    "not.lack-first": Text(
        "tiles of the lack suit go first: {tile}",
        "先打缺门：{tile}",
        "欠け色を先に捨てます：{tile}",
    ),
    "not.floated": Text(
        "a player has discarded a joker: nothing may be claimed in this round",
        "有人财飘：本圈不可吃碰杠",
        "財飄中：この巡は鳴けません",
    ),
    "not.pung": Text(
        "no pung of {tile} lies open to add to",
        "没有碰出的{tile}可补杠",
        "加槓できる{tile}のポンがありません",
    ),
    "not.ready": Text(
        "after this kong of {tile} the hand would not be ready: it may not be made",
        "杠{tile}后不再听牌：不可杠",
        "{tile}を槓すると聴牌が崩れます：槓できません",
    ),
    "not.shown-wait": Text(
        "{tile} is a wait that a player has shown: discard another",
        "{tile}是已亮出的叫：请另打一张",
        "{tile}は公開された待ち：別の牌を捨ててください",
    ),
    # What a hand is worth, and what it waits for.
    "score.win": Text(
        "a win, worth {value}: {multiplier} x the stake",
        "和牌，{value}：{multiplier}倍",
        "和了、{value}：レートの{multiplier}倍",
    ),
    "score.points": Text("a win, worth {value}", "和牌，{value}", "和了、{value}"),
    "score.no": Text("no win: {why}", "不能和：{why}", "和了ならず：{why}"),
    "score.capped": Text(
        "  capped; {uncapped} without the cap",
        "  封顶；不封顶为{uncapped}",
        "  上限適用、なければ{uncapped}",
    ),
    "score.split": Text("lay out: {split}", "摆牌：{split}", "並べ方：{split}"),
    "inspect.right": Text("nothing is wrong", "未见异常", "異常なし"),
    "inspect.side": Text("{side}: {text}", "{side}：{text}", "{side}：{text}"),
    "waits.none": Text("not ready", "未下叫", "不聴"),
    "waits.line": Text(
        "{tile}: worth {value}, {left}", "{tile}：{value}，{left}", "{tile}：{value}、{left}"
    ),
    "waits.left": Text("{left} left", "余{left}张", "残り{left}枚"),
    "waits.dead": Text("none left", "已绝", "残りなし"),
    "waits.fifth": Text("a fifth tile: never", "第五张：不存在", "五枚目：存在しない"),
    # Why a hand does not win.
    "no.shape": Text(
        "the tiles make no winning hand",
        "牌型不成和",
        "和了形になっていません",
    ),
    "no.suits": Text(
        "three suits: one must be missing, melds included",
        "三门齐：连明牌在内须缺一门",
        "三種の色：副露も含めて一色欠けていること",
    ),
    "no.lack": Text(
        "a tile of the lack suit is left: {tile}",
        "定缺的花色还有牌：{tile}",
        "欠け色の牌が残っています：{tile}",
    ),
    "no.minimum": Text(
        "worth {value}, at least {minimum} is needed",
        "只有{value}番，至少要{minimum}番",
        "{value}翻、{minimum}翻以上が必要",
    ),
    "no.self-drawn": Text(
        "only a self-drawn tile wins here",
        "只能自摸和牌",
        "ツモ和了だけが認められます",
    ),
    "no.floated": Text(
        "a player has discarded a joker: in this round only a self-drawn tile wins",
        "有人财飘：本圈只能自摸",
        "財飄中：この巡はツモ和了だけが認められます",
    ),
    "no.passed": Text(
        "{tile} was passed at {value} since the last draw: it may not be won now",
        "上次摸牌后曾放过{tile}（{value}番）：过水不胡",
        "前のツモの後に{tile}（{value}翻）を見逃しています：今は和了できません",
    ),
}
