"""Say prompts aloud: a clip where there is one, else the speech of espeak-ng; one at a time."""

import asyncio
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from firmware_ctl.config.model import Voice
from firmware_ctl.views.voice.prompts import Prompt

PLAYER = "aplay"
SPEECH = "espeak-ng"
VOICES = {"en": "en", "zh-CN": "cmn", "ja": "ja"}
"""espeak-ng's voices; its Japanese reads kana only."""

LONGEST_S = 6.0
"""No prompt takes so long; what does hangs."""


WORDS_A_MINUTE = 190


def speech(language: str, volume: int, words: str) -> list[str]:
    """Return espeak-ng's command for some words: brisk, without its pause at the end."""
    pace = ["-z", "-s", str(WORDS_A_MINUTE)]
    return [SPEECH, *pace, "-v", VOICES[language], "-a", str(volume), "--", words]


class Speaker:
    """Speaks in processes of their own, so that the motors' loop never waits.

    A prompt that comes while another is spoken waits; a newer one takes its place.
    """

    def __init__(self, settings: Voice, language: str, complain: Callable[[str], None]) -> None:
        self._settings = settings
        self._language = language
        self._complain = complain
        self._waiting: Prompt | None = None
        self._speaking: asyncio.Task[None] | None = None
        self._dumb = ""

    def say(self, prompt: Prompt) -> None:
        """Say a prompt, soon; returns at once."""
        self._waiting = prompt
        if self._speaking is None:
            self._speaking = asyncio.get_running_loop().create_task(self._speak(), name="voice")

    async def close(self) -> None:
        """Fall silent."""
        self._waiting = None
        if self._speaking is not None:
            self._speaking.cancel()
            with suppress(asyncio.CancelledError):
                await self._speaking

    async def _speak(self) -> None:
        try:
            while (prompt := self._waiting) is not None:
                self._waiting = None
                command = self._command(prompt)
                if command is not None:
                    await self._run(command)
        finally:
            self._speaking = None

    def _command(self, prompt: Prompt) -> list[str] | None:
        clip = Path(self._settings.clips) / self._language / f"{prompt.name}.wav"
        if clip.is_file():
            return [PLAYER, "-q", str(clip)]
        if self._settings.speaker == SPEECH:
            return speech(self._language, round(self._settings.volume), prompt.words)
        return None

    async def _run(self, command: list[str]) -> None:
        program = shutil.which(command[0])
        if program is None:
            self._complain_once(
                f"the voice needs {command[0]}; install it, or set voice.speaker to off"
            )
            return
        process = await asyncio.create_subprocess_exec(
            program,
            *command[1:],
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, told = await asyncio.wait_for(process.communicate(), LONGEST_S)
        except TimeoutError:
            self._complain_once(f"{command[0]} did not end; is a sound device there?")
            return
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            why = told.decode(errors="replace").strip().partition("\n")[0]
            self._complain_once(f"{command[0]} cannot speak: {why or process.returncode}")

    def _complain_once(self, text: str) -> None:
        if text != self._dumb:
            self._dumb = text
            self._complain(text)
