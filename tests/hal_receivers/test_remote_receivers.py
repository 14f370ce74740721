"""Receivers by name, each through a FIFO in its place, to the table's words."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_ctl.inputs.remote_guard import Record
from firmware_ctl.inputs.remote_maps import load_key_map
from firmware_ctl.inputs.remote_receivers import RemoteReceivers
from hal.receivers.input_device import EV_MSC, EV_SYN, MSC_SCAN
from hal.receivers.input_device import RECORD as EVENT
from hal.receivers.scancode import RECORD as SCANCODE
from ir_codes.encoder import encode_nec
from ir_codes.pulses import as_words, from_durations
from tests.hal_receivers.jumping_loop import run

LIFT, DICE_2, UNKNOWN = 0x46, 0x5E, 0x77

Said = tuple[str, tuple[str, ...], float]


def scancode(number: int) -> bytes:
    return SCANCODE.pack(0, 0, 9, 0, number)


def event(number: int) -> bytes:
    return EVENT.pack(0, 0, EV_MSC, MSC_SCAN, number) + EVENT.pack(0, 0, EV_SYN, 0, 0)


def light(number: int) -> bytes:
    """Return a frame without a word for the silence after it, as some kernels leave it."""
    return as_words(from_durations(encode_nec(0x00, number)))


class Table:
    """Receivers on FIFOs, and what they said."""

    def __init__(self, folder: Path, *kinds: str) -> None:
        self.said: list[Said] = []
        self.notes: list[str] = []
        self.records: list[Record] = []
        self._places = {kind: folder / (kind or "light") for kind in kinds}
        for place in self._places.values():
            os.mkfifo(place)
        self.receivers = RemoteReceivers(
            [f"{kind}:{place}" if kind else str(place) for kind, place in self._places.items()],
            load_key_map("21-key"),
            lambda word, arguments, held_s: self.said.append((word, arguments, held_s)),
            self.notes.append,
            self.records.append,
        )

    def play(self, *steps: tuple[str, bytes, float]) -> None:
        """Write bytes to receivers, with seconds after each."""

        async def go() -> None:
            self.receivers.start()
            ends = {kind: os.open(place, os.O_RDWR) for kind, place in self._places.items()}
            for kind, data, wait_s in steps:
                os.write(ends[kind], data)
                await asyncio.sleep(wait_s)
            self.receivers.close()
            for end in ends.values():
                os.close(end)

        run(go)


@pytest.mark.parametrize(
    ("kind", "write"), [("", light), ("mode2", light), ("scancode", scancode), ("input", event)]
)
def test_each_kind_of_receiver_says_the_table_s_words(
    kind: str, write: Callable[[int], bytes], tmp_path: Path
) -> None:
    table = Table(tmp_path, kind)
    table.play((kind, write(DICE_2), 1.0), (kind, write(UNKNOWN), 1.0))
    assert table.said == [("dice", ("2",), 0.0)]
    assert [record.why for record in table.records] == ["", "unpaired"]
    assert table.notes[0].endswith("is read")


def test_a_press_through_all_of_them_acts_once(tmp_path: Path) -> None:
    table = Table(tmp_path, "", "scancode", "input")
    table.play(
        ("scancode", scancode(LIFT), 0.01),
        ("input", event(LIFT), 0.01),
        ("", light(LIFT), 2.0),
        ("", light(DICE_2), 0.3),
        ("scancode", scancode(DICE_2), 0.1),
    )
    assert [word for word, _, _ in table.said] == ["lift", "dice"]


def test_the_master_switch_leaves_stop(tmp_path: Path) -> None:
    table = Table(tmp_path, "scancode")
    table.receivers.switch(on=False)
    table.play(("scancode", scancode(LIFT), 1.0), ("scancode", scancode(0x45), 1.0))
    assert [word for word, _, _ in table.said] == ["stop"]


def test_scancodes_of_other_protocols_are_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, "scancode", "input")
    table.play(
        ("scancode", SCANCODE.pack(0, 0, 11, 0, 0x46), 0.5),
        ("input", event(-1), 0.5),
    )
    assert table.said == []


@pytest.mark.parametrize("name", ["serial:/dev/x", "lirc:1"])
def test_a_kind_that_is_not_known_is_told(name: str) -> None:
    with pytest.raises(ValueError, match="write one of mode2, scancode, lircd, input"):
        RemoteReceivers([name], load_key_map("21-key"), lambda *_: None, lambda _: None)


def test_a_place_with_a_colon_is_a_place() -> None:
    RemoteReceivers(["/dev/x:y", "auto"], load_key_map("21-key"), lambda *_: None, lambda _: None)
