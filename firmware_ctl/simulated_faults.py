"""The fault code that each simulated fault should lead to, and how to tell people of them all.

The simulation knows nothing of codes, and the controller nothing of the simulation: this table is
where a test, a sweep or a person compares what was done to the machine with what it said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hal.sim import FAULT_KINDS, FaultKind

UNSEEN = ""
"""The code of what no sensor shows."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the table should say: the exact code, by motor where it depends on that.

    ``also`` are codes of consequences, and of groups on the way to the exact one.
    """

    code: str
    also: tuple[str, ...] = ()
    by_motor: Mapping[str, str] | None = None

    def at(self, place: str) -> str:
        """Return the exact code of a fault at a place."""
        if self.by_motor is None:
            return self.code
        return self.by_motor.get(place.partition(".")[0], self.code)


_STALLED = {
    "dome": "E201",
    "tray": "E202",
    "pusher": "E203",
    "stacker": "E204",
    "deal": "E205",
    "dice_cup": "E601",
}
_DEAD = {"drum": "E322", "ring": "E322", "belt": "E303", "dice_cup": "E601"}
_RUNS_ON = dict.fromkeys(("drum", "ring", "dice_cup"), UNSEEN)
_NO_TILES = ("E301", "E303", "E310", "E320", "E304", "E321", "E322", "E340", "E341", "E342")
_HIDDEN = (*_NO_TILES, "E331", "E430")  # what is searched for in vain may lie in a lane
_LANE = ("E303", "E333", "E204", "E240", "E430", "E310", "E320", "E301", "E335")
_LINK = ("E101", "E102", "E103", "E104", "E105", "E108", "E304")

CODES: Mapping[str, Told] = {
    "eye-dead": Told("E401", ("E430", "E302", "E411", *_LANE)),
    "eye-stuck-on": Told("E402", _LANE),
    "eye-ghosts": Told("E412", ("E302", "E701", "E413", *_LANE)),
    "eye-dirty": Told("E411"),
    "eye-ageing": Told("E411"),
    "eye-shifted": Told("E401", ("E411", "E430", "E302", *_LANE)),
    "reader-dead": Told("E413", ("E701", "E430")),
    "reader-misreads": Told("E414", ("E701", "E307")),
    "stacker-jam": Told("E204", ("E240", "E334", "E335", "E303")),
    "double-tile": Told("E332", ("E204", "E302", "E701", "E240", *_LANE)),
    "lane-jam": Told("E331", ("E430", *_LANE)),
    "belt-weak": Told("E333", _LANE),
    "belt-stopped": Told("E504", _LANE),
    "ring-weak": Told("E342", ("E340", "E341", "E903", *_LANE)),
    "drum-slow": Told("E341", ("E340", "E342", "E903", *_LANE)),
    "drum-stopped": Told("E504", _NO_TILES),
    "last-tiles-stay": Told("E321", _HIDDEN),
    "tile-face-up": Told(UNSEEN),
    "tiles-oversize": Told("E334", ("E204", "E240", "E335")),
    "tiles-dark": Told("E334", ("E401", "E302", "E430", *_LANE)),
    "tile-magnet-lost": Told("E321", _HIDDEN),
    "dome-stuck": Told("E201", ("E210", "E290", "E291")),
    "dome-sluggish": Told("E206", ("E201", "E210")),
    "finger-in-dome": Told("E201", ("E210",)),
    "tray-stuck": Told("E202", ("E220", "E290", "E291")),
    "tray-sluggish": Told("E206", ("E202", "E220")),
    "finger-in-tray": Told("E202", ("E220",)),
    "tray-cycles": Told("E222", ("E202", "E220", "E221")),
    "pusher-stuck": Told("E203", ("E230", "E290", "E291")),
    "pusher-sluggish": Told("E206", ("E203", "E230")),
    "hand-tray-stuck": Told("E205", ("E250",)),
    "hand-tile-astray": Told("E305", ("E350", "E301", "E320", "E701")),
    "tray-proud": Told(UNSEEN),
    "tray-low": Told(UNSEEN),
    "wall-ragged": Told(UNSEEN),
    "dome-up-sensor-dead": Told("E211", ("E210", "E201")),
    "dome-up-sensor-stuck": Told("E403"),
    "dome-down-sensor-dead": Told("E211", ("E210", "E201", "E104", "E107")),
    "dome-down-sensor-stuck": Told("E403"),
    "tray-up-sensor-dead": Told("E221", ("E220", "E202")),
    "tray-up-sensor-stuck": Told("E403"),
    "tray-down-sensor-dead": Told("E221", ("E220", "E202", "E104", "E107")),
    "tray-down-sensor-stuck": Told("E403"),
    "pusher-home-sensor-dead": Told("E231", ("E230", "E203", "E104", "E107")),
    "pusher-home-sensor-stuck": Told("E403"),
    "pusher-out-sensor-dead": Told("E231", ("E230", "E203")),
    "pusher-out-sensor-stuck": Told("E403"),
    "cam-sensor-dead": Told("E241", ("E240", "E204", "E104", "E107")),
    "cam-sensor-stuck": Told("E241", ("E240", "E204", "E303")),
    "belt-full-stuck-on": Told("E404", ("E401", "E430", "E331")),
    "belt-full-dead": Told(UNSEEN),
    "hand-flush-sensor-dead": Told("E251", ("E250", "E205", "E104", "E107")),
    "hand-flush-sensor-stuck": Told("E251", ("E250", "E205", "E291")),
    "hand-full-sensor-dead": Told("E421", ("E350", "E305", "E205")),
    "hand-full-sensor-stuck": Told("E422", ("E205", "E305")),
    "top-ajar": Told("E502", ("E103",)),
    "motor-stall": Told("E504", (*_NO_TILES, "E104"), _STALLED),
    "motor-dead": Told("E291", ("E290", "E106", *_NO_TILES, "E202", "E203", "E601"), _DEAD),
    "motor-runs-on": Told("E292", (), _RUNS_ON),
    "supply-dead": Told("E106", ("E290", "E291", "E103", *_NO_TILES)),
    "link-cut": Told("E101", _LINK),
    "link-noise": Told("E101", _LINK),
    "board-restart": Told("E102", _LINK),
    "watchdog-bite": Told("E103", _LINK),
    "end-untold": Told("E105", _LINK),
    "key-dead": Told(UNSEEN, ("E606",)),
    "key-stuck": Told("E604"),
    "key-bounces": Told("E605"),
    "dice-dead": Told("E601", ("E610",)),
    "dice-sensor-dead": Told("E602", ("E610", "E601")),
    "estop-pressed": Told("E501"),
    "top-open": Told("E502", ("E103",)),
    "hatch-open": Told("E503", ("E103",)),
    "tile-missing": Told("E301", _HIDDEN),
    "tile-extra": Told("E302", ("E701", "E307")),
    "sets-mixed": Told("E307", ("E701",)),
}
"""By the fault's name."""

ACCIDENTS: Mapping[str, Told] = {
    "power-cut": Told("E102", (*_LINK, *_NO_TILES)),
    "meddling": Told(UNSEEN, ("E501", *_NO_TILES)),
}
"""What befalls the whole table: a power cut, commands from everywhere that nobody meant."""

CONSEQUENCES = frozenset(
    (*_NO_TILES, "E302", "E305", "E307", "E350", "E701", "E902", "E903", "E104", "E107")
)
"""What can come of any fault much later: tiles lie where nobody expects them."""


def listing() -> Iterator[dict[str, object]]:
    """Yield one row for every kind, as ``mjtable sim --list-faults --json`` prints it."""
    for kind in FAULT_KINDS:
        yield _row(kind)


def _row(kind: FaultKind) -> dict[str, object]:
    told = CODES[kind.name]
    row: dict[str, object] = {
        "name": kind.name,
        "code": told.code or None,
        "places": list(kind.places) or None,
        "seen_by": kind.seen_by,
        "chance_per": kind.per.value,
        "mended_by": sorted(
            {deed.act for place in kind.known_places for deed in kind.mends(place)}
        ),
    }
    if told.by_motor is not None:
        row["codes"] = {place: told.at(place) or None for place in kind.places}
    return row
