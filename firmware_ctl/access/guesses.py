"""Slow guessing down: for each client by doubling, and for all of them together.

Times are seconds of one steady clock. A guess counts as wrong from the moment it is taken until it
proves right, so many at once gain nothing.
"""

from collections import OrderedDict
from dataclasses import dataclass

FREE_TRIES = 3
FIRST_WAIT_S = 2.0
LONGEST_WAIT_S = 600.0
FORGOTTEN_AFTER_S = 3600.0
MOST_CLIENTS = 256

FREE_OF_ALL = 12
ALL_EVERY_S = 30.0
"""Beyond so many wrong ones, all strangers together have one guess in this time: the 10,000 PINs
of four digits take them more than three days."""


@dataclass(slots=True)
class _Tries:
    wrong: int = 0
    last: float = float("-inf")


class Guesses:
    """Counts the wrong guesses of every client."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, _Tries] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._spent = 0.0
        self._spent_at = 0.0

    def wait_s(self, client: str, now: float) -> float:
        """Return how long this client must wait before its next guess; 0 = it may guess now.

        Who was right once does not wait for strangers, so they cannot keep staff out.
        """
        tries = self._clients.get(client)
        own = 0.0
        if tries is not None and tries.wrong >= FREE_TRIES:
            pause = min(FIRST_WAIT_S * 2 ** (tries.wrong - FREE_TRIES), LONGEST_WAIT_S)
            own = tries.last + pause - now
        return max(0.0, own, 0.0 if client in self._known else self._wait_of_all(now))

    def take(self, client: str, now: float) -> None:
        """Note that a client guesses; it is wrong until told otherwise."""
        tries = self._clients.pop(client, None)
        if tries is None or now - tries.last > FORGOTTEN_AFTER_S:
            tries = _Tries()
        tries.wrong = min(tries.wrong + 1, 64)
        tries.last = now
        self._clients[client] = tries
        if len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)
        self._spent = self._left_over(now) + 1
        self._spent_at = now

    def right(self, client: str) -> None:
        """Note that the guess was right: this client starts afresh, and is no stranger any more."""
        self._clients.pop(client, None)
        self._known[client] = None
        if len(self._known) > MOST_CLIENTS:
            self._known.popitem(last=False)
        self._spent = max(0.0, self._spent - 1)

    def _left_over(self, now: float) -> float:
        return max(0.0, self._spent - (now - self._spent_at) / ALL_EVERY_S)

    def _wait_of_all(self, now: float) -> float:
        return (self._left_over(now) - (FREE_OF_ALL - 1)) * ALL_EVERY_S
