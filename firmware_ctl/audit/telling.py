"""Tell what a check of a journal or of an opened wall has found: as lines and as plain data."""

from collections.abc import Iterator
from typing import Any

from rules.integrity.commitment.dealt import dealt_hands
from rules.integrity.commitment.journal import Checked, Gap
from rules.integrity.commitment.leaves import short_form
from rules.integrity.commitment.opening import OpenedWall
from rules.integrity.commitment.tags import uid_text
from rules.integrity.commitment.told import DiceTold, HandTold
from rules.languages import Language
from rules.tiles import TILES, UNREAD, Tile, code_of
from rules.wall import wall_of_lane
from rules.wording import side_text

_UNKNOWN = "no reader saw its walls"


def journal_data(checked: Checked, language: Language = Language.EN) -> dict[str, Any]:
    """Return what came of a check as plain data."""
    header, flaw = checked.header, checked.flaw
    return {
        "good": checked.good,
        "table": None if header is None else header.table,
        "key": None if header is None else header.key,
        "records": checked.records,
        "last": checked.last,
        "head": checked.head,
        "hands": len(checked.hands),
        "walls_opened": sum(hand.wall is not None for hand in checked.hands),
        "throws_proved": sum(1 for hand in checked.hands for dice in hand.dice if dice.proved),
        "gaps": [{"first": gap.first, "last": gap.last} for gap in checked.gaps],
        "unwritten": checked.unwritten,
        "flaw": None
        if flaw is None
        else {
            "what": flaw.wrong.name.lower().replace("_", "-"),
            "line": flaw.line,
            "record": flaw.record,
            "text": flaw.text(language),
        },
    }


def hand_data(hand: HandTold) -> dict[str, Any]:
    """Return one hand as plain data; ``dealt`` is what each side got, where that is known."""
    cut = hand.cut
    return {
        "number": hand.number,
        "records": {
            "sealed": hand.sealed,
            "begun": hand.begun,
            "ended": hand.ended,
            "opened": hand.opened,
        },
        "dice": [
            {
                "side": dice.side,
                "faces": dice.faces,
                "source": dice.source,
                "proved": dice.proved,
                "record": dice.record,
            }
            for dice in hand.dice
        ],
        "cut": None if cut is None else {"side": cut.side, "stack": cut.stack},
        "wall": None if hand.wall is None else wall_data(hand.wall),
        "dealt": {
            str(side): [_code(leaf.kind) for leaf in leaves]
            for side, leaves in (dealt_hands(hand) or {}).items()
        },
    }


def wall_data(wall: OpenedWall) -> dict[str, Any]:
    """Return an opened wall as plain data: lanes in lane order."""
    return {
        "root": wall.root.hex(),
        "lanes": [[_code(leaf.kind) for leaf in lane] for lane in wall.lanes],
        "uids": [[uid_text(leaf.uid) for leaf in lane] for lane in wall.lanes],
    }


def told_lines(checked: Checked, hand: HandTold | None, *, key_known: bool) -> Iterator[str]:
    """Yield what a person wants to know of a good journal, and of one hand in it."""
    data = journal_data(checked)
    yield f"good: {data['table']}, {checked.records} records up to {checked.last}"
    yield f"  head     {checked.head}"
    known = "" if key_known else "  (compare it with the one that the table shows, or give --key)"
    yield f"  key      {data['key']}{known}"
    yield (
        f"  hands    {data['hands']}, walls opened and found right {data['walls_opened']}, "
        f"throws proved {data['throws_proved']}"
    )
    for gap in checked.gaps:
        yield f"  gap      a file was damaged on the card: {_lost(gap)}"
    if checked.unwritten:
        yield f"  gap      the table could not write {checked.unwritten} records to its card"
    if hand is not None:
        yield from _hand_lines(hand)


def _lost(gap: Gap) -> str:
    if gap.last < gap.first:
        return f"what came before record {gap.first} may not be all"
    return f"records {gap.first} to {gap.last} are lost"


def _hand_lines(hand: HandTold) -> Iterator[str]:
    ended = hand.ended or "its end, which is not there"
    yield f"hand {hand.number}: records {hand.begun} to {ended}"
    yield f"  root     {short_form(hand.root) if hand.root else _UNKNOWN}"
    if hand.cut is not None:
        where = side_text(hand.cut.side, Language.EN)
        yield f"  cut      by keys: {where}'s wall, stack {hand.cut.stack + 1} from the right"
    for dice in hand.dice:
        yield f"  dice     {_faces(dice)}"
    if hand.wall is not None:
        yield from _tile_lines(hand.wall)
    for side, leaves in (dealt_hands(hand) or {}).items():
        tiles = " ".join(_code(leaf.kind) for leaf in sorted(leaves, key=lambda leaf: leaf.kind))
        yield f"  dealt    {side_text(side, Language.EN):8} {tiles}"


def wall_lines(wall: OpenedWall, *, seen: bool) -> Iterator[str]:
    """Yield what a person wants to know of an opened wall that was found right."""
    yield f"good: these are the tiles of root {short_form(wall.root.hex())}"
    yield f"  root     {wall.root.hex()}"
    if not seen:
        yield "  compare the root with what the table showed before the dice, or give --root"
    yield from _tile_lines(wall)


def _tile_lines(wall: OpenedWall) -> Iterator[str]:
    """Yield each side's tiles as its owner sees them: from his right, upper before lower."""
    for side, lane in enumerate(wall.lanes):
        if lane:
            tiles = " ".join(_code(leaf.kind) for leaf in wall_of_lane(lane))
            yield f"  {side_text(side, Language.EN):8} {tiles}"


def _faces(dice: DiceTold) -> str:
    faces = "not read" if dice.faces is None else "{}+{}".format(*dice.faces)
    proved = ", proved" if dice.proved else ""
    return f"{faces} for {side_text(dice.side, Language.EN)} ({dice.source or 'unknown'}{proved})"


def _code(kind: int) -> str:
    return code_of(Tile(kind)) if kind in TILES or kind == UNREAD else f"#{kind}"
