"""The reference page holds every row of the data it is made from."""

import re

from docs.pages.rules_page import render
from rules.books import MODULES
from rules.dice import PROCEDURES
from rules.explain import explanations
from rules.options import OPTIONS
from rules.programs import PROGRAMS
from rules.tiles import CODES
from rules.tilesets import SETS
from rules.variants import VARIANTS

PAGE = render()


def test_every_row_is_on_the_page() -> None:
    for name in (*PROCEDURES, *PROGRAMS, *SETS, *CODES):
        assert f"| `{name}` |" in PAGE
    for row in VARIANTS.values():
        assert f"### {row.id}: {row.name.en}" in PAGE
        for source in row.sources:
            assert source.rule in PAGE
    for option in OPTIONS:
        assert f"| `{option.name}` |" in PAGE
    for rule in explanations():
        assert f"| {rule} |" in PAGE


def test_every_table_is_whole() -> None:
    tables = re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE)

    assert len(tables) == len(VARIANTS) + len(MODULES) + 7
    for table in tables:
        assert len({line.count("|") for line in table.splitlines()}) == 1
