"""How a hand ended, in the few words that a table is told, and who deals next by them.

``win 2`` is a self-draw of side 2, ``win 2 3 from 1`` two wins on one discard of side 1, ``draw`` a
hand that nobody won (荒牌). Wins follow each other (血战): ``win 2 from 1 win 3 draw``. After
``draw`` may stand who was ``ready`` and who drew the ``last`` tile: ``draw ready 0 2 last 3``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from rules.books import book
from rules.errors import RulesError
from rules.hands.situation import By, Situation
from rules.settling.events import PLAYERS, Draw, Start, Win
from rules.settling.settle import settling_of
from rules.settling.sheet import NextDeal, Sheet, WinMade
from rules.variants import NextDealer

_HOW = (
    "say `win 2` for a self-draw of side 2, `win 2 from 1`, `win 2 3 from 1` for two winners, "
    "or `draw`, `draw ready 0 2 last 3`; sides are 0..3"
)


class OutcomeError(RulesError):
    """Words that tell no end of a hand."""


@dataclass(frozen=True, slots=True)
class WinsTogether:
    """Who won on one tile, and who discarded it; ``source`` is ``None`` where it was drawn."""

    by: tuple[int, ...]
    source: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended; ``ready`` and ``last_drawer`` are ``None`` where nobody said."""

    wins: tuple[WinsTogether, ...] = ()
    draw: bool = False
    ready: frozenset[int] | None = None
    last_drawer: int | None = None


def read_outcome(text: str) -> Outcome:
    """Return what the words say; case, commas and semicolons do not matter.

    Raises:
        OutcomeError: they say nothing, or something that cannot be.
    """
    words = text.lower().replace(",", " ").replace(";", " ").split()
    wins: list[WinsTogether] = []
    while words[:1] == ["win"]:
        words, won = _read_win(words[1:])
        _check_win(won, wins)
        wins.append(won)
    drawn = words[:1] == ["draw"]
    ready: frozenset[int] | None = None
    last: int | None = None
    words = words[1:] if drawn else words
    while drawn and words:
        sides = _sides(words[1:])
        if words[0] == "ready":
            ready = frozenset(sides)
        elif words[0] == "last" and len(sides) == 1:
            last = sides[0]
        else:
            break
        words = words[1 + len(sides) :]
    if words or not (wins or drawn):
        raise OutcomeError(f"{text.strip()[:60] or 'nothing'}: {_HOW}")
    return Outcome(tuple(wins), drawn, ready, last)


def _read_win(words: list[str]) -> tuple[list[str], WinsTogether]:
    by = _sides(words)
    words = words[len(by) :]
    if words[:1] == ["from"] and len(source := _sides(words[1:2])) == 1:
        return words[2:], WinsTogether(by, source[0])
    return words, WinsTogether(by)


def _sides(words: list[str]) -> tuple[int, ...]:
    digits = [str(side) for side in range(PLAYERS)]
    return tuple(int(word) for word in takewhile(lambda word: word in digits, words))


def _check_win(won: WinsTogether, before: list[WinsTogether]) -> None:
    """Check that these players can have won.

    Raises:
        OutcomeError: nobody, one player twice, one's own discard, or several self-draws at once.
    """
    out = {side for earlier in before for side in earlier.by}
    if not won.by:
        raise OutcomeError(f"a win needs its winner: {_HOW}")
    twice = len(set(won.by)) < len(won.by) or out & set(won.by)
    if twice or won.source in won.by or won.source in out:
        raise OutcomeError("a player wins once, and never on his own discard: correct the sides")
    if len(won.by) > 1 and won.source is None:
        raise OutcomeError("several win only on one discard: say from whom, `win 2 3 from 1`")


@dataclass(frozen=True, slots=True)
class Proposal:
    """Who deals next by a variant's rule; ``side`` is ``None`` where dice or people decide.

    ``asks_ready`` tells that the rule looks at who was ready, which nobody has said.
    """

    side: int | None
    rule: str
    asks_ready: bool = False


def propose_dealer(
    variant: str, dealer: int, outcome: Outcome, options: Mapping[str, object] | None = None
) -> Proposal:
    """Return who deals the next hand.

    Raises:
        UnknownName: no such variant.
        OptionError: an option that it does not have.
    """
    settling = settling_of(variant)
    sheet = Sheet(book(variant, options), Start(dealer))
    for won in outcome.wins:
        source = dealer if won.source is None else won.source
        by = sorted(won.by, key=lambda side: (side - source) % PLAYERS)
        winners = by[:1] if settling.one_winner else by
        sheet.wins.append(tuple(_declared(side, won.source) for side in winners))
    if outcome.draw:
        sheet.draw = Draw((None,) * PLAYERS, outcome.last_drawer)
        if outcome.ready is not None:
            sheet.not_ready = frozenset(sheet.still_in) - outcome.ready
    found: NextDeal = settling.next_dealer(sheet)
    by_readiness = sheet.book.set_up.next_dealer.draw is NextDealer.READINESS
    if by_readiness and not outcome.wins and outcome.ready is None:
        return Proposal(None, found.rule, asks_ready=True)
    return Proposal(found.side, found.rule)


def _declared(side: int, source: int | None) -> WinMade:
    by = By.SELF if source is None else By.DISCARD
    return WinMade(Win(side, source, Situation(by)), 0, 0, None)
