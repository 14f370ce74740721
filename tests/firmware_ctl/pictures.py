"""Snapshots for the tests of views: a table at rest, and ways to change it."""

from typing import Any


def snapshot(**changes: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the JSON form of a snapshot of a table at rest, with changes."""
    table: dict[str, Any] = {
        "v": 1,
        "simulated": True,
        "language": "en",
        "time": 12.25,
        "boot": 1,
        "surface": "walls-up",
        "load": "loading",
        "phase": "phase.walls-up",
        "reason": "",
        "progress": {"0": (12, 17), "1": (9, 17), "2": (17, 17), "3": (0, 17)},
        "set_on_table": "A",
        "set_inside": "B",
        "program": {"current": 136, "next": 136},
        "variant": "GD",
        "dealer": 1,
        "dice": {"faces": (3, 5), "wall": 0, "stacks": 8, "text": "East's wall, skip 8"},
        "hand": {"number": 4, "state": "running"},
        "walls": (17, 17, 17, 17),
        "hand_trays": (),
        "faults": (),
        "estop": "disengaged",
        "link": {"state": "up", "since": 0.0, "errors": 0},
        "verdict": {"level": "ok", "text": "136 tiles, each where it belongs"},
        "order_checked": True,
        "counters": {"loads": 3},
        "measured": {},
        "positions": {
            "dome": "down",
            **{f"tray.{side}": "up" for side in range(4)},
        },
        "locked": False,
        "muted": False,
        "lamps": True,
        "allowed": ("dice", "dealer", "pause", "stop", "mute", "lamp"),
        "capabilities": {},
        "faults_lately": {"hands": 3, "faults": ({"code": "E202", "side": 1, "count": 2},)},
    }
    return table | changes


def fault(**changes: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the JSON form of a standing fault, with changes."""
    standing: dict[str, Any] = {
        "id": 7,
        "code": "E202",
        "name": "tray did not rise (South)",
        "since": 10.0,
        "side": 1,
        "cause": "The tray's upper switch was not reached in time, in two tries.",
        "do": "Switch off, look for a tile under South's tray, acknowledge and resume.",
        "recover": ("ack", "resume"),
    }
    return standing | changes
