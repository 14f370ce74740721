"""A terminal that shows a picture in place: no scrolling, no flicker, keys without Enter."""

import os
import shutil
import termios
import tty
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TextIO

from firmware_ctl.views.glyphs import Glyphs, glyphs_for

_ENTER = "\x1b[?1049h\x1b[?25l"  # the alternate screen, without a cursor (xterm control sequences)
_LEAVE = "\x1b[?25h\x1b[?1049l"
_HOME = "\x1b[H"
_END_OF_LINE = "\x1b[K"
_REST = "\x1b[J"


class Screen:
    """The alternate screen of a terminal, for as long as it is entered."""

    def __init__(self, out: TextIO, keyboard: TextIO) -> None:
        self._out = out
        self._keyboard = keyboard
        self._before: list[Any] | None = None
        self.glyphs: Glyphs = glyphs_for(out.encoding)

    def __enter__(self) -> Self:
        if self._keyboard.isatty():
            self._before = termios.tcgetattr(self._keyboard)
            tty.setcbreak(self._keyboard, termios.TCSADRAIN)
        self._out.write(_ENTER)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(termios.error, OSError):  # the terminal itself may have been closed
            if self._before is not None:
                termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._before)
            self._out.write(_LEAVE)
            self._out.flush()

    @property
    def keys(self) -> int | None:
        """Return the file descriptor that keys come from, or ``None`` without a keyboard."""
        return self._keyboard.fileno() if self._before is not None else None

    def typed(self) -> str:
        """Return the keys that were typed since the last call; call when ``keys`` is readable."""
        return os.read(self._keyboard.fileno(), 256).decode("utf-8", "replace")

    def size(self) -> tuple[int, int]:
        """Return width and height, now."""
        return shutil.get_terminal_size()

    def show(self, picture: str) -> None:
        """Draw over the last picture, in one write."""
        lines = picture.replace("\n", f"{_END_OF_LINE}\r\n")
        self._out.write(f"{_HOME}{lines}{_END_OF_LINE}{_REST}")
        self._out.flush()


def colour_wanted(out: TextIO, environ: "os._Environ[str] | dict[str, str]") -> bool:
    """Tell whether to colour: on a terminal, unless ``NO_COLOR`` is set (no-color.org)."""
    return out.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
