"""The catalogue: every text in every language, with the same places to fill."""

from string import Formatter

import pytest

from rules.dice import PROCEDURES
from rules.languages import Language
from rules.texts import TEXTS
from rules.wall import Place, Tier
from rules.wording import place_text, places_text, second_throw_text


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TEXTS)
def test_a_text_stands_in_every_language_with_the_same_places(key: str) -> None:
    english, *others = (TEXTS[key].to(language) for language in Language)

    assert english
    assert all(others)
    assert [fields(text) for text in others] == [fields(english)] * len(others)


@pytest.mark.parametrize("name", PROCEDURES)
def test_every_dice_procedure_can_be_said(name: str) -> None:
    assert f"dice.{name}" in TEXTS


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "South stack 4, upper"),
        (Language.ZH, "南家右起第4墩上层"),
        (Language.JA, "南家の右から4幢目上段"),
    ],
)
def test_people_count_stacks_from_one(language: Language, text: str) -> None:
    assert place_text(Place(1, 3, Tier.UPPER), language) == text


def test_neighbouring_whole_stacks_are_said_together() -> None:
    whole = [Place(0, stack, tier) for stack in (12, 13) for tier in Tier]
    next_wall = [Place(3, 0, tier) for tier in Tier]
    single = [Place(3, 1, Tier.UPPER), Place(3, 3, Tier.UPPER)]

    assert places_text(whole + next_wall + single, Language.EN) == (
        "East stacks 13-14; North stack 1; North stack 2, upper; North stack 4, upper"
    )
    assert places_text([], Language.EN) == ""


def test_the_second_thrower_is_named() -> None:  # MCR-22
    assert second_throw_text(1, Language.EN) == "South throws the second time"
