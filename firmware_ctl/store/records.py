"""The kinds of records, each with its name and fields; what a record does is :mod:`.fold`'s.

A kind is never renamed and its fields never change their meaning: old files stay readable. A field
that comes later has a default.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from firmware_ctl.referee.kept import KeptHand
from firmware_ctl.store.state import (
    Care,
    Deviation,
    Four,
    Job,
    Places,
    Programs,
    Proposed,
    Seal,
    Standing,
    State,
    Switches,
    Values,
)


@dataclass(frozen=True, slots=True)
class FileBegun:
    """A new file begins; ``continues`` is the last good hash of the file before, hexadecimal."""

    kind: ClassVar[str] = "file"
    format: int
    continues: str
    after: str


@dataclass(frozen=True, slots=True)
class Booted:
    """The controller started."""

    kind: ClassVar[str] = "boot"
    version: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class ShutDown:
    """The controller ended in good order."""

    kind: ClassVar[str] = "shutdown"


@dataclass(frozen=True, slots=True)
class Summed:
    """The sum of everything before, so that a start need not read it all."""

    kind: ClassVar[str] = "state"
    state: State


@dataclass(frozen=True, slots=True)
class Lost:
    """So many records could not be written before this one."""

    kind: ClassVar[str] = "gap"
    records: int


@dataclass(frozen=True, slots=True)
class Transition:
    """A state machine, ``surface`` or ``load``, went from one state to another."""

    kind: ClassVar[str] = "transition"
    machine: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Held:
    """What a resume would lead back to, and why the table is held, if it is."""

    kind: ClassVar[str] = "held"
    held_in: str
    reason: str


@dataclass(frozen=True, slots=True)
class StepEnded:
    """A step of a machine began, was done, failed or was broken off."""

    kind: ClassVar[str] = "step"
    machine: str
    step: str
    outcome: str


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The link to the board came up or went down."""

    kind: ClassVar[str] = "link"
    up: bool


@dataclass(frozen=True, slots=True)
class LoadBegun:
    """A load began: program and pushes by side, stacks and single tiles."""

    kind: ClassVar[str] = "load"
    program: str
    stacks: Four


@dataclass(frozen=True, slots=True)
class Counted:
    """The counts of the load."""

    kind: ClassVar[str] = "count"
    job: Job


@dataclass(frozen=True, slots=True)
class Placed:
    """Sets or stacks changed their places."""

    kind: ClassVar[str] = "places"
    places: Places


@dataclass(frozen=True, slots=True)
class Cycled:
    """The well opened for the next cycle: the set inside is the one that comes up next."""

    kind: ClassVar[str] = "cycle"


@dataclass(frozen=True, slots=True)
class DealerSet:
    """The dealer (庄) is at this side, or nowhere yet."""

    kind: ClassVar[str] = "dealer"
    side: int | None


@dataclass(frozen=True, slots=True)
class DealerProposed:
    """Who deals next by the variant's rule (下庄), or nobody is proposed any more."""

    kind: ClassVar[str] = "proposal"
    proposed: Proposed | None


@dataclass(frozen=True, slots=True)
class ProgramSet:
    """The program (牌数) of the next load or of the last one changed."""

    kind: ClassVar[str] = "program"
    programs: Programs


@dataclass(frozen=True, slots=True)
class VariantSet:
    """Another variant is played."""

    kind: ClassVar[str] = "variant"
    id: str


@dataclass(frozen=True, slots=True)
class SessionTurned:
    """The session (场) was ended, ``closing``, or opened again."""

    kind: ClassVar[str] = "session"
    closing: bool


@dataclass(frozen=True, slots=True)
class Switched:
    """A lock, the buzzer or the lamps were switched."""

    kind: ClassVar[str] = "switch"
    switches: Switches


@dataclass(frozen=True, slots=True)
class Cared:
    """A load was finished, or the table cleaned: what has worn it by now."""

    kind: ClassVar[str] = "maintenance"
    care: Care


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """A fault came up."""

    kind: ClassVar[str] = "fault"
    fault: Standing


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """A fault was acknowledged."""

    kind: ClassVar[str] = "ack"
    id: int


@dataclass(frozen=True, slots=True)
class CommandTaken:
    """Somebody said a command; ``ok`` is the answer, ``by`` who it was where that is known.

    What was said again and again within a second is one record, of the last of them; ``count`` is
    how many they were.
    """

    kind: ClassVar[str] = "command"
    word: str
    args: Values
    origin: str
    ok: bool
    by: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class DicePromised:
    """The next electronic throw is bound: the SHA-256 of its seed, hexadecimal."""

    kind: ClassVar[str] = "dice-committed"
    commitment: str


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice fell for this side; ``faces`` are unknown where nobody read them.

    ``source`` is ``electronic``, ``typed``, ``read`` by the cup's sensor, or ``unread``. Seed
    (hexadecimal) and the microsecond of the press make the faces of electronic dice.
    """

    kind: ClassVar[str] = "dice"
    side: int
    faces: tuple[int, int] | None
    source: str = ""
    seed: str = ""
    press_us: int = 0


@dataclass(frozen=True, slots=True)
class CutPromised:
    """The next cut by keys is bound: the SHA-256 of its nonce, hexadecimal."""

    kind: ClassVar[str] = "cut-committed"
    commitment: str


@dataclass(frozen=True, slots=True)
class WallCut:
    """Keys cut the wall: nonce, root and presses (side, microsecond) name the stack."""

    kind: ClassVar[str] = "cut"
    nonce: str
    root: str
    presses: tuple[tuple[int, int], ...]
    stacks: Four
    side: int
    stack: int


@dataclass(frozen=True, slots=True)
class HandBegun:
    """A hand (一局) began with walls of these stacks; its dealer has stayed ``streak`` times.

    ``cut`` is the side and the stack from its right where keys have cut the wall, if they have.
    """

    kind: ClassVar[str] = "hand-begun"
    number: int
    dealer: int
    variant: str
    stacks: Four
    streak: int = 0
    cut: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The hands of the running hand began to come up to the seats."""

    kind: ClassVar[str] = "hands-dealt"


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand ended; ``result`` is what the referee said, if anything."""

    kind: ClassVar[str] = "hand-ended"
    number: int
    result: str | None


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict (验牌) on a finished load."""

    kind: ClassVar[str] = "verdict"
    program: str
    level: str
    order_checked: bool
    deviations: tuple[Deviation, ...]


@dataclass(frozen=True, slots=True)
class WallSealed:
    """The walls inside as the reader saw them, sealed until their hand has ended."""

    kind: ClassVar[str] = "wall-sealed"
    seal: Seal


@dataclass(frozen=True, slots=True)
class WallOpened:
    """A seal's key (base64), and the tiles of each lane in lane order, with their tags' numbers."""

    kind: ClassVar[str] = "wall-opened"
    number: int
    key: str
    tiles: tuple[str, ...]
    uids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the wall check (验牌) said after a hand, once it was told to the table.

    ``place`` is the number of the record that opened the wall, ``null`` is A, B or C where one is
    breached; the others are natural logarithms of e-values, in thousandths.
    """

    kind: ClassVar[str] = "weighed"
    place: int
    hand: int
    level: str
    null: str
    e_full: int
    e_a: int
    e_b: int
    e_c: int


@dataclass(frozen=True, slots=True)
class Entered:
    """What people have entered of the open hand (记分), boxed; empty when no hand is open."""

    kind: ClassVar[str] = "entries"
    box: str


@dataclass(frozen=True, slots=True)
class SheetClosed:
    """The hand after it began, so its ledger is closed: it counts to the evening's scores."""

    kind: ClassVar[str] = "sheet"
    hand: KeptHand


@dataclass(frozen=True, slots=True)
class EveningBegun:
    """The evening's hands are told anew; ``before`` stands on the sides' accounts from older ones.

    ``older`` is how many those were.
    """

    kind: ClassVar[str] = "evening"
    before: tuple[str, ...]
    older: int = 0


@dataclass(frozen=True, slots=True)
class WallStuck:
    """A seal could not be opened: the machine's key is not the one that it was sealed with."""

    kind: ClassVar[str] = "wall-stuck"
    number: int


@dataclass(frozen=True, slots=True)
class Foreign:
    """A record of a kind that this version does not know; it stays in the chain."""

    kind: ClassVar[str] = "?"
    name: str


Record = (
    FileBegun
    | Booted
    | ShutDown
    | Summed
    | Lost
    | Transition
    | Held
    | StepEnded
    | LinkChanged
    | LoadBegun
    | Counted
    | Placed
    | Cycled
    | DealerSet
    | DealerProposed
    | ProgramSet
    | VariantSet
    | SessionTurned
    | Switched
    | Cared
    | FaultRaised
    | FaultCleared
    | CommandTaken
    | DicePromised
    | Thrown
    | CutPromised
    | WallCut
    | HandBegun
    | HandsDealt
    | HandEnded
    | Judged
    | WallSealed
    | WallOpened
    | Weighed
    | Entered
    | SheetClosed
    | EveningBegun
    | WallStuck
    | Foreign
)

KINDS: Mapping[str, type[Record]] = {
    kind.kind: kind for kind in Record.__args__ if kind is not Foreign
}
"""Every kind that is written, by its name, in the order of this page."""


@dataclass(frozen=True, slots=True)
class Note:
    """A record with its time: the controller's clock, and the wall's with how far it is trusted."""

    record: Record
    at_ms: int
    clock_ms: int
    trusted: bool
