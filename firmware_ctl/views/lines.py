"""A table's state in one line, for logs and pipes, where no picture can stand."""

from collections.abc import Mapping
from typing import Any

from firmware_ctl.views.words import side_word, word


def one_line(snapshot: Mapping[str, Any], language: str = "en") -> str:
    """Return what a person would be told of a snapshot (its JSON form), without its time."""
    parts = [
        word("view.simulated", language) if snapshot["simulated"] else "",
        f"{snapshot['surface']} / {snapshot['load']}",
        word(snapshot["phase"], language),
        loaded_text(snapshot, language),
        snapshot["dice"]["text"],
        *(f"{fault['code']} {fault['name']}: {next_step(fault)}" for fault in snapshot["faults"]),
    ]
    return " | ".join(part for part in parts if part)


def loaded_text(snapshot: Mapping[str, Any], language: str) -> str:
    """Return the stacks that each lane has made, of those wanted."""
    return "  ".join(
        f"{side_word(int(lane), language)} {done}/{wanted}"
        for lane, (done, wanted) in sorted(snapshot["progress"].items())
    )


def next_step(fault: Mapping[str, Any]) -> str:
    """Return what is to be done about a fault now: its question, or the step that waits."""
    if fault.get("question"):
        return f"{fault['question']} (answer {fault['id']} yes/no)"
    steps = fault.get("steps", ())
    waiting = next((step for step in steps if step["state"] == "waiting"), None)
    if waiting is None:
        return str(fault["do"])
    return f"{waiting['n']}/{len(steps)} {waiting['text']}"
