"""How somebody who has never seen the table understands its English words, and nothing but them.

A text is read by what it speaks of; each names one act of hands, one command or one thing to look
at. The acts are those of the plant (:data:`hal.sim.acts.ACTS`), where a fault ends by no other: a
text that names the wrong part leads whoever follows it nowhere.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from firmware_ctl.core.commands import Word
from hal.ids import Actuator
from hal.motions import HAND_TILES
from hal.sim import SimTable
from hal.sim.axis import HIGH, Axis

SIDES = {"East": 0, "South": 1, "West": 2, "North": 3}
_SIDE = rf"(?P<side>{'|'.join(SIDES)})"
_PART = r"(?P<place>[a-z_]+(?:\.\d)?)"


class Understood(NamedTuple):
    """An act of hands and where it is done, ``""`` where the machine has one such part."""

    act: str
    place: str


ACTS: tuple[tuple[str, str], ...] = (
    ("clean-eye", rf"[Cc]lean the eye S1 of {_SIDE} and look at its plug"),
    ("clear-beam", rf"[Cc]lear the beam of the eye S1 of {_SIDE}"),
    ("clear-mouth", rf"sensor S6 at the mouth of {_SIDE}'s lane"),
    ("mend-reader", rf"tile reader of {_SIDE}"),
    ("clear-head", rf"tiles out of the stacker's head of {_SIDE} by hand"),
    ("clear-heads", r"loose tiles out of all four stackers' heads"),
    ("clean-lane", rf"Clean the lane of {_SIDE}"),
    ("take-out-body", rf"lies before the stacker of {_SIDE} out of its lane"),
    ("free-motor", rf"Take out what blocks {_PART}\."),
    ("mend-motor", rf"plug and wire of {_PART};"),
    ("mend-drum", r"belts and motors of drum and ring"),
    ("mend-driver", rf"plug of {_PART}; let its driver"),
    ("restore-supply", r"motors' supply: plug, switch and fuse"),
    ("clean-ring", r"Wipe the magnetic ring"),
    ("free-drum", r"tiles that lie in the drum over by hand"),
    ("replace-set", r"odd size in set (?P<place>[AB]),"),
    ("mend-set", r"mend the set"),
    ("free-dome", r"dome's rim"),
    ("free-tray", rf"under or on the tray of {_SIDE}"),
    ("straighten-stacks", rf"Straighten the stacks before the push plate of {_SIDE}"),
    ("clear-hatch", rf"everything off {_SIDE}'s hatch"),
    ("pick-up-astray", rf"in the cabinet below {_SIDE}"),
    ("oil", rf"slides of {_PART} and give them a drop of oil"),
    ("mend-switch", rf"the switch {_PART} and look at its plug"),
    ("plug-link", r"board's cable in firmly"),
    ("clean-dice-pan", r"below the dice pan"),
    ("clean-dice-sensor", r"the dice sensor"),
    ("free-key", rf"Free the key {_PART},"),
    ("release-estop", r"pull the red button out"),
    ("close-top", r"lay the table top on its frame"),
    ("close-hatch", r"close the service hatch"),
    ("bring-tiles", r"what is missing, and put it into the well"),
    ("take-out-tiles", r"tiles that are left in the drum out"),
    ("sort-sets", r"sort the two sets by their backs"),
)
"""What a text must speak of to name an act of hands."""

NOTHING_BY_HAND = (
    r"Look that the board's supply",
    r"Nothing is to be mended at once",
    r"Remove the reason",
    r"Look that the board is fixed",
    r"stand still for a while",
    r"Wipe lanes, eyes, ring and drum",
    r"Send the service report",
    r"Look what still moves",
)
"""What is only looked at or waited for at a simulated table."""

_WORD = re.compile(r"\(([a-z]+(?:-[a-z]+)*)[ )]")


def act_of(text: str) -> Understood | None:
    """Return the act of hands that a text names, ``None`` where there is nothing to be done.

    Raises:
        ValueError: it can be understood in no way, or in more than one.
    """
    found = [(act, match) for act, words in ACTS if (match := re.search(words, text))]
    if not found and any(re.search(words, text) for words in NOTHING_BY_HAND):
        return None
    if len(found) != 1:
        raise ValueError(f"{text!r} names {[act for act, _ in found] or 'no act'}")
    ((act, match),) = found
    return Understood(act, _where(match))


def command_of(text: str) -> Word:
    """Return the command that a text names.

    Raises:
        ValueError: it names none.
    """
    found = _WORD.search(text)
    if found is None:
        raise ValueError(f"{text!r} names no command")
    return Word(found[1])


Seen = Callable[[SimTable, str], bool]
"""What can be seen at a side, by its number, or of a part, by its name."""

_NEAR = HIGH // 50
"""What people take for the end of a way by eye."""


def _stands_at_an_end(axis: Axis) -> bool:
    return min(axis.position, HIGH - axis.position) <= _NEAR


def _head(table: SimTable, lane: str) -> bool:
    return bool(table.plant.lanes[int(lane)].stacker.head)


def _askew(table: SimTable, lane: str) -> bool:
    return _head(table, lane) and table.plant.lanes[int(lane)].stacker.jam > 0


def _turns(table: SimTable, motor: str) -> bool:
    return table.plant.motors.turns(next(each for each in Actuator if each.label == motor))


QUESTIONS: tuple[tuple[str, Seen], ...] = (
    (r"tiles left in the drum", lambda table, _: bool(table.plant.drum.tiles)),
    (rf"tile lie in the stacker's head of {_SIDE}", _head),
    (rf"tile stand askew in the stacker's head of {_SIDE}", _askew),
    (r"dome at the end of its way", lambda table, _: _stands_at_an_end(table.plant.dome)),
    (
        rf"tray of {_SIDE} at the end of its way",
        lambda table, side: _stands_at_an_end(table.plant.sides[int(side)].tray_axis),
    ),
    (
        rf"push plate of {_SIDE} at the end of its way",
        lambda table, side: _stands_at_an_end(table.plant.sides[int(side)].pusher),
    ),
    (rf"cam of {_SIDE} turn", lambda table, lane: _turns(table, f"stacker.{lane}")),
    (rf"Does {_PART} move when it is tried", _turns),
    (
        r"any other motor move",
        lambda table, _: any(table.plant.motors.turns(motor) for motor in Actuator),
    ),
    (rf"{_SIDE}'s hand tray flush", lambda table, side: table.plant.hands[int(side)].is_flush),
    (
        rf"tiles lie on {_SIDE}'s slide",
        lambda table, side: len(table.plant.hands[int(side)].slide) >= HAND_TILES,
    ),
    (r"drum turn as fast as usual", lambda table, _: table.plant.drum.slow == 1.0),
    (r"dice spin", lambda table, _: _turns(table, Actuator.DICE_CUP.label)),
)
"""What a question speaks of, and what of it can be seen by looking at the plant."""


def seen(question: str, table: SimTable) -> bool:
    """Answer a question by looking at what it speaks of.

    Raises:
        ValueError: it can be understood in no way, or in more than one.
    """
    found = [(look, match) for words, look in QUESTIONS if (match := re.search(words, question))]
    if len(found) != 1:
        raise ValueError(f"{question!r} can be understood in {len(found)} ways")
    ((look, match),) = found
    table.kernel.catch_up()
    return look(table, _where(match))


def _where(match: re.Match[str]) -> str:
    """Return the place that a text names: a side's number, or a part's name."""
    said: Mapping[str, str] = match.groupdict()
    side = said.get("side")
    return said.get("place", "") if side is None else str(SIDES[side])
