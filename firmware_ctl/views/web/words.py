"""Every word that the page shows, in one language, from the catalogue and the rules."""

from typing import Any

from firmware_ctl.texts.catalogue import catalogue
from firmware_ctl.views.web.languages import OWN_NAMES
from rules.languages import Language
from rules.variants import VARIANTS

PAGE_TEXTS = (
    "page.cause",
    "page.do",
    "page.begin",
    "page.inside-stacks",
    "page.language",
    "page.lost",
    "page.picture",
    "page.stop",
    "page.stop-failed",
    "page.stop-help",
    "page.stopped",
    "page.stopping",
    "page.tray-down",
    "page.tray-empty",
    "page.tray-rising",
    "page.tray-unknown",
    "page.tray-up",
    "page.waiting",
)
"""Texts that only the page says."""

SHARED = ("phase.", "reason.", "side.", "state.", "view.")
"""Beginnings of keys that the page shares with other views."""


def words(language: Language, table: str) -> dict[str, Any]:
    """Return the words of the page for a table of that name."""
    texts = {
        key: text[language.value]
        for key, text in catalogue().items()
        if key in PAGE_TEXTS or key.startswith(SHARED)
    }
    texts |= {f"variant.{one.id}": one.name.to(language) for one in VARIANTS.values()}
    return {
        "language": language.value,
        "languages": {each.value: name for each, name in OWN_NAMES.items()},
        "table": table,
        "texts": texts,
    }
