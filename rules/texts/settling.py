"""What a settlement sheet says."""

from rules.languages import Text

SETTLING_TEXTS: dict[str, Text] = {
    # Lines of the sheet.
    "line.kong-direct": Text("direct kong of {tile}", "直杠{tile}", "{tile}の大明槓"),
    "line.kong-added": Text("added kong of {tile}", "巴杠{tile}", "{tile}の加槓"),
    "line.kong-concealed": Text("concealed kong of {tile}", "暗杠{tile}", "{tile}の暗槓"),
    "line.by-self": Text("self-draw", "自摸", "自摸"),
    "line.by-discard": Text("on a discard", "点炮", "放銃"),
    "line.by-rob": Text("on a robbed kong", "抢杠", "槍槓"),
    "line.by-kong": Text("on a kong's replacement", "杠上花", "嶺上開花"),
    "line.by-kong-discard": Text("on the discard after a kong", "杠上炮", "槓後放銃"),
    "line.by-heaven": Text("heavenly hand", "天胡", "天和"),
    "line.by-earth": Text("earthly hand", "地胡", "地和"),
    "line.win": Text(
        "{how}: {items} = {value}", "{how}：{items} = {value}", "{how}：{items} = {value}"
    ),
    "line.capped-win": Text(
        "{how}: {items} = {value}, capped at {cap}",
        "{how}：{items} = {value}，封顶{cap}",
        "{how}：{items} = {value}、上限{cap}",
    ),
    "line.declared-win": Text("{how}: {value} declared", "{how}：报{value}", "{how}：申告{value}"),
    "line.add-base": Text("self-draw: plus the base", "自摸加底", "自摸の加算"),
    "line.passed-on": Text("kong money passed on", "转雨（呼叫转移）", "槓代の移動"),
    "line.pig": Text("flower pig", "查花猪", "花猪"),
    "line.check": Text(
        "not ready; the hand it pays was worth {value}",
        "查叫：对方可胡{value}",
        "不聴：相手の手は{value}",
    ),
    "line.refund": Text("not ready: kong money returned", "未下叫，退还杠钱", "不聴：槓代返却"),
    "line.penalty": Text("penalty: {kind}", "罚则：{kind}", "罰：{kind}"),
    "line.base": Text("the base that everybody pays", "底分", "基礎点"),
    "line.void-kong": Text("no kong money after a draw", "流局不算杠钱", "流局は槓代なし"),
    "line.false-win": Text("false win", "诈胡", "誤和"),
    # Penalties to be confirmed.
    "propose.false-win": Text(
        "the hand does not win: is it a false win?",
        "牌不成和：是否判诈胡？",
        "和了形ではありません：誤和としますか",
    ),
    "propose.wrong-count": Text(
        "wrong number of tiles: count again; may it not win?",
        "张数不对：请重数；是否判相公？",
        "枚数違い：数え直し、多牌・少牌としますか",
    ),
    # The sheet as a whole.
    "sheet.line": Text(
        "{payer} pays {payee} {amount}",
        "{payer}付{payee} {amount}",
        "{payer}から{payee}へ {amount}",
    ),
    "sheet.nothing": Text("nothing is paid", "无收付", "収支なし"),
    "sheet.totals": Text("totals: {totals}", "合计：{totals}", "合計：{totals}"),
    "sheet.dealer": Text(
        "{side} deals next ({rule})", "下局{side}家坐庄（{rule}）", "次は{side}家が親（{rule}）"
    ),
    "sheet.dice-dealer": Text(
        "dice or the table decide who deals next ({rule})",
        "下局由掷骰或约定定庄（{rule}）",
        "次の親はサイコロか取り決めで（{rule}）",
    ),
    "sheet.goes-on": Text("the hand goes on", "本局继续", "局は続く"),
    "sheet.warning": Text("note: {text}", "注意：{text}", "注意：{text}"),
    # Warnings.
    "settle.no-amount": Text(
        "penalty {kind}: the rules of {variant} name no amount; agree on one and give it",
        "罚则 {kind}：{variant}没有规定数额，请约定后填写",
        "罰 {kind}：{variant}に額の定めがありません。決めて入力してください",
    ),
    "settle.not-verified": Text(
        "{side}'s win of {value} was declared, not verified",
        "{side}家报{value}番，未经核对",
        "{side}家の{value}翻は申告のみ、未確認",
    ),
    "settle.refused": Text(
        "{side}'s win does not stand: {why}",
        "{side}家的和牌不成立：{why}",
        "{side}家の和了は認められません：{why}",
    ),
    "settle.fifth": Text(
        "{tile} was konged, and lies in another's winning hand too: check which was misread",
        "{tile}已开杠，却又在他家和牌中：请核对",
        "{tile}は槓されているのに、他家の和了手にもあります：確かめてください",
    ),
    "settle.one-winner": Text(
        "{side} claimed the same tile, but only the nearest in turn wins ({rule})",
        "{side}家同张和牌，但只有最近者和（{rule}）",
        "{side}家も同じ牌で和了、しかし頭ハネ（{rule}）",
    ),
    "settle.no-kong": Text(
        "{side} won on a kong discard, but no kong of {source} was entered: no kong money moves",
        "{side}家杠上炮，但未录入{source}家的杠：不转杠钱",
        "{side}家は槓後放銃の和了、しかし{source}家の槓が未入力：槓代は動きません",
    ),
    "settle.barred": Text(
        "{side} has a wrong number of tiles and cannot win",
        "{side}家相公，不能和牌",
        "{side}家は多牌・少牌で和了できません",
    ),
    "settle.not-shown": Text(
        "{side} showed no hand and counts as not ready",
        "{side}家未亮牌，按未下叫论",
        "{side}家は手牌を見せず、不聴扱い",
    ),
    "settle.wrong-hand": Text(
        "{side} counts as not ready: {why}",
        "{side}家按未下叫论：{why}",
        "{side}家は不聴扱い：{why}",
    ),
    "settle.no-value": Text(
        "{side} is ready, but what the hand is worth was not given: 1 is used",
        "{side}家已下叫但未报番数：按1计",
        "{side}家は聴牌だが点が未入力：1で計算",
    ),
    "settle.last-drawer": Text(
        "who drew the last tile decides the next dealer: give last_drawer",
        "下一庄家取决于谁摸最后一张：请填写",
        "次の親は最後の牌を引いた人で決まります：入力してください",
    ),
    "settle.no-cap": Text(
        "a false win pays the cap, but this house has none: give the amount",
        "诈胡赔满封顶，但本桌不封顶：请填写数额",
        "誤和は上限を払いますが上限がありません：額を入力してください",
    ),
    # What cannot have happened.
    "refuse.event": Text("event {number}: {why}", "第 {number} 项：{why}", "{number}番目：{why}"),
    "refuse.out": Text(
        "{who} has won before and is out: correct the side",
        "{who}已胡牌离局：请改选一家",
        "{who}は和了して抜けています：人を選び直してください",
    ),
    "refuse.no-four": Text(
        "{id} has no four tiles {tile}: correct the tile",
        "{id} 没有四张{tile}：请改选一张牌",
        "{id}に{tile}は四枚ありません：牌を選び直してください",
    ),
    "refuse.konged": Text(
        "{tile} was konged before: correct the tile",
        "{tile}已经杠过：请改选一张牌",
        "{tile}の槓は入力済みです：牌を選び直してください",
    ),
    "refuse.twice": Text(
        "{who} wins one tile {times} times: correct the side",
        "{who}对同一张牌胡了 {times} 次：请改选一家",
        "{who}が同じ牌で{times}回和了しています：人を選び直してください",
    ),
    "refuse.no-chickens": Text(
        "{id} has no chickens: leave this event out",
        "{id} 没有鸡：不必记录",
        "{id}に鶏はありません：入力は不要です",
    ),
    "refuse.no-declarations": Text(
        "{id} has no declarations: leave this event out",
        "{id} 没有报听、定缺：不必记录",
        "{id}に宣言はありません：入力は不要です",
    ),
    "refuse.nothing-to-undo": Text(
        "nothing to undo: the hand has only begun",
        "没有可撤销的：本局刚开始",
        "取り消すものがありません：局は始まったばかりです",
    ),
    "refuse.no-hand": Text(
        "no hand is open: entries are taken from its first throw on",
        "没有进行中的局：掷骰之后才能记录",
        "進行中の局がありません：サイコロを振ってから入力できます",
    ),
}
