"""Have it drawn how a machine mixes, once after a hand, in a short-lived process of its own."""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules.languages import Language

PATIENCE_S = 120.0
"""A drawing that takes longer hangs."""

Drawn = Mapping[str, Any]
"""``why`` there is nothing to see, the ``words``, and the ``pictures`` (SVG) by name."""


class MixingPictures:
    """The pictures of the record in a directory, kept until another hand has ended.

    ``hand`` tells the last one that has ended, ``playing`` whether another one goes on: while
    people play nothing is drawn.
    """

    def __init__(
        self, directory: Path, hand: Callable[[], int | None], playing: Callable[[], bool]
    ) -> None:
        self._directory = directory
        self._hand = hand
        self._playing = playing
        self._drawing = asyncio.Lock()
        self._of: int | None = None
        self._drawn: dict[Language, Drawn] = {}

    async def newest(self, language: Language) -> Drawn | None:
        """Return what was drawn in a language last; ``None`` if that waits for the hand's end.

        Raises:
            OSError: it cannot be drawn; the text says why.
        """
        async with self._drawing:
            due = language not in self._drawn or self._of != self._hand()
            if due and not self._playing():
                await self._draw(language)
            return self._drawn.get(language)

    async def _draw(self, language: Language) -> None:
        hand = self._hand()
        drawn = await draw(self._directory, language)
        if hand != self._of:
            self._of = hand
            self._drawn.clear()
        self._drawn[language] = drawn


async def draw(directory: Path, language: Language) -> Drawn:
    """Return what the process draws.

    Raises:
        OSError: it does not start, does not end, or says why it cannot.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "firmware_ctl.wall_check.drawing",
        str(directory),
        language.value,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        told, why = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        last_words = why.decode(errors="replace").strip().splitlines()
        raise OSError(last_words[-1] if last_words else f"it ended with {process.returncode}")
    drawn: Drawn = json.loads(told)
    return drawn
