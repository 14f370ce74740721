"""Nothing that the page is told shows a tile before the hand has ended."""

import json
import re

from firmware_ctl.core.states import Surface
from firmware_ctl.views.web.messages import Picture, message
from firmware_ctl.views.web.words import words
from rules.languages import Language
from rules.tile_names import name_of
from rules.tiles import TILES
from tests.core.test_secrecy import WHOLE, kinds_told, secrets_of
from tests.support.bench import Bench, play


def names_of_tiles(language: Language) -> set[str]:
    """What tiles are called; a wind alone is also the name of a side, and told as such."""
    return {name for name in (name_of(tile, language) for tile in TILES) if len(name) > 1}


def test_a_whole_hand_is_streamed_in_every_language_without_a_tile() -> None:
    async def scenario(bench: Bench) -> None:
        told: dict[Language, list[bytes]] = {language: [] for language in Language}
        had: dict[Language, Picture] = {}

        def tell() -> None:
            for language in Language:
                now = Picture("x.1", bench.controller.snapshot(language).as_json())
                told[language].append(message(had.get(language), now) or b"")
                had[language] = now

        bench.controller.watch(tell)
        await bench.in_play()
        assert bench.is_in(Surface.PLAY)
        await bench.loaded()
        for language, messages in told.items():
            assert len(messages) > 100
            text = b"".join(messages).decode("unicode_escape")
            assert not secrets_of(bench) & set(re.findall(r"[0-9a-f]+", text))
            assert kinds_told(text) == set()
            assert [name for name in names_of_tiles(language) if name in text] == []

    play(scenario, WHOLE)


def test_the_pages_words_name_no_tile() -> None:
    for language in Language:
        text = json.dumps(words(language, "Table 7"), ensure_ascii=False)
        assert [name for name in names_of_tiles(language) if name in text] == []
