"""Set, end and mend scripted faults at any time (:mod:`hal.sim.faults`)."""

from dataclasses import replace
from difflib import get_close_matches

from hal.sim.acts import ACTS, Act, NoSuchAct
from hal.sim.board import SimBoard
from hal.sim.faults import KINDS_BY_NAME, Deed, FaultKind, NoSuchFault, World
from hal.sim.faults.kind import stays
from hal.sim.people import People
from hal.sim.plant import Plant

Spot = tuple[str, str]
"""A fault's name and place."""

ALIKE = 0.55
"""So alike a name must be to be offered for a wrong one."""

LIST = "mjtable sim --list-faults"


class FaultDesk:
    """The faults that stand; people mend them through it."""

    __slots__ = ("_active", "world")

    def __init__(self, plant: Plant, people: People, board: SimBoard | None = None) -> None:
        self.world = World(plant, people, board)
        self._active: dict[Spot, float] = {}
        people.mend_with = self.mend

    @property
    def active(self) -> dict[Spot, float]:
        """Return what is set and not over, as (name, place): chance."""
        self.world.plant.kernel.catch_up()
        for name, place in tuple(self._active):
            kind = KINDS_BY_NAME[name]
            if kind.is_over(self.world, _number(kind, place)):
                del self._active[name, place]
        return dict(self._active)

    def replace_board(self, board: SimBoard) -> None:
        """Go on with another board before the same plant."""
        self.world = replace(self.world, board=board)

    def set(self, name: str, place: str = "", chance: float = 1.0) -> None:
        """Set a fault; ``chance`` is per occasion (a tile, a push, a move) where that applies.

        Raises:
            NoSuchFault: no kind of that name, or it cannot be at that place.
            ValueError: the chance is not above 0 and at most 1.
        """
        if not 0 < chance <= 1:
            raise ValueError(f"{name}: chance {chance} must be above 0 and at most 1")
        self._put(name, place, chance)
        self._active[name, place] = chance

    def clear(self, name: str, place: str = "") -> None:
        """Let a fault end; harmless when it is not there.

        Raises:
            NoSuchFault: no kind of that name, or it cannot be at that place.
        """
        self._put(name, place, 0.0)
        self._active.pop((name, place), None)

    def clear_all(self) -> None:
        """Let everything end."""
        for name, place in tuple(self._active):
            self.clear(name, place)

    def mend(self, act: str, place: str = "") -> tuple[Spot, ...]:
        """Do a mending act with its hands; return the faults that it has ended.

        Raises:
            NoSuchAct: no act of that name, or it cannot be done at that place.
        """
        deed = Deed(act, place)
        row = _act(deed)
        self.world.plant.kernel.catch_up()
        if row.hands is not None:
            row.hands(self.world, place)
        ended = tuple(
            spot for spot in self._active if deed in KINDS_BY_NAME[spot[0]].mends(spot[1])
        )
        for spot in ended:
            kind = KINDS_BY_NAME[spot[0]]
            settled = kind.is_over is stays or kind.is_over(self.world, _number(kind, spot[1]))
            if settled or not row.leaves_over:
                self.clear(*spot)
        self.world.plant.kernel.rearm()
        return tuple(spot for spot in ended if spot not in self._active)

    def _put(self, name: str, place: str, chance: float) -> None:
        kind = kind_of(name)
        if kind.places and place not in kind.places:
            raise NoSuchFault(_where(kind, place))
        if place and not kind.places:
            raise NoSuchFault(
                f"{name}: the machine has one such part; leave the place {place!r} out"
            )
        self.world.plant.kernel.catch_up()
        kind.put(self.world, _number(kind, place), chance)
        self.world.plant.kernel.rearm()


def kind_of(name: str) -> FaultKind:
    """Return the kind of a name.

    Raises:
        NoSuchFault: there is none; the text names those that look alike.
    """
    kind = KINDS_BY_NAME.get(name)
    if kind is None:
        near = get_close_matches(name, KINDS_BY_NAME, n=3, cutoff=ALIKE)
        hint = f"the nearest are {', '.join(near)}" if near else f"'{LIST}' shows all"
        raise NoSuchFault(f"no simulated fault {name[:40]!r}; {hint}")
    return kind


def _where(kind: FaultKind, place: str) -> str:
    """Return where a fault can be, in a sentence that shows how to say it."""
    known = ", ".join(kind.places)
    if not place:
        return f"{kind.name}: say where, as in {kind.name}@place={kind.places[0]}; one of {known}"
    return f"{kind.name}: place {place[:40]!r} is none of {known}"


def _number(kind: FaultKind, place: str) -> int:
    return kind.places.index(place) if place else 0


def _act(deed: Deed) -> Act:
    row = ACTS.get(deed.act)
    if row is None:
        near = get_close_matches(deed.act, ACTS, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(ACTS)}"
        raise NoSuchAct(f"no mending act {deed.act[:40]!r}; {hint}")
    if deed.place not in row.known_places:
        known = ", ".join(row.places) or "no place in particular"
        raise NoSuchAct(f"{deed.act}: place {deed.place[:40]!r} is none of {known}")
    return row
