"""Virtual time: waiting costs nothing, order is kept, and a dead program is told so."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from hal.scaled_time import ScaledTimeLoop
from hal.sim import (
    Deadlock,
    TasksLeftRunning,
    TimeSpent,
    VirtualLoop,
    VirtualTimeError,
    run_virtual,
)


def test_a_day_passes_at_once_and_the_clock_shows_it() -> None:
    async def wait() -> float:
        await asyncio.sleep(86_400)
        return asyncio.get_running_loop().time()

    assert run_virtual(wait()) == 86_400


def test_time_starts_at_zero() -> None:
    async def now() -> float:
        return asyncio.get_running_loop().time()

    assert run_virtual(now()) == 0


def test_equal_deadlines_are_first_in_first_out() -> None:
    async def main() -> list[int]:
        loop = asyncio.get_running_loop()
        done: list[int] = []
        for number in range(50):
            loop.call_at(1.0, done.append, number)
        await asyncio.sleep(2.0)
        return done

    assert run_virtual(main()) == list(range(50))


def test_a_cancelled_timer_does_not_fire_and_the_rest_does() -> None:
    async def main() -> list[int]:
        loop = asyncio.get_running_loop()
        done: list[int] = []
        timers = [loop.call_later(1.0, done.append, number) for number in range(300)]
        for timer in timers[::2]:
            timer.cancel()
        await asyncio.sleep(2.0)
        return done

    assert run_virtual(main()) == list(range(1, 300, 2))


def test_waiting_for_what_cannot_happen_is_told_at_once() -> None:
    async def main() -> None:
        await asyncio.Event().wait()

    with pytest.raises(Deadlock, match="nothing is scheduled"):
        run_virtual(main())


async def _for_ever() -> AsyncIterator[float]:
    while True:
        await asyncio.sleep(1.0)
        yield asyncio.get_running_loop().time()


def test_a_loop_that_never_ends_runs_out_of_its_time() -> None:
    async def main() -> None:
        async for _ in _for_ever():
            pass

    with pytest.raises(TimeSpent, match="100 s"):
        run_virtual(main(), limit_s=100)


def test_a_task_left_running_is_named() -> None:
    async def main() -> None:
        task = asyncio.create_task(asyncio.sleep(10), name="forgotten")
        await asyncio.sleep(1)
        assert not task.done()

    with pytest.raises(TasksLeftRunning, match="forgotten"):
        run_virtual(main())


def test_threads_are_refused() -> None:
    async def main() -> None:
        await asyncio.to_thread(time.monotonic)

    with pytest.raises(VirtualTimeError, match="thread"):
        run_virtual(main())


def test_a_timeout_of_virtual_time_interrupts() -> None:
    async def main() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.sleep(60)
        return asyncio.get_running_loop().time()

    assert run_virtual(main()) == 5


def test_a_virtual_loop_can_be_closed_like_any_other() -> None:
    loop = VirtualLoop()
    loop.close()
    assert loop.is_closed()


def test_scaled_time_runs_ahead_of_the_wall_and_serves_sockets() -> None:
    async def main() -> tuple[bytes, float]:
        loop = asyncio.get_running_loop()
        server = await asyncio.start_server(lambda _, writer: _greet(writer), "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        heard = await reader.read()
        writer.close()
        await writer.wait_closed()
        server.close()
        before = loop.time()
        await asyncio.sleep(20)
        return heard, loop.time() - before

    async def _greet(writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    wall = time.monotonic()
    with asyncio.Runner(loop_factory=lambda: ScaledTimeLoop(1_000)) as runner:
        heard, slept = runner.run(main())
    assert heard == b"hello"
    assert slept >= 20
    assert time.monotonic() - wall < slept


@pytest.mark.parametrize("speed", [0, -1])
def test_time_does_not_stand_still_or_run_backwards(speed: float) -> None:
    with pytest.raises(ValueError, match="speed"):
        ScaledTimeLoop(speed)


def test_a_late_process_makes_scaled_time_slow_and_passes_no_timer_over() -> None:
    wall = 0.0
    late_s: list[float] = []

    def clock() -> float:
        nonlocal wall
        wall += 0.001
        return wall

    async def main() -> None:
        nonlocal wall
        loop = asyncio.get_running_loop()
        done = asyncio.Event()

        def note(due_s: float) -> None:
            late_s.append(loop.time() - due_s)

        for due_s in (1.0, 2.0, 3.0, 4.0, 5.0):
            loop.call_at(due_s, note, due_s)
        loop.call_at(5.5, done.set)
        wall += 100.0
        await done.wait()

    with asyncio.Runner(loop_factory=lambda: ScaledTimeLoop(10, clock)) as runner:
        runner.run(main())
    assert late_s == pytest.approx([0.0] * 5, abs=1e-6)
