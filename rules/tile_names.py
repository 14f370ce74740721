"""What people call each tile, as one table."""

from rules.languages import Language, Text
from rules.tiles import Tile, code_of, tile_of

_NUMERALS = "一二三四五六七八九"

_SUITS = (
    ("m", Text("characters", "万", "萬")),
    ("p", Text("dots", "筒", "筒")),
    ("s", Text("bamboo", "条", "索")),
)

_SINGLE = (
    ("E", Text("east wind", "东风", "東")),
    ("S", Text("south wind", "南风", "南")),
    ("W", Text("west wind", "西风", "西")),
    ("N", Text("north wind", "北风", "北")),
    ("C", Text("red dragon", "红中", "中")),
    ("F", Text("green dragon", "发财", "發")),
    ("P", Text("white dragon", "白板", "白")),
    ("a", Text("spring", "春", "春")),
    ("b", Text("summer", "夏", "夏")),
    ("c", Text("autumn", "秋", "秋")),
    ("d", Text("winter", "冬", "冬")),
    ("e", Text("plum", "梅", "梅")),
    ("f", Text("orchid", "兰", "蘭")),
    ("g", Text("bamboo flower", "竹", "竹")),
    ("h", Text("chrysanthemum", "菊", "菊")),
    ("J", Text("joker", "百搭", "ジョーカー")),
    ("1x", Text("cat", "猫", "猫")),
    ("2x", Text("rat", "老鼠", "鼠")),
    ("3x", Text("rooster", "公鸡", "鶏")),
    ("4x", Text("centipede", "蜈蚣", "百足")),
    ("?", Text("unread tile", "未识别的牌", "読めない牌")),
)

NAMES: dict[Tile, Text] = {
    tile_of(f"{rank}{letter}"): Text(f"{rank} of {suit.en}", numeral + suit.zh, numeral + suit.ja)
    for letter, suit in _SUITS
    for rank, numeral in enumerate(_NUMERALS, start=1)
} | {tile_of(code): name for code, name in _SINGLE}
"""The name of every design, and of the unread tile."""


def name_of(tile: Tile, language: Language = Language.EN) -> str:
    """Return what people call a tile: ``5 of characters``, ``五万``, ``五萬``.

    Raises:
        TileError: no design has this number.
    """
    code_of(tile)
    return NAMES[tile].to(language)
