"""What follows from a verdict of the wall check: it is told once, and a red one bars the lift."""

import asyncio

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.faults import KINDS, Holds
from firmware_ctl.core.judgement import Judgement, fault_of
from firmware_ctl.core.states import Surface
from rules.integrity.levels import Level
from rules.languages import Language
from tests.support.bench import FEW, Bench, play


def judgement(level: Level, hand: int = 1) -> Judgement:
    words = {language.value: f"{level.value} in {language.value}" for language in Language}
    e = {"full": 4.7, "A": 9.3, "B": -0.2, "C": 0.1}
    return Judgement(hand, hand, level, "", order_checked=True, e=e, words=words)


async def said(bench: Bench, level: Level, hand: int = 1) -> None:
    bench.controller.judge(judgement(level, hand))
    await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("before", "now", "code"),
    [
        (None, Level.OK, None),
        (None, Level.INFORM, None),
        (None, Level.AMBER, "E702"),
        (None, Level.RED, "E703"),
        (None, Level.BLOCK, "E703"),
        (Level.OK, Level.RED, "E703"),
        (Level.AMBER, Level.AMBER, None),
        (Level.AMBER, Level.RED, "E703"),
        (Level.RED, Level.RED, None),
        (Level.RED, Level.AMBER, None),
        (Level.RED, Level.BLOCK, "E703"),
        (Level.INFORM, Level.OK, None),
    ],
)
def test_only_a_rise_makes_a_fault(before: Level | None, now: Level, code: str | None) -> None:
    known = None if before is None else judgement(before)
    fault = fault_of(judgement(now), known)
    assert (None if fault is None else fault.kind.code) == code


@pytest.mark.parametrize("code", ["E702", "E703", "E704"])
def test_no_verdict_stops_a_motor(code: str) -> None:
    assert KINDS[code].holds is Holds.NOTHING


def test_after_a_red_verdict_no_cycle_begins_before_somebody_has_acknowledged() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        await bench.loaded()
        bench.do(Word.HAND_END)
        await said(bench, Level.RED)
        refused = bench.say(Word.LIFT)
        assert (refused.ok, refused.code) == (False, "not-now")
        assert Word.LIFT.value not in bench.controller.snapshot().allowed
        bench.acknowledge_all()
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.OPEN)

    play(scenario, FEW)


def test_an_open_well_can_always_be_closed_again() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        await bench.open()
        await said(bench, Level.RED)
        bench.do(Word.LIFT)
        await bench.until(lambda: bench.surface is Surface.READY)

    play(scenario, FEW)


def test_a_verdict_is_shown_in_every_language_beside_what_the_tiles_are() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        before = bench.controller.snapshot(Language.JA).verdict
        await said(bench, Level.AMBER)
        shown = bench.controller.snapshot(Language.JA).verdict
        assert shown.level == Level.AMBER.value
        assert shown.text == f"{before.text} amber in ja"

    play(scenario, FEW)


def test_what_was_said_before_a_start_is_shown_and_nothing_follows_from_it_again() -> None:
    async def scenario(bench: Bench) -> None:
        bench.controller.recall(judgement(Level.RED))
        await said(bench, Level.RED, hand=2)
        assert bench.codes == []
        assert bench.controller.snapshot().verdict.level == Level.RED.value

    play(scenario, FEW)


def test_a_verdict_is_noted_with_its_evidence() -> None:
    async def scenario(bench: Bench) -> None:
        await said(bench, Level.INFORM, hand=3)
        noted = [event for event in bench.events if event["event"] == "judged"]
        assert [(one["hand"], one["level"], one["e_A"]) for one in noted] == [(3, "inform", 9300)]

    play(scenario, FEW)
