"""Whether tiles that change places after the root was shown are found by the opened wall.

A simulated machine plays hands with a sleight of hand and as many without. Every wall that is
played with is opened as it lies, against the root over what the reader saw: the tiles of a swapped
wall are not those of its root, which is what ``mjtable audit verify`` ends with. A record that
keeps to what the reader saw fits its root; then exactly the swapped tiles lie where it does not
have them, which people find who open single tiles.
"""

from hashlib import sha256

import numpy as np

from benchmarks.report import Report, Row, at_least, at_most
from firmware_ctl.audit_lab.layout import layout
from firmware_ctl.audit_lab.plant_run import Played, play
from firmware_ctl.audit_lab.tables import Tables
from hal.sim.cheats import CHEATS
from rules.integrity.commitment.leaves import KEY_BYTES, Leaf, wall_root
from rules.integrity.commitment.opening import OpenedWall, WrongTiles, opening_text, read_opening
from rules.integrity.deals import RecordedDeal

HANDS = 20
VARIANTS = ("GD", "CD")

_Lanes = tuple[tuple[Leaf, ...], ...]


def measure(hands: int = HANDS) -> Report:
    """Open swapped and honest walls against their roots."""
    rows, notes = [], []
    for name in VARIANTS:
        swapped, honest = (_played(name, cheat, hands) for cheat in ("swap", None))
        rows += [
            Row(f"{name}, swapped: refused", "all", _refused(swapped), at_least(1), share=True),
            Row(f"{name}, honest: refused", "none", _refused(honest), at_most(0), share=True),
        ]
        apart = sorted({_apart(one) for one in swapped})
        notes.append(
            f"{name}: tiles that lie elsewhere than read, in {hands} swapped walls: {apart}"
        )
    return Report(rows, notes)


def opened(hand: Played) -> str:
    """Return the text of a hand's wall as it lies, with the root of what the reader saw."""
    key = sha256(f"key of wall {hand.planned.number}".encode()).digest()[:KEY_BYTES]
    return opening_text(OpenedWall(key, wall_root(key, _lanes(hand.read)), _lanes(hand.shown)))


def _played(variant: str, cheat: str | None, hands: int) -> list[Played]:
    row = None if cheat is None else CHEATS[cheat]
    return play(Tables(layout(variant), 1, np.random.default_rng(11), cheat=row), hands, seed=11)


def _refused(hands: list[Played]) -> float:
    """Return the share of the walls whose tiles are not those of their root."""
    refused = 0
    for hand in hands:
        try:
            read_opening(opened(hand))
        except WrongTiles:
            refused += 1
    return refused / len(hands)


def _apart(hand: Played) -> int:
    """Return how many tiles lie where the reader has not seen them."""
    pairs = zip(_lanes(hand.read), _lanes(hand.shown), strict=True)
    return sum(
        one != other for read, shown in pairs for one, other in zip(read, shown, strict=True)
    )


def _lanes(deal: RecordedDeal) -> _Lanes:
    if deal.uids is None:
        raise ValueError(f"deal {deal.number}: a wall is opened with the tags that were read")
    return tuple(
        tuple(Leaf(int(tile), int(uid or "", 16)) for tile, uid in zip(tiles, tags, strict=True))
        for tiles, tags in zip(deal.walls, deal.uids, strict=False)
    )
