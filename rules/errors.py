"""Errors of the rules; each message says what is wrong, where, and what to do."""

from rules.languages import Language, Text


class RulesError(ValueError):
    """Any input that the rules cannot work with.

    What players meet at the table is a text in every language; the rest is for who writes files.
    """

    def __init__(self, message: str | Text) -> None:
        self.text = message if isinstance(message, Text) else Text(message, message, message)
        super().__init__(self.text.en)

    def to(self, language: Language) -> str:
        """Return what is wrong in words of a language."""
        return self.text.to(language)


class TileError(RulesError):
    """A tile, meld or hand that cannot be read."""


class LayoutError(RulesError):
    """Tiles, stacks and sides that do not fit together."""


class DiceError(RulesError):
    """Dice that cannot have fallen so, or too many or too few of them."""


class UnknownName(RulesError):
    """A name that is not in the list it is looked up in."""


class EventError(RulesError):
    """An event that cannot be read, or cannot have happened then."""
