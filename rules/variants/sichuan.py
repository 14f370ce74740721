"""The set-up of the Sichuan family: 108 tiles, no chow, replacements from the head."""

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


def _row(
    name: str,
    called: Text,
    first_dealer: FirstDealer,
    next_dealer: Succession,
    sources: tuple[Source, ...],
) -> Variant:
    return Variant(
        id=name,
        name=called,
        set_id="108",
        program_id="108",
        dice_id="sum-smaller",
        deal=JUMP,
        first_dealer=first_dealer,
        next_dealer=next_dealer,
        kong_from=End.HEAD,
        flowers=None,
        sources=sources,
    )


_DICE = Succession(win=NextDealer.DICE, several=NextDealer.DICE, draw=NextDealer.DICE)

DEYANG = _row(
    "DY",
    Text("Deyang mahjong", "德阳麻将", "徳陽麻雀"),
    FirstDealer.TURNED_TILE,
    Succession(
        win=NextDealer.FIRST_WINNER, several=NextDealer.DISCARDER, draw=NextDealer.READINESS
    ),
    (
        Source("set", "DY-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "DY-07", Mark.STATED),
        Source("deal", "DY-07", Mark.STATED),
        Source("first_dealer", "DY-03", Mark.STATED),
        Source("next_dealer", "DY-05", Mark.STATED),
        Source("next_dealer", "DY-36", Mark.STATED),
        Source("kong_from", "DY-11", Mark.STATED),
    ),
)

CHENGDU = _row(
    "CD",
    Text("Chengdu mahjong", "成都麻将", "成都麻雀"),
    FirstDealer.HIGHEST_THROW,
    Succession(win=NextDealer.FIRST_WINNER, several=NextDealer.DISCARDER, draw=NextDealer.STAYS),
    (
        Source("set", "CD-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "CD-03", Mark.USUAL),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "CD-02", Mark.STATED),
        Source("next_dealer", "CD-04", Mark.STATED),
        Source("next_dealer", "QS-05", Mark.USUAL),
        Source("kong_from", "CD-05", Mark.USUAL),
    ),
)

QQ = _row(
    "QS",
    Text("QQ Sichuan mahjong", "QQ四川麻将", "QQ四川麻雀"),
    FirstDealer.HIGHEST_THROW,
    _DICE,
    (
        Source("set", "QS-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "QS-06", Mark.USUAL),
        Source("deal", "QS-06", Mark.USUAL),
        Source("first_dealer", "QS-05", Mark.USUAL),
        Source("next_dealer", "QS-05", Mark.STATED),
        Source("kong_from", "QS-06", Mark.USUAL),
    ),
)

STANDARD = _row(
    "SS",
    Text("Standard Sichuan mahjong", "标准川麻", "標準四川麻雀"),
    FirstDealer.HIGHEST_THROW,
    _DICE,
    (
        Source("set", "SS-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "COM-05", Mark.USUAL),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "SS-09", Mark.USUAL),
        Source("next_dealer", "SS-09", Mark.STATED),
        Source("kong_from", "QS-06", Mark.USUAL),
    ),
)

FIXED_LACK = _row(
    "NS",
    Text("New Sichuan mahjong with a fixed lack suit", "新四川麻将（定缺）", "新四川麻雀（定缺）"),
    FirstDealer.HIGHEST_THROW,
    _DICE,
    (
        Source("set", "NS-01", Mark.DERIVED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "NS-07", Mark.USUAL),
        Source("deal", "NS-07", Mark.USUAL),
        Source("first_dealer", "NS-07", Mark.USUAL),
        Source("next_dealer", "NS-07", Mark.USUAL),
        Source("kong_from", "QS-06", Mark.USUAL),
    ),
)

POINTS = _row(
    "SP",
    Text("Sichuan mahjong by points", "四川麻将（计分）", "四川麻雀（得点制）"),
    FirstDealer.HIGHEST_THROW,
    Succession(win=NextDealer.WINNER, several=NextDealer.DISCARDER, draw=NextDealer.STAYS),
    (
        Source("set", "SP-01", Mark.STATED),
        Source("program", "COM-02", Mark.USUAL),
        Source("dice", "COM-05", Mark.USUAL),
        Source("deal", "SP-10", Mark.STATED),
        Source("first_dealer", "QS-05", Mark.USUAL),
        Source("next_dealer", "SP-12", Mark.STATED),
        Source("kong_from", "SP-11", Mark.STATED),
    ),
)

SICHUAN = (DEYANG, CHENGDU, QQ, STANDARD, FIXED_LACK, POINTS)
"""The six variants, in the order in which lists show them."""
