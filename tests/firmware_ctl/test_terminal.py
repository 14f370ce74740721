"""The live picture: what must be seen, and that it fits wherever it is shown."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.texts import LANGUAGES, say
from firmware_ctl.views.canvas import Canvas, clip, text_width, wrap
from firmware_ctl.views.glyphs import ASCII, BOX, Glyphs, glyphs_for
from firmware_ctl.views.keys import KEYS, QUIT, commands
from firmware_ctl.views.lines import one_line
from firmware_ctl.views.terminal import render
from tests.firmware_ctl.pictures import fault, snapshot

SGR = re.compile(r"\x1b\[[0-9;]*m")


def picture(**changes: Any) -> str:  # noqa: ANN401
    return render(snapshot(**changes))


def test_a_simulated_table_says_so_and_a_real_one_does_not() -> None:
    assert "SIMULATED" in picture()
    assert "SIMULATED" not in picture(simulated=False)


@pytest.mark.parametrize(
    "words",
    [
        "walls up",
        "loading",
        "throw the dice",
        "136",
        "GD",
        "A above, B inside",
        "★South★",
        "⚂  ⚄  = 8",
        "East's wall, skip 8",
        "12/17",
        "9/17",
        "17/17",
        "0/17",
        "dome closed",
        "drum turning",
        "4 running",
        "now possible: dice dealer pause stop mute lamp",
    ],
)
def test_the_picture_tells(words: str) -> None:
    assert words in picture()


def test_lanes_fill_as_their_stacks_are_made() -> None:
    full = picture(progress={str(side): (17, 17) for side in range(4)})
    bare = picture(progress={str(side): (0, 17) for side in range(4)})
    assert (BOX.empty in full, BOX.empty in bare) == (False, True)
    assert BOX.fill[-1] * 17 in full
    assert BOX.fill[-1] not in bare


@pytest.mark.parametrize(
    ("position", "drawn"),
    [("up", BOX.wall), ("down", BOX.tray), ("unknown", BOX.moving)],
)
def test_walls_are_drawn_as_their_trays_stand(position: str, drawn: str) -> None:
    positions = {"dome": "down", **{f"tray.{side}": position for side in range(4)}}
    assert drawn * 20 in picture(positions=positions)


def test_a_program_for_the_next_load_is_told() -> None:
    assert "136 (next 108)" in picture(program={"current": 136, "next": 108})


def test_a_fault_is_told_with_cause_and_what_to_do() -> None:
    shown = picture(faults=(fault(), fault(id=8, code="E301")))
    for words in (
        "E202 tray did not rise (South)",
        "[7]",
        "and 1 more",
        "not reached",
        "Switch off",
    ):
        assert words in shown


@pytest.mark.parametrize("width", [40, 60, 80, 132])
def test_a_fault_fits_at_any_usual_width_and_nothing_of_it_is_cut(width: int) -> None:
    shown = " ".join(render(snapshot(faults=(fault(),)), width, 24).split())
    assert fault()["do"] in shown


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"estop": "engaged"}, "E-STOP PRESSED"),
        ({"estop": "released"}, "E-STOP: ACKNOWLEDGE"),
        ({"link": {"state": "down", "since": 3.0, "errors": 2}}, "NO LINK"),
        ({"locked": True}, "LOCKED"),
        ({"muted": True}, "MUTED"),
        ({"lamps": False}, "LAMPS OFF"),
        ({"dealer": None}, "dealer  -"),
        ({"phase": "phase.of-the-moon"}, "of-the-moon"),
        ({"surface": "dancing"}, "dancing"),
        ({"dice": {"faces": None, "wall": None, "stacks": None, "text": ""}}, "dice    -"),
        ({"progress": {}}, "0/0"),
        ({"positions": {}}, "dome: unknown"),
        ({"positions": {"dome": "between"}}, "dome half open"),
        ({"positions": {"dome": "up"}}, "WELL OPEN"),
        ({"load": "complete"}, "drum still"),
    ],
)
def test_unusual_states_are_told(changes: dict[str, Any], words: str) -> None:
    assert words in picture(**changes)


def test_without_colour_there_is_not_one_escape() -> None:
    assert "\x1b" not in picture(faults=(fault(),))


def test_colour_only_adds_escapes() -> None:
    plain = picture(faults=(fault(),), locked=True)
    coloured = render(snapshot(faults=(fault(),), locked=True), colour=True)
    stripped = "\n".join(line.rstrip() for line in SGR.sub("", coloured).split("\n"))
    assert stripped == plain
    assert coloured != plain


def test_ascii_is_enough_where_there_are_no_boxes() -> None:
    assert render(snapshot(faults=(fault(),)), glyphs=ASCII).isascii()


@pytest.mark.parametrize(
    ("encoding", "glyphs"),
    [("utf-8", BOX), ("ascii", ASCII), ("latin-1", ASCII), (None, ASCII), ("nonsense", ASCII)],
)
def test_the_signs_follow_the_terminals_encoding(encoding: str | None, glyphs: Glyphs) -> None:
    assert glyphs_for(encoding) is glyphs


def test_every_sign_is_one_column_wide() -> None:
    for glyphs in (BOX, ASCII):
        for name, signs in glyphs._asdict().items():
            assert text_width(signs) == len(signs), name


def test_a_hostile_name_cannot_reach_the_terminal() -> None:
    shown = picture(faults=(fault(name="\x1b[2Jgone\n\r\x07"),))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "?[2Jgone" in shown


@given(
    width=st.integers(1, 140),
    height=st.integers(1, 60),
    language=st.sampled_from(["en", "zh-CN", "ja"]),
    faults=st.lists(st.text(max_size=40), max_size=2),
    colour=st.booleans(),
    footer=st.lists(st.text(max_size=90), max_size=2),
)
def test_it_fits_into_any_terminal(
    width: int, height: int, language: str, faults: list[str], colour: bool, footer: list[str]
) -> None:
    shown = render(
        snapshot(faults=tuple(fault(name=text, do=text, cause=text) for text in faults)),
        width,
        height,
        colour=colour,
        language=language,
        footer=tuple(footer),
    )
    lines = SGR.sub("", shown).split("\n")
    assert len(lines) <= height
    assert all(text_width(line) <= width for line in lines)


def test_a_snapshot_that_came_over_the_socket_draws_the_same() -> None:
    assert render(json.loads(json.dumps(snapshot()))) == picture()


@given(st.text(alphabet="ab 一牌é\u0301\u200b", max_size=30), st.integers(1, 12))
def test_wrapping_keeps_every_word_and_every_width(text: str, width: int) -> None:
    lines = wrap(text, width, 100)
    assert all(text_width(line) <= width for line in lines)
    if width > 1:
        assert "".join(lines).replace(" ", "") == clip(text, 1000).replace(" ", "")


def test_a_wide_character_is_drawn_whole_or_not_at_all() -> None:
    canvas = Canvas(5, 1)
    canvas.put(0, 0, "东南西")
    assert list(canvas.lines(colour=False)) == ["东南"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_key_is_explained_and_does_its_word(language: str) -> None:
    told = say("keys.live", language)
    for key, word in KEYS.items():
        assert commands(key) == ([word], False)
        assert key in told
    assert f"{QUIT} " in told


def test_keys_after_the_wish_to_quit_do_nothing() -> None:
    assert commands("Lxd\x1bqs") == (["lift", "dice"], True)


def test_one_line_tells_state_phase_and_faults() -> None:
    line = one_line(snapshot(faults=(fault(),)))
    assert line.startswith("SIMULATED | walls-up / loading | throw the dice | East 12/17")
    assert "E202 tray did not rise (South): Switch off" in line
    assert "\n" not in line


def test_the_root_of_the_closed_walls_is_shown_before_the_dice() -> None:
    closed = {"number": 0, "state": "none", "root": "ab" * 32, "root_short": "abab 1234 abab 5678"}

    shown = " ".join(render(snapshot(hand=closed), 100, 24).split())

    assert "abab 1234 abab 5678" in shown


def test_who_has_pressed_for_the_cut_is_shown_until_it_is_made() -> None:
    cut = {"commitment": "", "pressed": (0, 2)}
    due = {"number": 0, "state": "none", "cut": cut}
    made = {"number": 1, "state": "running", "cut": cut}

    assert "keys pressed  East West" in render(snapshot(hand=due), 100, 24)
    assert "keys pressed" not in render(snapshot(hand=made), 100, 24)
