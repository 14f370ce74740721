"""The simulated table: a plant of tiles and mechanics, a board that drives it, people at it.

Nothing here reads the controller's configuration or knows the rules: a tile's design is a number.
"""

from hal.sim.acts import ACTS, Act, NoSuchAct
from hal.sim.board import SimBoard
from hal.sim.fault_desk import FaultDesk, kind_of
from hal.sim.faults import FAULT_KINDS, KINDS_BY_NAME, Deed, FaultKind, NoSuchFault, Per, World
from hal.sim.interlocks import INTERLOCKS, Interlock, Unsafe
from hal.sim.mixing import LAZY, MEDIUM, MIXINGS, STRONG, UNIFORM, WEAK, Mixing
from hal.sim.people import NotPossible, People
from hal.sim.players import Players
from hal.sim.settings import (
    DealSettings,
    DiceSettings,
    DomeSettings,
    DrumSettings,
    FirmwareSettings,
    LaneSettings,
    LinkSettings,
    PlayerSettings,
    ReaderSettings,
    SideSettings,
    SimSettings,
    StartSettings,
)
from hal.sim.table import SimTable
from hal.sim.tiles import Place, TileLost
from hal.sim.virtual_time import (
    Deadlock,
    TasksLeftRunning,
    TimeSpent,
    VirtualLoop,
    VirtualTimeError,
    run_virtual,
)

__all__ = [
    "ACTS",
    "FAULT_KINDS",
    "INTERLOCKS",
    "KINDS_BY_NAME",
    "LAZY",
    "MEDIUM",
    "MIXINGS",
    "STRONG",
    "UNIFORM",
    "WEAK",
    "Act",
    "Deadlock",
    "DealSettings",
    "Deed",
    "DiceSettings",
    "DomeSettings",
    "DrumSettings",
    "FaultDesk",
    "FaultKind",
    "FirmwareSettings",
    "Interlock",
    "LaneSettings",
    "LinkSettings",
    "Mixing",
    "NoSuchAct",
    "NoSuchFault",
    "NotPossible",
    "People",
    "Per",
    "Place",
    "PlayerSettings",
    "Players",
    "ReaderSettings",
    "SideSettings",
    "SimBoard",
    "SimSettings",
    "SimTable",
    "StartSettings",
    "TasksLeftRunning",
    "TileLost",
    "TimeSpent",
    "Unsafe",
    "VirtualLoop",
    "VirtualTimeError",
    "World",
    "kind_of",
    "run_virtual",
]
