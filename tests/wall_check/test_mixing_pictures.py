"""Pictures of the mixing: from walls whose hands are over, never drawn while people play."""

import asyncio
from pathlib import Path

import pytest

from firmware_ctl.texts import say
from firmware_ctl.wall_check import pictures
from firmware_ctl.wall_check.drawing import drawn, main, newest_of_one_shape
from firmware_ctl.wall_check.pictures import Drawn, MixingPictures, draw
from rules.integrity.mixing_quality import FEWEST
from rules.languages import Language
from tests.wall_check.hands_on_record import Evenings

NAMES = ["places", "neighbours", "rows"]


def few(walls: int) -> Drawn:
    why = say("page.mixing-too-few", walls=walls, fewest=FEWEST)
    return {"why": why, "words": [], "pictures": {}}


def test_without_enough_walls_it_is_told_how_many_are_needed(tmp_path: Path) -> None:
    assert drawn(tmp_path, Language.EN) == few(0)
    Evenings(tmp_path).play(3)
    assert drawn(tmp_path, Language.EN) == few(3)


@pytest.mark.parametrize("language", Language)
def test_with_enough_there_are_words_and_three_pictures(tmp_path: Path, language: Language) -> None:
    Evenings(tmp_path).play(FEWEST + 2)
    told = drawn(tmp_path, language)

    assert told["why"] == ""
    assert told["words"]
    shown = told["pictures"]
    assert isinstance(shown, dict)
    assert list(shown) == NAMES
    assert all(one.startswith("<svg") for one in shown.values())


def test_no_walls_but_those_of_hands_that_are_over_are_looked_at(tmp_path: Path) -> None:
    Evenings(tmp_path).play(4)
    assert [deal.number for deal in newest_of_one_shape(tmp_path)] == [1, 2, 3, 4]


def test_the_process_draws_and_a_damaged_record_is_told(tmp_path: Path) -> None:
    Evenings(tmp_path).play(3)
    assert asyncio.run(draw(tmp_path, Language.EN)) == few(3)
    for file in (tmp_path / "record").rglob("*.db"):
        file.write_bytes(b"nothing that can be read" * 200)
    with pytest.raises(OSError, match=r"\w"):
        asyncio.run(draw(tmp_path, Language.EN))


class Table:
    """A table whose hands end when the test says so."""

    def __init__(self, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hand: int | None = None
        self.playing = False
        self.drawn: list[Language] = []
        self.pictures = MixingPictures(directory, lambda: self.hand, lambda: self.playing)
        monkeypatch.setattr(pictures, "draw", self._draw)

    async def _draw(self, _: Path, language: Language) -> Drawn:
        self.drawn.append(language)
        return {"why": "", "words": [f"{self.hand} {language}"], "pictures": {}}

    def newest(self, language: Language = Language.EN) -> str | None:
        told = asyncio.run(self.pictures.newest(language))
        return None if told is None else str(told["words"][0])


def test_it_is_drawn_once_a_hand_and_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch)
    assert [table.newest(), table.newest()] == ["None en", "None en"]
    assert table.newest(Language.JA) == "None ja"
    table.hand = 1
    assert table.newest() == "1 en"
    assert table.newest(Language.JA) == "1 ja"
    assert table.drawn == [Language.EN, Language.JA] * 2


def test_while_people_play_nothing_is_drawn_and_the_last_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, monkeypatch)
    table.playing = True
    assert table.newest() is None
    table.playing = False
    assert table.newest() == "None en"
    table.hand, table.playing = 1, True
    assert table.newest() == "None en"
    assert table.drawn == [Language.EN]


def test_why_nothing_can_be_drawn_is_the_last_word_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("the card is gone")

    monkeypatch.setattr("os.nice", lambda _: 0)
    monkeypatch.setattr("firmware_ctl.wall_check.drawing.drawn", refuse)
    assert main([str(tmp_path), "en"]) == 1
    assert capsys.readouterr().err == "the card is gone\n"
