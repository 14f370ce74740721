"""What the table knows, as its record tells it: the sum of all records up to one of them.

Everything here is whole numbers, texts and tuples of them, so that it can be written down and read
back without loss. Sides and lanes are 0..3, times are milliseconds of the controller's own clock.
"""

from dataclasses import dataclass

from firmware_ctl.referee.kept import NO_HANDS, KeptEvening

Four = tuple[int, int, int, int]
"""One number for each side or lane."""

Values = tuple[tuple[str, str | int], ...]
"""Named values, in the order of their names."""

NONE: Four = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the two tile sets, their stacks and their hands are.

    ``hands_inside`` are the sides where a hand of the set inside waits, ``hands_due`` those whose
    hand belongs to the walls on the table; ``stowed`` keeps both sets inside (藏牌). While
    ``tiles_awaited`` the well has been open and its tiles may lie on the table top still.
    """

    rows: Four = NONE
    to_raise: tuple[int, ...] = ()
    on_tray: tuple[int, ...] = ()
    set_inside: str | None = None
    set_on_table: str | None = None
    void_inside: bool = False
    void_on_table: bool = False
    rising: bool = False
    load_due: bool = False
    tiles_awaited: bool = False
    position_lost: bool = True
    hands_inside: tuple[int, ...] = ()
    hands_due: tuple[int, ...] = ()
    stowed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The load under way: pushes wanted and made, tiles passed by lane.

    A push is a stack or a single tile; ``half`` and ``hand`` of those wanted are single ones, of a
    half stack and of a hand. ``stacked`` are the tiles that each lane took, once all stacks are
    made; ``eyes_failed`` the lanes whose eye missed tiles.
    """

    wanted: Four = NONE
    made: Four = NONE
    passed: Four = NONE
    stacked: Four | None = None
    eyes_failed: tuple[int, ...] = ()
    unsure: bool = False
    half: Four = NONE
    hand: Four = NONE


@dataclass(frozen=True, slots=True)
class Deviation:
    """One way in which walls deviate from their set, without naming a tile or its place."""

    name: str
    level: str
    count: int
    side: int | None


@dataclass(frozen=True, slots=True)
class Walls:
    """One set that stands in walls: the program that stacked it, and the verdict (验牌) on it."""

    program: str
    level: str
    order_checked: bool
    deviations: tuple[Deviation, ...] = ()


@dataclass(frozen=True, slots=True)
class RunningHand:
    """The hand (一局) that is being played; ``throws`` are the faces of its dice so far.

    ``dealt`` tells that the machine brought the hands up to the seats; ``cut`` is the side and the
    stack from its right where keys have cut the wall.
    """

    dealer: int
    variant: str
    stacks: Four
    throws: tuple[tuple[int, int], ...] = ()
    dealt: bool = False
    cut: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Hands:
    """How many hands there have been, the running one, and what the dice show.

    ``streak`` counts how often the dealer has stayed (连庄); ``last_dealer`` dealt the hand that
    has ended, until the next one begins.
    """

    number: int = 0
    running: RunningHand | None = None
    faces: tuple[int, int] | None = None
    streak: int = 0
    last_dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Proposed:
    """Who deals next by a variant's rule; ``side`` is unknown where dice or people decide."""

    side: int | None
    rule: str
    asks_ready: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A fault that stands. Values of wall faults are left out: they name tiles."""

    id: int
    code: str
    holds: str
    since_ms: int
    side: int | None
    lanes: tuple[int, ...]
    values: Values


@dataclass(frozen=True, slots=True)
class Programs:
    """The program (牌数) of the next load and that of the last one, by their ids."""

    next: str = ""
    loaded: str = ""


@dataclass(frozen=True, slots=True)
class Switches:
    """What people have switched on or off."""

    locked: bool = False
    muted: bool = False
    lamps: bool = True


@dataclass(frozen=True, slots=True)
class Care:
    """What has worn the table: hands, those at its last cleaning, seconds by motor, jams by lane.

    ``eyes`` are the lane eyes' levels when new, -1 where none was ever measured; ``ways_ms`` how
    long each part usually takes for its way.
    """

    hands: int = 0
    cleaned_at: int = 0
    motor_s: Values = ()
    jams: Four = NONE
    eyes: Four = (-1, -1, -1, -1)
    ways_ms: Values = ()


@dataclass(frozen=True, slots=True)
class Promises:
    """What the next electronic throw and the next cut by keys are bound to: SHA-256, hexadecimal.

    Empty where the table has no such dice, or does not cut by keys.
    """

    dice: str = ""
    cut: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the controller knows of its table at one moment; secrets are not among it.

    ``closing`` tells that the session (场) has been ended: no hand begins any more.
    """

    surface: str = "unhomed"
    load: str = "empty"
    held_in: str = "unhomed"
    reason: str = ""
    places: Places = Places()
    job: Job = Job()
    dealer: int | None = None
    variant: str = ""
    programs: Programs = Programs()
    switches: Switches = Switches()
    inside: Walls | None = None
    on_table: Walls | None = None
    hands: Hands = Hands()
    faults: tuple[Standing, ...] = ()
    proposed: Proposed | None = None
    promises: Promises = Promises()
    closing: bool = False
    care: Care = Care()


@dataclass(frozen=True, slots=True)
class Seal:
    """A wall that nobody can read yet; see :mod:`firmware_ctl.store.seals`.

    ``box`` and ``key`` are base64, ``commitment`` is hexadecimal. ``root`` is the root over the
    salted tiles that was told when the wall was closed, ``before`` that of the wall before.
    """

    number: int
    box: str
    key: str
    commitment: str
    root: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Totals:
    """What has been counted in the table's whole life."""

    loads: int = 0
    hands: int = 0
    faults: int = 0
    commands: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The table and its record after all records so far.

    ``running`` is true from a start until an orderly shutdown; ``unsafe`` counts the starts that
    found it true. ``seals`` counts all walls ever sealed, and ``last_root`` is the root of the last
    of them; ``lost`` counts the records that were never written. ``weighed`` is the number of the
    newest record that opened a wall on which the wall check was heard. ``evening`` holds the
    referee's closed hands, ``entries`` is the box of the open one, base64.
    """

    boots: int = 0
    unsafe: int = 0
    running: bool = False
    lost: int = 0
    weighed: int = 0
    seals: int = 0
    last_root: str = ""
    totals: Totals = Totals()
    evening: KeptEvening = NO_HANDS
    entries: str = ""
    table: Known = Known()
    sealed_inside: Seal | None = None
    sealed_on_table: Seal | None = None
