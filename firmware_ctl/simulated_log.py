"""What is noted of an evening on the simulated table: its faults, and how long states last."""

from dataclasses import dataclass, field

from firmware_ctl.core.controller import Controller
from firmware_ctl.core.faults import fault_view
from firmware_ctl.core.listeners import Event
from firmware_ctl.simulated_faults import ACCIDENTS, CODES, CONSEQUENCES
from hal.sim import FaultDesk

REMEMBERED_S = 600.0
"""So long after a fault of the plant is over it can still explain what the table says."""

Spot = tuple[str, str]


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """One fault that came up: named by the table, compared with what was done to the machine.

    ``injected``: something that was set explains it; ``exact``: the table named that very cause;
    ``explained``: it may also be a late consequence of something that was set; ``asked``: people
    were asked before the cause was known.
    """

    code: str
    name: str
    at_s: float
    injected: bool
    exact: bool
    recovered: bool
    explained: bool = True
    asked: bool = False


@dataclass(slots=True)
class _Told:
    code: str
    name: str
    side: int | None
    at_s: float
    suspects: tuple[Spot, ...]
    recovered: bool = False
    asked: bool = False


class FaultLog:
    """All faults that one controller tells of, in order, and why they came."""

    def __init__(self, controller: Controller, desk: FaultDesk) -> None:
        self._controller, self._desk = controller, desk
        self._told: dict[int, _Told] = {}
        self._last_seen: dict[Spot, float] = {}

    def followed_by(self, controller: Controller) -> "FaultLog":
        """Return the log of the next controller at the same table; what stood goes on there."""
        for told in self._told.values():
            told.recovered = True
        following = FaultLog(controller, self._desk)
        following._last_seen = self._last_seen
        return following

    def note(self, event: Event) -> None:
        """Take an event of the controller."""
        if event["event"] != "fault":
            return
        now = float(str(event["time"]))
        self.look(now)
        number, side = int(str(event["id"])), event["side"]
        suspects = tuple(s for s, at in self._last_seen.items() if now - at <= REMEMBERED_S)
        code = str(event["code"])
        self._told[number] = _Told(
            code, code, side if isinstance(side, int) else None, now, suspects
        )
        self.look(now)

    def look(self, now: float) -> None:
        """Note what is wrong with the machine now, and which faults stand with which code."""
        for spot in self._desk.active:
            self._last_seen[spot] = now
        faults = self._controller.machinery.faults
        for number, told in self._told.items():
            if told.recovered:
                continue
            standing = faults.get(number)
            if standing is None:
                told.recovered = True
            elif told.name == told.code or told.code != standing.kind.code:
                told.asked |= told.code != standing.kind.code
                told.code, told.name = standing.kind.code, fault_view(standing, "en").name

    def came(self, spot: Spot, now: float) -> None:
        """Note that something was set, be it only for a moment."""
        self._last_seen[spot] = now

    def records(self) -> tuple[FaultRecord, ...]:
        """Return all of them, oldest first."""
        return tuple(self._record(told) for told in self._told.values())

    def _record(self, told: _Told) -> FaultRecord:
        injected = any(explains(spot, told.code) for spot in told.suspects)
        late = bool(told.suspects) and told.code in CONSEQUENCES
        return FaultRecord(
            code=told.code,
            name=told.name,
            at_s=round(told.at_s, 3),
            injected=injected,
            exact=any(is_exact(spot, told.code, told.side) for spot in told.suspects),
            recovered=told.recovered,
            explained=injected or late,
            asked=told.asked,
        )


def explains(spot: Spot, code: str) -> bool:
    """Tell whether what was done at a spot can lead to a code, as cause or by its consequences."""
    told = CODES.get(spot[0]) or ACCIDENTS[spot[0]]
    return code == told.at(spot[1]) or code in told.also


def is_exact(spot: Spot, code: str, side: int | None) -> bool:
    """Tell whether a code, and its side where there is one, names what was done at a spot."""
    name, place = spot
    if name in ACCIDENTS:
        return code == ACCIDENTS[name].code
    if code != CODES[name].at(place):
        return False
    number = place.rpartition(".")[2]
    return side is None or not number.isdigit() or int(number) == side


@dataclass(slots=True)
class Stopwatch:
    """How long each state lasted, from the controller's events."""

    seconds: dict[str, float] = field(default_factory=dict)
    _since: dict[str, tuple[str, float]] = field(default_factory=dict)

    def note(self, event: Event) -> None:
        """Take an event."""
        machine = event["event"]
        if machine in ("surface", "load"):
            self._enter(str(machine), str(event["new"]), float(str(event["time"])))

    def _enter(self, machine: str, state: str, now: float) -> None:
        before = self._since.get(machine)
        if before is not None:
            name = before[0] if machine == "surface" else f"load:{before[0]}"
            self.seconds[name] = self.seconds.get(name, 0.0) + now - before[1]
        self._since[machine] = state, now

    def finish(self, now: float) -> dict[str, float]:
        """Return the seconds by state, rounded to milliseconds."""
        for machine, (state, _) in tuple(self._since.items()):
            self._enter(machine, state, now)
        return {name: round(total, 3) for name, total in sorted(self.seconds.items())}
