"""What every view shows: one immutable picture of the table at one moment.

Never a tile's kind or place before the hand has ended.
"""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from firmware_ctl.referee.view import RefereeView
from hal.board import Capabilities
from hal.ids import Quality
from rules.programs import Stacks

SNAPSHOT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured number with how far it can be trusted."""

    value: int | None
    quality: Quality


@dataclass(frozen=True, slots=True)
class ProgramView:
    """The program (牌数) in use and the one that the next load takes, in tiles."""

    current: int
    next: int


@dataclass(frozen=True, slots=True)
class DiceView:
    """The last throw and the break (开门) that it gives; wall and stacks are unknown until then.

    ``commitment`` is what electronic dice have promised for the next throw.
    """

    faces: tuple[int, ...] | None
    wall: int | None
    stacks: int | None
    text: str
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class CutView:
    """The cut by keys that is due: what the table has promised, and which sides have pressed."""

    commitment: str
    pressed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """The hand's number since start-up; its state is ``none``, ``running``, ``ended``.

    ``root`` stands for the closed walls at the table, where a reader saw them; ``opened`` is the
    last hand whose wall everybody may see; ``cut`` is there where keys cut the walls.
    """

    number: int
    state: str
    root: str | None = None
    root_short: str | None = None
    opened: int | None = None
    cut: CutView | None = None


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of the way on from a fault.

    ``act`` and ``place`` name what a person does and where; ``check`` is how it counts as done: by
    a ``sensor``, by the ``person`` who says so, or as ``command``. ``state`` is ``done``,
    ``waiting`` for the one to be done now, ``todo`` for those after it.
    """

    n: int
    text: str
    act: str | None
    place: str | None
    check: str
    command: str | None
    state: str


@dataclass(frozen=True, slots=True)
class FaultView:
    """One standing fault in words.

    ``question`` is asked where sensors leave ``candidates`` open; ``because`` is the fault that
    this one came of.
    """

    id: int
    code: str
    name: str
    since: float
    side: int | None
    cause: str
    do: str
    recover: tuple[str, ...]
    holds: str = "all"
    question: str | None = None
    candidates: tuple[str, ...] = ()
    because: int | None = None
    steps: tuple[StepView, ...] = ()


@dataclass(frozen=True, slots=True)
class FaultCount:
    """How often a fault was told at a side, or at none in particular."""

    code: str
    side: int | None
    count: int


@dataclass(frozen=True, slots=True)
class FaultsLately:
    """The faults of the last ``hands`` loads and of the one under way, most frequent first."""

    hands: int = 0
    faults: tuple[FaultCount, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkView:
    """The link to the board."""

    state: str
    since: float
    errors: int


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What the wall check says of the set inside, in words, without naming a proper tile."""

    level: str
    text: str


@dataclass(frozen=True, slots=True)
class NextDealerView:
    """Who deals the next hand by the variant's rule, taken by ``dealer rule``.

    ``side`` is unknown where dice or people decide.
    """

    side: int | None
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class RecordView:
    """The table's record: its newest link, and whether all that is shown is on the card.

    ``head`` is that link's hash, hexadecimal; ``unsafe`` counts the starts after a power cut;
    ``committed`` is when that link came to the card, in seconds since 1970 by the computer's clock,
    ``None`` before the first one since the start.
    """

    sequence: int
    head: str
    unsafe: int
    acknowledged: bool
    committed: int | None = None


@dataclass(frozen=True, slots=True)
class SessionView:
    """The session: ``open``, ``ending`` with this hand, ``ended``; whether power may be cut."""

    phase: str
    safe_to_cut: bool


@dataclass(frozen=True, slots=True)
class SelfCheckView:
    """The last self-check, or the one that runs.

    ``key`` is the one to be pressed now; ``found`` names what has changed by code and place,
    ``compared`` counts the parts and eyes for which it was known what was usual before.
    """

    stage: str
    text: str
    key: str | None
    compared: int
    found: tuple[str, ...]


class HandTray(StrEnum):
    """Where a side's hand is on a table that deals."""

    NONE = "none"
    BELOW = "below"
    RISING = "rising"
    UP = "up"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table as views show it; field names are the contract of socket, web page and MQTT.

    ``walls`` are the stacks at the table by side, a half one counted; ``hand_trays`` tell of each
    side's hand that belongs to them, on a table that deals. ``rest_s`` is how long the load that is
    due waits until the table has rested, 0 when none does.
    """

    v: int
    simulated: bool
    language: str
    time: float
    boot: int
    surface: str
    load: str
    phase: str
    reason: str
    progress: dict[str, tuple[int, int]]
    set_on_table: str | None
    set_inside: str | None
    program: ProgramView
    variant: str
    dealer: int | None
    dice: DiceView
    hand: HandView
    faults: tuple[FaultView, ...]
    estop: str
    link: LinkView
    verdict: VerdictView
    order_checked: bool
    counters: dict[str, int]
    measured: dict[str, Measured]
    positions: dict[str, str]
    locked: bool
    muted: bool
    lamps: bool
    allowed: tuple[str, ...]
    capabilities: Capabilities
    profile: str = "four-port"
    stowed: bool = False
    streak: int = 0
    next_dealer: NextDealerView | None = None
    hands_due: tuple[int, ...] = ()
    roulette: int | None = None
    test: int | None = None
    record: RecordView | None = None
    referee: RefereeView | None = None
    session: SessionView | None = None
    self_check: SelfCheckView | None = None
    walls: Stacks = (0, 0, 0, 0)
    hand_trays: tuple[HandTray, ...] = ()
    rest_s: int = 0
    faults_lately: FaultsLately = FaultsLately()

    def as_json(self) -> dict[str, Any]:
        """Return the snapshot as plain JSON data."""
        return asdict(self)
