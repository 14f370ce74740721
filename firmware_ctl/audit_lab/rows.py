"""Simulated deals as rows of a deals file."""

from collections.abc import Iterator
from itertools import pairwise

from firmware_ctl.audit_lab.layout import Layout
from firmware_ctl.audit_lab.reading import NO_PIECE, Seen
from firmware_ctl.audit_lab.tables import Dealt
from firmware_ctl.audit_lab.tags import uids as tags_of
from hal.sim.cheats import Recipe
from rules.integrity.deals import RecordedDeal
from rules.programs import SIDES
from rules.tiles import Tile
from rules.wall import Spot

READS = 4
"""Agreeing reads that an honest tag gives."""


def deals(table: Layout, dealt: Dealt, seen: Seen, recipe: Recipe | None) -> Iterator[RecordedDeal]:
    """Yield one deal for each table, named by its number from 0."""
    walls, hands = _spans(table)
    faces = table.faces(dealt.throw)
    names = tags_of(table, dealt.set, recipe)
    for number, kinds in enumerate(seen.kinds.tolist()):
        pieces = None if seen.pieces is None else seen.pieces[number].tolist()
        uids = None
        if pieces is not None:
            uids = tuple(
                tuple(None if at == NO_PIECE else names[at] for at in pieces[span])
                for span in (*walls, *hands)
            )
        yield RecordedDeal(
            number=dealt.number,
            variant=table.variant,
            dealer=int(dealt.dealer[number]),
            throws=tuple((first, second) for first, second in faces[number].tolist()),
            walls=tuple(tuple(Tile(kind) for kind in kinds[span]) for span in walls),
            hands=tuple(tuple(Tile(kind) for kind in kinds[span]) for span in hands),
            uids=uids,
            reads=None,
            table=str(number),
            tile_set=dealt.set,
            profile=table.places.profile,
        )


def _spans(table: Layout) -> tuple[list[slice], list[slice]]:
    """Return where each side's wall, and hand where hands rise, lies in ring order."""
    places = table.places.places
    marks = [(place.side, place.tier is Spot.HAND) for place in places]
    begins = [at for at in range(len(marks)) if at == 0 or marks[at] != marks[at - 1]]
    spans = {marks[begin]: slice(begin, end) for begin, end in pairwise([*begins, len(marks)])}
    empty = slice(0, 0)
    walls = [spans.get((side, False), empty) for side in SIDES]
    raised = any(in_hand for _, in_hand in marks)
    return walls, [spans.get((side, True), empty) for side in SIDES] if raised else []
