"""Which program (牌数) the next load takes, and the tile set that is expected with it."""

from dataclasses import dataclass

from firmware_ctl.config.model import Tiles
from firmware_ctl.core.commands import Argument
from rules.errors import LayoutError
from rules.programs import BY_POSITION, PROGRAMS, Profile, Program, program, program_at
from rules.shares import Share, share_of
from rules.tilesets import SETS, TileSet, counted_set, tile_set
from rules.variants import Variant, variant

CONFIRM_S = 10
"""How long a program chosen by key or remote waits for its confirmation."""

FIRST_TILE_COUNT = max(BY_POSITION) + 1
"""Numbers from here on are numbers of tiles, smaller ones places in the list."""


@dataclass(slots=True)
class ProgramChoice:
    """The variant, the program of the next load, and one that waits to be confirmed."""

    variant: Variant
    next: Program
    waiting: Program | None = None
    waiting_until: float = 0.0
    profile: Profile = Profile.FOUR_PORT

    def choose(self, number: Argument, now: float, *, confirm_first: bool) -> bool:
        """Choose a program; return whether it still waits for ``confirm``.

        Raises:
            RulesError: no such program, or one that this machine cannot put up.
            LookupError: ``confirm`` while nothing waits.
        """
        if number == "confirm":
            if self.waiting is None or now > self.waiting_until:
                raise LookupError(number)
            self.next, self.waiting = self.waiting, None
            return False
        chosen = self._named(number)
        if confirm_first:
            share_of(chosen, self.profile)
            self.waiting, self.waiting_until = chosen, now + CONFIRM_S
            return True
        self.take(chosen)
        return False

    def take(self, chosen: Program) -> None:
        """Let the next load take this program.

        Raises:
            LayoutError: this machine cannot put it up.
        """
        share_of(chosen, self.profile)
        self.next, self.waiting = chosen, None

    def _named(self, number: Argument) -> Program:
        if isinstance(number, int):
            return program_at(number) if number < FIRST_TILE_COUNT else program(str(number))
        places = [at for at in sorted(BY_POSITION) if self.can_put_up(BY_POSITION[at])]
        at = places.index((self.waiting or self.next).position)
        step = 1 if number == "next" else -1
        return BY_POSITION[places[(at + step) % len(places)]]

    def can_put_up(self, row: Program) -> bool:
        """Tell whether this machine puts up walls, and hands, of a program."""
        try:
            share_of(row, self.profile)
        except LayoutError:
            return False
        return True

    def play(self, name: str) -> None:
        """Choose a variant and the program that goes with it.

        Raises:
            RulesError: no such variant.
        """
        self.variant = variant(name)
        self.next, self.waiting = self.variant.program, None

    def share(self, loaded: Program) -> Share:
        """Return what a program puts on each side of this machine."""
        return share_of(loaded, self.profile)


def first_choice(name: str, profile: Profile, own: TileSet | None) -> ProgramChoice:
    """Return what a new table plays: a variant, and the program for its tiles.

    Where the house has a set of its own of another size, the first program that stacks it.

    Raises:
        RulesError: no such variant, or no program of this machine for these tiles.
    """
    played = variant(name)
    fitting = played.program
    if own is not None and own.total != fitting.tiles:
        sizes = [row for row in PROGRAMS.values() if row.tiles == own.total]
        if not sizes:
            raise LayoutError(
                f"[tiles] has {own.total} tiles, and no program stacks so many: count them again"
            )
        fitting = sizes[0]
    share_of(fitting, profile)
    return ProgramChoice(played, fitting, profile=profile)


def own_set(tiles: Tiles) -> TileSet | None:
    """Return the tile set that the configuration names or counts, if it does.

    Raises:
        RulesError: no such set, counts that cannot be read, or both are given.
    """
    if tiles.set and tiles.counts:
        raise LayoutError("[tiles] gives a set and counts: keep one of them")
    if tiles.set:
        return tile_set(tiles.set)
    return counted_set("[tiles]", tiles.counts) if tiles.counts else None


def expected_set(played: Variant, loaded: Program, own: TileSet | None = None) -> TileSet | None:
    """Return the set that a program should stack, ``None`` where nobody said.

    That is the house's own, else the variant's, else the known one of that size.
    """
    if own is not None and own.total == loaded.tiles:
        return own
    if played.tile_set.total == loaded.tiles:
        return played.tile_set
    return SETS.get(str(loaded.tiles))
