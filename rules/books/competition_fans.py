"""MCR: the 81 fans (番种) and the later one, with the words by which PyMahjongGB calls them."""

from dataclasses import dataclass

from rules.languages import Text
from rules.scoring.rows import Item


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan: its number in the table, its points and its names; the library uses the Chinese one.

    The three fans of a single wait have a longer name there.
    """

    number: int
    value: int
    name: Text
    prefix: str = ""

    @property
    def rule(self) -> str:
        """Return its rule id."""
        return f"MCR-F{self.number}"

    @property
    def key(self) -> str:
        """Return the name under which a house may give a value of its own."""
        return self.rule

    @property
    def word(self) -> str:
        """Return what PyMahjongGB calls it."""
        return f"{self.prefix}{_ODD_WORDS.get(self.number, self.name.zh)}"


_ODD_WORDS = {78: "嵌张", 79: "单钓"}
_WAIT = "独听・"

_TABLE = """
1 88 big four winds|大四喜|大四喜
2 88 big three dragons|大三元|大三元
3 88 all green|绿一色|緑一色
4 88 nine gates|九莲宝灯|九蓮宝燈
5 88 four kongs|四杠|四槓
6 88 seven shifted pairs|连七对|連七対
7 88 thirteen orphans|十三幺|十三幺
8 64 all terminals|清幺九|清幺九
9 64 little four winds|小四喜|小四喜
10 64 little three dragons|小三元|小三元
11 64 all honours|字一色|字一色
12 64 four concealed pungs|四暗刻|四暗刻
13 64 pure terminal chows|一色双龙会|一色双龍会
14 48 quadruple chow|一色四同顺|一色四同順
15 48 four pure shifted pungs|一色四节高|一色四節高
16 32 four pure shifted chows|一色四步高|一色四歩高
17 32 three kongs|三杠|三槓
18 32 all terminals and honours|混幺九|混幺九
19 24 seven pairs|七对|七対
20 24 greater honours and knitted tiles|七星不靠|七星不靠
21 24 all even pungs|全双刻|全双刻
22 24 full flush|清一色|清一色
23 24 pure triple chow|一色三同顺|一色三同順
24 24 pure shifted pungs|一色三节高|一色三節高
25 24 upper tiles|全大|全大
26 24 middle tiles|全中|全中
27 24 lower tiles|全小|全小
28 16 pure straight|清龙|清龍
29 16 three-suited terminal chows|三色双龙会|三色双龍会
30 16 pure shifted chows|一色三步高|一色三歩高
31 16 all five|全带五|全帯五
32 16 triple pung|三同刻|三同刻
33 16 three concealed pungs|三暗刻|三暗刻
34 12 lesser honours and knitted tiles|全不靠|全不靠
35 12 knitted straight|组合龙|組合龍
36 12 upper four|大于五|大于五
37 12 lower four|小于五|小于五
38 12 big three winds|三风刻|三風刻
39 8 mixed straight|花龙|花龍
40 8 reversible tiles|推不倒|推不倒
41 8 mixed triple chow|三色三同顺|三色三同順
42 8 mixed shifted pungs|三色三节高|三色三節高
43 8 chicken hand|无番和|無番和
44 8 last tile draw|妙手回春|妙手回春
45 8 last tile claim|海底捞月|海底撈月
46 8 out with a replacement tile|杠上开花|槓上開花
47 8 robbing the kong|抢杠和|搶槓和
48 6 all pungs|碰碰和|碰碰和
49 6 half flush|混一色|混一色
50 6 mixed shifted chows|三色三步高|三色三歩高
51 6 all types|五门齐|五門斉
52 6 melded hand|全求人|全求人
53 6 two concealed kongs|双暗杠|双暗槓
54 6 two dragon pungs|双箭刻|双箭刻
55 4 outside hand|全带幺|全帯幺
56 4 fully concealed hand|不求人|不求人
57 4 two melded kongs|双明杠|双明槓
58 4 last tile of its kind|和绝张|和絶張
59 2 dragon pung|箭刻|箭刻
60 2 prevalent wind|圈风刻|圏風刻
61 2 seat wind|门风刻|門風刻
62 2 concealed hand|门前清|門前清
63 2 all chows|平和|平和
64 2 tile hog|四归一|四帰一
65 2 double pung|双同刻|双同刻
66 2 two concealed pungs|双暗刻|双暗刻
67 2 concealed kong|暗杠|暗槓
68 2 all simples|断幺|断幺
69 1 pure double chow|一般高|一般高
70 1 mixed double chow|喜相逢|喜相逢
71 1 short straight|连六|連六
72 1 two terminal chows|老少副|老少副
73 1 pung of terminals or honours|幺九刻|幺九刻
74 1 melded kong|明杠|明槓
75 1 one voided suit|缺一门|欠一門
76 1 no honours|无字|無字
77 1 edge wait|边张|辺張
78 1 closed wait|坎张|嵌張
79 1 single wait|单钓将|単釣将
80 1 self-drawn|自摸|自摸
81 1 flower tiles|花牌|花牌
82 5 a melded and a concealed kong|明暗杠|明暗槓
"""


def _fan(line: str) -> Fan:
    number, value, names = line.split(maxsplit=2)
    waits = int(number) in (77, 78, 79)
    return Fan(int(number), int(value), Text(*names.split("|")), _WAIT if waits else "")


FANS: tuple[Fan, ...] = tuple(_fan(line) for line in _TABLE.strip().splitlines())
"""Every fan in the order of the table; 82 was added later."""

BY_WORD: dict[str, Fan] = {fan.word: fan for fan in FANS}
"""The fans by the library's words."""


class _Items(dict[tuple[int, str], Item]):
    """Items by the library's answer for one fan, made when they first come up."""

    def __missing__(self, counted: tuple[int, str]) -> Item:
        value, word = counted
        fan = BY_WORD[word]
        item = self[counted] = Item(fan.rule, fan.name, value // fan.value, value)
        return item


ITEMS = _Items()

FLOWERS = "花牌"
KNITTED_STRAIGHT = "组合龙"
NINE_GATES = "九莲宝灯"
CHICKEN = "无番和"
LAST_OF_KIND = "和绝张"
EDGE, CLOSED, SINGLE = (FANS[number - 1].word for number in (77, 78, 79))
WAITS = (EDGE, CLOSED, SINGLE)
BOTH_KONGS, MELDED_KONG, CONCEALED_KONG = "明暗杠", "明杠", "暗杠"
SEVEN_PAIRS = ("七对", "连七对")
NO_WAIT_BESIDE = (*SEVEN_PAIRS, NINE_GATES, "四杠", "全求人", "十三幺", "全不靠", "七星不靠")
"""Fans beside which no single wait is counted."""
