"""What a variant plugs into a settlement: one function for each kind of event."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.hands.refusals import Refusal
from rules.settling.chickens import Chickens
from rules.settling.common import (
    no_chickens,
    no_declarations,
    nothing,
    pay_penalty,
    refuse_nothing,
)
from rules.settling.events import Chicken, Declare, Draw, Kong, Penalty, Win
from rules.settling.sheet import NextDeal, Sheet, WinMade


@dataclass(frozen=True, slots=True)
class Settling:
    """How a variant settles.

    ``kong``, ``wins`` and ``draw`` write lines; ``wins`` gets all winners on one tile at once, in
    playing order after the discarder, already judged. ``is_over`` is asked after every event,
    ``finish`` runs once after the last, ``next_dealer`` when the hand is over. ``refuses`` is asked
    of every win before it is judged, declared ones too. ``one_winner`` is the rule by which only
    the nearest in turn wins a tile that several claim. ``chickens`` is the row of data by which
    ``chicken`` counts, ``None`` without chickens; ``checks`` tells that who is not ready pays who
    is when the wall is used up (查叫), ``pigs`` that a flower pig pays (花猪).
    """

    kong: Callable[[Sheet, Kong], None]
    wins: Callable[[Sheet, tuple[WinMade, ...]], None]
    draw: Callable[[Sheet, Draw], None]
    is_over: Callable[[Sheet], bool]
    next_dealer: Callable[[Sheet], NextDeal]
    chicken: Callable[[Sheet, Chicken], None] = no_chickens
    declare: Callable[[Sheet, Declare], None] = no_declarations
    penalty: Callable[[Sheet, Penalty], None] = pay_penalty
    finish: Callable[[Sheet], None] = nothing
    refuses: Callable[[Sheet, Win], Refusal | None] = refuse_nothing
    one_winner: str | None = None
    chickens: Chickens | None = None
    checks: bool = False
    pigs: bool = False
