"""One recorded deal (发牌记录): a row of the deals file, which the wall check takes as it is.

A row is a JSON object; ``read_deal`` checks it field by field and ``deal_row`` writes it again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.dice import Throw, checked_throw
from rules.errors import DiceError, RulesError
from rules.lookup import look_up
from rules.programs import SIDES, Profile
from rules.shares import HAND_TILES
from rules.tiles import Tile, code_of, tile_of
from rules.variants import VARIANTS

T = TypeVar("T")
Sides = tuple[tuple[T, ...], ...]
"""Something for every tile, by side: a wall from its owner's right, upper before lower."""

PLAY = "play"
"""The mode of a hand that counts; any other is left out before its wall is looked at."""

SETS = ("A", "B")
"""The two tile sets that alternate (两副牌)."""


MOST_DEALS = (1 << 53) - 1
"""The largest number of a deal: what JSON carries unharmed everywhere."""


class DealError(RulesError):
    """A row of a deals file that cannot be read; the message names the field."""


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """What is known of one deal.

    ``walls`` is empty where no reader looked, ``hands`` without a machine that deals; unread tiles
    are ``UNREAD``. ``throws`` are the throws that opened the wall, none where none were seen.
    ``uids`` (tags' serial numbers) and ``reads`` (agreeing reads) follow the shape of walls and
    then hands: eight sides where hands were dealt, else four; ``None`` where they are not known.
    """

    number: int
    variant: str
    dealer: int
    throws: tuple[Throw, ...] = ()
    walls: Sides[Tile] = ()
    hands: Sides[Tile] = ()
    uids: Sides[str | None] | None = None
    reads: Sides[int] | None = None
    table: str = ""
    tile_set: str = SETS[0]
    profile: Profile = Profile.FOUR_PORT
    mode: str = PLAY


def is_played(row: Mapping[str, object]) -> bool:
    """Tell from the mode alone, the wall unseen, whether a row counts."""
    return row.get("mode", PLAY) == PLAY


def read_deal(row: object) -> RecordedDeal:
    """Return a row of a deals file as a deal.

    Raises:
        DealError: which field cannot be read, and what to give.
    """
    if not isinstance(row, Mapping):
        raise DealError('a deal is an object such as {"deal": 1, "variant": "CD", ...}')
    walls = _sides(row, "walls", _tile)
    hands = _sides(row, "hands", _tile)
    if any(len(hand) not in (0, HAND_TILES) for hand in hands):
        raise DealError(f'"hands": a hand that rises has {HAND_TILES} tiles')
    if hands and not walls:
        raise DealError('"hands" without "walls": give the walls too')
    shape = [len(side) for side in (*walls, *hands)]
    return RecordedDeal(
        number=_whole(row, "deal", 0, MOST_DEALS),
        variant=_named(row, "variant", None, tuple(VARIANTS)),
        dealer=_whole(row, "dealer", 0, SIDES[-1]),
        throws=_throws(row),
        walls=walls,
        hands=hands,
        uids=_alongside(row, "uids", _uid, shape),
        reads=_alongside(row, "reads", _reads, shape),
        table=_table(row.get("table", "")),
        tile_set=_named(row, "set", SETS[0], SETS),
        profile=Profile(_named(row, "profile", Profile.FOUR_PORT, tuple(Profile))),
        mode=str(row.get("mode", PLAY)),
    )


def deal_row(deal: RecordedDeal) -> dict[str, object]:
    """Return a deal as a row of a deals file; ``read_deal`` reads it back."""
    row: dict[str, object] = {
        "table": deal.table,
        "deal": deal.number,
        "variant": deal.variant,
        "profile": deal.profile.value,
        "dealer": deal.dealer,
        "set": deal.tile_set,
        "mode": deal.mode,
    }
    for name, throw in zip(("dice", "dice2"), deal.throws, strict=False):
        row[name] = list(throw)
    for name, sides in (("walls", deal.walls), ("hands", deal.hands)):
        if sides:
            row[name] = [list(map(code_of, side)) for side in sides]
    for name, known in (("uids", deal.uids), ("reads", deal.reads)):
        if known is not None:
            row[name] = [list(side) for side in known]
    return row


def _throws(row: Mapping[str, object]) -> tuple[Throw, ...]:
    """Return the throws: ``dice`` and, where the variant throws twice, ``dice2``."""
    found: list[Throw] = []
    for name in ("dice", "dice2"):
        faces = row.get(name)
        if faces is None:
            continue
        wrong = DealError(f'"{name}" is {_shown(faces)}: give two faces, 1..6')
        if not isinstance(faces, list) or not all(type(face) is int for face in faces):
            raise wrong
        try:
            found.append(checked_throw(faces))
        except DiceError:
            raise wrong from None
    if row.get("dice") is None and found:
        raise DealError('"dice2" without "dice": give the first throw too')
    return tuple(found)


def _sides(row: Mapping[str, object], name: str, read: Callable[[object], T]) -> Sides[T]:
    """Return a field with a list for each side, or nothing where it is not there."""
    given = row.get(name)
    sides = () if given is None else _lists(given, name, read, len(SIDES))
    return sides if any(sides) else ()


def _alongside(
    row: Mapping[str, object], name: str, read: Callable[[object], T], shape: Sequence[int]
) -> Sides[T] | None:
    """Return a field that says something of every tile.

    Raises:
        DealError: not the shape of walls and hands.
    """
    given = row.get(name)
    if given is None:
        return None
    sides = _lists(given, name, read, len(shape))
    if [len(side) for side in sides] != list(shape):
        raise DealError(f'"{name}" does not have the shape of the tiles: give one for every tile')
    return sides


def _lists(given: object, name: str, read: Callable[[object], T], count: int) -> Sides[T]:
    if not isinstance(given, list) or len(given) != count:
        raise DealError(f'"{name}" is {_shown(given)}: give {count} lists, one for each side')
    found: list[tuple[T, ...]] = []
    for side, entries in enumerate(given):
        if not isinstance(entries, list):
            raise DealError(f'"{name}", list {side}, is {_shown(entries)}: give a list of tiles')
        try:
            found.append(tuple(map(read, entries)))
        except RulesError:
            # Only a list that cannot be read is read entry by entry, to name the one.
            found.append(tuple(_entry(name, side, *one, read) for one in enumerate(entries)))
    return tuple(found)


def _entry(name: str, side: int, at: int, entry: object, read: Callable[[object], T]) -> T:
    try:
        return read(entry)
    except RulesError as error:
        raise DealError(f'"{name}", list {side}, entry {at}: {error}') from None


def _tile(entry: object) -> Tile:
    if not isinstance(entry, str):
        raise DealError(f'{_shown(entry)} is no tile\'s code; write such as "5m", or "?" if unread')
    return tile_of(entry)


def _uid(entry: object) -> str | None:
    if entry is not None and not (isinstance(entry, str | int) and str(entry)):
        raise DealError(f"{_shown(entry)} is no serial number; write a text, or null if unread")
    return None if entry is None else str(entry)


def _reads(entry: object) -> int:
    if type(entry) is not int or entry < 0:
        raise DealError(f"{_shown(entry)} is no number of reads; write 0, 1, 2, ...")
    return entry


def _whole(row: Mapping[str, object], name: str, least: int, most: int | None = None) -> int:
    given = row.get(name)
    if type(given) is not int or given < least or (most is not None and given > most):
        span = f"{least} or more" if most is None else f"{least}..{most}"
        raise DealError(f'"{name}" is {_shown(given)}: give a whole number, {span}')
    return given


def _named(row: Mapping[str, object], name: str, default: str | None, known: Sequence[str]) -> str:
    given = row.get(name, default)
    if not isinstance(given, str):
        raise DealError(f'"{name}" is {_shown(given)}: give one of {", ".join(known)}')
    return look_up({word: word for word in known}, given, name)


def _table(given: object) -> str:
    if not isinstance(given, str | int) or isinstance(given, bool) or not str(given).isprintable():
        raise DealError(f'"table" is {_shown(given)}: give a name that can be printed')
    return str(given)


def _shown(given: object) -> str:
    text = "missing" if given is None else repr(given)
    return text if len(text) <= 40 else text[:37] + "..."
