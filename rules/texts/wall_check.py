"""What the wall check says of many deals: evidence, never guilt."""

from rules.languages import Text

WALL_CHECK_TEXTS: dict[str, Text] = {
    "check.ok": Text("Wall check: nothing unusual.", "牌墙检查：无异常。", "山の検査：異常なし。"),
    "check.no-order": Text("Order not checked.", "未检查顺序。", "並びは未検査です。"),
    "check.no-verdict": Text(
        "No verdict on this wall: {read} of {places} tiles were read.",
        "本墙不作判断：{places}张中只识别{read}张。",
        "この山は判定なし：{places}枚中{read}枚しか読めていません。",
    ),
    "check.unread": Text("Tiles not read: {count}.", "未识别{count}张。", "未読{count}枚。"),
    "check.inform": Text(
        "Wall check: worth a note.", "牌墙检查：记录备查。", "山の検査：記録に留めます。"
    ),
    "check.amber": Text(
        "Wall check: the machine should be looked at.",
        "牌墙检查：机器应检修。",
        "山の検査：機械の点検が必要です。",
    ),
    "check.red": Text("Wall check: unusual.", "牌墙检查：异常。", "山の検査：異常です。"),
    "check.block": Text(
        "Wall check: this wall is void.", "牌墙检查：本墙作废。", "山の検査：この山は無効です。"
    ),
    "check.rare-wall": Text(
        "This one wall would be rare if it were well mixed.",
        "若洗牌充分，这样的一墙牌很少见。",
        "よく混ざった山としては珍しい並びです。",
    ),
    # How strong the sign is.
    "check.odds-fair": Text(
        "If the table is fair, fewer than 1 in {odds} tables would ever show a sign this strong.",
        "若牌桌公平，不到{odds}分之一的牌桌会出现如此强的迹象。",
        "公正な卓なら、これほど強い兆候が一度でも出る卓は{odds}台に1台未満です。",
    ),
    "check.odds-mixed": Text(
        "If the machine mixes well, fewer than 1 in {odds} machines would ever show this.",
        "若洗牌充分，不到{odds}分之一的机器会出现这种情况。",
        "よく混ぜる機械なら、これが一度でも出るのは{odds}台に1台未満です。",
    ),
    "check.odds-detector": Text(
        "A machine that mixes well shows this less than once in {odds} deals.",
        "洗牌充分的机器平均{odds}局以上才会出现一次。",
        "よく混ぜる機械では{odds}局に1回未満です。",
    ),
    "check.cause": Text(
        "The check cannot tell who or what caused it.",
        "本检查无法判断由何人或何事引起。",
        "誰が、何が原因かはこの検査では分かりません。",
    ),
    "check.advice-red": Text(
        "Suggested: stop, change the tile set, call service, keep the record.",
        "建议：停止，换一副牌，联系维修，保存记录。",
        "対処：中断し、牌セットを替え、整備を呼び、記録を保存してください。",
    ),
    "check.advice-amber": Text(
        "Suggested: clean and service the machine; use the other tile set meanwhile.",
        "建议：清洁检修机器，期间使用另一副牌。",
        "対処：機械の清掃と整備。その間は別の牌セットをお使いください。",
    ),
    # Who.
    "check.who-0": Text("the East side", "东边一家", "東側の席"),
    "check.who-1": Text("the South side", "南边一家", "南側の席"),
    "check.who-2": Text("the West side", "西边一家", "西側の席"),
    "check.who-3": Text("the North side", "北边一家", "北側の席"),
    "check.who-4": Text("the dealer", "庄家", "親"),
    "check.who-5": Text("the player after the dealer", "庄家的下家", "親の下家"),
    "check.who-6": Text("the player opposite the dealer", "庄家的对家", "親の対面"),
    "check.who-7": Text("the player before the dealer", "庄家的上家", "親の上家"),
    # What was seen.
    "check.seen-m": Text(
        "Over the last {deals} deals {who} was dealt {seen} characters per hand; "
        "{normal} is normal.",
        "最近{deals}局，{who}每手平均得万子{seen}张，正常为{normal}张。",
        "直近{deals}局、{who}の配牌に萬子が平均{seen}枚。通常は{normal}枚です。",
    ),
    "check.seen-p": Text(
        "Over the last {deals} deals {who} was dealt {seen} dots per hand; {normal} is normal.",
        "最近{deals}局，{who}每手平均得筒子{seen}张，正常为{normal}张。",
        "直近{deals}局、{who}の配牌に筒子が平均{seen}枚。通常は{normal}枚です。",
    ),
    "check.seen-s": Text(
        "Over the last {deals} deals {who} was dealt {seen} bamboos per hand; {normal} is normal.",
        "最近{deals}局，{who}每手平均得条子{seen}张，正常为{normal}张。",
        "直近{deals}局、{who}の配牌に索子が平均{seen}枚。通常は{normal}枚です。",
    ),
    "check.seen-z": Text(
        "Over the last {deals} deals {who} was dealt {seen} honours per hand; {normal} is normal.",
        "最近{deals}局，{who}每手平均得字牌{seen}张，正常为{normal}张。",
        "直近{deals}局、{who}の配牌に字牌が平均{seen}枚。通常は{normal}枚です。",
    ),
    "check.seen-longest": Text(
        "Over the last {deals} deals {who} was dealt {seen} tiles of the longest suit; {normal} is "
        "normal.",
        "最近{deals}局，{who}最长花色平均{seen}张，正常为{normal}张。",
        "直近{deals}局、{who}の配牌で最も多い色が平均{seen}枚。通常は{normal}枚です。",
    ),
    "check.seen-pairs": Text(
        "Over the last {deals} deals {who} was dealt {seen} pairs per hand; {normal} is normal.",
        "最近{deals}局，{who}每手平均得对子{seen}个，正常为{normal}个。",
        "直近{deals}局、{who}の配牌に対子が平均{seen}組。通常は{normal}組です。",
    ),
    "check.seen-distance": Text(
        "Over the last {deals} deals {who} was dealt hands {seen} tiles away from ready; "
        "{normal} is normal.",
        "最近{deals}局，{who}的起手牌平均{seen}向听，正常为{normal}向听。",
        "直近{deals}局、{who}の配牌は平均{seen}向聴。通常は{normal}向聴です。",
    ),
    "check.seen-ready": Text(
        "Over the last {deals} deals {who} was dealt a ready hand in {seen} %; "
        "{normal} % is normal.",
        "最近{deals}局，{who}起手听牌占{seen}%，正常为{normal}%。",
        "直近{deals}局、{who}の配牌が聴牌だったのは{seen}%。通常は{normal}%です。",
    ),
    "check.seen-face": Text(
        "Over the last {deals} deals the dice showed {which} in {seen} %; {normal} % is normal.",
        "最近{deals}局，骰子掷出{which}点占{seen}%，正常为{normal}%。",
        "直近{deals}局、サイコロの{which}の目は{seen}%。通常は{normal}%です。",
    ),
    "check.seen-sum": Text(
        "Over the last {deals} deals the dice added up to {which} in {seen} %; "
        "{normal} % is normal.",
        "最近{deals}局，骰子点数之和为{which}占{seen}%，正常为{normal}%。",
        "直近{deals}局、サイコロの合計{which}は{seen}%。通常は{normal}%です。",
    ),
    "check.seen-kind": Text(
        "Over the last {deals} deals {which} lay stacked upon itself {seen} times a wall; {normal} "
        "is normal.",
        "最近{deals}局，{which}每墙平均有{seen}墩上下相同，正常为{normal}墩。",
        "直近{deals}局、{which}同士の重なりが1山平均{seen}幢。通常は{normal}幢です。",
    ),
    "check.seen-stacks": Text(
        "Over the last {deals} deals {seen} stacks a wall held two equal tiles; "
        "{normal} is normal.",
        "最近{deals}局，每墙平均{seen}墩上下相同，正常为{normal}墩。",
        "直近{deals}局、同じ牌の重なりが1山平均{seen}幢。通常は{normal}幢です。",
    ),
    "check.seen-equal": Text(
        "Over the last {deals} deals {seen} neighbours a wall were equal; {normal} is normal.",
        "最近{deals}局，每墙平均{seen}处相邻牌相同，正常为{normal}处。",
        "直近{deals}局、隣り合う同じ牌が1山平均{seen}か所。通常は{normal}か所です。",
    ),
    "check.seen-places": Text(
        "Over the last {deals} deals {seen} tiles a wall lay where their like had lain before; "
        "{normal} is normal.",
        "最近{deals}局，每墙平均{seen}张与上次同位同牌，正常为{normal}张。",
        "直近{deals}局、前の山と同じ場所の同じ牌が平均{seen}枚。通常は{normal}枚です。",
    ),
    # What is known without a number.
    "check.by-cut": Text(
        "Other dice would have dealt {who} less.",
        "换成其他骰子点数，{who}得不到这么好的牌。",
        "他の出目なら{who}の配牌はこれほど良くありませんでした。",
    ),
    "check.by-best-cut": Text(
        "The dice opened the wall where it was best for {who} more often than fair dice would.",
        "骰子开门之处对{who}最有利的次数多于公平骰子。",
        "サイコロは、公正な場合より多く{who}に最も有利な開門を選びました。",
    ),
    "check.by-dice": Text(
        "The dice do not fall evenly.", "骰子点数不均匀。", "サイコロの出目に偏りがあります。"
    ),
    "check.by-turned-wall": Text(
        "Walls repeat the wall before, turned.",
        "牌墙与上一墙相同，只是整体转动。",
        "前の山を回した並びが繰り返されています。",
    ),
    "check.by-kept-neighbours": Text(
        "Tiles keep the neighbours that they had.",
        "牌与原来的邻牌仍在一起。",
        "牌が前と同じ隣り合わせのまま残っています。",
    ),
    "check.by-runs": Text(
        "Runs lie side by side more often than they should.",
        "顺子牌相邻过多。",
        "連番の牌が隣り合いすぎています。",
    ),
}
