"""How a decoded stream is told: rows in the fields of the command line's JSON, or plain words."""

from collections.abc import Iterable
from typing import TypedDict

from ir_codes.frames import Frame, Protocol, Reason, Rejected
from ir_codes.keymap import KeyMap
from ir_codes.presses import Event, Orphan, Pressed, Released, Repeated


class FrameRow(TypedDict, total=False):
    """A frame or repeat frame; a repeat frame has no more than ``protocol``, ``repeat``, ``of``."""

    protocol: str
    address: int
    extended: bool
    command: int
    raw: int
    repeat: bool
    of: int | None
    key: str | None


class RejectedRow(TypedDict):
    """A signal that gave no key."""

    reason: str
    at_us: int


class SignalRow(TypedDict):
    """Everything in one recording."""

    id: str
    frames: list[FrameRow]
    rejected: list[RejectedRow]


def signal_row(name: str, events: Iterable[Event], key_map: KeyMap | None) -> SignalRow:
    """Return all rows of a recording; with a key map, keys it does not know are rejected."""
    signal: SignalRow = {"id": name, "frames": [], "rejected": []}
    for event in events:
        match event:
            case Released():
                pass
            case Rejected(reason=reason, at_us=at_us):
                signal["rejected"].append({"reason": reason, "at_us": at_us})
            case Pressed(frame=frame) if _is_unpaired(frame, key_map):
                signal["rejected"].append({"reason": Reason.UNPAIRED, "at_us": frame.at_us})
            case Repeated(frame=frame, at_us=at_us) if _is_unpaired(frame, key_map):
                signal["rejected"].append({"reason": Reason.UNPAIRED, "at_us": at_us})
            case _:
                signal["frames"].append(_frame_row(event, key_map))
    return signal


def words(event: Event, key_map: KeyMap | None) -> str | None:
    """Return what an event says to a person; ``None`` for the end of a press."""
    match event:
        case Released():
            return None
        case Rejected(reason=reason, at_us=at_us):
            return _rejected(reason, at_us)
        case Orphan():
            return "repeat of no known key"
        case Pressed(frame=frame):
            if _is_unpaired(frame, key_map):
                return _rejected(Reason.UNPAIRED, frame.at_us)
            return f"{frame.protocol} {_code(frame, key_map)}"
        case Repeated(frame=frame, held_us=held_us, at_us=at_us):
            if _is_unpaired(frame, key_map):
                return _rejected(Reason.UNPAIRED, at_us)
            return f"repeat {_code(frame, key_map)}, held {held_us / 1e6:.2f} s"


def _frame_row(event: Pressed | Repeated | Orphan, key_map: KeyMap | None) -> FrameRow:
    match event:
        case Orphan():
            return {"protocol": Protocol.NEC, "repeat": True, "of": None}
        case Repeated(frame=frame, copy=None):
            return {"protocol": frame.protocol, "repeat": True, "of": frame.raw}
        case Repeated(frame=frame):
            row = _full_row(frame, key_map) | {"repeat": True, "of": frame.raw}
            return row | {"protocol": Protocol.NEC2} if frame.protocol is Protocol.NEC else row
        case Pressed(frame=frame):
            return _full_row(frame, key_map)


def _full_row(frame: Frame, key_map: KeyMap | None) -> FrameRow:
    return {
        "protocol": frame.protocol,
        "address": frame.address,
        "extended": frame.extended,
        "command": frame.command,
        "raw": frame.raw,
        "repeat": False,
        "key": _meaning(frame, key_map),
    }


def _rejected(reason: Reason, at_us: int) -> str:
    return f"rejected {reason} at {at_us / 1e6:.6f} s"


def _code(frame: Frame, key_map: KeyMap | None) -> str:
    digits = 4 if frame.extended else 2
    code = f"address 0x{frame.address:0{digits}x} command 0x{frame.command:02x}"
    meaning = _meaning(frame, key_map)
    return code if meaning is None else f"{code} {meaning}"


def _meaning(frame: Frame, key_map: KeyMap | None) -> str | None:
    key = key_map.find(frame) if key_map is not None else None
    return key.text if key is not None else None


def _is_unpaired(frame: Frame, key_map: KeyMap | None) -> bool:
    return key_map is not None and key_map.find(frame) is None
