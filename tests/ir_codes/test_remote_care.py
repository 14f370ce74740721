"""Pairing, watching and diagnosing a remote."""

import random
from collections.abc import Sequence

import pytest

from firmware_ctl.inputs.remote_maps import SHIPPED_MAPS, load_key_map
from ir_codes.diagnosis import Trouble, examine
from ir_codes.encoder import encode_nec, encode_raw, pack_nec
from ir_codes.frames import Frame, Reason
from ir_codes.keymap import KeyMap
from ir_codes.learning import FUNCTIONS, Answer, Learner, Learnt, warnings
from ir_codes.measure import marks_of, timing_of
from ir_codes.picture import REASONS, picture, timing_words
from ir_codes.presses import Pressed, Released
from ir_codes.pulses import Kind, Pulse, from_durations
from ir_codes.scancodes import Code
from ir_codes.signals import MOST_INTERVALS, Heard, SignalCutter
from ir_codes.stream import PressStream, paired_stream
from ir_codes.words import REMOTE_WORDS, complaint
from tests.ir_codes.signals import moved


def pressed(command: int, address: int = 0x31) -> Pressed:
    raw = pack_nec(address, command)
    return Pressed(Frame(address, False, command, raw, 0, 68_000))


def test_functions_are_asked_for_in_turn_and_become_a_key_map() -> None:
    learner = Learner()
    for command in range(len(FUNCTIONS)):
        assert learner.asked == FUNCTIONS[command]
        learnt = learner.feed(pressed(command))
        assert learnt is not None
        assert learnt.answer is Answer.TAKEN
    assert learner.asked is None
    key_map = learner.key_map("ours")
    assert [key.text for key in key_map.keys.values()] == list(FUNCTIONS)
    assert {key.text for key in key_map.keys.values() if key.may_hold} == {"lift", "open-loading"}


def test_every_function_that_is_asked_for_is_a_word_of_the_remote() -> None:
    assert [complaint(function, REMOTE_WORDS) for function in FUNCTIONS] == [None] * len(FUNCTIONS)


def test_no_two_functions_share_a_key_and_no_other_remote_is_taken() -> None:
    learner = Learner(("dice", "lift"))
    answers = [learner.feed(pressed(1)), learner.feed(pressed(1)), learner.feed(pressed(2, 0x32))]
    assert [learnt.answer for learnt in answers if learnt is not None] == [
        Answer.TAKEN,
        Answer.USED,
        Answer.STRANGER,
    ]
    assert learner.asked == "lift"
    assert learner.remote == Code(0x31, False, 1)


def test_repeats_and_releases_are_no_presses_and_functions_may_be_left_out() -> None:
    learner = Learner(("dice", "lift"))
    frame = pressed(1).frame
    assert learner.feed(Released(frame, 0, 0)) is None
    learner.skip()
    assert learner.feed(pressed(1)) == Learnt(Code(0x31, False, 1), Answer.TAKEN, "lift")
    assert learner.feed(pressed(2)) == Learnt(Code(0x31, False, 2), Answer.DONE, "")
    assert [key.text for key in learner.key_map("r").keys.values()] == ["lift"]


def test_nothing_learnt_is_an_empty_text() -> None:
    assert Learner().key_map_text("r") == ""


def test_people_are_warned_of_common_addresses() -> None:
    common = [load_key_map(name) for name in SHIPPED_MAPS]
    told = warnings(Code(0x00, False, 0x77), common)
    assert len(told) == 2
    assert "address 0x00" in told[0]
    assert "21-key" in told[1]
    assert warnings(Code(0xEF00, True, 0x77), common) == [
        "common remotes have the same address: 24-key"
    ]
    assert warnings(Code(0x31, False, 0x45), common) == []


def test_a_frame_s_times_are_measured() -> None:
    raw = pack_nec(0x31, 0x45)
    signal = moved(encode_raw(raw), random.Random(1), jitter=30, stretch=80, clock=1.04)
    timing = timing_of(marks_of(signal), raw)
    assert timing is not None
    assert timing.clock == pytest.approx(1.04, abs=0.003)
    assert timing.stretch_us == pytest.approx(80, abs=20)
    assert timing.spread_us == pytest.approx(30, abs=10)
    assert "clock +4" in timing_words(timing)
    assert timing_of(marks_of(signal[:40]), raw) is None


def test_a_picture_has_light_where_light_was() -> None:
    assert picture((100, 100, 100, 100), 4) == "█ █ "
    assert picture((50, 150), 2) == "▄ "
    assert picture((), 10) == ""
    assert len(picture(encode_nec(0, 0x45), 80)) == 80


def test_every_reason_has_words() -> None:
    assert set(REASONS) == set(Reason)


def heard(
    signals: Sequence[Sequence[int]], key_map: KeyMap | None = None, carrier: int | None = None
) -> list[Heard]:
    stream = PressStream() if key_map is None else paired_stream(key_map)
    cutter = SignalCutter(stream)
    out: list[Heard] = []
    for signal in signals:
        if carrier is not None:
            out += cutter.feed([Pulse(Kind.FREQUENCY, carrier)])
        out += cutter.feed([*from_durations(signal), Pulse(Kind.TIMEOUT, 200_000)])
    return out + cutter.idle(1_000_000)


def presses(number: int, clocks: Sequence[float] = (1.0,), jitter: float = 10) -> list[list[int]]:
    chance = random.Random(number)
    return [
        moved(
            encode_raw(pack_nec(0x31, n % 256)),
            chance,
            jitter=jitter,
            clock=clocks[n * len(clocks) // number],
        )
        for n in range(number)
    ]


def troubles(
    signals: Sequence[Sequence[int]], seconds: float = 10.0, carrier: int | None = None
) -> set[Trouble]:
    return {found.trouble for found in examine(heard(signals, carrier=carrier), seconds).findings}


def test_a_good_remote_has_nothing_wrong() -> None:
    examination = examine(heard(presses(10)), 10)
    assert examination.findings == ()
    assert examination.frames == 10
    assert examination.clock == pytest.approx(1.0, abs=0.01)


def test_signals_are_cut_at_silences_with_what_they_say() -> None:
    signals = heard([encode_nec(0x31, 1, repeats=1)])
    assert [len(one.durations_us) for one in signals] == [67, 3]
    assert isinstance(signals[0].events[0], Pressed)


def test_a_flood_is_cut_into_pieces() -> None:
    cutter = SignalCutter(PressStream())
    out = [one for _ in range(3_000) for one in cutter.feed(from_durations((300, 400)))]
    assert len(out) == 5
    assert max(len(one.durations_us) for one in out) <= MOST_INTERVALS + 1


BROKEN = [signal[:30] for signal in presses(4)]
NOISE = [[200, 900, 150]] * 60


@pytest.mark.parametrize(
    ("signals", "trouble"),
    [
        pytest.param([], Trouble.SILENT, id="no light"),
        pytest.param([[300, 400, 300]], Trouble.SILENT, id="no key"),
        pytest.param([*presses(6), *BROKEN], Trouble.BATTERY, id="frames that break off"),
        pytest.param(presses(12, (1.0, 1.0, 1.02, 1.05)), Trouble.BATTERY, id="a slowing clock"),
        pytest.param(presses(6, (1.08,)), Trouble.CRYSTAL, id="a slow clock"),
        pytest.param(presses(8, (0.95, 1.05) * 4), Trouble.CRYSTAL, id="a jumping clock"),
        pytest.param(presses(6, jitter=110), Trouble.SCATTER, id="scattered edges"),
        pytest.param([*presses(3), *NOISE], Trouble.LAMP, id="lamp noise"),
    ],
)
def test_what_is_wrong_is_told(signals: Sequence[Sequence[int]], trouble: Trouble) -> None:
    assert trouble in troubles(signals)


def test_a_wrong_carrier_is_told() -> None:
    assert troubles(presses(3), carrier=33_100) == {Trouble.CARRIER}
    assert troubles(presses(3), carrier=38_000) == set()


def test_a_dead_row_of_keys_is_told_as_one() -> None:
    key_map = load_key_map("21-key")
    alive = [code for code in key_map.keys if code.command & 0x03 != 0x02]
    signals = [encode_nec(code.address, code.command) for code in alive]
    examination = examine(heard(signals, key_map), 30, key_map)
    (finding,) = examination.findings
    assert finding.trouble is Trouble.KEYS
    assert "column" in finding.text
    assert "alcohol" in finding.text


def test_a_key_of_another_remote_is_told_when_one_is_paired() -> None:
    key_map = load_key_map("21-key")
    signals = [encode_nec(code.address, code.command) for code in key_map.keys]
    signals.append(encode_nec(0x44, 0x01))
    examination = examine(heard(signals, key_map), 30, key_map)
    assert [finding.trouble for finding in examination.findings] == [Trouble.STRANGER]
