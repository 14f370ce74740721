"""Short ways to write hands, claims and ledgers in the tests of the rules."""

from collections.abc import Mapping

from rules.books import book
from rules.hands.situation import By, Claim, Situation
from rules.notation import parse_hand, parse_tiles
from rules.scoring.judging import WinCheck, check_win
from rules.settling.reading import read_event
from rules.settling.settle import Settlement, settle


def claim(hand: str, win: str | None = None, by: str = "discard", **situation: object) -> Claim:
    """Return a claimed win; without ``win`` the last concealed tile written is the winning one."""
    parsed = parse_hand(hand)
    own = Situation(by=By(by), **situation)  # type: ignore[arg-type]
    if win is None:
        return Claim(parsed.tiles[:-1], parsed.melds, parsed.tiles[-1], own)
    tiles = list(parsed.tiles)
    tile = parse_tiles(win)[0]
    if len(tiles) % 3 == 2:
        tiles.remove(tile)
    return Claim(tuple(tiles), parsed.melds, tile, own)


def judged(
    variant: str,
    hand: str,
    win: str | None = None,
    by: str = "discard",
    options: Mapping[str, object] | None = None,
    **situation: object,
) -> WinCheck:
    """Judge a hand of fourteen tiles, a kong counting three."""
    return check_win(book(variant, options), claim(hand, win, by, **situation))


def settled(
    variant: str, *events: Mapping[str, object], dealer: int = 0, **options: object
) -> Settlement:
    """Settle a hand from its events after the start."""
    start: Mapping[str, object] = {"e": "start", "dealer": dealer}
    return settle(book(variant, options), [read_event(event) for event in (start, *events)])


def flows(settlement: Settlement) -> list[tuple[int, int, object, str]]:
    """Return the lines as (from, to, amount, rule)."""
    return [(line.payer, line.payee, line.amount, line.rule) for line in settlement.lines]
