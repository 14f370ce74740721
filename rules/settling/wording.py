"""Words of the sheet's lines, in every language at once."""

from rules.languages import Language, Text
from rules.settling.events import Kong
from rules.settling.sheet import WinMade
from rules.texts import filled
from rules.tile_names import NAMES


def kong_text(event: Kong) -> Text:
    """Say which kong is paid: ``direct kong of 5 of dots``."""
    return filled(f"line.kong-{event.kind.value}", tile=NAMES[event.tile])


def win_text(made: WinMade) -> Text:
    """Say how a hand won and what it is worth: ``self-draw: pure suit 2 + root 1 = 3``."""
    how = filled(f"line.by-{made.event.situation.by.value}")
    if made.check is None:
        return filled("line.declared-win", how=how, value=made.value)
    parts = [
        " + ".join(f"{item.name.to(language)} {item.value}" for item in made.check.items)
        for language in Language
    ]
    cut = made.value < made.uncapped
    key = "line.capped-win" if cut else "line.win"
    return filled(key, how=how, items=Text(*parts), value=made.uncapped, cap=made.value)
