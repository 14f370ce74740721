"""Who deals (庄家): chosen by people, drawn by chance, or named by the variant's rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware_ctl.core.first_dealer import find_by_dice
from firmware_ctl.core.hands import Chance, HandBook
from firmware_ctl.core.roulette import Roulette
from rules.dice import Throw
from rules.integrity.commitment.throws import Press
from rules.languages import Language
from rules.settling.outcome import Proposal
from rules.texts import say
from rules.tiles import tile_of
from rules.variants import FirstDealer, Variant
from rules.wording import side_text

BY_DICE = (FirstDealer.HIGHEST_THROW, FirstDealer.TURNED_TILE)
EAST = 0


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a wish: whether it was done, and the key and values of the words about it."""

    ok: bool
    key: str
    values: Mapping[str, object] = field(default_factory=dict)


class DealerSeat:
    """The dealer, who is proposed for the next hand, and the lamps' roulette.

    ``note`` hears of every dealer that was found; ``own_dice`` tells that the table itself throws
    dice whose faces are known.
    """

    def __init__(
        self, chance: Chance, language: Language, note: Callable[..., None], *, own_dice: bool
    ) -> None:
        self._chance = chance
        self._language = language
        self._note = note
        self._own_dice = own_dice
        self.side: int | None = None
        self.proposal: Proposal | None = None
        self.roulette = Roulette(lambda: note("roulette"), self._landed)

    def choose(self, side: int) -> None:
        """Let a side deal."""
        self.roulette.cancel()
        self.side = side

    def turn_roulette(self) -> None:
        """Let the dealer lamps run round, or slow down those that run."""
        if self.roulette.running:
            self.roulette.slow_down()
        else:
            self.roulette.start(self._chance.side())

    def _landed(self, side: int) -> None:
        self.choose(side)
        self._note("dealer", side=side)

    def by_rule(self, played: Variant, hands: HandBook, turned: str | None) -> Told:
        """Let deal whom the variant's rule names, for the first hand or after the last result.

        ``turned`` is the tile that was turned over, where the variant looks at one (DY-03).

        Raises:
            RulesError: that is no tile, or the one that must be turned over is missing.
        """
        self.roulette.cancel()
        proposed = self.proposal
        if proposed is None:
            if hands.number:
                return Told(ok=False, key="no.result-unknown")
            return self._first(played, turned)
        if proposed.asks_ready:
            return Told(ok=False, key="no.ready-unknown", values={"rule": proposed.rule})
        if proposed.side is None:
            return self._by_dice(played, proposed.rule, turned)
        return self._deals(proposed.side, proposed.rule)

    def _first(self, played: Variant, turned: str | None) -> Told:
        rule = next(source.rule for source in played.sources if source.part == "first_dealer")
        way = played.first_dealer
        if way in BY_DICE:
            return self._by_dice(played, rule, turned)
        if way is FirstDealer.FIRST_SEATED:
            return self._people_choose(played, rule)
        return self._deals(EAST if way is FirstDealer.LOT else self._chance.side(), rule)

    def _by_dice(self, played: Variant, rule: str, turned: str | None) -> Told:
        if not self._own_dice:
            return self._people_choose(played, rule)
        found = find_by_dice(played, self._unwatched, tile_of(turned) if turned else None)
        rounds = [
            " ".join("-" if faces is None else str(sum(faces)) for faces in throws)
            for throws in found.rounds
        ]
        told = self._deals(found.side, rule)
        return Told(ok=True, key="yes.dealer-thrown", values={**told.values, "throws": rounds[-1]})

    def _unwatched(self) -> Throw:
        """Throw once for the dealer's seat, which decides over no wall."""
        return self._chance.throw(self._chance.secret(), Press(0, 0))

    def _people_choose(self, played: Variant, rule: str) -> Told:
        way = say(f"first-dealer.{played.first_dealer.value}", self._language)
        return Told(ok=False, key="no.people-choose", values={"way": way, "rule": rule})

    def _deals(self, side: int, rule: str) -> Told:
        self.side = side
        self._note("dealer", side=side, rule=rule)
        values = {"side": side_text(side, self._language), "rule": rule}
        return Told(ok=True, key="yes.dealer", values=values)
