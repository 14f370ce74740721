"""The page asks each fact of a win that some variant counts, and has words for it."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from firmware_ctl.referee.view import offers
from firmware_ctl.texts import say
from firmware_ctl.views import web
from rules.hands.situation import Fact
from rules.languages import Language
from rules.settling.events import Chicken, Declare, Draw, Kong, Penalty, Shown

ASKING = Path(web.__file__).parent / "static" / "win_facts.js"


def test_no_fact_is_missing_on_the_page() -> None:
    source = ASKING.read_text()
    tables = re.findall(
        r"^const (?:FLAGS|NUMBERS) = \{$(.*?)^\};$", source, re.MULTILINE | re.DOTALL
    )
    asked = [name for table in tables for name in re.findall(r"^  (\w+):", table, re.MULTILINE)]
    assert sorted(asked) == sorted(Fact)


@pytest.mark.parametrize("fact", Fact)
def test_every_fact_has_its_words(fact: Fact) -> None:
    assert len({say(f"fact.{fact}", language) for language in Language}) == len(Language)


TAKEN = {
    Kong: {"by", "kind", "tile", "source"},
    Draw: {"shown", "last_drawer"},
    Shown: {"tiles", "melds", "ready", "value", "pig", "lack"},
    Chicken: {"turned", "in_hand", "discarded", "ready", "first", "claimed"},
    Declare: {"by", "kind", "suit"},
    Penalty: {"by", "kind", "amount"},
}
"""What the page asks of each event; the lack suit of a hand shown was declared."""

LEFT_OUT = {
    Kong: {"late"},
    Draw: set[str](),
    Shown: {"seen", "let_go"},
    Chicken: {"shown"},
    Declare: {"tiles"},
    Penalty: {"to"},
}
"""What the guide says that the page does not take; chickens are told by their numbers."""


@pytest.mark.parametrize("event", TAKEN)
def test_nothing_that_the_ledger_takes_is_missing_silently(event: type) -> None:
    assert {field.name for field in fields(event)} == TAKEN[event] | LEFT_OUT[event]
    assert not TAKEN[event] & LEFT_OUT[event]


def test_what_is_asked_is_what_the_variant_counts() -> None:
    asked = {id_: offers(id_)["asks"] for id_ in ("HZ", "MCR", "GY2", "CD", "GD")}
    assert asked == {
        "HZ": ["floated", "piao", "kong_chain"],
        "MCR": ["last_tile", "last_of_kind"],
        "GY2": ["from_declared"],
        "CD": ["kong_chain"],
        "GD": [],
    }
