"""Every recorded frame of every real remote is read, with all its repeats."""

import json
from pathlib import Path
from typing import Any

import pytest

from ir_codes.frames import Reason, Rejected
from ir_codes.keymap import parse_key_map
from ir_codes.presses import Pressed, Repeated
from ir_codes.scancodes import Code
from tests.ir_codes.signals import events

DATA = Path(__file__).parents[1] / "data" / "ir"
MAPS = Path(__file__).parents[2] / "ir_codes" / "maps"


def load(name: str) -> list[dict[str, Any]]:
    text = (DATA / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


CAPTURES = load("captures.jsonl")
KEYS_44 = load("remote_44key.jsonl")


# Two keys of a remote that says them with two different codes, one after the other.
TWO_CODES = {"cap-068": 0xCF3050AF, "cap-069": 0xD72850AF}


def leaders(capture: dict[str, Any]) -> int:
    return sum(us > 7_000 for us in capture["durations_us"][::2])


@pytest.mark.parametrize("capture", CAPTURES + KEYS_44, ids=lambda capture: capture["id"])
def test_a_real_capture_is_one_press_with_all_its_repeats(capture: dict[str, Any]) -> None:
    pressed, *rest = events(capture["durations_us"])
    assert isinstance(pressed, Pressed)
    expect = capture["expect"]
    assert pressed.frame.raw == expect["raw"]
    assert pressed.frame.address == expect["address"]
    assert pressed.frame.extended is expect["extended_address"]
    assert pressed.frame.command == expect["command"]
    further = [event.frame.raw for event in rest if isinstance(event, Pressed)]
    assert further == ([TWO_CODES[capture["id"]]] if capture["id"] in TWO_CODES else [])
    held = [event for event in rest if isinstance(event, Repeated)]
    cut_short = [event for event in rest if isinstance(event, Rejected)]
    assert 1 + len(held) + len(cut_short) + len(further) == leaders(capture)


def test_only_frames_that_the_recorder_cut_short_are_refused() -> None:
    refused = {
        capture["id"]: [
            e.reason for e in events(capture["durations_us"]) if isinstance(e, Rejected)
        ]
        for capture in CAPTURES + KEYS_44
        if any(isinstance(e, Rejected) for e in events(capture["durations_us"]))
    }
    # Six recordings of a remote that sends whole frames end in the middle of the third.
    assert set(refused) == {"cap-018", "cap-043", "cap-053", "cap-060", "cap-068", "cap-069"}
    assert all(why == [Reason.TRUNCATED] for why in refused.values())


def test_remotes_that_repeat_in_full_are_read_as_one_press_with_copies() -> None:
    capture = next(c for c in CAPTURES if c["id"] == "cap-018")
    _, copy, *_ = events(capture["durations_us"])
    assert isinstance(copy, Repeated)
    assert copy.copy is not None
    assert copy.copy.raw == capture["expect"]["raw"]


def test_the_shipped_44_key_map_knows_only_keys_that_were_recorded() -> None:
    shipped = parse_key_map((MAPS / "44-key.toml").read_text(encoding="utf-8"))
    recorded = {Code(k["expect"]["address"], False, k["expect"]["command"]) for k in KEYS_44}
    assert set(shipped.keys) <= recorded
