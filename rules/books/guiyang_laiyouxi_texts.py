"""GY4: what each rule says; the patterns are those of GY2."""

from rules.languages import Text

TEXTS: dict[str, Text] = {
    "GY4-01": Text("108 tiles of three suits, no chow", "108张，不可吃", "三色108枚、チーなし"),
    "GY4-02": Text(
        "the larger die names the wall, never the dealer's own, the smaller one the stacks",
        "起小摸大，不起自己面前牌",
        "大きい目で山（親の山は除く）、小さい目で幢数",
    ),
    "GY4-03": Text(
        "a basic win takes a discard only with a kong, a robbed kong, or after a kong",
        "平胡点炮须有通行证、抢杠或烧豆",
        "平和のロンには槓、槍槓、槓後放銃のどれかが必要",
    ),
    "GY4-04": Text("the hand ends when the last tile is drawn", "牌摸完为黄庄", "牌切れで流局"),
    "GY4-05": Text(
        "the winner deals, of two the first, of three the discarder; after a draw by who is ready",
        "胡者坐庄，两家胡先胡者，一炮三响点炮者；黄庄按下叫",
        "和了者が親、二人なら先の人、三人なら放銃者。流局は聴牌による",
    ),
    "GY4-06": Text(
        "a bean is a kong, and the base money", "豆即杠，也是底钱", "豆は槓、また基本額"
    ),
    "GY4-20": Text("concealed kong: 3 from each", "闷豆：三家各3", "暗槓：三家から各3"),
    "GY4-21": Text("added kong: 3 from each", "转弯豆：三家各3", "加槓：三家から各3"),
    "GY4-22": Text("direct kong: 3 from the feeder", "点豆：点豆者3", "大明槓：放槓者から3"),
    "GY4-23": Text(
        "a kong made late gives no bean, only the pass",
        "杠须当时杠，过后再杠不算豆，只算通行证",
        "後からの槓は豆にならず通行証だけ",
    ),
    "GY4-24": Text(
        "a robbed kong: all beans void, 9 beans and the win are paid",
        "抢杠：豆全废，付9豆加胡牌",
        "槍槓：豆はすべて無効、9豆と和了を払う",
    ),
    "GY4-25": Text(
        "dealing in after a kong: all beans void, 3 beans and the win are paid",
        "烧豆：豆全废，付3豆加胡牌",
        "槓後放銃：豆はすべて無効、3豆と和了を払う",
    ),
    "GY4-40": Text(
        "the first 1 of bamboo discarded, unclaimed: 2 beans, golden 4",
        "冲锋鸡：首张打出未被碰杠的幺鸡2豆，金鸡4豆",
        "最初に捨てた一索（鳴かれず）は2豆、金鶏なら4豆",
    ),
    "GY4-41": Text(
        "1 of bamboo is always a chicken: 1 bean each",
        "幺鸡为常鸡，每张1豆",
        "一索は常に鶏、各1豆",
    ),
    "GY4-42": Text(
        "the next rank of the turned tile, in hand or discarded: 1 bean each",
        "翻鸡：手中或打出未被碰杠的每张1豆",
        "めくった牌の次、手でも捨て牌でも各1豆",
    ),
    "GY4-43": Text(
        "golden chicken: 9 of bamboo turned, 2 beans each",
        "金鸡：翻九条，幺鸡每张2豆",
        "九索なら一索は金鶏、各2豆",
    ),
    "GY4-44": Text(
        "a discarded chicken that is taken: the discarder pays the taker one chicken more",
        "打出的鸡被碰杠：打出者多付一鸡",
        "鳴かれた鶏は捨てた人がもう一羽分払う",
    ),
    "GY4-45": Text(
        "a kong of 1 of bamboo: four chickens and the bean, the feeder one more",
        "幺鸡杠：四鸡加豆，点者多付一鸡",
        "一索の槓：鶏四羽と豆、放槓者はもう一羽",
    ),
    "GY4-46": Text(
        "who discarded 1 of bamboo and is not ready pays the ready players as much",
        "责任鸡：打出幺鸡未下叫者照付下叫者",
        "一索を捨てて不聴なら聴牌者に同じだけ払う",
    ),
    "GY4-47": Text(
        "on the last tile nothing is turned: only 1 of bamboo counts",
        "最后一张胡或点炮：不翻鸡，只算幺鸡",
        "最後の牌ではめくらず一索だけ数える",
    ),
    "GY4-50": Text(
        "self-draw: the three others pay; discard: the discarder alone",
        "自摸三家付，点炮者独付",
        "自摸は三家払い、ロンは放銃者一人払い",
    ),
    "GY4-51": Text(
        "first the pattern, then beans and chickens pair by pair; who is not ready gets none",
        "先算牌型，再两两结豆和鸡；未下叫无豆",
        "まず手、次に豆と鶏を二人ずつ清算、不聴は得なし",
    ),
    "GY4-52": Text(
        "draw: hands only; who is not ready pays each ready player; none or all ready: nothing",
        "黄庄只算牌型：未下叫者付下叫者；全下叫或全未下叫不付",
        "流局は手だけ：不聴は聴牌者に払う。全員聴牌・全員不聴はなし",
    ),
    "GY4-53": Text(
        "three winners on one tile pay the discarder hand and beans, then settle among themselves",
        "一炮三响：三家付点炮者牌型和豆，再互相结算",
        "三人和了：三人が放銃者に手と豆を払い、互いに清算",
    ),
    "GY4-F1": Text(
        "patterns as in GY2, unless the house has its own table",
        "牌型分值同GY2，可另行约定",
        "役はGY2と同じ、取り決めも可",
    ),
}
