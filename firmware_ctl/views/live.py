"""The picture that stays on a screen: the newest snapshot, the last answer, the keys."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from firmware_ctl.texts import say
from firmware_ctl.views.screen import Screen, colour_wanted
from firmware_ctl.views.terminal import render


class LivePicture:
    """Keeps what is shown; drawing is asked for by whoever changes it."""

    def __init__(self, screen: Screen, language: str) -> None:
        self.snapshot: Mapping[str, Any] | None = None
        self._screen = screen
        self._language = language
        self._colour = colour_wanted(sys.stdout, os.environ)
        self.message = ""

    def answered(self, command: str, answer: Mapping[str, Any]) -> None:
        """Keep the answer to a command, in words."""
        verdict = "ok" if answer["ok"] else "no"
        self.message = f"{command}: {answer.get('why') or verdict}"

    def draw(self) -> None:
        """Draw over the last picture."""
        if self.snapshot is None:
            return
        width, height = self._screen.size()
        self._screen.show(
            render(
                self.snapshot,
                width,
                height,
                colour=self._colour,
                glyphs=self._screen.glyphs,
                language=self._language,
                footer=(self.message, say("keys.live", self._language)),
            )
        )
