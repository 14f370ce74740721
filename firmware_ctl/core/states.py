"""The two state machines as data: states, triggers and the rows that join them.

``Surface`` is what people see: dome, walls, dice, play. ``Load`` is what happens inside: drum,
lanes, stacks of the other set. Both machines are flat; what one must know of the rest of the table
stands in the rows as questions (:class:`Facts`), which the controller answers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Generic, Protocol, TypeVar


class Surface(Enum):
    """What the table does above."""

    UNHOMED = "unhomed"
    HOMING = "homing"
    READY = "ready"
    OPENING = "opening"
    OPEN = "open"
    CLOSING = "closing"
    RAISING = "raising"
    WALLS_UP = "walls-up"
    DEALING = "dealing"
    PLAY = "play"
    PAUSED = "paused"
    FAULTED = "faulted"
    ESTOPPED = "estopped"
    SERVICE = "service"


class Load(Enum):
    """What the machine does inside."""

    EMPTY = "empty"
    LOADING = "loading"
    BALANCING = "balancing"
    COMPLETE = "complete"
    HELD = "held"
    FAULTED = "faulted"


class SurfaceTrigger(StrEnum):
    """What can happen to the surface."""

    HOME = "home"
    LIFT = "lift"
    DONE = "done"
    RAISE = "raise"
    BEGIN = "begin"
    DEAL = "deal"
    END = "end"
    SERVE = "serve"
    HOLD = "hold"
    RESUME = "resume"
    FAULT = "fault"
    ACK_FAULT = "ack-fault"
    ESTOP = "estop"
    ACK_ESTOP = "ack-estop"


class LoadTrigger(StrEnum):
    """What can happen to the load."""

    START = "start"
    STACKED = "stacked"
    BALANCED = "balanced"
    WAIT = "wait"
    HOLD = "hold"
    GO_ON = "go-on"
    FAULT = "fault"
    ACK_FAULT = "ack-fault"
    ACCEPT_VOID = "accept-void"
    FORGET = "forget"


class Facts(Protocol):
    """The questions about the table that conditions of the rows ask."""

    @property
    def held_in(self) -> Surface:
        """The surface state that was left by the last hold or fault."""

    def hand_runs(self) -> bool:
        """Tell whether a hand has begun and not ended."""

    def walls_stand(self) -> bool:
        """Tell whether walls stand on the trays that no hand has used."""

    def raise_due(self) -> bool:
        """Tell whether the set inside is to be raised now."""

    def position_lost(self) -> bool:
        """Tell whether the table must be homed before anything else moves."""


Question = Callable[[Facts], bool]
State = TypeVar("State", Surface, Load)


@dataclass(frozen=True, slots=True)
class Row(Generic[State]):
    """On ``trigger``, from each of ``sources``, to ``dest``; ``None`` keeps the state.

    Rows of one trigger are tried in order; a row is taken when its question is answered yes.
    """

    trigger: str
    sources: tuple[State, ...]
    dest: State | None
    when: Question | None = None


def hand_runs(facts: Facts) -> bool:
    """Ask whether a hand runs."""
    return facts.hand_runs()


def walls_stand(facts: Facts) -> bool:
    """Ask whether unused walls stand on the table."""
    return facts.walls_stand()


def raise_due(facts: Facts) -> bool:
    """Ask whether the set inside is to be raised now."""
    return facts.raise_due()


def position_lost(facts: Facts) -> bool:
    """Ask whether the table must be homed first."""
    return facts.position_lost()


def _was_in(state: Surface) -> Question:
    def question(facts: Facts) -> bool:
        return facts.held_in is state

    question.__name__ = f"held in {state.value}"
    return question


MOVING = (
    Surface.HOMING,
    Surface.OPENING,
    Surface.CLOSING,
    Surface.RAISING,
    Surface.DEALING,
)
"""Surface states whose step moves motors."""

RESTING = (Surface.READY, Surface.WALLS_UP, Surface.PLAY)
"""Surface states in which the dome is down and the load may run."""

HOLDABLE = (*MOVING, *RESTING, Surface.OPEN)
"""Surface states that a hold or a fault interrupts and a resume returns to."""

_STOPPED = (Surface.UNHOMED, Surface.PAUSED, Surface.FAULTED, Surface.ESTOPPED)

_T = SurfaceTrigger
SURFACE_ROWS: tuple[Row[Surface], ...] = (
    Row(_T.HOME, (Surface.UNHOMED, Surface.PAUSED, Surface.SERVICE), Surface.HOMING),
    Row(_T.LIFT, RESTING, Surface.OPENING),
    Row(_T.LIFT, (Surface.OPEN,), Surface.CLOSING),
    Row(_T.DONE, (Surface.HOMING, Surface.CLOSING), Surface.PLAY, hand_runs),
    Row(_T.DONE, (Surface.HOMING, Surface.CLOSING), Surface.WALLS_UP, walls_stand),
    Row(_T.DONE, (Surface.CLOSING,), Surface.RAISING, raise_due),
    Row(_T.DONE, (Surface.HOMING, Surface.CLOSING), Surface.READY),
    Row(_T.DONE, (Surface.OPENING,), Surface.OPEN),
    Row(_T.DONE, (Surface.RAISING,), Surface.WALLS_UP),
    Row(_T.RAISE, (Surface.READY,), Surface.RAISING),
    Row(_T.DONE, (Surface.DEALING,), Surface.PLAY),
    Row(_T.BEGIN, (Surface.WALLS_UP,), Surface.PLAY),
    Row(_T.BEGIN, (Surface.DEALING,), None),
    Row(_T.DEAL, (Surface.PLAY,), Surface.DEALING),
    Row(_T.END, (Surface.PLAY,), Surface.READY),
    Row(_T.HOLD, HOLDABLE, Surface.PAUSED),
    Row(_T.HOLD, _STOPPED, None),
    Row(_T.SERVE, (Surface.UNHOMED, Surface.READY), Surface.SERVICE),
    Row(_T.SERVE, (Surface.SERVICE,), Surface.UNHOMED),
    Row(_T.HOLD, (Surface.SERVICE,), None),
    *(Row(_T.RESUME, (Surface.PAUSED,), state, _was_in(state)) for state in HOLDABLE),
    Row(
        _T.FAULT,
        (*HOLDABLE, Surface.UNHOMED, Surface.PAUSED, Surface.SERVICE),
        Surface.FAULTED,
    ),
    Row(_T.FAULT, (Surface.FAULTED, Surface.ESTOPPED), None),
    Row(_T.ACK_FAULT, (Surface.FAULTED,), Surface.UNHOMED, position_lost),
    Row(_T.ACK_FAULT, (Surface.FAULTED,), Surface.PAUSED),
    Row(_T.ESTOP, tuple(s for s in Surface if s is not Surface.ESTOPPED), Surface.ESTOPPED),
    Row(_T.ESTOP, (Surface.ESTOPPED,), None),
    Row(_T.ACK_ESTOP, (Surface.ESTOPPED,), Surface.UNHOMED),
)

_RUNNING = (Load.LOADING, Load.BALANCING)
_L = LoadTrigger
LOAD_ROWS: tuple[Row[Load], ...] = (
    Row(_L.START, (Load.EMPTY, Load.COMPLETE), Load.LOADING),
    Row(_L.STACKED, (Load.LOADING,), Load.BALANCING),
    Row(_L.BALANCED, (Load.BALANCING,), Load.COMPLETE),
    Row(_L.WAIT, (Load.LOADING,), Load.HELD),
    Row(_L.HOLD, _RUNNING, Load.HELD),
    Row(_L.HOLD, (Load.EMPTY, Load.COMPLETE, Load.HELD, Load.FAULTED), None),
    Row(_L.GO_ON, (Load.HELD,), Load.LOADING),
    Row(_L.FAULT, (*_RUNNING, Load.HELD), Load.FAULTED),
    Row(_L.FAULT, (Load.EMPTY, Load.COMPLETE, Load.FAULTED), None),
    Row(_L.ACK_FAULT, (Load.FAULTED,), Load.HELD),
    Row(_L.ACCEPT_VOID, (Load.FAULTED,), Load.COMPLETE),
    Row(_L.FORGET, tuple(Load), Load.EMPTY),
)
