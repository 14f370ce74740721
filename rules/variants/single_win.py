"""The set-up of tables where one win ends the hand, 136 tiles: Hangzhou and Hebei."""

from rules.dealing import JUMP
from rules.languages import Text
from rules.variants.model import FirstDealer, Mark, NextDealer, Source, Succession, Variant
from rules.wall import End

HANGZHOU = Variant(
    id="HZ",
    name=Text("Hangzhou mahjong", "杭州麻将", "杭州麻雀"),
    set_id="136",
    program_id="136",
    dice_id="sum-smaller",
    deal=JUMP,
    first_dealer=FirstDealer.RANDOM,
    next_dealer=Succession(win=NextDealer.WINNER, several=NextDealer.WINNER, draw=NextDealer.STAYS),
    kong_from=End.TAIL,
    flowers=None,
    sources=(
        Source("set", "HZ-01", Mark.STATED),
        Source("program", "COM-01", Mark.STATED),
        Source("dice", "HZ-06", Mark.USUAL),
        Source("deal", "HZ-02", Mark.STATED),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "HZ-03", Mark.STATED),
        Source("next_dealer", "HZ-03", Mark.STATED),
        Source("kong_from", "HZ-06", Mark.USUAL),
    ),
)

HEBEI = Variant(
    id="HB",
    name=Text("Hebei mahjong", "河北麻将", "河北麻雀"),
    set_id="136",
    program_id="136",
    dice_id="sum-sum",
    deal=JUMP,
    first_dealer=FirstDealer.RANDOM,
    next_dealer=Succession(
        win=NextDealer.DEALER_OR_NEXT, several=NextDealer.DEALER_OR_NEXT, draw=NextDealer.STAYS
    ),
    kong_from=End.TAIL,
    flowers=None,
    sources=(
        Source("set", "HB-01", Mark.STATED),
        Source("program", "HB-01", Mark.STATED),
        Source("dice", "HB-03", Mark.STATED),
        Source("dice", "COM-05", Mark.USUAL),
        Source("deal", "HB-04", Mark.STATED),
        Source("deal", "COM-04", Mark.USUAL),
        Source("first_dealer", "HB-02", Mark.STATED),
        Source("next_dealer", "HB-02", Mark.STATED),
        Source("kong_from", "HB-06", Mark.STATED),
    ),
)
