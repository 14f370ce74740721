"""Speaking in processes: clips first, one at a time, and never in the way of the table.

The programs are small scripts in place of aplay and espeak-ng, since there is no sound device here;
that espeak-ng takes these arguments is shown beside the prompts.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware_ctl.config.model import Voice
from firmware_ctl.views.voice.prompts import Prompt
from firmware_ctl.views.voice.speaker import Speaker

Scenario = Callable[[Speaker], Awaitable[None]]
ONE, TWO, THREE = (Prompt(name, f"words of {name}") for name in ("one", "two", "three"))


class Room:
    """A place with scripts that note what they were to say, and what was complained of."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard = path / "heard"
        self.clips = path / "clips"
        self.complaints: list[str] = []
        self.speaker = "espeak-ng"
        self._programs = path / "programs"
        self._programs.mkdir()
        monkeypatch.setenv("PATH", f"{self._programs}:/usr/bin:/bin")

    def install(self, name: str, does: str = "") -> None:
        program = self._programs / name
        program.write_text(f'#!/bin/sh\necho "{name} $@" >> {self.heard}\n{does}\n')
        program.chmod(0o755)

    def said(self) -> list[str]:
        return self.heard.read_text("utf-8").splitlines() if self.heard.exists() else []

    def play(self, scenario: Scenario, language: str = "ja") -> None:
        async def main() -> None:
            settings = Voice(speaker=self.speaker, clips=str(self.clips), volume=80)
            speaker = Speaker(settings, language, self.complaints.append)
            await scenario(speaker)
            await speaker.close()

        asyncio.run(main())


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    return Room(tmp_path, monkeypatch)


async def silence() -> None:
    """Wait until nobody speaks."""
    speaking = [task for task in asyncio.all_tasks() if task.get_name() == "voice"]
    if speaking:
        await asyncio.wait(speaking)


def test_words_are_read_with_the_languages_voice_and_volume(room: Room) -> None:
    room.install("espeak-ng")

    async def scenario(speaker: Speaker) -> None:
        speaker.say(ONE)
        await silence()

    room.play(scenario)
    assert room.said() == ["espeak-ng -z -s 190 -v ja -a 80 -- words of one"]
    assert room.complaints == []


def test_a_clip_of_the_language_comes_before_reading(room: Room) -> None:
    room.install("espeak-ng")
    room.install("aplay")
    clip = room.clips / "ja" / "one.wav"
    clip.parent.mkdir(parents=True)
    clip.touch()

    async def scenario(speaker: Speaker) -> None:
        speaker.say(ONE)
        await silence()

    room.play(scenario)
    assert room.said() == [f"aplay -q {clip}"]


def test_with_clips_alone_nothing_is_read(room: Room) -> None:
    room.install("espeak-ng")
    room.speaker = "clips"

    async def scenario(speaker: Speaker) -> None:
        speaker.say(ONE)
        await silence()

    room.play(scenario)
    assert room.said() == []


def test_of_those_that_wait_only_the_newest_is_said(room: Room) -> None:
    room.install("espeak-ng")

    async def scenario(speaker: Speaker) -> None:
        speaker.say(ONE)
        await asyncio.sleep(0)  # it is being said
        speaker.say(TWO)
        speaker.say(THREE)
        await silence()

    room.play(scenario)
    assert [line.rpartition(" ")[2] for line in room.said()] == ["one", "three"]


def test_closing_ends_a_speaker_that_hangs(room: Room) -> None:
    room.install("espeak-ng", "exec sleep 1000")

    async def scenario(speaker: Speaker) -> None:
        speaker.say(ONE)
        while not room.said():  # noqa: ASYNC110
            await asyncio.sleep(0)

    room.play(scenario)
    assert room.complaints == []


def test_a_voice_that_is_not_installed_is_told_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")

    async def scenario(speaker: Speaker) -> None:
        for prompt in (ONE, TWO):
            speaker.say(prompt)
            await silence()

    room.play(scenario)
    assert room.complaints == ["the voice needs espeak-ng; install it, or set voice.speaker to off"]


def test_what_a_player_complains_of_is_told_and_the_table_goes_on(room: Room) -> None:
    room.install("espeak-ng", "echo 'no sound device' >&2; exit 1")

    async def scenario(speaker: Speaker) -> None:
        speaker.say(ONE)
        await silence()
        speaker.say(TWO)
        await silence()

    room.play(scenario)
    assert room.complaints == ["espeak-ng cannot speak: no sound device"]
    assert len(room.said()) == 2


def test_words_are_never_taken_for_an_option(room: Room) -> None:
    room.install("espeak-ng")

    async def scenario(speaker: Speaker) -> None:
        speaker.say(Prompt("odd", "--path=/etc"))
        await silence()

    room.play(scenario, "en")
    assert room.said()[0].endswith("-- --path=/etc")
