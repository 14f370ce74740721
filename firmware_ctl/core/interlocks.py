"""Which actuator may move in which situation, as one table of rules.

Asked before every motion, above any backend, so that no board driver can forget it; the board
enforces its own rules again. An input that is not known counts as unsafe, and so does a switch that
the one at the other end contradicts.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from firmware_ctl.core.ends import stands_at
from hal.ids import (
    BELTS,
    CAMS_HOME,
    DEALERS,
    HANDS_FLUSH,
    LANES,
    PUSHERS,
    PUSHERS_HOME,
    STACKERS,
    TRAYS,
    TRAYS_DOWN,
    Actuator,
    Direction,
    Input,
)

_FORWARD = (Direction.FORWARD,)
_BOTH = (Direction.FORWARD, Direction.REVERSE)
_UNDER_THE_WELL = (
    Actuator.DRUM,
    Actuator.RING,
    *BELTS,
    *STACKERS,
    *PUSHERS,
    *TRAYS,
    *DEALERS,
)


@dataclass(frozen=True, slots=True)
class Interlock:
    """A part may move in ``directions`` only while ``needs`` reads true and ``still`` stand.

    ``why`` names the reason in the catalogue of texts, under ``why``.
    """

    why: str
    directions: tuple[Direction, ...] = _BOTH
    needs: Input | None = None
    still: tuple[Actuator, ...] = ()


def _rules(actuator: Actuator) -> tuple[Interlock, ...]:
    return tuple(rule for movers, rule in INTERLOCKS if actuator in movers)


INTERLOCKS: tuple[tuple[tuple[Actuator, ...], Interlock], ...] = (
    (tuple(Actuator), Interlock("estop-pressed", needs=Input.ESTOP_RELEASED)),
    (tuple(Actuator), Interlock("top-open", needs=Input.TOP_CLOSED)),
    (tuple(Actuator), Interlock("hatch-open", needs=Input.HATCH_CLOSED)),
    (_UNDER_THE_WELL, Interlock("well-open", needs=Input.DOME_DOWN)),
    (
        (Actuator.DOME,),
        Interlock("below-moves", still=_UNDER_THE_WELL),
    ),
    (_UNDER_THE_WELL, Interlock("dome-moves", still=(Actuator.DOME,))),
    *(
        row
        for lane in LANES
        for row in (
            (
                (STACKERS[lane],),
                Interlock("plate-not-home", needs=PUSHERS_HOME[lane]),
            ),
            (
                (STACKERS[lane],),
                Interlock("plate-moves", still=(PUSHERS[lane],)),
            ),
            (
                (PUSHERS[lane],),
                Interlock("stacker-moves", still=(STACKERS[lane],)),
            ),
            (
                (PUSHERS[lane],),
                Interlock("cam-not-home", _FORWARD, needs=CAMS_HOME[lane]),
            ),
            (
                (PUSHERS[lane],),
                Interlock("tray-not-down", _FORWARD, needs=TRAYS_DOWN[lane]),
            ),
            (
                (PUSHERS[lane],),
                Interlock("tray-moves", still=(TRAYS[lane],)),
            ),
            (
                (TRAYS[lane],),
                Interlock("plate-not-home", needs=PUSHERS_HOME[lane]),
            ),
            (
                (TRAYS[lane],),
                Interlock("plate-moves", still=(PUSHERS[lane],)),
            ),
        )
    ),
)

LAYING_A_HAND: tuple[Interlock, ...] = tuple(
    Interlock("hand-tray-not-flush", needs=HANDS_FLUSH[lane], still=(DEALERS[lane],))
    for lane in LANES
)
"""By lane: when single tiles may be pushed on to a hand's slide."""

RULES_OF: dict[Actuator, tuple[Interlock, ...]] = {a: _rules(a) for a in Actuator}


def refusal(
    actuator: Actuator,
    direction: Direction,
    level: Callable[[Input], bool],
    moving: Iterable[Actuator],
) -> str | None:
    """Return the name of why ``actuator`` may not move now, or ``None`` when it may."""
    busy = frozenset(moving)
    rules = (rule for rule in RULES_OF[actuator] if direction in rule.directions)
    return next((rule.why for rule in rules if _forbids(rule, level, busy)), None)


def refusal_of_hand(
    lane: int, level: Callable[[Input], bool], moving: Iterable[Actuator]
) -> str | None:
    """Return why no tile may be pushed on to a lane's hand slide now, or ``None``."""
    rule = LAYING_A_HAND[lane]
    return rule.why if _forbids(rule, level, frozenset(moving)) else None


def _forbids(rule: Interlock, level: Callable[[Input], bool], busy: frozenset[Actuator]) -> bool:
    unsafe = rule.needs is not None and not stands_at(rule.needs, level)
    return unsafe or not busy.isdisjoint(rule.still)
