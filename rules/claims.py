"""Who gets a discard that several players claim."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.actions import Call
from rules.scoring.book import Book
from rules.settling.settle import settling_of

_RANK = {None: 0, Call.KONG: 1, Call.PUNG: 1, Call.CHOW: 2}
"""A win before a pung or kong (HB-05), those before a chow (HZ-04)."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim of a discard; without a call it is a win."""

    side: int
    call: Call | None = None


def granted(book: Book, claims: Sequence[Claimed], discarder: int) -> tuple[Claimed, ...]:
    """Return the claims that stand, in playing order after the discarder.

    More than one stands where the variant lets several players win one tile; else the nearest in
    turn wins (MCR-35).
    """
    if not claims:
        return ()
    best = min(_RANK[claim.call] for claim in claims)
    found = sorted(
        (claim for claim in claims if _RANK[claim.call] == best),
        key=lambda claim: (claim.side - discarder) % 4,
    )
    several = best == _RANK[None] and settling_of(book.id).one_winner is None
    return tuple(found if several else found[:1])
