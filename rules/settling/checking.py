"""What cannot have happened in a hand: told by the event that says so."""

from collections import Counter
from collections.abc import Sequence

from rules.errors import EventError
from rules.hands.refusals import Reason, Refusal
from rules.hands.situation import By, Claim
from rules.notation import MeldKind
from rules.scoring.curves import DOUBLING, MOST_FAN
from rules.settling.events import Kong, Win
from rules.settling.sheet import Sheet
from rules.texts import TEXTS, filled
from rules.tile_names import NAMES
from rules.tiles import UNREAD

_COPIES = 4


def check_in(sheet: Sheet, by: int, source: int | None) -> None:
    """Check that the players of an event are still in.

    Raises:
        EventError: one has won before; who has won takes no part any more.
    """
    for side in (by, source):
        if side is not None and side in sheet.out:
            raise EventError(filled("refuse.out", who=TEXTS[f"side.{side}"]))


def check_first_tiles(sheet: Sheet, win: Win) -> None:
    """Check that a hand can have won with the first tiles (天胡, 地胡).

    Raises:
        EventError: it is not this player's to win, a tile was claimed before, or an earthly hand
            is drawn here and has no discarder.
    """
    by = win.situation.by
    if by not in (By.HEAVEN, By.EARTH):
        return
    if (by is By.HEAVEN) != (win.by == sheet.dealer):
        whose = "refuse.dealers-alone" if by is By.HEAVEN else "refuse.never-dealers"
        raise EventError(filled(whose, by=by))
    if any(made.event.kind is not MeldKind.CONCEALED_KONG for made in sheet.kongs):
        raise EventError(filled("refuse.after-open-kong", by=by))
    if win.source is not None and by in sheet.book.drawn:
        raise EventError(filled("refuse.drawn-here", by=by))


def check_kong(sheet: Sheet, event: Kong) -> None:
    """Check that a kong can have been made.

    A hand that has won and holds the tile was read wrongly, or the kong was: it is said.

    Raises:
        EventError: a player of it is out, there are no four of the tile, or it was konged before.
    """
    check_in(sheet, event.by, event.source if event.kind is MeldKind.DIRECT_KONG else None)
    if event.tile == UNREAD or sheet.book.set_up.tile_set.counts[event.tile] < _COPIES:
        name = NAMES[event.tile]
        raise EventError(filled("refuse.no-four", id=sheet.book.id, tile=name))
    if any(made.event.tile == event.tile for made in sheet.kongs):
        raise EventError(filled("refuse.konged", tile=NAMES[event.tile]))
    if event.tile in sheet.won_tiles():
        sheet.warn("settle.fifth", tile=NAMES[event.tile])


def check_together(wins: Sequence[Win]) -> None:
    """Check that wins can have been on one tile.

    Raises:
        EventError: a player wins it twice, or it came to them in different ways.
    """
    side, times = Counter(win.by for win in wins).most_common(1)[0]
    if times > 1:
        who = TEXTS[f"side.{side}"]
        raise EventError(filled("refuse.twice", times=times, who=who))
    ways = sorted({win.situation.by for win in wins} - {By.EARTH})
    if len(ways) > 1:
        raise EventError(filled("refuse.one-way", way=ways[0], other=ways[1]))


def warn_of_a_fifth(sheet: Sheet, side: int, claim: Claim) -> None:
    """Say of which tiles of a winning hand another player has konged all four: one was misread."""
    for kong in (made.event for made in sheet.kongs):
        if kong.by != side and kong.tile in claim.everything:
            sheet.warn("settle.fifth", tile=NAMES[kong.tile])


def worth_too_little(sheet: Sheet, win: Win) -> Refusal | None:
    """Return the refusal of a declared value that is too small; flowers do not help."""
    minimum = sheet.book.rules.minimum
    if win.claim is not None or win.value is None:
        return None
    value = win.value - len(win.situation.flowers)
    if value >= minimum:
        return None
    return Refusal(Reason.MINIMUM, {"value": value, "minimum": minimum})


def declared_value(sheet: Sheet, value: int) -> int:
    """Return a value that was given by word.

    Raises:
        EventError: more fan than any hand can have, where each doubles the stake.
    """
    if sheet.book.rules.curve in DOUBLING and value > MOST_FAN:
        raise EventError(filled("refuse.too-many-fan", value=value, most=MOST_FAN))
    return value
