"""The vocabulary of the fault catalogue: what a row says of one physical cause.

The rows themselves stand in the neighbours, by subject; the words of each in the catalogue of texts
under ``fault.CODE``, ``act.NAME``, ``seen.NAME`` and ``reaction.NAME``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from firmware_ctl.core.commands import Word
from hal.ids import Input


class Holds(StrEnum):
    """What a fault stops."""

    ALL = "all"  # both machines, every motor
    LOAD = "load"  # the load alone; the hand at the table goes on
    NOTHING = "nothing"  # it is told, and the request it spoilt is refused


class Seen(StrEnum):
    """By what a fault is seen."""

    SWITCH = "switch"  # end switches
    CURRENT = "current"  # of a motor
    TIME = "time"  # it takes longer than its way and speed allow
    EYE = "eye"  # pulses of a lane's eye
    LEVEL = "level"  # idle level of a lane's eye
    READER = "reader"  # of the tiles
    COUNT = "count"  # of stacks and tiles
    HISTORY = "history"  # of the last loads
    LINK = "link"
    GUARD = "guard"  # the red button, the top, the service hatch
    KEY = "key"
    ANSWER = "answer"  # a person's, to the group's question
    PROGRAM = "program"  # the controller's own checks
    VOLTAGE = "voltage"  # of the computer's supply


class Reaction(StrEnum):
    """What the machine does by itself."""

    RETRY = "retry"  # backs off and tries again
    REVERSE = "reverse"  # moves off whatever it has met
    SHAKE = "shake"  # turns the drum back and forth
    STOP = "stop"  # all motors off
    STOP_LOAD = "stop-load"  # the load's motors off
    RUN_ON = "run-on"
    REFUSE = "refuse"


class Place(StrEnum):
    """Where an act is done; the value names the fault's field or value that tells it."""

    MACHINE = ""
    SIDE = "side"
    INPUT = "input"
    OTHER = "other"
    ACTUATOR = "actuator"
    SET = "set"


class Until(StrEnum):
    """What a sensor must show before a step counts as done; a person says it otherwise."""

    SAID = "said"
    LINK_UP = "link-up"
    GUARD_SAFE = "guard-safe"  # the row's own ``safe`` input
    EYE_CLEAR = "eye-clear"
    EYE_CLEAN = "eye-clean"  # its idle level is what it should be
    BELT_FREE = "belt-free"
    ENDS_AGREE = "ends-agree"
    INPUT_OFF = "input-off"
    INPUT_ON = "input-on"
    WELL_OPEN = "well-open"
    WELL_CLOSED = "well-closed"


@dataclass(frozen=True, slots=True)
class Act:
    """A physical act of a person: its name, by which a simulated person does it too, and where."""

    name: str
    place: Place = Place.MACHINE


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the way on: an act, with what shows that it is done, or a command."""

    act: Act | None = None
    until: Until = Until.SAID
    command: Word | None = None

    @property
    def is_seen(self) -> bool:
        """Tell whether a sensor sees when an act is done."""
        return self.act is not None and self.until is not Until.SAID


@dataclass(frozen=True, slots=True)
class Kind:
    """One row of the catalogue.

    ``steps`` lead from the fault back into play; ``homes`` says that positions are lost; ``safe``
    is an input that must read true before the fault can be acknowledged; ``void`` says that the
    walls inside come up only to be pushed in again; ``bars_lift`` that no cycle begins before it
    has been acknowledged. A group, whose causes the sensors cannot tell apart, has ``asks``: the
    code that each answer to its question makes it. ``why_not`` tells why no part of the program
    raises this row by itself.
    """

    code: str
    holds: Holds
    steps: tuple[Step, ...]
    seen: tuple[Seen, ...]
    reacts: tuple[Reaction, ...]
    homes: bool = False
    safe: Input | None = None
    void: bool = False
    bars_lift: bool = False
    asks: Mapping[bool, str] | None = None
    why_not: str = ""

    @property
    def recover(self) -> tuple[str, ...]:
        """Return the commands of the way on, in order."""
        return tuple(step.command.value for step in self.steps if step.command is not None)

    @property
    def is_group(self) -> bool:
        """Tell whether a person must answer before the cause is known."""
        return self.asks is not None


def act(name: str, place: Place = Place.MACHINE, until: Until = Until.SAID) -> Step:
    """Return the step of a physical act."""
    return Step(Act(name, place), until)


ACK = Step(command=Word.ACK)
HOME = Step(command=Word.HOME)
RESUME = Step(command=Word.RESUME)
LIFT = Step(command=Word.LIFT)
OPEN = Step(command=Word.OPEN_LOADING, until=Until.WELL_OPEN)
CLOSE = Step(command=Word.LIFT, until=Until.WELL_CLOSED)
ANSWER = Step(command=Word.ANSWER)
DICE = Step(command=Word.DICE)

THEN_HOME = (ACK, HOME)
THEN_RESUME = (ACK, RESUME)
THEN_LIFT = (ACK, LIFT)

STOPS = (Reaction.STOP,)
HOLDS_LOAD = (Reaction.STOP_LOAD,)
RUNS_ON = (Reaction.RUN_ON,)
