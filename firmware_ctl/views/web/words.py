"""Every word that the page shows, in one language, from the catalogue and the rules."""

from typing import Any

from firmware_ctl.texts.catalogue import catalogue
from firmware_ctl.texts.parts import part_name
from firmware_ctl.views.web.languages import OWN_NAMES
from hal.ids import Actuator, Input
from rules.languages import Language
from rules.variants import VARIANTS

SHARED = (
    "command.", "declare.", "fact.", "how.", "kong.", "page.", "penalty.", "phase.", "quality.",
    "reason.", "role.", "shown.", "side.", "state.", "view.",
)  # fmt: skip
"""Beginnings of the keys that the page shows."""


def words(language: Language, table: str) -> dict[str, Any]:
    """Return the words of the page for a table of that name."""
    texts = {
        key: text[language.value] for key, text in catalogue().items() if key.startswith(SHARED)
    }
    texts |= {f"variant.{one.id}": one.name.to(language) for one in VARIANTS.values()}
    return {
        "language": language.value,
        "languages": {each.value: name for each, name in OWN_NAMES.items()},
        "table": table,
        "parts": {one.label: part_name(one.label, language) for one in (*Actuator, *Input)},
        "texts": texts,
    }
