"""The channel is open to anybody: rates, strangers, master switch, log, one path at a time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.inputs.remote import RemoteInput
from firmware_ctl.inputs.remote_guard import (
    ACTIONS,
    CLOSED_S,
    STRANGERS,
    Guard,
    Record,
)
from firmware_ctl.inputs.remote_keys import LIFE_S, KeyInput
from firmware_ctl.inputs.remote_maps import load_key_map
from firmware_ctl.inputs.remote_paths import OWNED_S, OnePath
from ir_codes.encoder import encode_nec
from ir_codes.pulses import Kind, Pulse, as_words, from_durations
from ir_codes.scancodes import Code

Said = tuple[str, tuple[str, ...], float]


class Desk:
    """A guard whose notes and records are kept."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self.records: list[Record] = []
        self.guard = Guard(self.notes.append, self.records.append)


def test_five_actions_a_second_pass_and_the_sixth_is_told() -> None:
    desk = Desk()
    passed = [desk.guard.admit("dice", "dice", at / 10) for at in range(ACTIONS + 3)]
    assert passed == [True] * ACTIONS + [False] * 3
    assert desk.notes == ["more than 5 commands a second from the remote: ignored"] * 3
    assert desk.guard.admit("dice", "dice", 1.01)


def test_stop_always_passes() -> None:
    desk = Desk()
    desk.guard.enabled = False
    assert all(desk.guard.admit("stop", "stop", 0.0) for _ in range(50))
    assert not desk.guard.admit("lift", "lift", 100.0)


def test_somebody_who_tries_codes_out_closes_the_channel_until_it_is_quiet() -> None:
    desk = Desk()
    for n in range(STRANGERS):
        desk.guard.stranger("nec 0x05 0x01", n * 0.2)
    assert len(desk.notes) == 1
    last = (STRANGERS - 1) * 0.2
    assert not desk.guard.admit("lift", "lift", last + CLOSED_S - 0.1)
    assert desk.guard.admit("stop", "stop", last + 1)
    desk.guard.stranger("nec 0x05 0x01", last + 3)  # goes on: the time begins anew
    assert not desk.guard.admit("lift", "lift", last + CLOSED_S + 1)
    assert desk.guard.admit("lift", "lift", last + 3 + CLOSED_S)
    assert len(desk.notes) == 1


def test_a_neighbour_s_television_does_not_close_the_channel() -> None:
    desk = Desk()
    for n in range(200):
        desk.guard.stranger("nec 0x04 0x02", n * 0.6)
    assert desk.guard.admit("lift", "lift", 120.0)
    assert desk.guard.strangers == 200


@given(st.lists(st.floats(0, 0.5), max_size=200))
def test_no_second_ever_has_more_than_five_actions(steps: list[float]) -> None:
    guard = Guard()
    now = 0.0
    admitted: list[float] = []
    for step in steps:
        now += step
        if guard.admit("dice", "dice", now):
            admitted.append(now)
    for begin in admitted:
        assert sum(begin <= at < begin + 1 for at in admitted) <= ACTIONS


def test_every_frame_is_in_the_log_with_its_reason() -> None:
    desk = Desk()
    remote = RemoteInput(load_key_map("21-key"), lambda *_: None, guard=desk.guard)
    for address, command in ((0x00, 0x16), (0x05, 0x16)):
        pulses = [*from_durations(encode_nec(address, command)), Pulse(Kind.TIMEOUT, 125_000)]
        remote.feed(as_words(pulses))
    remote.feed(as_words([*from_durations((300, 900, 200)), Pulse(Kind.TIMEOUT, 125_000)]))
    assert [(record.what, record.why, record.accepted) for record in desk.records] == [
        ("nec 0x00 0x16 dice", "", True),
        ("nec 0x05 0x16", "unpaired", False),
        ("no frame", "noise", False),
    ]
    times = [record.at_s for record in desk.records]
    assert times == sorted(times)


def test_a_press_that_was_not_admitted_says_nothing_while_it_is_held() -> None:
    said: list[Said] = []
    guard = Guard()
    guard.enabled = False
    remote = RemoteInput(load_key_map("21-key"), lambda *word: said.append(word), guard=guard)
    pulses = [*from_durations(encode_nec(0x00, 0x46, repeats=5)), Pulse(Kind.TIMEOUT, 125_000)]
    remote.feed(as_words(pulses))
    assert said == []


class Keyboard:
    """Decoded keys with a clock that is turned by hand."""

    def __init__(self) -> None:
        self.now = 10.0
        self.said: list[Said] = []
        self.released: list[Said] = []
        self.records: list[Record] = []
        self.keys = KeyInput(
            load_key_map("21-key"),
            lambda *word: self.said.append(word),
            lambda: self.now,
            lambda *word: self.released.append(word),
            Guard(record=self.records.append),
        )


LIFT = Code(0x00, extended=False, command=0x46)
DICE = Code(0x00, extended=False, command=0x16)


def test_a_decoded_press_is_one_word_and_holds_only_where_it_may() -> None:
    board = Keyboard()
    for code in (DICE, LIFT):
        board.keys.code(code, repeat=False)
        for _ in range(3):
            board.now += 0.11
            board.keys.code(code, repeat=True)
        board.now += 1
    assert [(word, round(held, 2)) for word, _, held in board.said] == [
        ("dice", 0.0),
        ("lift", 0.0),
        ("lift", 0.11),
        ("lift", 0.22),
        ("lift", 0.33),
    ]


def test_a_repeat_of_a_press_that_was_missed_is_nothing() -> None:
    board = Keyboard()
    board.keys.code(DICE, repeat=False)
    board.now += 0.1
    board.keys.code(LIFT, repeat=True)
    board.now += LIFE_S + 0.1
    board.keys.code(DICE, repeat=True)
    assert [word for word, _, _ in board.said] == ["dice"]
    assert [record.why for record in board.records] == ["", "orphan repeat", "orphan repeat"]


def test_a_press_is_released_when_it_is_not_repeated_and_when_the_source_is_lost() -> None:
    board = Keyboard()
    board.keys.code(LIFT, repeat=False)
    board.now += LIFE_S + 0.01
    board.keys.idle()
    assert [word for word, _, _ in board.released] == ["lift"]
    board.keys.code(LIFT, repeat=False)
    board.keys.reset()
    assert len(board.released) == 2


@pytest.mark.parametrize(
    ("name", "word", "arguments"),
    [("dice", "dice", ()), ("dice_2", "dice", ("2",)), ("program_next", "program", ("next",))],
)
def test_buttons_are_known_by_their_names(name: str, word: str, arguments: tuple[str, ...]) -> None:
    board = Keyboard()
    board.keys.button(name, repeat=False)
    assert board.said == [(word, arguments, 0.0)]


def test_a_button_that_the_key_map_does_not_know_is_a_stranger() -> None:
    board = Keyboard()
    for name in ("KEY_POWER", "home", "resume"):
        board.keys.button(name, repeat=False)
    assert board.said == []
    assert [record.why for record in board.records] == ["unpaired"] * 3


def test_the_same_press_through_three_receivers_acts_once() -> None:
    said: list[Said] = []
    now = [0.0]
    paths = OnePath(lambda *word: said.append(word), lambda: now[0])
    light, lircd, kernel = (paths.path(name) for name in ("light", "lircd", "kernel"))
    for begin in (0.0, 2.0, 2.3):
        now[0] = begin
        light("lift", (), 0.0)
        now[0] = begin + 0.08
        kernel("lift", (), 0.0)
        now[0] = begin + 0.2
        lircd("lift", (), 0.0)
    assert said == [("lift", (), 0.0)] * 3


def test_another_receiver_takes_over_when_the_first_is_silent_but_not_inside_a_hold() -> None:
    said: list[Said] = []
    now = [0.0]
    paths = OnePath(lambda *word: said.append(word), lambda: now[0])
    light, lircd = paths.path("light"), paths.path("lircd")
    light("lift", (), 0.0)
    now[0] = OWNED_S + 0.1
    lircd("lift", (), 1.0)
    lircd("dice", (), 0.0)
    now[0] += 0.1
    light("dice", (), 0.0)
    assert said == [("lift", (), 0.0), ("dice", (), 0.0)]
