"""What the table says aloud, when, and what it never says."""

import re
import shutil
import subprocess
import wave
from datetime import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.config.quiet_hours import BadQuietHours, QuietHours, hushed
from firmware_ctl.core.faults import KINDS
from firmware_ctl.core.listeners import Event
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.texts import LANGUAGES, say
from firmware_ctl.views.voice.prompts import NAMES, SURFACES, Prompter
from firmware_ctl.views.voice.speaker import VOICES, speech

NOON = time(12)
SPOKEN_AT_MOST_S = 2.0
OF_TILES = ("tile", "wall", "hand", "luck", "牌", "运", "手", "はい", "て は", "パイ", "うん")


def surface(new: Surface) -> Event:
    return {"event": "surface", "new": new.value}


def fault(code: str) -> Event:
    return {"event": "fault", "code": code}


def prompter(language: str = "en", quiet: str = "", now: time = NOON) -> Prompter:
    return Prompter(language, hushed(quiet, lambda: now))


def sentences() -> list[tuple[str, str]]:
    named = [(language, say(f"voice.{name}", language)) for language in LANGUAGES for name in NAMES]
    codes = [(language, say("voice.fault", language, code="E310")) for language in LANGUAGES]
    return named + codes


def test_an_open_well_is_told_once_it_is_open() -> None:
    told = prompter("zh-CN").hear(surface(Surface.OPEN))
    assert told is not None
    assert (told.name, told.words) == ("push-in", "请推入。")


@pytest.mark.parametrize("new", [state for state in Surface if state.value not in SURFACES])
def test_other_states_come_in_silence(new: Surface) -> None:
    assert prompter().hear(surface(new)) is None


@pytest.mark.parametrize("code", sorted(KINDS))
def test_every_fault_is_told_by_its_code(code: str) -> None:
    told = prompter().hear(fault(code))
    assert told is not None
    assert told.name == ("estop" if code == "E501" else f"fault-{code}")


def test_the_same_prompt_is_said_twice_at_most_until_another_comes() -> None:
    voice = prompter()
    again = [voice.hear(fault("E204")) is not None for _ in range(4)]
    assert again == [True, True, False, False]
    assert voice.hear({"event": "load", "new": Load.COMPLETE.value}) is not None
    assert voice.hear(fault("E204")) is not None


@given(
    st.dictionaries(
        st.sampled_from(("new", "number", "side", "faces", "level")), st.text(max_size=5)
    ),
    st.sampled_from(("dice", "dealer", "verdict", "roulette", "step", "link", "hand-began", "x")),
)
def test_what_is_not_spoken_is_not_spoken_whatever_it_carries(
    facts: dict[str, object], event: str
) -> None:
    assert prompter().hear({"event": event, **facts}) is None


@pytest.mark.parametrize(("language", "words"), sentences())
def test_no_prompt_speaks_of_tiles_hands_or_luck(language: str, words: str) -> None:
    assert language in VOICES
    assert not [word for word in OF_TILES if word in words.lower()]


@pytest.mark.parametrize("words", [words for language, words in sentences() if language == "ja"])
def test_japanese_is_written_in_kana(words: str) -> None:
    assert re.fullmatch(r"[\u3040-\u30ffE0-9 。]+", words), words


@pytest.mark.parametrize(
    ("quiet", "now", "spoken"),
    [
        ("", time(3), True),
        ("22:00-08:00", time(21, 59), True),
        ("22:00-08:00", time(22), False),
        ("22:00-08:00", time(0), False),
        ("22:00-08:00", time(7, 59), False),
        ("22:00-08:00", time(8), True),
        ("13:00-15:00", time(14), False),
        ("13:00-15:00", time(15), True),
        ("13:00-15:00", time(3), True),
    ],
)
def test_quiet_hours_may_lie_over_midnight(quiet: str, now: time, spoken: bool) -> None:
    told = prompter(quiet=quiet, now=now).hear(fault("E204"))
    assert (told is not None) is spoken


@pytest.mark.parametrize("text", ["22", "22:00", "25:00-08:00", "22:00-8", "a:b-c:d", "-", "22-8"])
def test_quiet_hours_that_are_none_are_refused_in_words(text: str) -> None:
    with pytest.raises(BadQuietHours, match="two times of the day"):
        QuietHours.parse(text)


@given(st.text(max_size=12))
def test_any_text_is_quiet_hours_or_is_refused(text: str) -> None:
    try:
        QuietHours.parse(text)
    except BadQuietHours as error:
        assert repr(text) in str(error)


@pytest.mark.realtime
@pytest.mark.parametrize(("language", "words"), sentences())
def test_no_prompt_takes_longer_than_two_seconds(language: str, words: str, tmp_path: Path) -> None:
    program = shutil.which("espeak-ng")
    assert program is not None, "sudo apt-get install espeak-ng"
    file = tmp_path / "prompt.wav"
    command = speech(language, 100, words)
    subprocess.run([program, "-w", str(file), *command[1:]], check=True)
    with wave.open(str(file)) as heard:
        spoken_s = heard.getnframes() / heard.getframerate()
    assert 0.2 < spoken_s <= SPOKEN_AT_MOST_S
