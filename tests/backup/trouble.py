"""Cut the power before the n-th touch of the disk."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

TOUCHES = (
    (os, "open"), (os, "fsync"), (os, "chown"), (shutil, "copy2"), (shutil, "rmtree"),
    (Path, "rename"), (Path, "symlink_to"), (Path, "unlink"), (Path, "mkdir"),
)  # fmt: skip


class Cut(BaseException):
    """The power goes; nothing of the program sees to anything any more."""


def cut_at(step: int, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Cut the power before the step-th touch, and let nothing be touched after it.

    Return what tells how many touches there have been.
    """
    touches = 0

    def wrapped(call: Callable[..., object]) -> Callable[..., object]:
        def touch(*arguments: object, **named: object) -> object:
            nonlocal touches
            touches += 1
            if touches >= step:
                raise Cut
            return call(*arguments, **named)

        return touch

    for place, name in TOUCHES:
        monkeypatch.setattr(place, name, wrapped(getattr(place, name)))
    return lambda: touches
