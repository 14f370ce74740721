"""What people do at the table: they push tiles in, take walls, play, and lose or swap tiles."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet

from hal.ids import LANES
from hal.motions import HAND_TILES
from hal.sim.plant import Plant
from hal.sim.tiles import HAND, HEAD, NO_TILE, PLACES, ROW, SLIDE, TRAY, Place
from hal.tile_id import unpack_tile_id

STRANGE_DESIGN, STRANGE_SET = 0, 9
"""What a tile of a set that is not this machine's tells the reader."""

MendWith = Callable[[str, str], tuple[tuple[str, str], ...]]


def _nothing_to_mend(act: str, place: str) -> tuple[tuple[str, str], ...]:  # noqa: ARG001
    """Mend nothing: a table without scripted faults."""
    return ()


class NotPossible(Exception):
    """A person was to do what the machine does not allow just now."""


class People:
    """Hands at the table. ``on_table`` is in the order in which tiles would be pushed in.

    Mishaps wait for the next time that tiles are pushed in: ``drops`` of them fall to the floor,
    ``strays`` of a strange set and ``mixes`` of this machine's other set slip in among them.
    ``mend_with`` does a mending act where faults are scripted (:mod:`hal.sim.faults`).
    """

    __slots__ = (
        "_plant",
        "_rng",
        "drops",
        "mend_with",
        "mixes",
        "on_table",
        "sets",
        "strangers",
        "strays",
    )

    def __init__(self, plant: Plant, sets: Iterable[tuple[int, ...]]) -> None:
        self._plant = plant
        self._rng = plant.chance("people")
        self.sets = tuple(sets)
        self.on_table: list[int] = []
        self.drops = self.strays = self.mixes = 0
        self.strangers: set[int] = set()
        self.mend_with: MendWith = _nothing_to_mend

    def mend(self, act: str, place: str = "") -> tuple[tuple[str, str], ...]:
        """Do a mending act (:data:`hal.sim.acts.ACTS`); return the faults that it has ended.

        Raises:
            NoSuchAct: no act of that name, or it cannot be done at that place.
        """
        return self.mend_with(act, place)

    # Sets.

    def put_set_on_table(self, set_index: int) -> None:
        """Take a whole set out of its box and lay it on the table, shuffled by hand.

        Raises:
            TileLost: some of it is not in the box.
        """
        self._plant.kernel.catch_up()
        tiles = list(self.sets[set_index])
        self._rng.shuffle(tiles)
        for tile in tiles:
            self._plant.books.move(tile, Place.BOX, Place.TABLE)
        self.on_table += tiles

    def stack_inside(self, set_index: int, stacks: Sequence[int]) -> None:
        """Let a set stand stacked in the rows, as a finished load leaves it; the rest stays boxed.

        Raises:
            TileLost: the set has too few tiles in the box, or a row cannot hold its stacks.
        """
        self._plant.kernel.catch_up()
        books = self._plant.books
        tiles = list(self.sets[set_index])
        self._rng.shuffle(tiles)
        for side, wanted in zip(self._plant.sides, stacks, strict=True):
            for _ in range(wanted):
                lower, upper = tiles.pop(), tiles.pop()
                for tile in (lower, upper):
                    books.move(tile, Place.BOX, PLACES[ROW + side.number])
                side.put_stack((lower, upper))

    # The well.

    def push_in(self, tiles: Sequence[int] | None = None, *, shuffled: bool = False) -> int:
        """Push tiles from the table into the well, all without a list; return how many.

        The first is dropped first; the order is that of ``on_table`` or of the list, or a random
        one.

        Raises:
            NotPossible: the dome is not up.
            TileLost: a tile of the list is not on the table.
        """
        self._plant.kernel.catch_up()
        if not self._plant.dome.is_high:
            raise NotPossible("tiles were to be pushed in, but the dome is not up")
        dropped = list(self.on_table if tiles is None else tiles)
        if dropped and (self.drops or self.strays or self.mixes):
            dropped = self._with_mishaps(dropped)
        if shuffled:
            self._rng.shuffle(dropped)
        gone = set(dropped)
        self.on_table = [tile for tile in self.on_table if tile not in gone]
        if dropped:
            self._plant.drum.drop(dropped, Place.TABLE)
        return len(dropped)

    def _with_mishaps(self, tiles: list[int]) -> list[int]:
        """Return what is really pushed in, once mishaps have happened to these tiles."""
        books = self._plant.books
        lost = tiles[len(tiles) - min(self.drops, len(tiles)) :]
        for tile in lost:
            books.move(tile, Place.TABLE, Place.FLOOR)
        kept = tiles[: len(tiles) - len(lost)]
        for _ in range(min(self.mixes, len(kept))):
            mixed = self._rng.choice(kept)
            other = 1 - books.sets[mixed] if books.sets[mixed] < 2 else 0
            kept[kept.index(mixed)] = self.swap(
                mixed, unpack_tile_id(books.ids[mixed]).design, other
            )
        kept += [self.bring(STRANGE_DESIGN, STRANGE_SET) for _ in range(self.strays)]
        gone = {*tiles, *kept}
        self.on_table = [tile for tile in self.on_table if tile not in gone] + kept
        self.drops = self.strays = self.mixes = 0
        return kept

    def drop_in(self, tiles: Sequence[int] | None = None) -> None:
        """Lay tiles from the table into the drum by hand, all without a list, top off or not."""
        self._plant.kernel.catch_up()
        dropped = list(self.on_table if tiles is None else tiles)
        self.on_table = [tile for tile in self.on_table if tile not in set(dropped)]
        if dropped:
            self._plant.drum.drop(dropped, Place.TABLE)

    # The walls.

    def take_walls(self, sides: Iterable[int] = LANES) -> list[int]:
        """Take all tiles of raised walls to the table; return them, right to left, upper first.

        Raises:
            NotPossible: a tray with tiles is not up.
        """
        self._plant.kernel.catch_up()
        numbers = tuple(sides)
        for number in numbers:
            side = self._plant.sides[number]
            if side.tray and not side.tray_axis.is_within_reach:
                raise NotPossible(f"the wall of side {number} was to be taken, but it is not up")
        taken: list[int] = []
        for number in numbers:
            tiles = self._plant.sides[number].take_off()
            for tile in tiles:
                self._plant.books.move(tile, PLACES[TRAY + number], Place.TABLE)
            taken += tiles
        self.on_table += taken
        return taken

    def take_hands(self, sides: Iterable[int] = LANES) -> list[int]:
        """Take all tiles of raised hands to the table; return them, in the order of the tray.

        Raises:
            NotPossible: a hand tray with tiles is not flush.
        """
        self._plant.kernel.catch_up()
        numbers = tuple(sides)
        for number in numbers:
            hand = self._plant.hands[number]
            if hand.tray and not hand.is_flush:
                raise NotPossible(f"the hand of side {number} was to be taken, but it is not up")
        taken: list[int] = []
        for number in numbers:
            tiles = self._plant.hands[number].take_off()
            for tile in tiles:
                self._plant.books.move(tile, PLACES[HAND + number], Place.TABLE)
            taken += tiles
        self.on_table += taken
        return taken

    def play(self) -> None:
        """Play a hand: in the end discards lie on the table first, then the rest, then hands.

        The people here know no rules: which tiles they keep is chance. Players drop discards first
        and hands last, which is what imperfect mixing feeds on.

        Raises:
            NotPossible: a tray with tiles is not up.
        """
        before = self.on_table.copy()
        wall = self.take_walls() + self.take_hands()
        self._rng.shuffle(wall)
        hands = min(4 * HAND_TILES, len(wall) // 2)
        self.on_table = before + wall[hands:] + wall[:hands]

    def walls(self) -> tuple[tuple[int, ...], ...]:
        """Return each side's wall as tile ids from the owner's right, upper before lower."""
        self._plant.kernel.catch_up()
        ids = self._plant.books.ids
        return tuple(
            tuple(
                ids[tile]
                for lower, upper in side.tray
                for tile in (upper, lower)
                if tile != NO_TILE
            )
            for side in self._plant.sides
        )

    def hands(self) -> tuple[tuple[int, ...], ...]:
        """Return each raised hand as tile ids, in the order in which its lane laid them."""
        self._plant.kernel.catch_up()
        ids = self._plant.books.ids
        return tuple(tuple(ids[tile] for tile in hand.tray) for hand in self._plant.hands)

    # Mishaps and tricks.

    def lose(self, tiles: int = 1) -> list[int]:
        """Let the last tiles on the table fall to the floor; return them."""
        self._plant.kernel.catch_up()
        kept = max(0, len(self.on_table) - tiles)
        lost, self.on_table = self.on_table[kept:], self.on_table[:kept]
        for tile in lost:
            self._plant.books.move(tile, Place.TABLE, Place.FLOOR)
        return lost

    def pick_up(self, tiles: Iterable[int]) -> None:
        """Lay tiles from the floor on the table."""
        self._plant.kernel.catch_up()
        for tile in tiles:
            self._plant.books.move(tile, Place.FLOOR, Place.TABLE)
            self.on_table.append(tile)

    def empty_head(self, lane: int) -> list[int]:
        """Take the tiles that lie in a lane's stacker out by hand and lay them on the table."""
        self._plant.kernel.catch_up()
        stacker = self._plant.lanes[lane].stacker
        taken = stacker.head.copy()
        stacker.head.clear()
        for tile in taken:
            self._plant.books.move(tile, PLACES[HEAD + lane], Place.TABLE)
        self.on_table += taken
        return taken

    def empty_slide(self, side: int) -> list[int]:
        """Take the tiles of a waiting hand out through the hatch and lay them on the table."""
        self._plant.kernel.catch_up()
        taken = self._plant.hands[side].empty_slide()
        for tile in taken:
            self._plant.books.move(tile, PLACES[SLIDE + side], Place.TABLE)
        self.on_table += taken
        return taken

    def bring(self, design: int, set_index: int) -> int:
        """Lay a tile that belongs to no set of this machine on the table; return its number."""
        self._plant.kernel.catch_up()
        tile = self._plant.books.add(design, set_index, Place.TABLE)
        self.on_table.append(tile)
        self.strangers.add(tile)
        return tile

    def swap(self, tile: int, design: int, set_index: int) -> int:
        """Slip a tile on the table into a pocket and a strange one in its place."""
        self._plant.kernel.catch_up()
        where = self.on_table.index(tile)
        self._plant.books.move(tile, Place.TABLE, Place.FLOOR)
        strange = self._plant.books.add(design, set_index, Place.TABLE)
        self.on_table[where] = strange
        self.strangers.add(strange)
        return strange

    # Putting in order.

    def find_lost(self) -> list[int]:
        """Look for tiles of the machine's own sets on the floor and lay them on the table."""
        own = {tile for tiles in self.sets for tile in tiles}
        found = [tile for tile in self._plant.books.at(Place.FLOOR) if tile in own]
        self.pick_up(found)
        return found

    def sort_table(self) -> list[int]:
        """Put strange tiles that lie on the table away, and lay on it what they stood for."""
        strange = [tile for tile in self.on_table if tile in self.strangers]
        for tile in strange:
            self._plant.books.move(tile, Place.TABLE, Place.BOX)
        self.on_table = [tile for tile in self.on_table if tile not in self.strangers]
        self.strangers.difference_update(strange)
        self.find_lost()
        return strange

    def take_out_of_well(self, wanted: AbstractSet[int]) -> list[int]:
        """Take some of the tiles in the drum out through the open well and lay them on the table.

        Raises:
            NotPossible: the dome is not up.
        """
        self._plant.kernel.catch_up()
        if not self._plant.dome.is_high:
            raise NotPossible("tiles were to be taken out of the drum, but the dome is not up")
        taken = self._plant.drum.take_out(wanted)
        for tile in taken:
            self._plant.books.move(tile, Place.DRUM, Place.TABLE)
        self.on_table += taken
        return taken
