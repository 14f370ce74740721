"""The set-up of the Guiyang family: 108 tiles, no chow, replacements from the tail."""

from rules.dealing import JUMP
from rules.languages import Text
from rules.variants.model import (
    FirstDealer,
    Mark,
    NextDealer,
    Source,
    Succession,
    Variant,
)
from rules.wall import End

_WINNER = Succession(win=NextDealer.WINNER, several=NextDealer.WINNER, draw=NextDealer.STAYS)
_BY_READINESS = Succession(
    win=NextDealer.WINNER, several=NextDealer.DISCARDER_OF_THREE, draw=NextDealer.READINESS
)


def _row(
    name: str,
    called: Text,
    next_dealer: Succession,
    sources: tuple[Source, ...],
    dice_id: str = "sum-smaller",
) -> Variant:
    return Variant(
        id=name,
        name=called,
        set_id="108",
        program_id="108",
        dice_id=dice_id,
        deal=JUMP,
        first_dealer=FirstDealer.HIGHEST_THROW,
        next_dealer=next_dealer,
        kong_from=End.TAIL,
        flowers=None,
        sources=sources,
    )


BASIC = _row(
    "GY1",
    Text("Guiyang mahjong", "贵阳麻将", "貴陽麻雀"),
    _WINNER,
    (
        Source("set", "GY1-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "GY1-04", Mark.USUAL),
        Source("deal", "GY1-01", Mark.STATED),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "GY1-03", Mark.STATED),
        Source("next_dealer", "GY1-03", Mark.STATED),
        Source("next_dealer", "GY1-32", Mark.STATED),
        Source("kong_from", "GY1-05", Mark.USUAL),
    ),
)

ZHUOJI = _row(
    "GY2",
    Text("Guiyang mahjong with chickens", "贵阳捉鸡麻将", "貴陽捉鶏麻雀"),
    _WINNER,
    (
        Source("set", "GY2-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "GY2-03", Mark.STATED),
        Source("deal", "GY2-01", Mark.STATED),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "GY1-03", Mark.USUAL),
        Source("next_dealer", "GY2-04", Mark.USUAL),
        Source("kong_from", "GY1-05", Mark.USUAL),
    ),
)

CHUAN = _row(
    "GY3",
    Text("Guizhou chuan mahjong with chickens", "贵州捉鸡川麻将", "貴州捉鶏川麻雀"),
    _BY_READINESS,
    (
        Source("set", "GY3-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "GY3-03", Mark.USUAL),
        Source("deal", "GY3-01", Mark.STATED),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "GY3-02", Mark.STATED),
        Source("next_dealer", "GY3-02", Mark.STATED),
        Source("next_dealer", "GY3-36", Mark.STATED),
        Source("next_dealer", "GY3-51", Mark.STATED),
        Source("kong_from", "GY1-05", Mark.USUAL),
    ),
)

LAIYOUXI = _row(
    "GY4",
    Text("Guiyang mahjong in beans", "来游戏贵阳麻将", "貴陽麻雀（豆）"),
    _BY_READINESS,
    (
        Source("set", "GY4-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "GY4-02", Mark.STATED),
        Source("deal", "COM-03", Mark.USUAL),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "GY1-03", Mark.USUAL),
        Source("next_dealer", "GY4-05", Mark.STATED),
        Source("kong_from", "GY1-05", Mark.USUAL),
    ),
    dice_id="larger-smaller",
)

GUIYANG = (BASIC, ZHUOJI, CHUAN, LAIYOUXI)
"""The four variants, in the order in which lists show them."""
