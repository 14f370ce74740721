"""The one inbox: whatever happens is a message here, taken one at a time, in order.

Only what empties the inbox fires the state machines. A message posted while another is being taken
waits its turn; posted at rest it is taken at once, so that a command has its answer when
``post`` returns.
"""

from collections import deque
from collections.abc import Callable

Message = Callable[[], None]


class Inbox:
    """Take messages strictly one after another."""

    def __init__(self) -> None:
        self._waiting: deque[Message] = deque()
        self._taking = False

    def post(self, message: Message) -> None:
        """Take a message, now or after those before it."""
        self._waiting.append(message)
        if self._taking:
            return
        self._taking = True
        try:
            while self._waiting:
                self._waiting.popleft()()
        finally:
            self._taking = False
