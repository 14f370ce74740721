"""What a variant of the Sichuan family pays, as one row of data."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.notation import MeldKind
from rules.options import House
from rules.settling.common import no_declarations
from rules.settling.events import Declare
from rules.settling.readiness import Standing, WaitRule, living_waits
from rules.settling.sheet import NextDeal, Sheet


@dataclass(frozen=True, slots=True)
class KongPay:
    """What one kind of kong earns, in units of the stake.

    ``feeder`` is paid by who discarded the tile, ``each`` by every player still in (besides the
    feeder, where there is one). ``when`` names the option and the word that bring the row into
    play; of the rows of a kind the first that is in play counts.
    """

    kind: MeldKind
    rule: str
    feeder: int = 0
    each: int = 0
    when: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Sharing:
    """How kong money moves when the discard after the kong is won (转雨, 呼叫转移).

    ``way`` gives full to each winner, or shares; ``feeder_cancels`` that nothing moves where the
    kong's feeder is among several winners (DY-P5).
    """

    rule: str
    way: Callable[[House], str]
    feeder_cancels: bool = False


@dataclass(frozen=True, slots=True)
class Money:
    """Everything that a variant of the family pays, each with its rule.

    ``bloody`` and ``rain`` tell from the house whether the hand goes on after a win, and whether
    kongs are paid. ``add_base`` is the rule of a self-draw's further unit. ``pig`` is the rule of
    a flower pig's sixteen units, ``wrong_count`` that of a hand which can only pay at the draw
    (相公). ``checked`` picks what the check at the draw pays.
    """

    kongs: tuple[KongPay, ...]
    discard: str
    self_draw: str
    check: str
    refund: str
    dealer: Callable[[Sheet], NextDeal]
    sharing: Sharing | None = None
    add_base: str | None = None
    pig: str | None = None
    feeder_pays_kong_win: str | None = None
    declared_pays: str | None = None
    false_win: str | None = None
    wrong_count: str | None = None
    wait_rule: WaitRule = living_waits
    checked: Callable[[House, Standing], int | None] = lambda _house, one: one.biggest
    bloody: Callable[[House], bool] = lambda _house: True
    rain: Callable[[House], bool] = lambda _house: True
    declare: Callable[[Sheet, Declare], None] = no_declarations
