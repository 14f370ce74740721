"""What the common rules of wall and deal say that no variant's row names."""

from rules.languages import Text

COMMON_RULES: dict[str, Text] = {
    "COM-06": Text(
        "as many stacks stay at the wall's right end as the smaller die shows",
        "从牌墙右端起留下小点数的墩数",
        "小さい目の数だけ山の右端に残す",
    ),
    "COM-08": Text(
        "a count larger than the wall goes on in the next wall clockwise",
        "墩数超过该墙时，顺时针接下一墙数",
        "山より多い数は時計回りに次の山へ続ける",
    ),
    "COM-09": Text(
        "left after the deal: 55 of 108 tiles, 83 of 136, 91 of 144",
        "配牌后剩余：108张剩55，136张剩83，144张剩91",
        "配牌後の残り：108枚なら55、136枚なら83、144枚なら91",
    ),
}
