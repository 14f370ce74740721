"""The plant's queue: exact times, kept order, cancelling, and one timer of the loop."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.sim import run_virtual
from hal.sim.kernel import EndlessInstant, Kernel


@given(st.lists(st.integers(0, 1_000), max_size=60))
def test_things_are_done_by_time_and_among_equals_by_who_came_first(times: list[int]) -> None:
    kernel = Kernel()
    done: list[int] = []
    for number, time_us in enumerate(times):
        kernel.at(time_us, done.append, number)
    kernel.advance(1)
    assert done == sorted(range(len(times)), key=lambda number: times[number])


@given(st.lists(st.booleans(), max_size=60))
def test_what_is_cancelled_is_not_done(kept: list[bool]) -> None:
    kernel = Kernel()
    done: list[int] = []
    handles = [kernel.after(number % 7, done.append, number) for number in range(len(kept))]
    for handle, keep in zip(handles, kept, strict=True):
        if not keep:
            kernel.cancel(handle)
    kernel.advance(1)
    assert sorted(done) == [number for number, keep in enumerate(kept) if keep]


def test_each_thing_sees_its_own_time() -> None:
    kernel = Kernel()
    seen: list[int] = []
    for time_us in (30, 10, 20):
        kernel.at(time_us, lambda _: seen.append(kernel.now))
    kernel.advance(1)
    assert seen == [10, 20, 30]
    assert kernel.now == 1_000_000


def test_what_is_asked_for_in_the_past_is_done_next() -> None:
    kernel = Kernel()
    seen: list[int] = []
    kernel.at(50, lambda _: kernel.at(10, lambda _: seen.append(kernel.now)))
    kernel.advance(1)
    assert seen == [50]


def test_a_queue_on_a_loop_wakes_by_its_rule_and_keeps_exact_times() -> None:
    async def main() -> list[tuple[int, float]]:
        loop = asyncio.get_running_loop()
        kernel = Kernel(loop)
        kernel.wake_rule = lambda time_us: -(-time_us // 1_000) * 1_000
        seen: list[tuple[int, float]] = []
        for time_us in (1_100, 1_900, 2_500):
            kernel.at(time_us, lambda _: seen.append((kernel.now, loop.time())))
        await asyncio.sleep(1)
        return seen

    assert run_virtual(main()) == [(1_100, 0.002), (1_900, 0.002), (2_500, 0.003)]


def test_whoever_looks_first_catches_up() -> None:
    async def main() -> list[int]:
        kernel = Kernel(asyncio.get_running_loop())
        kernel.wake_rule = lambda _: 10_000_000
        seen: list[int] = []
        kernel.at(500_000, lambda _: seen.append(kernel.now))
        await asyncio.sleep(1)
        assert seen == []
        kernel.catch_up()
        return seen

    assert run_virtual(main()) == [500_000]


def test_a_queue_on_a_loop_cannot_be_pushed_by_hand() -> None:
    async def main() -> None:
        Kernel(asyncio.get_running_loop()).advance(1)

    with pytest.raises(RuntimeError, match="event loop"):
        run_virtual(main())


def test_a_circle_without_delay_is_found() -> None:
    kernel = Kernel()

    def again(_: int) -> None:
        kernel.after(0, again)

    again(0)
    with pytest.raises(EndlessInstant, match="again"):
        kernel.advance(1)


def test_what_is_quiet_does_not_wake_the_loop_before_it_can_matter() -> None:
    async def main() -> list[tuple[int, float]]:
        loop = asyncio.get_running_loop()
        kernel = Kernel(loop)
        seen: list[tuple[int, float]] = []
        kernel.at(100_000, lambda _: seen.append((kernel.now, loop.time())), quiet=300_000)
        kernel.at(250_000, lambda _: seen.append((kernel.now, loop.time())))
        await asyncio.sleep(1)
        return seen

    assert run_virtual(main()) == [(100_000, 0.25), (250_000, 0.25)]
