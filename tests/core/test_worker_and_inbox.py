"""The small parts that everything hangs on: the inbox, a machine's step, listeners."""

import asyncio

from firmware_ctl.core.faults import StepFault
from firmware_ctl.core.inbox import Inbox
from firmware_ctl.core.listeners import Listeners
from firmware_ctl.core.worker import Worker
from hal.sim import run_virtual


def test_messages_are_taken_one_after_another_in_order() -> None:
    inbox = Inbox()
    taken: list[str] = []

    def outer() -> None:
        inbox.post(lambda: taken.append("inner"))
        taken.append("outer")

    inbox.post(outer)
    assert taken == ["outer", "inner"]


def test_a_message_that_fails_leaves_the_inbox_open_for_the_next() -> None:
    inbox = Inbox()
    taken: list[int] = []
    try:
        inbox.post(lambda: taken.append(1 // 0))
    except ZeroDivisionError:
        taken.append(0)
    inbox.post(lambda: taken.append(2))
    assert taken == [0, 2]


class Told:
    """What a worker tells."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.worker = Worker("test", lambda: self.told.append("done"), self._failed)

    def _failed(self, fault: StepFault) -> None:
        self.told.append(fault.kind.code)


def test_a_step_that_is_broken_off_reports_nothing_even_if_it_fails_on_its_way_out() -> None:
    async def main() -> None:
        told = Told()

        async def fails_when_cancelled() -> None:
            try:
                await asyncio.sleep(100)
            finally:
                raise StepFault("E101", why="test")

        told.worker.start("first", fails_when_cancelled, 1000)
        await asyncio.sleep(1)
        told.worker.cancel()
        await told.worker.finish()
        assert told.told == []

    run_virtual(main())


def test_a_new_step_begins_when_all_before_it_have_let_go() -> None:
    async def main() -> None:
        told = Told()
        order: list[str] = []

        async def slow_to_let_go(name: str) -> None:
            try:
                await asyncio.sleep(100)
            finally:
                await asyncio.sleep(2)
                order.append(f"{name} has let go")

        async def last() -> None:
            order.append("last begins")

        told.worker.start("first", lambda: slow_to_let_go("first"), 1000)
        await asyncio.sleep(1)
        told.worker.cancel()  # and nothing is started for it
        told.worker.start("last", last, 1000)
        await asyncio.sleep(5)
        assert order == ["first has let go", "last begins"]
        assert told.told == ["done"]
        assert not told.worker.running

    run_virtual(main())


def test_only_the_present_step_is_heard() -> None:
    async def main() -> None:
        told = Told()

        async def fails() -> None:
            raise StepFault("E204", 1)

        async def waits() -> None:
            await asyncio.sleep(5)

        told.worker.start("fails", fails, 10)
        await asyncio.sleep(1)
        told.worker.start("too slow", waits, 2)
        await asyncio.sleep(10)
        told.worker.start("fine", waits, 10)
        await asyncio.sleep(10)
        assert told.told == ["E204", "E902", "done"]

    run_virtual(main())


def test_what_goes_wrong_in_telling_that_a_step_is_done_is_a_fault_too() -> None:
    async def main() -> None:
        codes: list[str] = []

        def done() -> None:
            raise ZeroDivisionError

        async def step() -> None:
            await asyncio.sleep(1)

        worker = Worker("test", done, lambda fault: codes.append(fault.kind.code))
        worker.start("step", step, 10)
        await asyncio.sleep(2)
        assert codes == ["E901"]

    run_virtual(main())


def test_a_listener_that_fails_is_told_no_more_and_nobody_else_minds() -> None:
    heard: list[int] = []
    listeners: Listeners[int] = Listeners()
    failures: list[int] = []

    def failing(number: int) -> None:
        failures.append(number)
        raise ZeroDivisionError(number)

    listeners.add(failing)
    leave = listeners.add(heard.append)
    listeners.tell(3)
    leave()
    leave()
    listeners.tell(4)
    assert heard == [3]
    assert failures == [3]
