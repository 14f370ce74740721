"""The positions that parts travel to, from the machine's configuration."""

from dataclasses import dataclass

from firmware_ctl.config.model import Motion
from firmware_ctl.core.arrivals import Codes
from firmware_ctl.core.rig import Travel
from hal.ids import (
    CAMS_HOME,
    DEALERS,
    HANDS_FLUSH,
    PUSHERS,
    PUSHERS_HOME,
    PUSHERS_OUT,
    STACKERS,
    TRAYS,
    TRAYS_DOWN,
    TRAYS_UP,
    Actuator,
    Direction,
    Input,
)

DOME = Codes("E201", "E210", "E211", "E211")
TRAY = Codes("E202", "E220", "E221", "E222")
PLATE = Codes("E203", "E230", "E231", "E231")
CAM = Codes("E204", "E260", "E241", "E241", still="E240", stays="E240")
HAND_TRAY = Codes("E205", "E250", "E251", "E292", still="E251", stays="E250", stops=False)


@dataclass(frozen=True, slots=True)
class Travels:
    """Every move-to-position of this machine."""

    motion: Motion

    def dome(self, *, up: bool) -> Travel:
        """Return the dome's way up or down."""
        to = Input.DOME_UP if up else Input.DOME_DOWN
        return Travel(Actuator.DOME, _way(up), to, self.motion.dome_travel_s, DOME)

    def tray(self, side: int, *, up: bool) -> Travel:
        """Return a tray's way up (flush with the table) or down (level with the row)."""
        to = TRAYS_UP[side] if up else TRAYS_DOWN[side]
        return Travel(TRAYS[side], _way(up), to, self.motion.tray_travel_s, TRAY)

    def pusher(self, side: int, *, out: bool) -> Travel:
        """Return a push plate's way out or home."""
        to = PUSHERS_OUT[side] if out else PUSHERS_HOME[side]
        return Travel(PUSHERS[side], _way(out), to, self.motion.pusher_travel_s, PLATE)

    def hand_flush(self, side: int) -> Travel:
        """Return a hand tray's way on, round until it is flush with the table top."""
        turn_s = self.motion.deal_turn_s
        return Travel(DEALERS[side], Direction.FORWARD, HANDS_FLUSH[side], turn_s, HAND_TRAY)

    def cam_home(self, side: int) -> Travel:
        """Return a stacker cam's way home, backwards so that it pushes nothing."""
        back, turn_s = Direction.REVERSE, self.motion.cam_turn_s
        return Travel(STACKERS[side], back, CAMS_HOME[side], turn_s, CAM)


def _way(forward: bool) -> Direction:  # noqa: FBT001
    return Direction.FORWARD if forward else Direction.REVERSE
