"""Ending a session: this hand is played out, then nothing begins and power may be cut."""

import pytest

from firmware_ctl.core.commands import Origin, Word
from firmware_ctl.core.gate import NEXT_HAND
from firmware_ctl.core.session import Session, SessionPhase
from firmware_ctl.core.snapshot import SessionView
from firmware_ctl.core.states import Surface
from tests.support.bench import Bench, play


@pytest.mark.parametrize(
    ("closing", "hand_runs", "phase"),
    [
        (False, False, SessionPhase.OPEN),
        (False, True, SessionPhase.OPEN),
        (True, True, SessionPhase.ENDING),
        (True, False, SessionPhase.ENDED),
    ],
)
def test_how_far_a_session_is(*, closing: bool, hand_runs: bool, phase: SessionPhase) -> None:
    session = Session()
    session.closing = closing
    assert session.phase(hand_runs=hand_runs) is phase


def shown(bench: Bench) -> SessionView:
    view = bench.controller.snapshot().session
    assert view is not None
    return view


def test_a_table_starts_open_and_is_never_safe_to_cut_by_itself() -> None:
    async def scenario(bench: Bench) -> None:
        assert shown(bench) == SessionView("open", safe_to_cut=False)
        await bench.home()
        assert shown(bench) == SessionView("open", safe_to_cut=False)

    play(scenario)


def test_the_hand_at_the_table_is_played_out_and_two_lifts_end_it_without_opening() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        await bench.loaded()
        reply = bench.do(Word.SESSION, Origin.MQTT, state="end")
        assert "this hand" in reply.why
        assert shown(bench) == SessionView("ending", safe_to_cut=False)
        bench.do(Word.DICE)
        await bench.until(lambda: not bench.controller.play.throwing)
        assert not bench.say(Word.LIFT).ok, "one press alone ends nothing"
        bench.do(Word.LIFT)
        assert bench.surface is Surface.READY
        assert shown(bench) == SessionView("ended", safe_to_cut=True)
        refused = bench.say(Word.LIFT)
        assert "session" in refused.why

    play(scenario)


def test_the_referee_ends_it_too() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        await bench.loaded()
        bench.do(Word.SESSION, Origin.MQTT, state="end")
        bench.do(Word.HAND_END, Origin.CLI)
        assert shown(bench).phase == "ended"

    play(scenario)


def test_while_tiles_are_being_stacked_power_may_not_be_cut() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        bench.do(Word.SESSION, Origin.MQTT, state="end")
        assert shown(bench) == SessionView("ended", safe_to_cut=False)
        await bench.loaded()
        assert shown(bench) == SessionView("ended", safe_to_cut=True)

    play(scenario)


def test_nothing_of_another_hand_begins_until_somebody_starts_a_session() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.walls_up()
        await bench.loaded()
        bench.do(Word.SESSION, Origin.CLI, state="end")
        for word in NEXT_HAND:
            assert not bench.say(word).ok, word
        assert not set(NEXT_HAND) & set(bench.controller.snapshot().allowed)
        bench.do(Word.SESSION, Origin.CLI, state="start")
        bench.do(Word.DICE)
        await bench.until(lambda: bench.surface is Surface.PLAY)

    play(scenario)


def test_a_lock_keeps_nobody_from_ending_a_session_and_the_remote_cannot() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.do(Word.LOCK)
        assert not bench.say(Word.SESSION, Origin.REMOTE, state="end").ok
        bench.do(Word.SESSION, Origin.MQTT, state="end")
        assert shown(bench).safe_to_cut

    play(scenario)


def test_every_change_is_told_as_an_event() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.home()
        bench.do(Word.SESSION, Origin.CLI, state="end")
        bench.do(Word.SESSION, Origin.CLI, state="start")
        await bench.controller.acknowledged()
        told = [event["phase"] for event in bench.events if event["event"] == "session"]
        assert told == ["ended", "open"]

    play(scenario)
