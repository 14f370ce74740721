"""Real lircd: light through a FIFO, simulated buttons, death and return, lircrc, python-lirc."""

import asyncio
import contextlib
import os
import resource
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from firmware_ctl.inputs.remote_maps import load_key_map
from firmware_ctl.inputs.remote_receivers import RemoteReceivers
from hal.receivers import python_lirc
from hal.receivers.lircrc import LircrcClient, LircrcError
from ir_codes.encoder import encode_nec
from ir_codes.pulses import Kind, Pulse, as_words, from_durations
from tests.hal_receivers.lirc import lircd, simulate, write_conf

pytestmark = pytest.mark.realtime

LIFT, DICE_2 = 0x46, 0x5E
DICE_2_SENT = "000000007a85"
"""As LIRC writes it: first bit sent highest; the address stands in the remote's pre_data."""

Said = tuple[str, tuple[str, ...], float]


class Table:
    """Keeps the words of the remote, and what people are told."""

    def __init__(self, receivers: list[str]) -> None:
        self.said: list[Said] = []
        self.notes: list[str] = []
        self._changed = asyncio.Event()
        self.receivers = RemoteReceivers(receivers, load_key_map("21-key"), self._say, self._note)

    def _say(self, *word: str | tuple[str, ...] | float) -> None:
        name, arguments, held_s = word
        assert isinstance(name, str)
        assert isinstance(arguments, tuple)
        assert isinstance(held_s, float)
        self.said.append((name, arguments, held_s))
        self._changed.set()

    def _note(self, text: str) -> None:
        self.notes.append(text)
        self._changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(30):
            while not holds():
                self._changed.clear()
                await self._changed.wait()


def run(table: list[str], steps: Callable[[Table], Awaitable[None]]) -> Table:
    """Run receivers and steps in one loop."""

    async def go() -> Table:
        watched = Table(table)
        watched.receivers.start()
        try:
            await steps(watched)
        finally:
            watched.receivers.close()
        return watched

    return asyncio.run(go())


def light(command: int, repeats: int = 0) -> bytes:
    pulses = [
        Pulse(Kind.SPACE, 500_000),
        *from_durations(encode_nec(0x00, command, repeats=repeats)),
        Pulse(Kind.SPACE, 200_000),
    ]
    return as_words(pulses)


def is_read(table: Table) -> bool:
    return any(note.endswith("is read") for note in table.notes)


def test_light_in_a_fifo_goes_through_lircd_to_an_action(tmp_path: Path) -> None:
    write_conf(tmp_path)
    fifo = tmp_path / "light"
    os.mkfifo(fifo)
    keep = os.open(fifo, os.O_RDWR)
    with lircd(tmp_path, str(fifo)):

        async def steps(table: Table) -> None:
            await table.until(lambda: is_read(table))
            os.write(keep, light(DICE_2))
            await table.until(lambda: len(table.said) >= 1)
            await asyncio.sleep(1.1)
            os.write(keep, light(LIFT, repeats=2))
            await table.until(lambda: any(word == "lift" for word, _, _ in table.said))

        table = run([f"lircd:{tmp_path / 'socket'}"], steps)
    os.close(keep)
    assert table.said[0] == ("dice", ("2",), 0.0)
    assert [word for word, _, held in table.said if held == 0.0] == ["dice", "lift"]


def test_simulated_buttons_arrive_once_each(tmp_path: Path) -> None:
    write_conf(tmp_path)
    with lircd(tmp_path):

        async def steps(table: Table) -> None:
            await table.until(lambda: is_read(table))
            for repeat in range(11):
                await asyncio.to_thread(simulate, tmp_path, "00000000000068a7", repeat, "stop")
            await asyncio.to_thread(simulate, tmp_path, "00000000000068a7", 0, "dice_2")
            await table.until(lambda: len(table.said) >= 2)

        table = run([f"lircd:{tmp_path / 'socket'}"], steps)
    assert table.said == [("stop", (), 0.0), ("dice", ("2",), 0.0)]


def test_lircd_may_die_and_come_back_and_costs_nothing_meanwhile(tmp_path: Path) -> None:
    write_conf(tmp_path)
    spent: list[float] = []

    async def steps(table: Table) -> None:
        with lircd(tmp_path):
            await table.until(lambda: is_read(table))
            await asyncio.to_thread(simulate, tmp_path, "00000000000068a7", 0, "dice")
            await table.until(lambda: len(table.said) == 1)
        await table.until(lambda: any("ended" in note for note in table.notes))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        await asyncio.sleep(2)
        spent.append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
        table.notes.clear()
        with lircd(tmp_path):
            await table.until(lambda: is_read(table))
            await asyncio.to_thread(simulate, tmp_path, "00000000000068a7", 0, "lift")
            await table.until(lambda: len(table.said) == 2)

    table = run([f"lircd:{tmp_path / 'socket'}"], steps)
    assert [word for word, _, _ in table.said] == ["dice", "lift"]
    assert spent[0] < 0.5  # LIRC's own binding takes all of both seconds


def test_light_and_lircd_together_act_once(tmp_path: Path) -> None:
    write_conf(tmp_path)
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ends = []
    for fifo in (ours, theirs):
        os.mkfifo(fifo)
        ends.append(os.open(fifo, os.O_RDWR))
    with lircd(tmp_path, str(theirs)):

        async def steps(table: Table) -> None:
            await table.until(lambda: sum(note.endswith("is read") for note in table.notes) == 2)
            for end in ends:
                os.write(end, light(DICE_2))
            await table.until(lambda: len(table.said) >= 1)
            await asyncio.sleep(0.7)

        table = run([str(ours), f"lircd:{tmp_path / 'socket'}"], steps)
    for end in ends:
        os.close(end)
    assert table.said == [("dice", ("2",), 0.0)]


LIRCRC = """begin
  prog = mjtable
  button = dice_2
  config = throw 2
end
begin
  prog = other
  button = dice
  config = no
end
begin
  prog = mjtable
  button = dice
  config = throw
end
"""


def test_a_lircrc_gives_buttons_their_meaning(tmp_path: Path) -> None:
    write_conf(tmp_path)
    (tmp_path / "lircrc").write_text(LIRCRC, encoding="ascii")
    with lircd(tmp_path) as daemon:
        client = LircrcClient("mjtable", str(tmp_path / "lircrc"), str(tmp_path / "socket"))
        with contextlib.closing(client):
            assert client.strings(0) == []
            for name in ("lift", "dice", "dice_2"):
                simulate(tmp_path, "00000000000068a7", 0, name)
            assert client.strings(10) == ["throw"]
            assert client.strings(10) == ["throw 2"]
            daemon.kill()
            daemon.wait()
            with pytest.raises(LircrcError, match="lircd is gone"):
                client.strings(10)
        with pytest.raises(LircrcError, match="closed"):
            client.strings(0)


def test_a_lircrc_or_lircd_that_is_not_there_is_told(tmp_path: Path) -> None:
    write_conf(tmp_path)
    with pytest.raises(LircrcError, match="does not answer"):
        LircrcClient("mjtable", None, str(tmp_path / "socket"))
    with lircd(tmp_path), pytest.raises(LircrcError, match="cannot be read"):
        LircrcClient("mjtable", str(tmp_path / "none"), str(tmp_path / "socket"))


def test_a_program_for_python_lirc_keeps_working(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_conf(tmp_path)
    (tmp_path / "lircrc").write_text(LIRCRC, encoding="ascii")
    monkeypatch.setenv("LIRC_SOCKET_PATH", str(tmp_path / "socket"))
    with lircd(tmp_path) as daemon:
        sockid = python_lirc.init("mjtable", str(tmp_path / "lircrc"), blocking=False)
        try:
            with pytest.raises(python_lirc.InitError, match="before"):
                python_lirc.init("mjtable")
            assert python_lirc.nextcode() == []
            python_lirc.set_blocking(True, sockid)
            simulate(tmp_path, "00000000000068a7", 0, "dice_2")
            assert python_lirc.nextcode() == ["throw 2"]
            daemon.kill()
            daemon.wait()
            with pytest.raises(python_lirc.NextCodeError, match="lircd is gone"):
                python_lirc.nextcode()
        finally:
            python_lirc.deinit()
    with pytest.raises(python_lirc.DeinitError):
        python_lirc.deinit()
    with pytest.raises(python_lirc.NextCodeError):
        python_lirc.nextcode()
    with pytest.raises(python_lirc.InitError, match="does not answer"):
        python_lirc.init("mjtable", verbose=True)
    with pytest.raises(python_lirc.InitError):
        python_lirc.set_blocking(True, sockid)
