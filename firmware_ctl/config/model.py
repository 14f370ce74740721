"""Everything about one particular table, as frozen dataclasses with their ranges.

Each field carries what the loader, ``config init`` and the reference page need: a sentence, and
its range or choices. Units stand in the names. The chosen program and variant are state; here
stand only those that a new table starts with.
"""

from dataclasses import dataclass, field
from typing import Any

CONFIG_VERSION = 1


@dataclass(frozen=True, slots=True)
class Rule:
    """What a field means and which values it takes."""

    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()


def _number(default: float, low: float, high: float, help_: str) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"rule": Rule(help_, low=low, high=high)})


def _choice(default: str, choices: tuple[str, ...], help_: str) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"rule": Rule(help_, choices=choices)})


def _plain(default: str, help_: str) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"rule": Rule(help_)})


def _flag(help_: str, *, default: bool) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"rule": Rule(help_)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What the table is called and what it plays when new."""

    name: str = _plain("table", "shown on every view")
    profile: str = _choice(
        "four-port", ("four-port", "auto-deal"), "walls only, or hands of 13 and the walls"
    )
    variant: str = _plain("GD", "rules that a new table starts with (`mjtable rules list`)")
    house: str = _plain("", "house options as name=value, parted by blanks (`mjtable rules show`)")
    language: str = _choice("en", ("en", "zh-CN", "ja"), "language of words shown")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """The tile sets of this table, where they are not just what the variant is played with."""

    set: str = _plain("", "a set by its number of tiles, such as 152; empty = counts")
    counts: str = _plain(
        "", "copies of each design, such as 1m-9m=4 E=4 J=8; empty = what the variant takes"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """Travel times of this machine; a step's time budget is travel times margin plus slack."""

    dome_travel_s: float = _number(3.0, 0.5, 20, "dome from end to end")
    tray_travel_s: float = _number(2.0, 0.5, 20, "lift tray from end to end")
    pusher_travel_s: float = _number(1.5, 0.3, 20, "push plate from end to end")
    cam_turn_s: float = _number(0.6, 0.1, 10, "stacker cam, one turn")
    deal_turn_s: float = _number(3.0, 0.5, 20, "hand tray down and up again, one turn")
    margin: float = _number(
        1.8, 1.1, 5, "a motion that takes longer than this times its travel failed"
    )
    slack_s: float = _number(0.5, 0.1, 10, "added to every budget, for start and link")
    back_off_s: float = _number(0.4, 0.1, 3, "how long a stuck part runs back before a new try")
    attempts: int = _number(2, 1, 5, "tries of a motion before it is a fault")


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How the loading of tiles is watched."""

    stack_s: float = _number(3.0, 0.8, 20, "a stack takes at most about this long, when fed")
    empty_after_s: float = _number(
        10.0, 3, 60, "no tile at any lane for so long: the drum is empty"
    )
    lane_silent_s: float = _number(14.0, 4, 120, "one lane silent for so long while others run")
    tile_s: float = _number(
        1.0, 0.3, 10, "from tile to tile on a lane; twice as long is told as slow"
    )
    shakes: int = _number(1, 0, 5, "how often the drum is shaken before tiles count as absent")
    balance_s: float = _number(7.0, 1, 30, "how long left-over tiles are looked for at the end")
    clear_s: float = _number(1.8, 0.5, 10, "how long a belt runs back until it is empty")
    attempts: int = _number(2, 1, 5, "tries to clear a stacker jam before it is a fault")
    missing_most: int = _number(
        4, 1, 20, "up to so many absent tiles count as missing, not as a bad lane"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """When the table reminds of cleaning, rest and a stronger supply."""

    eye_percent: float = _number(
        60, 10, 95, "an eye with less of its contrast when new is told as dirty"
    )
    run_hours: float = _number(12, 1, 100, "so long without a rest, and the next load waits")
    rest_minutes: float = _number(15, 1, 240, "standing still for so long counts as a rest")
    clean_hands: int = _number(
        500, 50, 100_000, "after so many hands the table asks to be cleaned inside"
    )
    tell_undervoltage: bool = _flag(
        "tell when the supply voltage of this computer drops", default=True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """How dice are thrown at this table."""

    kind: str = _choice(
        "electronic", ("electronic", "cup"), "the display's dice, or a cup with a motor"
    )
    spin_s: float = _number(3.0, 0.5, 10, "how long the cup spins")
    settle_s: float = _number(3.0, 0.5, 10, "how long the cup's dice may take to lie still")


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrity:
    """How everybody can see that the walls are honest."""

    cut: str = _choice(
        "dice", ("dice", "keys"), "what breaks the wall: the dice, or every player's dice key"
    )
    mixing: str = _choice(
        "drum",
        ("drum", "uniform"),
        "what the walls come from: a drum, whose bad mixing accuses nobody, or pure chance",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """Safety devices of this table."""

    estop: str = _choice(
        "fitted", ("fitted", "absent"), "a table without its red button does not move"
    )
    open_reminder_s: float = _number(60, 10, 600, "the buzzer reminds when the well stays open")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remote:
    """The infrared remote."""

    receiver: str = _plain(
        "", "receivers parted by blanks: a LIRC node, a FIFO, auto, KIND:PLACE; empty = no remote"
    )
    key_map: str = _plain("44-key", "a shipped map's name, or the path of a key map file")


@dataclass(frozen=True, slots=True, kw_only=True)
class Socket:
    """The local socket."""

    path: str = _plain("", "empty = $RUNTIME_DIRECTORY or $XDG_RUNTIME_DIR, mjtable.sock there")


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """The web page: the table live, for everybody who reaches it, and one stop button."""

    enabled: bool = _flag("whether the page is served", default=True)
    host: str = _plain("127.0.0.1", "address that it listens on; 0.0.0.0 = every network")
    port: int = _number(8080, 0, 65535, "port that it listens on; 0 = any free one")
    names: str = _plain("", "more host names that lead here, parted by blanks; addresses always do")
    metrics: bool = _flag("whether /metrics tells Prometheus how the table does", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The line to a real motor board."""

    port: str = _plain("", "device, or socket:// or rfc2217:// address; `run --port` comes first")
    baud: str = _choice("115200", ("115200", "250000", "500000", "9600"), "speed of the line")
    line: str = _choice("usb", ("usb", "rs485"), "on RS-485 a stop waits for the answer under way")
    board_id: str = _plain("", "the only board accepted (`mjtable board info`); empty = any")
    settings_crc: str = _plain(
        "", "the only settings of it accepted (`mjtable board settings`); empty = any"
    )
    wiring: str = _plain("", "wiring file of plain Modbus modules; empty = a board of ours")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How much of the table's record is kept; what is too old goes file by file."""

    keep_days: int = _number(730, 7, 36500, "older files of the record are taken away")
    keep_mb: int = _number(512, 32, 65536, "the oldest files go when there is more than this")
    file_mb: int = _number(16, 1, 1024, "a file that has grown so far is closed at the next start")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mqtt:
    """The table on an MQTT broker, for a parlour or a home; the extra `mqtt` is needed."""

    host: str = _plain("", "the broker; empty = none")
    port: int = _number(1883, 1, 65535, "port of the broker")
    tls: bool = _flag("whether the broker is spoken to under TLS", default=False)
    user: str = _plain("", "name for the broker; empty = none")
    password_file: str = _plain("", "file that holds the password, for the service's eyes only")
    topic: str = _plain("mjtable", "all topics begin with this")
    id: str = _plain("", "this table's name in topics; empty = the machine's host name")
    commands: str = _plain(
        "stop lock unlock session", "commands taken from the broker, parted by blanks"
    )
    discovery: str = _plain("homeassistant", "Home Assistant's discovery topic; empty = none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Notify:
    """Notices to people who are not at the table; the extra `notify` is needed."""

    addresses: str = _plain("", "file with one Apprise address a line; empty = no notices")
    about: str = _plain("fault failed verdict", "what is told: fault, failed, verdict, session")
    spool: str = _plain("/run/mjtable-notices", "folder in which notices wait to be sent")


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """Spoken prompts in the table's language; never a word about tiles."""

    speaker: str = _choice(
        "off",
        ("off", "clips", "espeak-ng"),
        "nobody, recorded clips alone, or espeak-ng for what has no clip",
    )
    clips: str = _plain("/usr/share/mjtable/clips", "folder of clips: LANGUAGE/PROMPT.wav")
    volume: int = _number(100, 0, 200, "how loud espeak-ng reads; 100 is its own")
    quiet: str = _plain(
        "22:00-08:00",
        "hours without prompts, ready and key sounds; faults still sound; empty = none",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One table's configuration."""

    config_version: int = CONFIG_VERSION
    table: Table = field(default_factory=Table)
    tiles: Tiles = field(default_factory=Tiles)
    motion: Motion = field(default_factory=Motion)
    load: Load = field(default_factory=Load)
    dice: Dice = field(default_factory=Dice)
    integrity: Integrity = field(default_factory=Integrity)
    safety: Safety = field(default_factory=Safety)
    care: Care = field(default_factory=Care)
    remote: Remote = field(default_factory=Remote)
    socket: Socket = field(default_factory=Socket)
    web: Web = field(default_factory=Web)
    board: Board = field(default_factory=Board)
    record: Record = field(default_factory=Record)
    mqtt: Mqtt = field(default_factory=Mqtt)
    notify: Notify = field(default_factory=Notify)
    voice: Voice = field(default_factory=Voice)
