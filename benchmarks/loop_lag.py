"""How late loops hear: a line that no command is, until its answer is back.

``python -m benchmarks.loop_lag SECONDS SOCKET...`` asks the sockets in turn, from a process of its
own, so that nothing of the asker's weighs on their loops, and prints the delays in seconds: a line
a turn, a column a socket. Each holds the way there and back too, so a loop itself is never later.
"""

import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

EVERY_S = 0.02
_LINE = b'{"probe": 1}\n'


def delays(paths: Sequence[str], seconds: float) -> Iterator[list[float]]:
    """Yield the delays of each turn in seconds, for so long.

    Raises:
        OSError: nobody listens at one of them, or no more.
    """
    with ExitStack() as closing:
        lines = [_connected(path, closing) for path in paths]
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            yield [_delay(line) for line in lines]
            time.sleep(EVERY_S)


def _connected(path: str, closing: ExitStack) -> socket.SocketIO:
    line = closing.enter_context(socket.socket(socket.AF_UNIX))
    line.connect(path)
    return closing.enter_context(line.makefile("rwb", buffering=0))


def _delay(line: socket.SocketIO) -> float:
    asked = time.perf_counter()
    line.write(_LINE)
    if not line.readline():
        raise ConnectionError("the daemon hung up")
    return time.perf_counter() - asked


if __name__ == "__main__":
    for turn in delays(sys.argv[2:], float(sys.argv[1])):
        print(*turn)
