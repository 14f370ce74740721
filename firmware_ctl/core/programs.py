"""Which program (牌数) the next load takes, and the tile set that is expected with it."""

from dataclasses import dataclass

from firmware_ctl.core.commands import Argument
from rules.programs import BY_POSITION, Program, program, program_at
from rules.tilesets import SETS, TileSet
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

    def choose(self, number: Argument, now: float, *, confirm_first: bool) -> bool:
        """Choose a program; return whether it still waits for ``confirm``.

        Raises:
            RulesError: no such program.
            LookupError: ``confirm`` while nothing waits.
        """
        if number == "confirm":
            if self.waiting is None or now > self.waiting_until:
                raise LookupError(number)
            self.next, self.waiting = self.waiting, None
            return False
        chosen = self._named(number)
        if confirm_first:
            self.waiting, self.waiting_until = chosen, now + CONFIRM_S
            return True
        self.next, self.waiting = chosen, None
        return False

    def _named(self, number: Argument) -> Program:
        if isinstance(number, int):
            return program_at(number) if number < FIRST_TILE_COUNT else program(str(number))
        places = sorted(BY_POSITION)
        at = places.index((self.waiting or self.next).position)
        step = 1 if number == "next" else -1
        return BY_POSITION[places[(at + step) % len(places)]]

    def play(self, name: str) -> None:
        """Choose a variant and the program that goes with it.

        Raises:
            RulesError: no such variant.
        """
        self.variant = variant(name)
        self.next, self.waiting = self.variant.program, None


def expected_set(played: Variant, loaded: Program) -> TileSet | None:
    """Return the set that a program should stack: the variant's, else the known one of its size."""
    if played.tile_set.total == loaded.tiles:
        return played.tile_set
    return SETS.get(str(loaded.tiles))
