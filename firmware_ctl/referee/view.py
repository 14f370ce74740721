"""What views show of the referee: to everybody numbers only, to those at the table the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_ctl.referee.chicken_offers import chicken_offers
from firmware_ctl.texts import say
from rules.books import book
from rules.errors import RulesError
from rules.languages import Language
from rules.scoring.book import Rules
from rules.settling.answers import as_number, settle_answer
from rules.settling.common import no_declarations
from rules.settling.events import PLAYERS
from rules.settling.ledger import Entry, HandLedger
from rules.settling.settle import Settlement, settling_of
from rules.settling.sheet import Amount
from rules.tile_names import name_of
from rules.tiles import Suit, code_of, suit_of
from rules.variants import variant

Score = int | float

_COPIES = 4
_RUN = 8


@dataclass(frozen=True, slots=True)
class RefereeView:
    """The hand in numbers: never a tile.

    ``entries`` counts changes, so that a view knows when to look again; ``over`` tells that the
    hand is settled; ``hand`` is what each side won in it, ``scores`` what in the whole session.
    """

    entries: int
    open: bool
    over: bool
    hand: tuple[Score, ...]
    scores: tuple[Score, ...]
    hands: int


def sheet_of(ledger: HandLedger, settled: Settlement, language: Language) -> dict[str, object]:
    """Return a hand's sheet for those at the table: lines with reasons, and what was entered."""
    return {
        "variant": ledger.variant,
        "entries": [
            {"number": number, "e": entry.get("e"), "text": entry_text(entry, language)}
            for number, entry in enumerate(ledger.entries, start=1)
            if number > 1
        ],
        **settle_answer(settled, language),
        "out": sorted(settled.out),
        "kongs": [
            {"by": entry["by"], "tile": entry["tile"]}
            for entry in ledger.entries
            if entry["e"] == "kong"
        ],
        "wins": [
            {"by": made.event.by, "from": made.event.source, "value": made.value}
            for made in settled.wins
        ],
    }


def offers(
    name: str, language: Language = Language.EN, options: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Return what a variant in a house lets people enter: tiles, worths, chickens, declarations."""
    row = variant(name)
    counts = row.tile_set.counts
    try:
        settling = settling_of(name)
    except RulesError:
        return {"settles": False}
    designs = row.tile_set.designs
    rules_of = book(name, options)
    rules = rules_of.rules
    return {
        "settles": True,
        "values": worths(rules),
        "chows": rules.chow,
        "round_wind": rules.round_wind,
        "asks": list(rules.asks),
        "passes": rules.passing is not None,
        "flowers": [code_of(tile) for tile in designs if suit_of(tile) is Suit.FLOWERS],
        "tiles": [code_of(tile) for tile in designs],
        "names": {code_of(tile): name_of(tile, language) for tile in designs},
        "kong_tiles": [code_of(tile) for tile in designs if counts[tile] >= _COPIES],
        "chickens": None
        if settling.chickens is None
        else chicken_offers(settling.chickens, rules_of.house, designs),
        "checks": settling.checks,
        "pigs": settling.pigs,
        "declares": settling.declare is not no_declarations,
        "several": settling.one_winner is None,
    }


_TOLD = {
    "win": ("referee.win-own", "referee.win-from"),
    "kong": ("referee.kong-own", "referee.kong-from"),
    "draw": ("referee.draw",) * 2,
    "declare": ("referee.declare",) * 2,
    "chicken": ("referee.chicken",) * 2,
    "penalty": ("referee.penalty",) * 2,
}
"""The words of an event: one's own, and from somebody."""


def worths(rules: Rules) -> list[int]:
    """Return what wins are worth most often: a run from the least, then the rows of the table."""
    least = max(rules.minimum, 1)
    rows = {row.value for row in rules.scheme.rows() if isinstance(row.value, int)}
    return sorted({*range(least, least + _RUN), *(value for value in rows if value > least)})


def entry_text(entry: Entry, language: Language) -> str:
    """Return an event in a line: who, what, from whom."""
    source = entry.get("from")
    own, taken = _TOLD[str(entry["e"])]
    return say(
        own if source is None else taken,
        language,
        side=_side(entry.get("by"), language),
        source=_side(source, language),
        kind=str(entry.get("kind", "")),
    )


def numbers(amounts: Sequence[Amount]) -> tuple[Score, ...]:
    """Return amounts as JSON has them."""
    return tuple(as_number(amount) for amount in amounts)


def _side(given: object, language: Language) -> str:
    known = given is not None and str(given) in {str(side) for side in range(PLAYERS)}
    return say(f"side.{given}" if known else "side.none", language)
