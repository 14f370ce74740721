"""What people rely on is told once it is on the card; the machine waits for nothing."""

import asyncio
from dataclasses import dataclass, field

import pytest

from firmware_ctl.core.announcing import PATIENCE_S, RELIED_ON
from firmware_ctl.core.commands import Argument, Command, Word
from firmware_ctl.core.snapshot import RecordView, SessionView
from firmware_ctl.core.states import Surface
from tests.support.bench import Bench, play


@dataclass(slots=True)
class SlowCard:
    """A record that has everything once the test says so."""

    ready: asyncio.Event = field(default_factory=asyncio.Event)

    def view(self) -> RecordView:
        return RecordView(1, "00", 0, acknowledged=True)

    async def kept(self) -> bool:
        await self.ready.wait()
        return True


def _told(bench: Bench) -> list[object]:
    return [event["event"] for event in bench.events if event["event"] in RELIED_ON]


def _acknowledged(bench: Bench) -> bool:
    record = bench.controller.snapshot().record
    assert record is not None
    return record.acknowledged


def test_a_throw_and_the_hand_that_it_begins_are_told_when_the_card_has_them() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        card = SlowCard()
        bench.controller.keep(card)
        bench.events.clear()
        bench.do(Word.DICE)
        await asyncio.sleep(PATIENCE_S / 2)
        shown = bench.controller.snapshot()
        assert bench.surface is Surface.PLAY
        assert (_told(bench), shown.hand.state, shown.dice.faces) == ([], "none", None)
        assert not _acknowledged(bench)
        card.ready.set()
        await bench.controller.acknowledged()
        shown = bench.controller.snapshot()
        assert _told(bench) == ["hand-began", "dice"]
        assert (shown.hand.state, shown.dice.faces) == ("running", (3, 4))
        assert _acknowledged(bench)

    play(scenario)


@pytest.mark.parametrize(
    ("word", "args"),
    [
        (Word.DEALER, {"side": 2}),
        (Word.PROGRAM, {"number": "next"}),
        (Word.VARIANT, {"id": "MCR"}),
        (Word.SESSION, {"state": "end"}),
        (Word.STOW, {"state": "on"}),
    ],
)
def test_the_receipt_of_a_command_whose_effect_lasts_comes_when_the_card_has_it(
    word: Word, args: dict[str, Argument]
) -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        card = SlowCard()
        bench.controller.keep(card)
        bench.events.clear()
        assert bench.controller.submit(Command(word, args)).ok
        await asyncio.sleep(PATIENCE_S / 2)
        assert (bench.events, _acknowledged(bench)) == ([], False)
        card.ready.set()
        await bench.controller.acknowledged()
        assert [event["word"] for event in bench.events if event["event"] == "command"] == [word]
        assert _acknowledged(bench)

    play(scenario)


def test_an_ended_session_is_shown_and_safe_to_cut_when_the_card_has_it() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        card = SlowCard()
        bench.controller.keep(card)
        bench.do(Word.SESSION, state="end")
        assert bench.controller.snapshot().session == SessionView("open", safe_to_cut=False)
        card.ready.set()
        await bench.controller.acknowledged()
        assert bench.controller.snapshot().session == SessionView("ended", safe_to_cut=True)

    play(scenario)


def test_a_stop_waits_for_no_card_and_is_shown_at_once() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.controller.keep(SlowCard())
        bench.do(Word.DICE)
        bench.do(Word.STOP)
        assert bench.driven == []
        assert bench.controller.snapshot().surface == Surface.PAUSED.value

    play(scenario)


def test_a_card_that_never_answers_holds_nothing_back_for_long() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.controller.keep(SlowCard())
        bench.do(Word.DICE)
        await asyncio.sleep(PATIENCE_S + 0.5)
        assert bench.controller.snapshot().hand.state == "running"

    play(scenario)


@pytest.mark.parametrize("watching", [True, False])
def test_a_listener_that_fails_is_a_fault_that_holds_nothing(watching: bool) -> None:
    async def scenario(bench: Bench) -> None:
        def fail(*_: object) -> None:
            raise RuntimeError("a view's mistake")

        if watching:
            bench.controller.watch(fail)
        else:
            bench.controller.subscribe(fail)
        bench.do(Word.HOME)
        await bench.fault("E904")
        await bench.until(lambda: bench.surface is Surface.READY)

    play(scenario)
