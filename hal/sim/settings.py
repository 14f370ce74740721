"""What the simulated machine is like: its own numbers, never the controller's configuration.

Times of single motions follow what is generally known of four-port machines (四口机): dome and tray
2–6 s, a stack in 0.8–1.5 s, a load of 136 tiles in 18–60 s. Every value names its unit.
"""

from dataclasses import dataclass, field

from hal.sim.mixing import UNIFORM, Mixing


@dataclass(frozen=True, slots=True)
class DrumSettings:
    """The drum (大盘) and its magnetic ring (磁圈)."""

    pick_s: float = 0.85  # mean time between two tiles of one lane with a full drum
    pick_spread: float = 0.3  # each pick takes this share less or more
    thin_tiles: float = 4.0  # with this many tiles left a pick takes twice as long
    face_up_share: float = 0.5  # of the tiles that fall in
    flip_s: float = 2.5  # mean turning time until a face-up tile is flipped; twice that at most
    mixing: Mixing = UNIFORM


@dataclass(frozen=True, slots=True)
class LaneSettings:
    """A lane (牌道): belt, eye and stacker (叠推, 机头)."""

    transit_s: float = 1.2  # from the mouth to the stacker
    capacity_tiles: int = 5  # then the belt is full back to its mouth
    tile_gap_s: float = 0.16  # a tile's length on the moving belt
    pulse_s: float = 0.18  # a tile stands this long before the eye
    pulse_spread: float = 0.25
    cam_turn_s: float = 0.72  # one whole turn of the stacker's cam
    eye_idle_level: int = 160  # 0..1000, a clean eye that sees nothing


@dataclass(frozen=True, slots=True)
class SideSettings:
    """A side's row, its pusher (推牌) and its tray (升牌, 承牌板)."""

    row_stacks: int = 20  # 600 mm of tray and tiles 30 mm wide
    pusher_s: float = 1.4
    tray_s: float = 2.4
    spread: float = 0.05


@dataclass(frozen=True, slots=True)
class DealSettings:
    """The four hand trays (配牌) of a table that deals."""

    fitted: bool = False
    turn_s: float = 3.2  # down, under the waiting hand, and up with it
    spread: float = 0.05


@dataclass(frozen=True, slots=True)
class DomeSettings:
    """The centre dome (中心升降罩)."""

    travel_s: float = 2.8
    spread: float = 0.05


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """The mechanical dice cup (骰子盘)."""

    settle_s: float = 0.9
    face_weights: tuple[float, float, float, float, float, float] = (1, 1, 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """The tile reader at each lane's eye.

    A tag with a check sum that is read badly gives no read; a tag without one may give a wrong id.
    """

    fitted: bool = True
    reads_per_tile: int = 4
    no_read_rate: float = 0.002  # of single reads
    misread_rate: float = 0.0  # of single reads, as the id of some other tile


@dataclass(frozen=True, slots=True)
class FirmwareSettings:
    """The board's own parameters."""

    watchdog_s: float = 0.5
    belt_clear_s: float = 1.5  # the belt runs back this long after the last stack
    stall_s: float = 0.3  # current above the limit for this long is a stall
    motor_current: bool = True
    eye_levels: bool = True
    dice_reader: bool = False
    display: bool = True


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """The line between host and board."""

    command_delay_s: float = 0.0035  # one mailbox write at 115,200 baud
    wire_s: float = 0.008  # the reply of a poll
    armed_poll_s: float = 0.025
    idle_poll_s: float = 0.5
    lost_after_s: float = 0.5
    reopen_s: float = 0.5
    identify_s: float = 0.02


@dataclass(frozen=True, slots=True)
class StartSettings:
    """How the machine stands at power-on."""

    disordered: bool = False  # every mechanism anywhere between its ends
    trays_up: bool = True
    dome_up: bool = False
    estop_pressed: bool = False


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How long the automatic players take; think, push and play 0 is a batch without waiting."""

    think_s: float = 2.0  # before a key is pressed
    push_s: float = 6.0  # to push the tiles into the well
    play_s: float = 300.0  # a hand
    second_press_s: float = 1.0  # between the two presses that end a hand
    patience_s: float = 10.0  # until a key without effect is tried again


@dataclass(frozen=True, slots=True)
class SimSettings:
    """All of a simulated machine."""

    drum: DrumSettings = field(default_factory=DrumSettings)
    lane: LaneSettings = field(default_factory=LaneSettings)
    side: SideSettings = field(default_factory=SideSettings)
    dome: DomeSettings = field(default_factory=DomeSettings)
    deal: DealSettings = field(default_factory=DealSettings)
    dice: DiceSettings = field(default_factory=DiceSettings)
    reader: ReaderSettings = field(default_factory=ReaderSettings)
    firmware: FirmwareSettings = field(default_factory=FirmwareSettings)
    link: LinkSettings = field(default_factory=LinkSettings)
    start: StartSettings = field(default_factory=StartSettings)
