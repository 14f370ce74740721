"""All together: a FIFO's bytes become the table's words."""

import asyncio
import os
from pathlib import Path

from firmware_ctl.inputs.remote import RemoteInput, load_key_map
from hal.receivers.mode2 import Mode2Reader
from ir_codes.encoder import encode_nec
from ir_codes.pulses import Kind, Pulse, as_words, from_durations
from tests.hal_receivers.jumping_loop import run


def test_a_press_sent_into_a_fifo_is_a_word(tmp_path: Path) -> None:
    path = tmp_path / "lirc"
    os.mkfifo(path)

    async def scenario() -> None:
        said: asyncio.Queue[tuple[str, tuple[str, ...], float]] = asyncio.Queue()
        remote = RemoteInput(load_key_map("21-key"), lambda *word: said.put_nowait(word))
        reader = Mode2Reader(str(path), remote.feed, lambda _: remote.reset())
        reader.start()
        for command, word in ((0x5E, ("dice", ("2",), 0.0)), (0x45, ("stop", (), 0.0))):
            pulses = [*from_durations(encode_nec(0, command)), Pulse(Kind.TIMEOUT, 20_000)]
            with path.open("wb", buffering=0) as writer:
                for byte in as_words(pulses):
                    writer.write(bytes([byte]))
            async with asyncio.timeout(60):
                assert await said.get() == word
        reader.close()
        assert said.empty()

    run(scenario)
