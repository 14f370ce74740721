"""DY: what each rule of Deyang says, besides the names of patterns."""

from rules.languages import Text

TEXTS: dict[str, Text] = {
    "DY-01": Text("108 tiles of three suits", "筒条万108张", "三色108枚"),
    "DY-05": Text(
        "the first winner deals; several on one tile: the discarder",
        "先胡者坐庄；一炮多响由点炮者坐庄",
        "最初の和了者が親、複数和了は放銃者",
    ),
    "DY-06": Text(
        "after a win it decides who deals; after a draw the ready check does",
        "有人胡按胡牌定庄，无人胡按查叫定庄",
        "和了があればそれで、流局なら聴牌で親を決める",
    ),
    "DY-10": Text("no chow", "不可吃牌", "チーなし"),
    "DY-14": Text(
        "the hand goes on until three have won or the wall is used up",
        "血战到底：三家胡或摸完为止",
        "三人和了か牌切れまで続く",
    ),
    "DY-15": Text(
        "the last four tiles must be won, or the hand counts as not ready",
        "最后四张有叫必胡，不胡按未下叫",
        "残り四枚は必ず和了、見逃せば不聴",
    ),
    "DY-20": Text("at least one fan", "必有一番", "一翻縛り"),
    "DY-30": Text(
        "not ready pays who is ready what the hand could be worth",
        "查叫：未下叫者赔下叫者",
        "不聴は聴牌者に払う",
    ),
    "DY-31": Text("a fifth tile is no wait", "第五张不算叫", "五枚目は待ちにならない"),
    "DY-32": Text(
        "a wait that nobody can hit is ready, and paid as agreed",
        "死叫算下叫，赔付从约定",
        "死に待ちも聴牌、支払いは取り決め",
    ),
    "DY-33": Text("not ready: kong money returned", "未下叫退还雨钱", "不聴は槓代返却"),
    "DY-34": Text(
        "self-draw and luck are no part of the checked value",
        "查叫不计自摸和杠上等番",
        "査定に自摸や偶然役は含まない",
    ),
    "DY-36": Text(
        "after a draw: the only ready one deals, else the only one who is not, else by the last "
        "tile drawn",
        "荒牌：唯一下叫者坐庄，否则唯一未下叫者，否则按摸最后一张",
        "荒牌：ただ一人の聴牌者、次にただ一人の不聴者、他は最後のツモで",
    ),
    "DY-40": Text(
        "a hand declared ready is frozen; kongs that lie in it may be made",
        "报叫后不得换牌，手中的杠可杠",
        "宣言後は手を変えず、手の中の槓は可",
    ),
    "DY-41": Text(
        "a false win pays the cap to everyone still in",
        "诈胡赔未胡各家满封顶",
        "誤和は残る各家に上限払い",
    ),
    "DY-42": Text(
        "a wrong number of tiles cannot win and is not ready",
        "相公不能胡，按未下叫",
        "多牌・少牌は和了不可、不聴扱い",
    ),
    "DY-43": Text("inspection of the tiles", "验牌", "検牌"),
    "DY-45": Text("table money is put aside", "抽台费", "場代の積立"),
    "DY-P1": Text(
        "the discarder pays; everyone still in pays a self-draw",
        "点炮者付；自摸各家付",
        "放銃者払い、自摸は各家払い",
    ),
    "DY-P2": Text(
        "direct kong 2 from the feeder, added 1 and concealed 2 from everyone still in",
        "直杠点杠者2，巴杠各家1，暗杠各家2",
        "大明槓は放槓者2、加槓は各家1、暗槓は各家2",
    ),
    "DY-P3": Text("not ready: kong money is void", "未下叫雨钱作废", "不聴なら槓代は無効"),
    "DY-P4": Text(
        "kong money moves to the winner of the discard after it", "转雨", "槓後放銃は槓代が移る"
    ),
    "DY-P5": Text(
        "no kong money moves where the feeder is among several winners",
        "点杠者在内的一炮多响不转雨",
        "放槓者を含む複数和了では槓代は動かない",
    ),
    "DY-P6": Text(
        "uneven shares: halves, or the odd unit to the first winner",
        "雨钱分不尽：可分半，或余数归先者",
        "端数は半分ずつ、または最初の和了者へ",
    ),
    "DY-P7": Text("the cap cuts the fan, not kong money", "封顶只限番数", "上限は翻数だけ"),
    "DY-P8": Text(
        "who declared ready pays one fan more", "报叫者输牌加一番", "宣言者の支払いは一翻増し"
    ),
    "DY-21": Text(
        "four sets and a pair, or seven pairs without melds",
        "四副一将，或无碰杠的七对",
        "四面子一雀頭、または鳴きなしの七対子",
    ),
    "DY-E8": Text(
        "no earthly hand: a self-draw like any other",
        "不算地胡，按自摸计",
        "地和はなく、ただの自摸",
    ),
    "DY-F9": Text("pure and no terminals: 3 + 1", "清一色断幺：3＋1", "清一色の断么：3＋1"),
    "DY-F10": Text(
        "terminals in every set, a suit missing: 3 + 1", "缺门幺九：3＋1", "欠け色の全帯么九：3＋1"
    ),
    "DY-F12": Text(
        "pure all pungs without terminals: 3 + 1 + 1",
        "清一色断幺大对子：3＋1＋1",
        "清一色断么の対対和：3＋1＋1",
    ),
    "DY-F13": Text(
        "all pungs with terminals everywhere: 3 + 1", "幺九大对：3＋1", "全帯么九の対対和：3＋1"
    ),
    "DY-F14": Text(
        "pure seven pairs without terminals: 3 + 2 + 1",
        "清七对断幺：3＋2＋1",
        "清一色断么の七対子：3＋2＋1",
    ),
    "DY-F15": Text(
        "patterns add up, and roots on top", "牌型相加，根另加", "役は足し合わせ、根も加える"
    ),
    "DY-O1": Text(
        "the cap: 3, 4, 5 fan or none", "封顶：3、4、5番或不封顶", "上限：3・4・5翻かなし"
    ),
    "DY-O2": Text(
        "the draw pays the biggest or the smallest value", "查大或查小", "流局は最大か最小で払う"
    ),
    "DY-O3": Text(
        "a dead wait is paid, is not paid, or is not ready",
        "死叫：赔付、不赔付或算未下叫",
        "死に待ち：払う・払わない・不聴扱い",
    ),
    "DY-O6": Text("a heavenly hand may add one fan", "天胡可加一番", "天和に一翻加えてもよい"),
    "DY-O7": Text(
        "a kong win counts instead of the self-draw, or besides it",
        "杠上开花代替自摸番，或两者都算",
        "嶺上開花は自摸の代わり、または両方",
    ),
}
