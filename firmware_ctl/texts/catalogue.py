"""Look a text up in the catalogue; read once, when the first word is needed."""

import tomllib
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "zh-CN", "ja")


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Return every text by its dotted key, then by language."""
    source = Path(__file__).with_name("catalogue.toml")  # importlib.resources is slow to import
    return tomllib.loads(source.read_text("utf-8"))


def say(key: str, language: str = "en", /, **values: object) -> str:
    """Return the text of ``key`` with ``values`` put in.

    Raises:
        KeyError: no such key, language or value; a mistake of ours that the tests look for.
    """
    return catalogue()[key][language].format(**values)
