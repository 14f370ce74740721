"""What the Guiyang family says besides: beans, chickens, ready hands at a win."""

from rules.languages import Text

GUIYANG_TEXTS: dict[str, Text] = {
    "next-dealer.discarder-of-three": Text(
        "of two winners the first, of three the discarder",
        "两家胡先胡者，一炮三响点炮者",
        "二人なら先の和了者、三人なら放銃者",
    ),
    # Why a hand does not win, and why ready may not be declared.
    "no.bean": Text(
        "a basic win on a discard needs a kong of one's own; self-draw is free",
        "平胡点炮须有通行证（自己的豆），自摸不限",
        "平和のロンには自分の槓（豆）が必要、自摸は自由",
    ),
    "not.ready": Text(
        "the hand is not ready: nothing can be declared",
        "未下叫：不能报听",
        "聴牌していません：宣言できません",
    ),
    "not.first-turn": Text(
        "ready is declared with one's first discard, without exposed melds",
        "报听须在打出第一张牌时，且没有碰、明杠",
        "聴牌宣言は第一打のとき、ポンや明槓がないこと",
    ),
    "not.original": Text(
        "ready is declared from the original hand only: the drawn tile goes back out",
        "原手报听：摸到的牌须打出",
        "配牌のままの聴牌だけ：ツモ牌を捨てること",
    ),
    # Lines of the sheet.
    "line.kong-chickens": Text("{kong}, with its chickens", "{kong}（连鸡）", "{kong}（鶏込み）"),
    "line.kong-lost": Text("tile of a kong lost", "热炮、抢杠加付", "槓の牌を放銃した上乗せ"),
    "line.declared-pays": Text("had declared ready", "杀报", "聴牌宣言者の上乗せ"),
    "line.chicken": Text("{count} x {tile}: chicken", "鸡：{tile}{count}张", "鶏：{tile}{count}枚"),
    "line.chicken-outside": Text(
        "{count} x {tile} discarded: chicken",
        "外鸡：{tile}{count}张",
        "捨て牌の鶏：{tile}{count}枚",
    ),
    "line.chicken-first": Text(
        "the first {tile} discarded", "首张打出的{tile}", "最初に捨てた{tile}"
    ),
    "line.chicken-claimed": Text(
        "{tile}: chicken fed to a pung or kong", "被碰杠的鸡：{tile}", "鳴かせた鶏：{tile}"
    ),
    "line.chicken-owed": Text(
        "chicken discarded without being ready", "责任鸡", "不聴で鶏を捨てた責任"
    ),
    "line.follow": Text("the first discard was followed", "跟张", "第一打に三人が合わせた"),
    "line.guarantee": Text("passed a win: pays for all", "包牌", "見逃しの責任払い"),
    # Warnings.
    "settle.ready-unknown": Text(
        "nothing tells whether {side} is ready: not ready is taken; show the hand or name who is "
        "ready",
        "不知{side}家是否下叫：按未下叫论；请亮牌或填写下叫者",
        "{side}家の聴牌が不明：不聴扱い。手牌か聴牌者を入力してください",
    ),
    "settle.first-chicken": Text(
        "several players discarded a 1 of bamboo: name who was first",
        "多家打出一条：请填写谁最先打出",
        "複数の人が一索を捨てました：最初の人を入力してください",
    ),
    "settle.no-bean": Text(
        "{side} won on a kong discard, but no kong of {source} was entered: what the kong adds is "
        "not paid",
        "{side}家热炮胡牌，但未录入{source}家的豆：加付不计",
        "{side}家は槓後放銃の和了、しかし{source}家の槓が未入力：上乗せは払われません",
    ),
    "settle.no-chickens": Text(
        "after a draw chickens do not count", "黄庄不计鸡", "流局では鶏は数えません"
    ),
    "settle.so-far": Text(
        "kongs and chickens so far; they stand for a player who is ready when somebody wins",
        "目前的豆和鸡：有人胡牌时下叫者才算",
        "ここまでの槓と鶏：誰かの和了時に聴牌していれば有効",
    ),
}
