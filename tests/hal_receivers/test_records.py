"""What other decoders deliver: the kernel's scancodes, the input layer's events, lircd's lines."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.receivers.find import Node, find_receiver, nodes
from hal.receivers.input_device import (
    EV_KEY,
    EV_MSC,
    EV_SYN,
    EVIOCGRAB,
    LIFE_US,
    MSC_SCAN,
    SYN_DROPPED,
    InputFiles,
    InputParser,
    Scan,
    grab,
)
from hal.receivers.input_device import RECORD as EVENT
from hal.receivers.lirc_node import GET_FEATURES, SCANCODE, SET_REC_MODE, prepare_scancodes
from hal.receivers.lircd import LONGEST_LINE, Button, LircdParser
from hal.receivers.scancode import RECORD, Scancode, ScancodeFiles, ScancodeParser


def scancode(number: int, *, protocol: int = 9, flags: int = 0, at_ns: int = 1) -> bytes:
    return RECORD.pack(at_ns, flags, protocol, 0, number)


SIZES = st.lists(st.integers(1, 40), min_size=1, max_size=30)


def in_chunks(data: bytes, sizes: list[int]) -> list[bytes]:
    chunks = []
    for size in sizes:
        chunks.append(data[:size])
        data = data[size:]
    return [*chunks, data]


@given(SIZES)
def test_scancodes_come_through_chunks_of_any_size(sizes: list[int]) -> None:
    data = scancode(0x0045) + scancode(0x0045, flags=2) + scancode(0x00EF07, protocol=10)
    parser = ScancodeParser()
    found = [code for chunk in in_chunks(data, sizes) for code in parser.feed(chunk)]
    assert found == [
        Scancode(1, "nec", "nec", 0x45, repeat=False),
        Scancode(1, "nec", "nec", 0x45, repeat=True),
        Scancode(1, "nec", "necx", 0x00EF07, repeat=False),
    ]


def test_a_frame_without_a_checked_command_has_no_protocol() -> None:
    (code,) = ScancodeParser().feed(scancode(0x12345678, protocol=11))
    assert (code.protocol, code.variant) == ("", "")


def event(kind: int, code: int, value: int, at_us: int = 0) -> bytes:
    return EVENT.pack(at_us // 1_000_000, at_us % 1_000_000, kind, code, value)


def frame(number: int, at_us: int, key: int | None = None) -> bytes:
    """Return the events of one frame: scancode, perhaps a key, the end of the group."""
    keys = b"" if key is None else event(EV_KEY, 0x100, key, at_us)
    return event(EV_MSC, MSC_SCAN, number, at_us) + keys + event(EV_SYN, 0, 0, at_us)


@given(SIZES)
def test_a_mapped_press_its_repeats_and_the_next_press_are_told_apart(sizes: list[int]) -> None:
    data = frame(0x45, 0, key=1) + frame(0x45, 108_000) + frame(0x45, 216_000)
    data += event(EV_KEY, 0x100, 2, 500_000) + event(EV_SYN, 0, 0, 500_000)  # a timer's repeat
    data += frame(0x45, 400_000, key=1)
    parser = InputParser()
    found = [scan for chunk in in_chunks(data, sizes) for scan in parser.feed(chunk)]
    assert found == [
        Scan(0, 0x45, repeat=False),
        Scan(108_000, 0x45, repeat=True),
        Scan(216_000, 0x45, repeat=True),
        Scan(400_000, 0x45, repeat=False),
    ]


def test_an_unmapped_key_is_told_apart_by_time() -> None:
    parser = InputParser()
    data = frame(0x45, 0) + frame(0x45, LIFE_US) + frame(0x45, 2 * LIFE_US + 1) + frame(0x46, 10**6)
    assert [scan.repeat for scan in parser.feed(data)] == [False, True, False, False]


def test_events_that_were_dropped_end_the_press() -> None:
    parser = InputParser()
    parser.feed(frame(0x45, 0))
    parser.feed(event(EV_SYN, SYN_DROPPED, 0))
    assert [scan.repeat for scan in parser.feed(frame(0x45, 100_000))] == [False]


def test_a_negative_value_is_a_scancode_of_32_bits() -> None:
    (scan,) = InputParser().feed(frame(-1, 0))
    assert scan.scancode == 0xFFFF_FFFF


@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    ScancodeParser().feed(data)
    InputParser().feed(data)
    LircdParser().feed(data)


LINES = (
    b"0000000000ffa25d 00 dice testnec\n"
    b"BEGIN\nSIGHUP\nEND\n"
    b"0000000000ffa25d 0a dice testnec\n"
    b"BEGIN\nVERSION\n0000000000ff629d 00 lift testnec\nSUCCESS\nDATA\n1\n0.10.1\nEND\n"
)


@given(SIZES)
def test_lircd_s_lines_are_read_between_its_answers(sizes: list[int]) -> None:
    parser = LircdParser()
    found = [button for chunk in in_chunks(LINES, sizes) for button in parser.feed(chunk)]
    assert found == [
        Button(0xFFA25D, 0, "dice", "testnec"),
        Button(0xFFA25D, 10, "dice", "testnec"),
        Button(0xFF629D, 0, "lift", "testnec"),
    ]


def test_a_line_without_end_is_dropped_and_the_next_is_read() -> None:
    parser = LircdParser()
    for _ in range(100):
        assert parser.feed(b"x" * LONGEST_LINE) == []
    assert len(parser._tail) <= 2 * LONGEST_LINE
    assert parser.feed(b" 00 dice\n" + LINES.splitlines()[0] + b"\n")[0].name == "dice"


class Driver:
    """Answers requests as a driver would."""

    def __init__(self, features: int, refuses: int | None = None) -> None:
        self.asked: list[tuple[int, int]] = []
        self._features = features
        self._refuses = refuses

    def __call__(self, _fd: int, number: int, value: bytearray, /) -> int:
        if self._refuses is not None:
            raise OSError(self._refuses, os.strerror(self._refuses))
        if number == GET_FEATURES:
            value[:] = self._features.to_bytes(4, "little")
        else:
            self.asked.append((number, int.from_bytes(value, "little")))
        return 0


@pytest.mark.parametrize("features", [0x4_0000, 0x8_0000, 0x1004_0000])
def test_a_receiver_is_asked_for_scancodes(features: int) -> None:
    driver = Driver(features)
    prepare_scancodes(3, driver)
    assert driver.asked == [(SET_REC_MODE, SCANCODE)]


def test_a_sender_cannot_give_scancodes_and_a_simulated_device_gives_what_it_gives() -> None:
    with pytest.raises(OSError, match="cannot receive"):
        prepare_scancodes(3, Driver(0x2))
    prepare_scancodes(3, Driver(0, errno.ENOTTY))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        prepare_scancodes(3, Driver(0, errno.EIO))


def test_an_input_device_is_grabbed_and_another_s_grab_is_told() -> None:
    asked: list[tuple[int, int]] = []

    def granted(_fd: int, number: int, value: int, /) -> int:
        asked.append((number, value))
        return 0

    def refused(number: int) -> None:
        def refuse(_fd: int, _number: int, _value: int, /) -> int:
            raise OSError(number, os.strerror(number))

        grab(3, refuse)

    grab(3, granted)
    assert asked == [(EVIOCGRAB, 1)]
    refused(errno.ENOTTY)
    with pytest.raises(OSError, match="busy"):
        refused(errno.EBUSY)


@pytest.mark.parametrize("files", [ScancodeFiles(), InputFiles()])
def test_a_fifo_carries_records_too(files: ScancodeFiles | InputFiles, tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    fd = files.open(str(path))
    os.write(fd, b"abc")
    assert files.read(fd) == b"abc"
    files.close(fd)


@pytest.fixture
def sysfs(tmp_path: Path) -> Path:
    for number, driver in ((0, "gpio-ir-tx"), (1, "gpio_ir_recv"), (10, "")):
        device = tmp_path / "class" / "lirc" / f"lirc{number}" / "device"
        device.mkdir(parents=True)
        if driver:
            text = f"NAME=rc-rc6-mce\nDRV_NAME={driver}\nDEV_NAME=x\n"
            (device / "uevent").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_receiver_is_the_first_node_that_is_no_sender(sysfs: Path) -> None:
    assert list(nodes(sysfs)) == [
        Node("/dev/lirc0", "gpio-ir-tx"),
        Node("/dev/lirc1", "gpio_ir_recv"),
        Node("/dev/lirc10", ""),
    ]
    assert find_receiver(sysfs / "none", sysfs) == "/dev/lirc1"


def test_a_name_from_udev_comes_first(sysfs: Path) -> None:
    named = sysfs / "lirc-rx"
    named.touch()
    assert find_receiver(named, sysfs) == str(named)


def test_no_receiver_is_none(tmp_path: Path) -> None:
    assert find_receiver(tmp_path / "none", tmp_path) is None
