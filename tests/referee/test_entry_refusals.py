"""Whatever is entered wrongly is told in the language of whoever enters it."""

import re

from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.referee.entries import ENTRIES
from firmware_ctl.referee.referee import Referee
from rules.errors import RulesError
from rules.languages import Language

WORDS = (
    "", "0", "1", "4", "-1", "true", "x", "self", "kong", "heaven", "rob", "direct", "concealed",
    "ready", "lack", "follow", "m", "5m", "55m", "7", "99999999", "123m456p", "[222p", "9x", "5",
    "ready/pig", "ready///", "123m///", "66m1s/8//", "0 9", "0 2", "false-win", "guarantee", "abc",
)  # fmt: skip
NAMES = (
    "by", "from", "value", "tile", "hand", "melds", "how", "flowers", "kong_chain", "flags", "kind",
    "late", "hands", "last", "suit", "tiles", "turned", "first", "in_hand", "discarded", "ready",
    "to", "amount",
)  # fmt: skip
ARGS = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(WORDS) | st.integers(-1, 9))
SENTENCE = re.compile(r"\b(?:give|use|such as|names?|correct|is no|did you|there (?:is|are))\b")
"""What an English sentence of ours would hold."""


@given(st.sampled_from(ENTRIES), ARGS, st.sampled_from(("GY1", "GY2", "DY", "CD", "MCR", "QS")))
def test_no_refusal_of_an_entry_is_told_in_english_alone(
    word: str, args: dict[str, str | int], variant: str
) -> None:
    referee = Referee()
    referee.begin(variant, 0)
    try:
        referee.enter(word, args)
    except RulesError as refused:
        for language in (Language.ZH, Language.JA):
            told = refused.to(language)
            assert told != refused.to(Language.EN)
            assert not SENTENCE.search(told), told
