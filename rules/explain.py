"""Explain a rule by its id, in every language."""

from collections.abc import Iterable

from rules.books import MODULES, book
from rules.languages import Language, Text
from rules.lookup import look_up
from rules.options import OPTIONS
from rules.scoring.rows import Listed
from rules.set_up import set_up_lines
from rules.texts import TEXTS
from rules.texts.common_rules import COMMON_RULES
from rules.variants import VARIANTS


def explain(rule: str) -> Text:
    """Return what a rule says, from its id such as ``CD-F9``.

    Raises:
        UnknownName: no rule of this id plays a part here; the nearest is named.
    """
    return look_up(explanations(), rule, "rule")


def explanations() -> dict[str, Text]:
    """Return every rule that can be explained, by id.

    A pattern is explained by its name, an option by what it decides, a part of the set-up by how
    the variant does it.
    """
    found: dict[str, Text] = {}
    for row in VARIANTS.values():
        lines = [dict(set_up_lines(row, language)) for language in Language]
        for source in row.sources:
            parts = [TEXTS[f"part.{source.part}"].to(language) for language in Language]
            words = (
                f"{part}: {line[source.part]}" for part, line in zip(parts, lines, strict=True)
            )
            found.setdefault(source.rule, Text(*words))
    found.update(COMMON_RULES)
    for option in OPTIONS:
        found.setdefault(option.rule, option.text)
    for variant in MODULES:
        rules = book(variant).rules
        found.update(_names(rules.scheme.rows()))
        found.update(rules.texts)
    return dict(sorted(found.items()))


def _names(rows: Iterable[Listed]) -> dict[str, Text]:
    """Return the names of rows by rule; the names of rows with one rule stand side by side."""
    names: dict[str, list[Text]] = {}
    for row in rows:
        own = names.setdefault(row.rule, [])
        if row.name not in own:
            own.append(row.name)
    return {
        rule: Text(*(" / ".join(name.to(language) for name in own) for language in Language))
        for rule, own in names.items()
    }
