"""The service report: one file to send to whoever looks after the table.

It is put together from named fields of a snapshot, never from the whole of one, so that nothing
which a later snapshot may show (tiles, walls, people, keys) finds its way into it by itself.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

REPORT_VERSION = 1

TABLE_FIELDS = (
    "simulated", "time", "boot", "surface", "load", "phase", "reason", "progress", "variant",
    "program", "profile", "estop", "link", "counters", "measured", "positions", "capabilities",
    "order_checked", "language", "self_check", "rest_s", "faults_lately",
)  # fmt: skip
"""Of the table: what its parts do, have done and measure."""

FAULT_FIELDS = ("id", "code", "since", "side", "holds", "because", "recover")
"""Of a fault: everything but its words, which may name tiles."""

README = """Service report of an automatic mahjong table (mjtable).

report.json  what the table is, what its parts do and measure, which faults stand, and how often
             each was told in the last hands (faults_lately)
It holds no tile, no wall, no score, no name, no key and no configuration.
"""


def report(snapshot: Mapping[str, Any], made: Mapping[str, str]) -> dict[str, Any]:
    """Return the report; ``made`` tells when, by which version and on what it was made."""
    return {
        "report": REPORT_VERSION,
        "made": dict(made),
        "table": {name: snapshot[name] for name in TABLE_FIELDS if name in snapshot},
        "faults": [
            {
                **{name: fault[name] for name in FAULT_FIELDS if name in fault},
                "steps_done": sum(step["state"] == "done" for step in fault.get("steps", ())),
            }
            for fault in snapshot["faults"]
        ],
    }


def packed(told: Mapping[str, Any]) -> bytes:
    """Return the report as a ZIP file."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", README)
        archive.writestr("report.json", json.dumps(told, ensure_ascii=False, indent=2) + "\n")
    return file.getvalue()
