"""The deals that a table's record tells, once their hands have ended: rows for the wall check."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from firmware_ctl.store.chain import Link
from rules.dice import Throw, checked_throw
from rules.integrity.deals import SETS, DealError, RecordedDeal
from rules.programs import SIDES, Profile
from rules.shares import HAND_TILES
from rules.tiles import tile_of
from rules.variants import VARIANTS
from rules.wall import wall_of_lane

T = TypeVar("T")
Record = tuple[str, Mapping[str, Any]]
"""A record's kind, and its data as JSON has them."""

_NO_TAG = "-"


def records_of(links: Iterable[Link]) -> Iterator[Record]:
    """Yield the records of a chain."""
    for link in links:
        envelope = json.loads(link.body)
        yield str(envelope["kind"]), envelope["data"]


def records_of_journal(lines: Iterable[bytes]) -> Iterator[Record]:
    """Yield the records of a journal's lines; signatures and the header are left out.

    Raises:
        ValueError: a line is no JSON object.
    """
    for line in lines:
        told = json.loads(line)
        if "record" in told:
            yield str(told["record"]["kind"]), told["record"]["data"]


def is_journal(line: bytes) -> bool:
    """Tell whether a file's first line is a journal's."""
    return b'"mjtable-journal"' in line


@dataclass(slots=True)
class _Hand:
    """What is known of the hand at the table; ``throws`` are those whose faces are known."""

    throws: list[Throw] = field(default_factory=list)
    begun: Mapping[str, Any] | None = None
    dealt: bool = False


def recorded_deals(records: Iterable[Record], table: str = "") -> Iterator[RecordedDeal]:
    """Yield a deal for every hand whose walls the record opens, the oldest first.

    A hand in which records were lost is left out: nobody knows which of its throws came first.

    Raises:
        RulesError: tiles, dice, dealer or set are none.
        KeyError, TypeError, ValueError: a record is none of a table's.
    """
    hand, tile_set = _Hand(), SETS[0]
    for kind, data in records:
        match kind:
            case "cycle" | "gap":
                hand = _Hand()
            case "places":
                tile_set = _set_on_table(data, tile_set)
            case "state":
                tile_set = _set_on_table(data["state"]["table"], tile_set)
            case "dice" if data["faces"] is not None:
                hand.throws.append(checked_throw(data["faces"]))
            case "hands-dealt":
                hand.dealt = True
            case "hand-begun":
                hand.begun = data
            case "wall-opened" if hand.begun is not None:
                if hand.begun["variant"] in VARIANTS:
                    yield _deal(hand, hand.begun, data, tile_set, table)


def _set_on_table(told: Mapping[str, Any], before: str) -> str:
    return told["places"].get("set_on_table") or before


def _deal(
    hand: _Hand, begun: Mapping[str, Any], opened: Mapping[str, Any], tile_set: str, table: str
) -> RecordedDeal:
    lanes = [[tile_of(code) for code in lane.split()] for lane in opened["tiles"]]
    tags = [lane.split() for lane in opened.get("uids") or ()]
    walls, hands = _parted(lanes, dealt=hand.dealt)
    wall_tags, hand_tags = _parted(tags, dealt=hand.dealt)
    dealer = int(begun["dealer"])
    if dealer not in SIDES or tile_set not in SETS:
        raise DealError(f"dealer {dealer}, set {tile_set!r}: a deal has a dealer 0..3, set A or B")
    needed = VARIANTS[begun["variant"]].dice.throws
    # Keys that have cut the wall leave whatever dice fall later without a part in it.
    opening = () if begun.get("cut") else tuple(hand.throws[:needed])
    return RecordedDeal(
        number=int(begun["number"]),
        variant=str(begun["variant"]),
        dealer=dealer,
        throws=opening if len(opening) == needed else (),
        walls=tuple(walls),
        hands=tuple(hands),
        uids=_known([*wall_tags, *hand_tags]) if tags else None,
        table=table,
        tile_set=tile_set,
        profile=Profile.AUTO_DEAL if hand.dealt else Profile.FOUR_PORT,
    )


def _parted(
    lanes: Sequence[Sequence[T]], *, dealt: bool
) -> tuple[list[tuple[T, ...]], list[tuple[T, ...]]]:
    """Return walls in wall order and raised hands from lanes; a hand comes last in its lane."""
    if not dealt:
        return [wall_of_lane(lane) for lane in lanes], []
    ends = [max(0, len(lane) - HAND_TILES) if lane else 0 for lane in lanes]
    walls = [wall_of_lane(lane[:end]) for lane, end in zip(lanes, ends, strict=True)]
    return walls, [tuple(lane[end:]) for lane, end in zip(lanes, ends, strict=True)]


def _known(sides: Iterable[Sequence[str]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple(None if tag == _NO_TAG else tag for tag in side) for side in sides)
