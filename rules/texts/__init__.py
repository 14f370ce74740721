"""Everything that the rules say to people, as one catalogue in three languages.

The names of patterns and the texts of single rules stand with the variants that have them.
"""

from rules.languages import Language, Text
from rules.texts.guiyang import GUIYANG_TEXTS
from rules.texts.journal import JOURNAL_TEXTS
from rules.texts.judging import JUDGING_TEXTS
from rules.texts.mixing import MIXING_TEXTS
from rules.texts.refusing import REFUSING_TEXTS
from rules.texts.settling import SETTLING_TEXTS
from rules.texts.table import TABLE_TEXTS
from rules.texts.wall_check import WALL_CHECK_TEXTS

TEXTS: dict[str, Text] = {
    **TABLE_TEXTS,
    **JUDGING_TEXTS,
    **SETTLING_TEXTS,
    **REFUSING_TEXTS,
    **GUIYANG_TEXTS,
    **JOURNAL_TEXTS,
    **MIXING_TEXTS,
    **WALL_CHECK_TEXTS,
}
"""Texts by key; ``{name}`` marks a place to be filled."""


def filled(key: str, **values: object) -> Text:
    """Return the text with this key in every language; a value may be a text of its own."""
    words = TEXTS[key]
    return Text(*(words.fill(one, **_in(values, one)) for one in Language))


def _in(values: dict[str, object], language: Language) -> dict[str, object]:
    return {
        name: value.to(language) if isinstance(value, Text) else value
        for name, value in values.items()
    }


def say(key: str, language: Language, **values: object) -> str:
    """Return the text with this key, its places filled."""
    return TEXTS[key].fill(language, **values)
