"""The variants' set-up, one row each."""

from rules.dealing import JUMP
from rules.languages import Text
from rules.variants.guiyang import GUIYANG
from rules.variants.model import (
    FirstDealer,
    Flowers,
    Mark,
    NextDealer,
    Source,
    Succession,
    Variant,
)
from rules.variants.sichuan import SICHUAN
from rules.variants.single_win import HANGZHOU, HEBEI
from rules.wall import End

GUANGDONG = Variant(
    id="GD",
    name=Text("Guangdong tuidaohu", "广东推倒胡", "広東・推倒胡"),
    set_id="136",
    program_id="136",
    dice_id="sum-smaller",
    deal=JUMP,
    first_dealer=FirstDealer.FIRST_SEATED,
    next_dealer=Succession(win=NextDealer.WINNER, several=NextDealer.WINNER, draw=NextDealer.STAYS),
    kong_from=End.TAIL,
    flowers=None,
    sources=(
        Source("set", "GD-07", Mark.USUAL),
        Source("program", "COM-01", Mark.STATED),
        Source("dice", "COM-05", Mark.USUAL),
        Source("deal", "GD-04", Mark.STATED),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "GD-03", Mark.STATED),
        Source("next_dealer", "GD-08", Mark.USUAL),
        Source("kong_from", "COM-07", Mark.USUAL),
    ),
)

COMPETITION = Variant(
    id="MCR",
    name=Text("Mahjong competition rules", "国标麻将", "国標麻雀"),
    set_id="144",
    program_id="144",
    dice_id="two-throws",
    deal=JUMP,
    first_dealer=FirstDealer.LOT,
    next_dealer=Succession(
        win=NextDealer.NEXT_SEAT, several=NextDealer.NEXT_SEAT, draw=NextDealer.NEXT_SEAT
    ),
    kong_from=End.TAIL,
    flowers=Flowers(replaced_from=End.TAIL, limit_s=30),
    sources=(
        Source("set", "MCR-01", Mark.STATED),
        Source("program", "COM-01", Mark.STATED),
        Source("dice", "MCR-22", Mark.STATED),
        Source("dice", "MCR-23", Mark.STATED),
        Source("deal", "MCR-24", Mark.STATED),
        Source("first_dealer", "MCR-03", Mark.STATED),
        Source("next_dealer", "MCR-03", Mark.STATED),
        Source("kong_from", "MCR-31", Mark.PUBLISHED),
        Source("flowers", "MCR-25", Mark.STATED),
    ),
)

BASIC = Variant(
    id="B144",
    name=Text("Basic rules with 144 tiles", "基本规则（144张）", "基本ルール（144枚）"),
    set_id="144",
    program_id="144",
    dice_id="sum-smaller",
    deal=JUMP,
    first_dealer=FirstDealer.RANDOM,
    next_dealer=Succession(win=NextDealer.WINNER, several=NextDealer.WINNER, draw=NextDealer.STAYS),
    kong_from=End.TAIL,
    flowers=Flowers(replaced_from=End.TAIL, limit_s=None),
    sources=(
        Source("set", "B144-01", Mark.STATED),
        Source("program", "COM-01", Mark.STATED),
        Source("dice", "COM-05", Mark.USUAL),
        Source("deal", "B144-03", Mark.STATED),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "B144-02", Mark.STATED),
        Source("next_dealer", "B144-02", Mark.STATED),
        Source("next_dealer", "B144-10", Mark.USUAL),
        Source("kong_from", "B144-08", Mark.STATED),
        Source("flowers", "B144-09", Mark.USUAL),
    ),
)

VARIANTS: dict[str, Variant] = {
    row.id: row for row in (*SICHUAN, *GUIYANG, COMPETITION, HANGZHOU, HEBEI, GUANGDONG, BASIC)
}
"""Every variant by id, in the order in which lists show them."""
