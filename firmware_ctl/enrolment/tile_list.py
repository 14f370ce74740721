"""The lists of both tile sets: which tag is which tile. Pure; the file is :mod:`.files`'s."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.tiles import Tile
from rules.tilesets import TileSet


class Letter(StrEnum):
    """The two sets of a table, told apart by the colour of their backs."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "Letter":
        """Return the other set."""
        return Letter.B if self is Letter.A else Letter.A

    @property
    def mark(self) -> int:
        """Return the set's number."""
        return 0 if self is Letter.A else 1


Tags = Mapping[int, Tile]
"""Kinds by the serial number of their tags, 48 bits."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An enrolment under way: the kinds in the order in which they come, and the tags so far.

    ``kept`` are tags of the list that stay as they are, where only some kinds are enrolled anew.
    """

    order: tuple[Tile, ...]
    tags: tuple[int, ...] = ()
    kept: tuple[tuple[int, Tile], ...] = ()

    @property
    def due(self) -> Tile | None:
        """Return the kind that comes next, ``None`` when all have come."""
        return self.order[len(self.tags)] if len(self.tags) < len(self.order) else None

    @property
    def pairs(self) -> tuple[tuple[int, Tile], ...]:
        """Return every tag so far with its kind."""
        return (*self.kept, *zip(self.tags, self.order, strict=False))


@dataclass(frozen=True, slots=True)
class TileLists:
    """What is enrolled: a list for each set, and drafts of those under way."""

    lists: Mapping[Letter, Tags] = field(default_factory=dict)
    drafts: Mapping[Letter, Draft] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Tell whether both sets are listed, so that a tag in no list is nobody's."""
        return all(self.lists.get(letter) for letter in Letter)

    def find(self, tag: int) -> tuple[Letter, Tile] | None:
        """Return the set and the kind of a tag by its serial number, if a list has it."""
        for letter, tags in self.lists.items():
            if tag in tags:
                return letter, tags[tag]
        return None

    def drafted(self, letter: Letter, draft: Draft) -> "TileLists":
        """Return the lists with a draft as it is now; a finished one becomes the set's list."""
        drafts = {at: one for at, one in self.drafts.items() if at is not letter}
        if draft.due is not None:
            return TileLists(self.lists, {**drafts, letter: draft})
        return TileLists({**self.lists, letter: dict(draft.pairs)}, drafts)

    def without_draft(self, letter: Letter) -> "TileLists":
        """Return the lists without the draft of a set."""
        return TileLists(
            self.lists, {at: one for at, one in self.drafts.items() if at is not letter}
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """A kind of which a list has other than the set's number of copies."""

    tile: Tile
    listed: int
    wanted: int


def differences(tags: Tags, wanted: TileSet) -> tuple[Difference, ...]:
    """Return every kind whose number of copies in a list is not the set's."""
    listed = Counter(tags.values())
    kinds = sorted({*listed, *wanted.designs})
    return tuple(
        Difference(tile, listed[tile], wanted.counts[tile])
        for tile in kinds
        if listed[tile] != wanted.counts[tile]
    )
