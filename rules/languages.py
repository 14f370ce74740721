"""The three languages that a table speaks, and a text in all of them."""

from enum import StrEnum
from typing import NamedTuple


class Language(StrEnum):
    """A language, by its tag."""

    EN = "en"
    ZH = "zh-CN"
    JA = "ja"


class Text(NamedTuple):
    """One text in every language; ``{name}`` marks a place to be filled."""

    en: str
    zh: str
    ja: str

    def to(self, language: Language) -> str:
        """Return the text in one language."""
        match language:
            case Language.EN:
                return self.en
            case Language.ZH:
                return self.zh
            case Language.JA:
                return self.ja

    def fill(self, language: Language, **values: object) -> str:
        """Return the text in one language with its places filled."""
        return self.to(language).format(**values)
