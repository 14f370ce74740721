"""LIRC's simulators: irsimreceive reads what we encode, we read what irsimsend sends."""

import subprocess
from pathlib import Path

import pytest

from firmware_ctl.inputs.remote_maps import load_key_map
from ir_codes.encoder import encode_nec
from ir_codes.lircd_conf import parse_lircd_conf
from ir_codes.named_codes import without_spaces
from ir_codes.presses import Pressed, Repeated
from ir_codes.pulses import Kind, Pulse, TextParser, as_text, from_durations
from ir_codes.stream import PressStream
from tests.hal_receivers.lirc import program, write_conf

pytestmark = pytest.mark.realtime

MAPS = ("21-key", "24-key")
SPACE_US = 120_000


def ran(folder: Path, *command: str) -> str:
    """Run a simulator in a folder; it leaves files there."""
    done = subprocess.run(
        [program(command[0]), *command[1:]],
        cwd=folder, check=True, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    return done.stdout


@pytest.mark.parametrize("name", MAPS)
def test_irsimreceive_reads_every_key_and_repeat_that_we_encode(name: str, tmp_path: Path) -> None:
    write_conf(tmp_path, name)
    key_map = load_key_map(name)
    pulses = [Pulse(Kind.SPACE, SPACE_US)]
    for code in key_map.keys:
        durations = encode_nec(code.address, code.command, extended=code.extended, repeats=2)
        pulses += [*from_durations(durations), Pulse(Kind.SPACE, 500_000)]
    (tmp_path / "light").write_text(as_text(pulses), encoding="ascii")
    lines = ran(tmp_path, "irsimreceive", "lircd.conf", "light").splitlines()
    seen = [tuple(line.split()[1:3]) for line in lines if len(line.split()) == 4]
    assert seen == [
        (f"{repeat:02x}", without_spaces(key.text))
        for key in key_map.keys.values()
        for repeat in range(3)
    ]


@pytest.mark.parametrize("name", MAPS)
def test_we_read_every_key_and_repeat_that_irsimsend_sends(name: str, tmp_path: Path) -> None:
    conf = write_conf(tmp_path, name)
    ran(tmp_path, "irsimsend", "-c", "2", "-s", str(SPACE_US), str(conf))
    parser, stream = TextParser(), PressStream()
    events = stream.feed(parser.feed((tmp_path / "simsend.out").read_bytes()))
    events += stream.feed(parser.close()) + stream.close()
    key_map = load_key_map(name)
    pressed = [key_map.find(event.frame) for event in events if isinstance(event, Pressed)]
    sent = [key.name for remote in parse_lircd_conf(conf.read_text()) for key in remote.keys]
    assert [key.text for key in pressed if key is not None] == sent
    repeats = [event for event in events if isinstance(event, Repeated)]
    assert len(repeats) == len(sent)
