"""Choose the language of a request: the one asked for, else what the browser prefers."""

from firmware_ctl.views.web.weights import weighted
from rules.languages import Language

OWN_NAMES = {Language.EN: "English", Language.ZH: "中文", Language.JA: "日本語"}
"""What each language calls itself; whoever reads no other finds his own."""


def language_for(asked: str | None, accepted: str, otherwise: Language) -> Language:
    """Return the language named ``asked``, else the first of an ``Accept-Language`` header.

    A Chinese reader of any script gets zh-CN; who reads none of ours gets ``otherwise``.
    """
    if asked in tuple(Language):
        return Language(asked)
    for tag in weighted(accepted):
        main = tag.partition("-")[0]
        for language in Language:
            if language.value.lower().partition("-")[0] == main:
                return language
    return otherwise
