"""From a receiver's bytes to command words: one press, one word; holds only where they may be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.inputs.remote import (
    LONGEST_HOLD_S,
    SHIPPED_MAPS,
    RemoteInput,
    load_key_map,
    shipped_map_text,
)
from ir_codes.encoder import encode_nec
from ir_codes.errors import BadKeyMap
from ir_codes.frames import Reason
from ir_codes.keymap import parse_key_map
from ir_codes.pulses import Kind, Pulse, as_text, as_words, from_durations

LIFT, DICE_2 = 0x46, 0x5E
UNKNOWN = 0x77

Said = tuple[str, tuple[str, ...], float]


class Table:
    """Keeps the words that it is told."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.released: list[Said] = []
        self.remote = RemoteInput(
            load_key_map("21-key"),
            lambda *said: self.said.append(said),
            lambda *said: self.released.append(said),
        )


def light(command: int, repeats: int = 0, address: int = 0) -> list[Pulse]:
    durations = encode_nec(address, command, repeats=repeats)
    return [*from_durations(durations), Pulse(Kind.TIMEOUT, 125_000)]


@pytest.mark.parametrize("text", [True, False], ids=["mode2 text", "mode2 words"])
def test_a_press_is_one_word_however_long_it_lasts(text: bool) -> None:
    table = Table()
    pulses = light(DICE_2, repeats=20)
    table.remote.feed(as_text(pulses).encode() if text else as_words(pulses))
    assert table.said == [("dice", ("2",), 0.0)]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=60), st.booleans())
def test_chunks_of_any_size_say_the_same(sizes: list[int], text: bool) -> None:
    pulses = [*light(DICE_2), *light(LIFT, repeats=1)]
    data = as_text(pulses).encode() if text else as_words(pulses)
    table = Table()
    for size in sizes:
        table.remote.feed(data[:size])
        data = data[size:]
    table.remote.feed(data)
    assert [(word, arguments) for word, arguments, _ in table.said] == [
        ("dice", ("2",)),
        ("lift", ()),
        ("lift", ()),
    ]


def test_a_key_that_may_be_held_tells_for_how_long() -> None:
    table = Table()
    table.remote.feed(as_words(light(LIFT, repeats=20)))
    assert [word for word, _, _ in table.said] == ["lift"] * 21
    held = [seconds for _, _, seconds in table.said]
    assert held[0] == 0.0
    assert held[1] == pytest.approx(0.108 + 0.011812)
    assert held[20] == pytest.approx(20 * 0.108 + 0.011812)


def test_a_key_under_a_cushion_falls_silent() -> None:
    table = Table()
    table.remote.feed(as_words(light(LIFT, repeats=200)))
    assert max(seconds for _, _, seconds in table.said) <= LONGEST_HOLD_S
    table.remote.feed(as_words([Pulse(Kind.SPACE, 50_000), *light(DICE_2)]))
    assert table.said[-1] == ("dice", ("2",), 0.0)


def test_a_release_is_told_with_its_length() -> None:
    table = Table()
    table.remote.feed(as_words([*light(LIFT), Pulse(Kind.SPACE, 10_000)]))
    ((word, arguments, held_s),) = table.released
    assert (word, arguments) == ("lift", ())
    assert held_s == pytest.approx(0.068062)


def test_silence_that_nobody_reports_can_be_told() -> None:
    table = Table()
    table.remote.feed(as_words(light(LIFT)[:-1]))
    assert table.said == []
    table.remote.idle(20_000)
    assert table.said == [("lift", (), 0.0)]
    table.remote.idle(140_000)
    assert len(table.released) == 1
    table.remote.feed(as_words([Pulse(Kind.SPACE, 200_000), *light(LIFT)]))
    assert len(table.said) == 2


def test_keys_of_other_remotes_say_nothing_and_are_counted() -> None:
    table = Table()
    table.remote.feed(as_words([*light(UNKNOWN, repeats=3), *light(LIFT, address=0x05)]))
    assert table.said == []
    assert table.released == []
    assert table.remote.refused == {Reason.UNPAIRED: 2}


def test_a_lost_receiver_forgets_half_a_frame_and_releases_the_key() -> None:
    table = Table()
    table.remote.feed(as_words([*light(LIFT), Pulse(Kind.SPACE, 0)]))
    data = as_words(light(DICE_2))
    table.remote.feed(data[:50])
    table.remote.reset()
    assert len(table.released) == 1
    table.remote.feed(data)
    assert table.said[-1] == ("dice", ("2",), 0.0)


def test_repeats_after_a_lost_receiver_are_nothing() -> None:
    table = Table()
    pulses = light(LIFT, repeats=1)
    table.remote.feed(as_words(pulses[:68]))
    table.remote.reset()
    table.remote.feed(as_words(pulses[68:]))
    assert len(table.said) == 1


@given(st.lists(st.binary(max_size=200), max_size=10))
def test_no_bytes_raise_or_say_anything(chunks: list[bytes]) -> None:
    table = Table()
    for chunk in chunks:
        table.remote.feed(chunk)
    table.remote.reset()
    assert table.said == []


@pytest.mark.parametrize("name", SHIPPED_MAPS)
def test_shipped_maps_are_found_by_name(name: str) -> None:
    assert load_key_map(name) == parse_key_map(shipped_map_text(name))
    assert load_key_map(name).name == name


def test_a_map_that_is_not_there_is_told_with_the_shipped_ones() -> None:
    with pytest.raises(
        BadKeyMap, match=r"key map nowhere\.toml: No such file .* shipped map: 17-key"
    ):
        load_key_map("nowhere.toml")
