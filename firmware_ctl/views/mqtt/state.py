"""The table in a few flat words, for dashboards and automations; pure.

It is made from the public snapshot, so no tile is in it, ever.
"""

from collections.abc import Mapping
from typing import Any

NO_FAULT = "none"


def state_of(
    snapshot: Mapping[str, Any],
    name: str,
    version: str,
    url: str = "",
    *,
    sags: bool | None = None,
    waiting: str = "",
) -> dict[str, Any]:
    """Return the retained state of a table; ``url`` is where its own page is.

    ``sags`` tells whether the voltage of the computer's supply drops, ``None`` where nobody
    measures it; ``waiting`` is the version of a release that lies there and was never used.
    """
    faults = snapshot["faults"]
    first = faults[0] if faults else None
    counters = snapshot["counters"]
    session = snapshot.get("session") or {"phase": "open", "safe_to_cut": False}
    record = snapshot.get("record") or {}
    return {
        "v": snapshot["v"],
        "name": name,
        "version": version,
        "url": url,
        "simulated": snapshot["simulated"],
        "surface": snapshot["surface"],
        "load": snapshot["load"],
        "phase": snapshot["phase"].removeprefix("phase."),
        "variant": snapshot["variant"],
        "hand": snapshot["hand"]["state"],
        "hand_number": snapshot["hand"]["number"],
        "fault": first["code"] if first else NO_FAULT,
        "fault_text": f"{first['name']}. {first['do']}" if first else "",
        "faults": len(faults),
        "link": snapshot["link"]["state"],
        "estop": snapshot["estop"],
        "locked": snapshot["locked"],
        "session": session["phase"],
        "safe_to_cut": session["safe_to_cut"],
        "order_checked": snapshot["order_checked"],
        "verdict": snapshot["verdict"]["level"],
        "hands": counters.get("hands", snapshot["hand"]["number"]),
        "loads": counters.get("loads", 0),
        "fault_count": counters.get("faults", 0),
        "record": str(record.get("head", "")),
        "unsafe_shutdowns": int(record.get("unsafe", 0)),
        "drum_hours": round(counters.get("motor_s.drum", 0) / 3600, 1),
        "jams": sum(count for name, count in counters.items() if name.startswith("jams.")),
        "undervoltage": sags,
        "latest_version": waiting or version,
    }
