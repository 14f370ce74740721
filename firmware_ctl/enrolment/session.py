"""Enrol tiles one after another: what a read means, and what comes next. Pure.

Tiles come in a known order: one by one as they are asked for, or as a wall that was laid so. A tag
counts when enough reads agree. One that is listed already is refused, and so is one that names
another design than the one that is due; blank tags name none.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from firmware_ctl.enrolment.tile_list import Draft, Letter, TileLists
from hal.tile_id import TileId, unpack_tile_id
from rules.integrity.composition import SURE_READS
from rules.tiles import TILES, Tile
from rules.tilesets import TileSet


class Came(StrEnum):
    """What became of a tile that was read."""

    TAKEN = "taken"
    FINISHED = "finished"  # taken, and it was the last one
    AGAIN = "again"  # the tile before still lies there
    TWICE = "twice"  # it was enrolled earlier
    OTHER_SET = "other-set"  # the other set's list has it
    OTHER_KIND = "other-kind"  # its tag says that it is another tile than the one asked for
    WEAK = "weak"  # too few reads agree
    UNREAD = "unread"  # no tag answered


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a tile; ``tile`` is the kind that it is known as, if that matters."""

    came: Came
    tile: Tile | None = None


class Session:
    """One enrolment of a set, or of some of its kinds."""

    def __init__(self, lists: TileLists, letter: Letter, draft: Draft) -> None:
        self._lists = lists
        self._letter = letter
        self.draft = draft

    @property
    def lists(self) -> TileLists:
        """Return the lists as they are to be kept now."""
        return self._lists.drafted(self._letter, self.draft)

    @property
    def left(self) -> int:
        """Return how many tiles are still to come."""
        return len(self.draft.order) - len(self.draft.tags)

    def take(self, tag: int | None, reads: int) -> Answer:
        """Take what the reader made of a tile: the 64 bits of its tag, and how many reads agreed.

        Raises:
            RuntimeError: all tiles have come.
            ValueError: more than 64 bits.
        """
        due = self.draft.due
        if due is None:
            raise RuntimeError("this enrolment is complete")
        if tag is None:
            return Answer(Came.UNREAD)
        told = unpack_tile_id(tag)
        refused = self._refusal(told, reads, due)
        if refused is not None:
            return refused
        self.draft = replace(self.draft, tags=(*self.draft.tags, told.serial))
        return Answer(Came.TAKEN if self.draft.due is not None else Came.FINISHED, due)

    def take_back(self) -> Tile | None:
        """Forget the last tile that was taken, and return its kind, if there was one."""
        if not self.draft.tags:
            return None
        self.draft = replace(self.draft, tags=self.draft.tags[:-1])
        return self.draft.due

    def _refusal(self, told: TileId, reads: int, due: Tile) -> Answer | None:
        serial = told.serial
        if self.draft.tags and serial == self.draft.tags[-1]:
            return Answer(Came.AGAIN)
        listed = dict(self.draft.pairs)
        if serial in listed:
            return Answer(Came.TWICE, listed[serial])
        elsewhere = self._lists.lists.get(self._letter.other, {})
        if serial in elsewhere:
            return Answer(Came.OTHER_SET, elsewhere[serial])
        if told.design < len(TILES) and TILES[told.design] != due:
            return Answer(Came.OTHER_KIND, TILES[told.design])
        return Answer(Came.WEAK) if reads < SURE_READS else None


def begin(lists: TileLists, letter: Letter, order: tuple[Tile, ...]) -> Session:
    """Return a session for a whole set: the one that was interrupted, if it had this order."""
    draft = lists.drafts.get(letter)
    if draft is None or draft.order != order or draft.kept:
        draft = Draft(order)
    return Session(lists.without_draft(letter), letter, draft)


def begin_kind(lists: TileLists, letter: Letter, tile: Tile, wanted: TileSet) -> Session:
    """Return a session for one kind of a set that is listed: a lost tile was replaced.

    Raises:
        LookupError: the set is not listed yet, or has no such tile.
    """
    listed = lists.lists.get(letter)
    if not listed or not wanted.counts[tile]:
        raise LookupError(letter)
    kept = tuple((tag, kind) for tag, kind in listed.items() if kind != tile)
    draft = Draft((tile,) * wanted.counts[tile], kept=kept)
    before = lists.drafts.get(letter)
    if before is not None and (before.order, before.kept) == (draft.order, draft.kept):
        draft = before
    return Session(lists.without_draft(letter), letter, draft)
