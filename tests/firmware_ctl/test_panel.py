"""The keys on the frame, pressed at given times, and the commands that they become."""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import Command, Origin, Reply
from firmware_ctl.inputs.panel import HOLD_S, Panel
from hal.events import InputChanged
from hal.ids import KEYS_DICE, KEYS_LIFT, Input

LEFT, RIGHT = KEYS_LIFT


@dataclass(slots=True)
class Later:
    """A call that may be cancelled."""

    call: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class Bench:
    """A panel with a clock of its own and a table that refuses what it is told to."""

    def __init__(self, *refuses: str) -> None:
        self.refuses = refuses
        self.said: list[str] = []
        self.now = 0.0
        self._timers: list[tuple[float, int, Later]] = []
        self._order = itertools.count()
        self.panel = Panel(self._submit, self._call_later)

    def _submit(self, command: Command) -> Reply:
        assert command.origin is Origin.PANEL
        self.said.append(" ".join([command.word, *map(str, command.args.values())]))
        return Reply(ok=command.word not in self.refuses, code="not-now", why="no")

    def _call_later(self, delay: float, call: Callable[[], None]) -> Later:
        later = Later(call)
        heapq.heappush(self._timers, (self.now + delay, next(self._order), later))
        return later

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self._timers and self._timers[0][0] <= end:
            self.now, _, later = heapq.heappop(self._timers)
            if not later.cancelled:
                later.call()
        self.now = end

    def press(self, key: Input) -> None:
        self.panel.feed(InputChanged(self.now, key, level=True))

    def release(self, key: Input) -> None:
        self.panel.feed(InputChanged(self.now, key, level=False))


def loading() -> Bench:
    """Return a bench whose table loads: it refuses ``lift`` and takes ``open-loading``."""
    return Bench("lift")


@pytest.mark.parametrize("key", KEYS_LIFT)
def test_a_press_of_a_lift_key_is_one_lift(key: Input) -> None:
    bench = Bench()
    bench.press(key)
    bench.wait(0.2)
    bench.release(key)
    bench.wait(60)
    assert bench.said == ["lift"]


@pytest.mark.parametrize(("side", "key"), list(enumerate(KEYS_DICE)))
def test_each_dice_key_throws_for_its_side(side: int, key: Input) -> None:
    bench = Bench()
    bench.press(key)
    bench.release(key)
    assert bench.said == [f"dice {side}"]


def test_reset_stops_when_pressed_and_homes_when_released() -> None:
    bench = Bench()
    bench.press(Input.KEY_RESET)
    assert bench.said == ["stop"]
    bench.wait(10)
    bench.release(Input.KEY_RESET)
    assert bench.said == ["stop", "home"]


def test_both_lift_keys_at_once_open_a_table_that_loads() -> None:
    bench = loading()
    bench.press(LEFT)
    bench.wait(0.1)
    bench.press(RIGHT)
    assert bench.said == ["lift", "open-loading"]
    bench.wait(60)
    assert bench.said == ["lift", "open-loading"]


@pytest.mark.parametrize("key", KEYS_LIFT)
def test_a_lift_key_held_opens_a_table_that_loads(key: Input) -> None:
    bench = loading()
    bench.press(key)
    bench.wait(HOLD_S - 0.01)
    assert bench.said == ["lift"]
    bench.wait(0.01)
    assert bench.said == ["lift", "open-loading"]


def test_a_lift_key_let_go_too_early_opens_nothing() -> None:
    bench = loading()
    bench.press(LEFT)
    bench.wait(HOLD_S - 0.01)
    bench.release(LEFT)
    bench.wait(60)
    assert bench.said == ["lift"]


def test_an_open_loading_is_marked_as_held_which_alone_lets_a_hold_start_it() -> None:
    taken: list[Command] = []

    def refuse(command: Command) -> Reply:
        taken.append(command)
        return Reply(ok=False)

    panel = Panel(refuse, lambda _, call: Later(call))
    panel.feed(InputChanged(0.0, LEFT, level=True))
    panel.feed(InputChanged(0.1, RIGHT, level=True))
    assert [(command.word, command.held) for command in taken] == [
        ("lift", False),
        ("open-loading", True),
        ("service", False),  # both keys of a table that takes nothing: the number test mode
    ]


def test_on_a_table_that_deals_a_lift_key_brings_the_hands_up() -> None:
    taken: list[str] = []

    def submit(command: Command) -> Reply:
        taken.append(command.word)
        return Reply(ok=command.word == "deal")

    panel = Panel(submit, lambda _, call: Later(call), deals=True)
    panel.feed(InputChanged(0.0, LEFT, level=True))
    panel.feed(InputChanged(0.1, RIGHT, level=True))  # a press that did something does no more
    assert taken == ["lift", "deal"]


def test_a_lift_that_was_taken_is_not_followed_by_anything_however_long_the_key_is_held() -> None:
    bench = Bench()
    bench.press(LEFT)
    bench.wait(0.1)
    bench.press(RIGHT)
    bench.wait(60)
    assert bench.said == ["lift"]


def test_two_presses_one_after_the_other_are_two_lifts() -> None:
    bench = Bench()
    for key in (LEFT, RIGHT):
        bench.press(key)
        bench.wait(0.2)
        bench.release(key)
    assert bench.said == ["lift", "lift"]


def test_a_key_held_while_the_link_is_lost_counts_for_nothing() -> None:
    bench = loading()
    bench.press(LEFT)
    bench.panel.forget()
    bench.wait(60)
    bench.press(RIGHT)
    assert bench.said == ["lift", "lift"]


def test_inputs_that_are_no_keys_pass() -> None:
    bench = Bench()
    for input_ in set(Input) - {*KEYS_LIFT, *KEYS_DICE, Input.KEY_RESET}:
        bench.press(input_)
        bench.release(input_)
    assert bench.said == []


@given(
    st.lists(st.tuples(st.sampled_from(KEYS_LIFT), st.booleans(), st.floats(0, 3)), max_size=30),
    st.booleans(),
)
def test_however_the_lift_keys_are_played_each_press_says_one_word_at_most(
    moves: list[tuple[Input, bool, float]], refusing: bool
) -> None:
    bench = loading() if refusing else Bench()
    presses = 0
    for key, down, pause in moves:
        presses += down
        (bench.press if down else bench.release)(key)
        bench.wait(pause)
    lifts, opens = bench.said.count("lift"), bench.said.count("open-loading")
    assert lifts <= presses
    assert opens <= (lifts if refusing else 0)
