"""Every rule is code or data that names it, or is listed as for people, with the reason."""

import re
from pathlib import Path

import pytest

import rules
from rules.books.competition_fans import FANS
from rules.explain import explain, explanations
from rules.languages import Language
from rules.settling.answers import settle_answer
from tests.support.rules_hands import settled

ROOT = Path(rules.__path__[0])
FOR_PEOPLE = ROOT.parent / "docs" / "rules-for-people.md"

# Rule ids of each variant, in ranges; T are worked rows, which are tests.
RULES = {
    "COM": "1-9 T1-6",
    "GY1": "1-6 10-12 20-25 30-32 40-46 50-55 F1-10 T1-8",
    "GY2": "1-7 20-25 30 40-42 50-51 F1-12 T1-14",
    "GY3": "1-3 20-24 30-32 36 40 50-51 F1-9 T1-10",
    "GY4": "1-6 20-26 40-47 50-53 F1 T1-11",
    "DY": "1-8 10-15 20-21 30-34 36 40-45 F1-15 E1-8 P1-8 O1-7 T1-13",
    "CD": "1-5 10-15 20-26 F1-17 P1-9 T1-22",
    "QS": "1-6 20-25 30-32 F0-7 C1 T1-7",
    "SS": "1-12",
    "NS": "1-8 20-30 T1-8",
    "SP": "1-6 10-17 F1-13 E1-3 T1-20",
    "MCR": "1-11 20-25 30-35 F1-82 T1-10",
    "HZ": "1-8 20-23 F0-8 T1-10",
    "HB": "1-8 T1-7",
    "GD": "1-10 T1-4",
    "B144": "1-10 T1-4",
}


def _ids(variant: str) -> list[str]:
    found: list[str] = []
    for part in RULES[variant].split():
        match = re.fullmatch(r"([A-Z]?)(\d+)(?:-(\d+))?", part)
        assert match is not None
        letter, first, last = match.groups()
        width = 1 if letter else 2
        found += [
            f"{variant}-{letter}{number:0{width}}"
            for number in range(int(first), int(last or first) + 1)
        ]
    return found


def _named(text: str, rule: str) -> bool:
    spoken = rule.lower().replace("-", "_")
    return re.search(rf"(?:{rule}|{spoken})(?!\d)", text) is not None


CODE = "".join(path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py")))
CODE += " ".join(fan.rule for fan in FANS)  # their table holds the bare numbers
TESTS = "".join(
    path.read_text("utf-8")
    for folder in ("tests/rules", "tests/support")
    for path in sorted((ROOT.parent / folder).glob("*.py"))
)
LISTED = re.compile(r"^\| ([A-Z0-9]+-[A-Z]?\d+) \| .+ \| (.+) \|$", re.MULTILINE)
PEOPLE = dict(LISTED.findall(FOR_PEOPLE.read_text("utf-8")))


@pytest.mark.parametrize("variant", RULES)
def test_every_rule_has_its_place(variant: str) -> None:
    lost = [
        rule
        for rule in _ids(variant)
        if not (_named(TESTS, rule) if "-T" in rule else _named(CODE, rule) or rule in PEOPLE)
    ]

    assert lost == []


def test_what_is_for_people_is_not_in_the_program_and_says_why() -> None:
    known = {rule for variant in RULES for rule in _ids(variant)}

    assert set(PEOPLE) <= known
    assert all(PEOPLE.values())
    assert [rule for rule in PEOPLE if _named(CODE, rule)] == []


@pytest.mark.parametrize("variant", RULES)
def test_every_rule_can_be_explained(variant: str) -> None:
    known = explanations()

    assert [
        rule
        for rule in _ids(variant)
        if "-T" not in rule and rule not in known and rule not in PEOPLE
    ] == []


def test_a_rule_is_explained_in_every_language() -> None:
    assert explain("cd-f9") == ("seven pairs with four equal", "龙七对", "龍七対")
    for rule, text in explanations().items():
        assert all(text.to(language) for language in Language), rule


def test_rows_that_share_a_rule_are_named_together() -> None:
    assert explain("QS-F4").en == "pure all pungs / 2-5-8 all pungs"


@pytest.mark.parametrize("variant", ["DY", "CD", "QS", "SS", "NS", "SP", "MCR", "HZ", "HB", "B144"])
def test_every_line_of_a_sheet_can_be_explained(variant: str) -> None:
    hands = ["not-ready", "1112345678999m", "147m258p369s1234m", None]
    sheet = settled(
        variant,
        {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"},
        {"e": "kong", "by": 1, "kind": "direct", "from": 0, "tile": "6m"},
        {"e": "kong", "by": 2, "kind": "added", "tile": "7m"},
        {"e": "draw", "hands": hands, "last_drawer": 0},
    )
    won = settled(
        variant,
        {"e": "kong", "by": 0, "kind": "concealed", "tile": "5m"},
        {"e": "win", "by": 1, "from": 0, "how": "kong-discard", "value": 8, "tile": "2p"},
    )
    rules_of_lines = {line.rule for one in (sheet, won) for line in one.lines}

    assert rules_of_lines
    assert rules_of_lines <= set(explanations())
    for language in Language:
        assert all(line["text"] for line in settle_answer(sheet, language)["lines"])  # type: ignore[attr-defined]
