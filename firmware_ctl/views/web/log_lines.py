"""Events of the table as lines for whoever looks after it, in his language."""

from collections.abc import Mapping, Sequence

from firmware_ctl.core.listeners import Event
from firmware_ctl.texts.catalogue import catalogue, say

UNTOLD = frozenset({"step"})
"""Events without a line: what the machines' states tell already."""

_STEMS = {
    "old": "state",
    "new": "state",
    "side": "side",
    "dealer": "side",
    "level": "level",
    "phase": "session",
    "word": "command",
}
"""Fields whose values are words of ours, and where their texts stand."""


def log_line(event: Event, language: str) -> str:
    """Return an event as one line: its time in seconds since the start, then what happened."""
    name = str(event["event"])
    values = {field: _value(field, value, language) for field, value in event.items()}
    if name == "command":
        values |= _of_a_command(event, language)
    return f"{float(str(event['time'])):9.2f} {say(f'event.{name}', language, **values)}"


def _value(field: str, value: object, language: str) -> str:
    if field == "up":
        return say("view.link-up" if value else "view.link-down", language)
    if field in ("side", "dealer") and value is None:
        return say("side.none", language)
    if field == "faces":
        return " + ".join(map(str, value)) if isinstance(value, Sequence) else "–"
    key = f"{_STEMS[field]}.{value}" if field in _STEMS else ""
    return say(key, language) if key in catalogue() else str(value)


def _of_a_command(event: Event, language: str) -> Mapping[str, str]:
    """Return what was answered, who said it from where, and how often."""
    role, _, address = str(event.get("by", "")).partition(" ")
    by = [say(f"role.{role}", language), address] if f"role.{role}" in catalogue() else []
    count = event.get("count")
    return {
        "answer": say("event.taken" if event["ok"] else "event.refused", language),
        "who": " ".join([say(f"origin.{event['origin']}", language), *by]),
        "times": "" if count is None else say("event.times", language, count=count),
    }
