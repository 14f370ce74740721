"""What systemd hears, and when it hears nothing."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_ctl.notify import Notifier
from hal.sim import run_virtual


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(manager: socket.socket) -> list[str]:
    messages: list[str] = []
    while True:
        try:
            messages.append(manager.recv(4096).decode())
        except BlockingIOError:
            return messages


def test_states_are_told_one_a_line(manager: socket.socket) -> None:
    Notifier({"NOTIFY_SOCKET": manager.getsockname()}).tell(READY="1", STATUS="simulated")
    assert heard(manager) == ["READY=1\nSTATUS=simulated"]


def test_an_abstract_socket_is_reached() -> None:
    name = f"mjtable-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name)
        listening.setblocking(False)
        Notifier({"NOTIFY_SOCKET": "@" + name}).tell(STOPPING="1")
        assert heard(listening) == ["STOPPING=1"]


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "/no/where"}])
def test_without_a_manager_nothing_happens(environ: dict[str, str]) -> None:
    Notifier(environ).tell(READY="1")


@pytest.mark.parametrize(
    ("environ", "period"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdogs_period_is_taken_only_when_meant_for_us(
    environ: dict[str, str], period: float | None
) -> None:
    assert Notifier(environ).watchdog_s == period


def test_the_watchdog_is_fed_at_half_its_period_while_all_is_well(manager: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "10000000"})
    well = True
    fed: list[int] = []

    async def main() -> None:
        nonlocal well
        feeding = asyncio.create_task(notifier.feed_watchdog(lambda: well))
        for well in (True, False, True):  # noqa: B007
            await asyncio.sleep(19)
            fed.append(len(heard(manager)))
        feeding.cancel()
        await asyncio.wait([feeding])

    run_virtual(main())
    assert fed == [4, 0, 4]


def test_without_a_watchdog_nothing_is_fed(manager: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname()})

    async def main() -> None:
        feeding = asyncio.create_task(notifier.feed_watchdog(lambda: True))
        await asyncio.sleep(100)
        feeding.cancel()
        await asyncio.wait([feeding])

    run_virtual(main())
    assert heard(manager) == []


def test_a_control_loop_that_hangs_feeds_no_more(manager: socket.socket) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": "10000"})

    async def main() -> None:
        feeding = asyncio.create_task(notifier.feed_watchdog(lambda: True))
        await asyncio.sleep(0)
        assert heard(manager) == ["WATCHDOG=1"]
        manager.settimeout(0.1)  # ten periods, in which the loop cannot run
        with pytest.raises(TimeoutError):
            manager.recv(4096)
        manager.setblocking(False)
        feeding.cancel()
        await asyncio.wait([feeding])

    asyncio.run(main())
