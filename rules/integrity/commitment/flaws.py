"""What can be wrong with a journal; each way has its words in the texts, under its value."""

from dataclasses import dataclass
from enum import StrEnum

from rules.languages import Language
from rules.texts import say


class Wrong(StrEnum):
    """The ways."""

    NO_JOURNAL = "journal.no-journal"
    LINE = "journal.line"
    TRUNCATED = "journal.truncated"
    AFTER_END = "journal.after-end"
    CHANGED = "journal.changed"
    ABSENT = "journal.absent"
    AGAIN = "journal.again"
    SIGNATURE = "journal.signature"
    OTHER_KEY = "journal.other-key"
    CLAIM = "journal.claim"
    WALL_KEY = "journal.wall-key"
    WALL_ROOT = "journal.wall-root"
    WALL_AGAIN = "journal.wall-again"
    ROOT_CHAIN = "journal.root-chain"
    WALL_EARLY = "journal.wall-early"
    WALL_SHUT = "journal.wall-shut"
    WALL_UNKNOWN = "journal.wall-unknown"
    HAND_AGAIN = "journal.hand-again"
    PROMISE = "journal.promise"
    DICE_SEED = "journal.dice-seed"
    DICE_FACES = "journal.dice-faces"
    CUT_NONCE = "journal.cut-nonce"
    CUT_PLACE = "journal.cut-place"


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first thing that is wrong: how, in which line (from 1), at which record."""

    wrong: Wrong
    line: int
    record: int | None

    def text(self, language: Language = Language.EN) -> str:
        """Return it in one sentence."""
        return say(self.wrong.value, language, line=self.line, record=self.record or 0)
