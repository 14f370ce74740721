"""Errors of the rules; each message says what is wrong, where, and what to do."""


class RulesError(ValueError):
    """Any input that the rules cannot work with."""


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
