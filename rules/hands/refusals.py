"""Why a claimed win is refused, as a typed reason that can be said in every language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.languages import Language, Text
from rules.texts import say
from rules.tile_names import name_of
from rules.tiles import TILES, Tile


class Reason(StrEnum):
    """``wrong.``: no hand at all; ``no.``: it does not win; ``not.``: it may not be done."""

    COUNT = "wrong.count"  # 相公
    MELDS = "wrong.melds"
    FIFTH = "wrong.fifth"
    FOREIGN = "wrong.foreign"
    UNREAD = "wrong.unread"
    CHOW = "wrong.chow"
    ROB_HELD = "wrong.rob-held"
    HEAVEN_MELDS = "wrong.heaven-melds"
    EARTH_DEALER = "wrong.earth-dealer"
    SHAPE = "no.shape"
    SUITS = "no.suits"
    LACK = "no.lack"
    MINIMUM = "no.minimum"
    SELF_DRAWN = "no.self-drawn"
    FLOATED = "no.floated"  # 财飘
    PASSED = "no.passed"  # 过水不胡
    NO_MELD = "not.meld"
    NO_CHOW = "not.chow"
    CHOW_FROM = "not.chow-from"
    NO_RUN = "not.run"
    TOO_FEW = "not.too-few"
    NOT_ADDED = "not.added"
    FROZEN = "not.frozen"
    LACK_CALL = "not.lack-call"
    LACK_FIRST = "not.lack-first"
    FLOATED_CALL = "not.floated"
    NOT_READY = "not.ready"
    NO_PUNG = "not.pung"
    SHOWN_WAIT = "not.shown-wait"  # 跳舞


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal; ``values`` fill its text: tiles by number under ``tile``, texts, numbers.

    A variant with a reason of its own gives any key and its ``text``.
    """

    reason: str
    values: Mapping[str, object] = field(default_factory=dict)
    text: Text | None = None

    @property
    def is_wrong_input(self) -> bool:
        """Tell whether the tiles as given cannot be a hand at all."""
        return self.reason.startswith("wrong.")

    def words(self) -> Text:
        """Return the reason as one sentence in every language."""
        return Text(*(self.say(language) for language in Language))

    def say(self, language: Language = Language.EN) -> str:
        """Return the reason as one sentence."""
        words = {key: _worded(value, key, language) for key, value in self.values.items()}
        if self.text is not None:
            return self.text.fill(language, **words)
        return say(self.reason, language, **words)


def _worded(value: object, key: str, language: Language) -> object:
    if isinstance(value, Text):
        return value.to(language)
    if key == "tile" and value in TILES:
        return name_of(Tile(int(str(value))), language)
    return value
