"""A real remote's captured light plays a whole hand, and pairs: FIFO, daemon, table.

The pulses are those of a 44-key remote (tests/data/ir/README.md says whose). Only ``home``, which
no remote may say, comes over the local socket; the simulated people push tiles in by themselves.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ir_codes.pulses import as_words, from_durations
from tests.support.daemon import Running

pytestmark = pytest.mark.realtime

CAPTURES = Path(__file__).parents[1] / "data" / "ir" / "remote_44key.jsonl"
PAUSE_US = 200_000
"""Between two presses, in the receiver's own time."""


def captured(key: str) -> bytes:
    """Return a key's recorded press, repeats and all, as a receiver's words."""
    rows = (json.loads(line) for line in CAPTURES.read_text("utf-8").splitlines())
    durations = next(row["durations_us"] for row in rows if row["key"] == key)
    return as_words(from_durations([*durations, PAUSE_US]))


class Table:
    """The table under the remote."""

    def __init__(self, light: Path, heard: Iterator[dict[str, Any]]) -> None:
        self._light = light
        self._heard = heard

    def press(self, *keys: str) -> None:
        """Point the remote at the table and press keys."""
        with self._light.open("wb") as sending:
            sending.write(b"".join(map(captured, keys)))

    def becomes(self, machine: str, state: str) -> None:
        """Wait until one of the two machines is in a state."""
        self.hears(event=machine, new=state)

    def hears(self, **facts: object) -> dict[str, Any]:
        """Wait for an event."""
        return next(event for event in self._heard if facts.items() <= event.items())


LIFT, DICE, DEALER_WEST, STOP, LOCK = "Led_UP", "Auto", "Blue_UP", "POWER", "DIY3"


def test_captured_pulses_play_a_hand_and_begin_the_next(tmp_path: Path) -> None:
    light = tmp_path / "ir"
    os.mkfifo(light)
    daemon = Running(tmp_path, "--speed", "20", "--ir", str(light), "--ir-map", "44-key")
    try:
        daemon.hears("READY=1")
        with daemon.events() as heard:
            table = Table(light, heard)
            table.press(LIFT)
            assert table.hears(event="command", word="lift")["ok"] is False, "not homed yet"
            assert daemon.cli("send", "home").returncode == 0
            table.becomes("surface", "ready")
            for after in ("ready", "raising"):  # set A in, then set B in and A's walls up
                table.press(LIFT)
                table.becomes("surface", "open")
                table.press(LIFT)
                table.becomes("surface", after)
                if after == "ready":
                    table.becomes("load", "complete")
            table.becomes("surface", "walls-up")
            table.press(DEALER_WEST)
            table.hears(event="command", word="dealer", ok=True)
            table.press(DICE)
            assert table.hears(event="hand-began")["dealer"] == 2
            table.becomes("load", "complete")
            playing = daemon.snapshot()
            assert playing["surface"] == "play"
            assert playing["set_on_table"] != playing["set_inside"]
            assert playing["dice"]["text"]
            table.press(LIFT, LIFT)  # twice within three seconds ends the hand
            table.hears(event="hand-ended", number=1)
            table.becomes("surface", "open")
            table.press(LIFT)
            table.becomes("surface", "walls-up")
            hand = daemon.snapshot()["hand"]
            assert (hand["number"], hand["state"], hand["opened"]) == (1, "ended", 1)
            table.press(STOP)
            table.becomes("surface", "paused")
    finally:
        daemon.clean_up()


def test_a_key_at_the_table_begins_the_pairing_of_a_remote(tmp_path: Path) -> None:
    recording = tmp_path / "presses"
    recording.write_bytes(captured(DICE) + captured(LIFT))
    daemon = Running(tmp_path, "--demo", "--speed", "50", "--seed", "1")
    try:
        daemon.hears("READY=1")
        learnt = daemon.cli("ir", "learn", str(recording), "--only", "dice,lift")
    finally:
        daemon.clean_up()
    assert learnt.returncode == 0, learnt.stderr
    assert "press any key of the table" in learnt.stderr
    assert '0x000f = "dice"' in learnt.stdout
    assert '0x005c = "lift"' in learnt.stdout


def test_without_a_daemon_nobody_can_press_a_key_there(tmp_path: Path) -> None:
    daemon = Running(tmp_path, "--seed", "1")
    daemon.clean_up()
    refused = daemon.cli("ir", "learn", "-", "--only", "dice")
    assert refused.returncode == 3
    assert "no daemon is running" in refused.stderr
