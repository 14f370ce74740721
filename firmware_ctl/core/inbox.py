"""The one inbox: whatever happens is a message here, taken one at a time, in order.

Only what empties the inbox fires the state machines. A message posted while another is being taken
waits its turn; posted at rest it is taken at once, so that a command has its answer when
``post`` returns.
"""

from collections import deque
from collections.abc import Callable
from typing import TypeVar

Message = Callable[[], None]
T = TypeVar("T")


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

    def ask(self, question: Callable[[], T]) -> T:
        """Take a message that has an answer, now, and return it.

        Raises:
            RuntimeError: asked from inside another message, where it would have to wait.
        """
        if self._taking:
            raise RuntimeError("a command from inside a message: post it for later instead")
        answers: list[T] = []
        self.post(lambda: answers.append(question()))
        return answers[0]
