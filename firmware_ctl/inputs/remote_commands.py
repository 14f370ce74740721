"""What the remote's keys say becomes commands; a hold that is long enough becomes one."""

from collections.abc import Callable

from firmware_ctl.core.commands import BadCommand, Command, Origin, Reply, parse_words

HOLD_S = 2.0
"""A key held for so long means it."""


class RemoteCommands:
    """Takes the words of one remote."""

    def __init__(self, submit: Callable[[Command], Reply], complain: Callable[[str], None]) -> None:
        self._submit = submit
        self._complain = complain
        self._held_before_s = 0.0

    def say(self, word: str, arguments: tuple[str, ...], held_s: float) -> None:
        """Take a word; ``held_s`` is 0 for the press, then grows with every repeat."""
        reached = self._held_before_s < HOLD_S <= held_s
        self._held_before_s = held_s
        if held_s > 0 and not reached:
            return
        try:
            command = parse_words([word, *arguments], Origin.REMOTE, held=reached)
        except BadCommand as error:
            self._complain(f"remote: {error}")
            return
        self._submit(command)
