"""How often somebody may ask for something: a bucket that fills at a steady pace."""

from collections import OrderedDict

MOST_CLIENTS = 256


class Pace:
    """So many at once, then so many a second, for each client and for all together."""

    def __init__(self, *, burst: int, per_s: float, all_burst: int, all_per_s: float) -> None:
        self._burst = burst
        self._per_s = per_s
        self._clients: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._all_burst = all_burst
        self._all_per_s = all_per_s
        self._all = (0.0, 0.0)

    def take(self, client: str, now: float) -> bool:
        """Tell whether this one may pass now, and note that it did."""
        own = _drained(self._clients.pop(client, (0.0, now)), self._per_s, now)
        everybody = _drained(self._all, self._all_per_s, now)
        passes = own + 1 <= self._burst and everybody + 1 <= self._all_burst
        if passes:
            own, everybody = own + 1, everybody + 1
        self._clients[client] = (own, now)
        self._all = (everybody, now)
        if len(self._clients) > MOST_CLIENTS:
            self._clients.popitem(last=False)
        return passes


def _drained(bucket: tuple[float, float], per_s: float, now: float) -> float:
    level, at = bucket
    return max(0.0, level - (now - at) * per_s)
