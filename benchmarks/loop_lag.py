"""How late a daemon's loop hears: a line that no command is, until its answer is back.

``python -m benchmarks.loop_lag SOCKET SECONDS`` asks from a process of its own, so that nothing of
the asker's weighs on the loop, and prints the delays in seconds, one a line. Each holds the way
there and back too, so the loop itself is never later than that.
"""

import socket
import sys
import time
from collections.abc import Iterator

EVERY_S = 0.02
_LINE = b'{"probe": 1}\n'


def delays(path: str, seconds: float) -> Iterator[float]:
    """Yield each delay in seconds, for so long.

    Raises:
        OSError: nobody listens there, or no more.
    """
    with socket.socket(socket.AF_UNIX) as line, line.makefile("rb") as answers:
        line.connect(path)
        end = time.perf_counter() + seconds
        while (asked := time.perf_counter()) < end:
            line.sendall(_LINE)
            if not answers.readline():
                raise ConnectionError("the daemon hung up")
            yield time.perf_counter() - asked
            time.sleep(EVERY_S)


if __name__ == "__main__":
    print(*delays(sys.argv[1], float(sys.argv[2])), sep="\n")
