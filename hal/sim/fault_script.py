"""Read a script of faults, and let them come and go at their times.

    NAME[@WHERE][@WHEN][+DURATION][*CHANCE][,...]    stacker-jam@lane=2@12.5s+30s*0.2
    random:MEAN                                      so many faults a hand, as chance has it
    all                                              each kind in turn, one a hand

``WHERE`` is ``lane=``, ``side=``, ``motor=``, ``key=``, ``set=`` or ``place=`` and one of the
kind's places; left out, chance chooses. ``WHEN`` counts seconds from power-on; left out, the fault
is there from the beginning. Without ``DURATION`` it stands until somebody mends it. ``CHANCE`` is
per occasion (a tile, a push, a move) where the kind has occasions, otherwise that it comes at all.
"""

import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from hal.sim.fault_desk import FaultDesk, Spot, kind_of
from hal.sim.faults import FAULT_KINDS, FaultKind, NoSuchFault, Per
from hal.sim.kernel import US, Kernel, to_us

GRAMMAR = "NAME[@lane=PLACE][@SECONDSs][+SECONDSs][*CHANCE], joined by commas; random:MEAN; all"
MOST_S = 1_000_000.0
MOST_PER_HAND = 100.0
_ALONE = ("all", "random")
_WHERE = ("lane", "side", "motor", "key", "set", "place")
_ITEM = re.compile(r"(?P<name>[^@+*\s]+)(?P<rest>(?:[@+*][^@+*\s]+)*)\Z")
_PART = re.compile(r"([@+*])([^@+*]+)")


class BadScript(ValueError):
    """A script that says nothing that can be done; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class ScriptedFault:
    """One fault to come; without a place chance chooses, without a duration it stands."""

    name: str
    place: str | None = None
    onset_s: float = 0.0
    duration_s: float | None = None
    chance: float = 1.0


@dataclass(frozen=True, slots=True)
class FaultScript:
    """What is to go wrong: given faults, a mean number of random ones a hand, or each in turn."""

    faults: tuple[ScriptedFault, ...] = ()
    mean_per_hand: float = 0.0
    each_in_turn: bool = False


@dataclass(frozen=True, slots=True)
class Injection:
    """A fault that was set, where, and when, in seconds since power-on."""

    name: str
    place: str
    at_s: float

    @property
    def spot(self) -> Spot:
        """Return its name and place."""
        return self.name, self.place


def parse_script(text: str) -> FaultScript:
    """Return what a script says.

    Raises:
        BadScript: it cannot be understood, or names a fault or place that there is not.
    """
    if text == "all":
        return FaultScript(each_in_turn=True)
    if text.startswith("random:"):
        mean = _number(text.removeprefix("random:"), text, 0.0, MOST_PER_HAND)
        return FaultScript(mean_per_hand=mean)
    return FaultScript(faults=tuple(parse_fault(item.strip()) for item in text.split(",")))


def parse_fault(text: str) -> ScriptedFault:
    """Return what a script says of one fault.

    Raises:
        BadScript: it cannot be understood, or names a fault or place that there is not.
    """
    found = _ITEM.match(text)
    if found is None:
        raise BadScript(f"fault {text[:60]!r} cannot be read; write {GRAMMAR}")
    if found["name"].partition(":")[0] in _ALONE:
        raise BadScript(
            f"{text[:60]}: all and random:MEAN stand alone, with nothing before or behind"
        )
    try:
        kind = kind_of(found["name"])
    except NoSuchFault as error:
        raise BadScript(str(error)) from None
    place: str | None = None
    onset_s, duration_s, chance = 0.0, None, 1.0
    for mark, said in _PART.findall(found["rest"]):
        key, is_place, value = said.partition("=")
        if mark == "@" and is_place:
            place = _place(kind, key, value)
        elif mark == "@":
            onset_s = _seconds(said, text)
        elif mark == "+":
            duration_s = _seconds(said, text)
        else:
            chance = _number(said, text, 0.0, 1.0)
    if chance == 0:
        raise BadScript(f"{text}: with the chance 0 it never comes; give one above 0 and at most 1")
    return ScriptedFault(kind.name, place, onset_s, duration_s, chance)


def _place(kind: FaultKind, key: str, value: str) -> str:
    if key not in _WHERE:
        raise BadScript(f"{kind.name}@{key}={value}: say where with one of {', '.join(_WHERE)}")
    if not kind.places:
        raise BadScript(f"{kind.name}: the machine has one such part; leave {key}={value} out")
    if value not in kind.places:
        raise BadScript(f"{kind.name}: {key}={value} is none of {', '.join(kind.places)}")
    return value


def _seconds(said: str, text: str) -> float:
    return _number(said.removesuffix("s"), text, 0.0, MOST_S)


def _number(said: str, text: str, low: float, high: float) -> float:
    try:
        number = float(said)
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise BadScript(f"{text[:60]}: {said[:20]!r} is no number from {low:g} to {high:g}")
    return number


class Schedule:
    """Let scripted faults come and go; ``came`` hears of each that comes."""

    def __init__(self, desk: FaultDesk, kernel: Kernel, chance: random.Random) -> None:
        self.came: list[Callable[[Injection], None]] = []
        self._desk, self._kernel, self._chance = desk, kernel, chance
        self._coming: list[tuple[ScriptedFault, str]] = []

    def add(self, fault: ScriptedFault, after_s: float = 0.0) -> None:
        """Let a fault come at its onset, counted from ``after_s``; this machine may lack the part.

        Raises:
            NoSuchFault: this machine has no such part.
        """
        kind = kind_of(fault.name)
        places = kind.places_on(self._desk.world)
        place = fault.place
        if place is None and places:
            place = self._chance.choice(places)
        if place is None or place not in places:
            raise NoSuchFault(f"{fault.name}: this machine has no such part; choose another fault")
        self._coming.append((fault, place))
        at_us = to_us(after_s + fault.onset_s)
        self._kernel.at(at_us, self._begin, len(self._coming) - 1)

    def add_random(self, mean: float, after_s: float, within_s: float) -> int:
        """Let faults of a Poisson number come within a time; return how many.

        Every kind is alike, then each of its places. Half of them end by themselves.
        """
        many = _poisson(mean, self._chance)
        for _ in range(many):
            kind = self._chance.choice(self.fitting)
            onset_s = self._chance.random() * within_s
            lasts_s = (
                None if self._chance.random() < 0.5 else self._chance.expovariate(1 / within_s)
            )
            strength = 1.0 if kind.per is Per.RUN else self._chance.choice((0.05, 0.3, 1.0))
            self.add(ScriptedFault(kind.name, None, onset_s, lasts_s, strength), after_s)
        return many

    def add_in_turn(self, number: int, after_s: float, within_s: float) -> None:
        """Let the kind of that number, round and round, come at some moment within a time."""
        kind = self.fitting[number % len(self.fitting)]
        self.add(ScriptedFault(kind.name, None, self._chance.random() * within_s), after_s)

    @property
    def fitting(self) -> list[FaultKind]:
        """Return the kinds that this machine can have."""
        return [kind for kind in FAULT_KINDS if kind.places_on(self._desk.world)]

    def _begin(self, number: int) -> None:
        fault, place = self._coming[number]
        strength = fault.chance
        if kind_of(fault.name).per is Per.RUN:
            if strength < 1 and self._chance.random() >= strength:
                return
            strength = 1.0
        self._desk.set(fault.name, place, strength)
        injected = Injection(fault.name, place, self._kernel.now / US)
        for hear in self.came:
            hear(injected)
        if fault.duration_s is not None:
            self._kernel.after(to_us(fault.duration_s), self._end, number)

    def _end(self, number: int) -> None:
        fault, place = self._coming[number]
        if (fault.name, place) in self._desk.active:
            self._desk.clear(fault.name, place)


def _poisson(mean: float, chance: random.Random) -> int:
    """Draw from a Poisson law by the exponential gaps between its events."""
    number, sum_of_gaps = 0, chance.expovariate(1.0)
    while sum_of_gaps < mean:
        number += 1
        sum_of_gaps += chance.expovariate(1.0)
    return number
