"""The session (场) of the people at the table: who books it ends it, and the hand is played out.

A session that has been ended takes no new hand. Where no hand runs and nothing moves the table may
be switched off at once: that is what ``safe to cut`` says to whoever switches rooms off by time.
"""

from enum import StrEnum


class SessionPhase(StrEnum):
    """How far the session is."""

    OPEN = "open"
    ENDING = "ending"  # the last hand is being played
    ENDED = "ended"


class Session:
    """Whether the session has been ended.

    A table that starts is open to everybody, unless a power cut fell into the last hand of a
    session: that one is played out, and the session stays ended until it is opened.
    """

    def __init__(self) -> None:
        self.closing = False

    def phase(self, *, hand_runs: bool) -> SessionPhase:
        """Return how far the session is."""
        if not self.closing:
            return SessionPhase.OPEN
        return SessionPhase.ENDING if hand_runs else SessionPhase.ENDED
