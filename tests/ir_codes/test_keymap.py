"""Key maps: what a good one means, and one clear sentence for each bad one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.core.commands import COMMANDS, ByRemote, Origin, parse_words
from ir_codes.errors import BadKeyMap
from ir_codes.frames import Frame
from ir_codes.keymap import Key, KeyMap, parse_key_map
from ir_codes.scancodes import Code
from ir_codes.words import REMOTE_WORDS, RemoteWord

MAPS = sorted((Path(__file__).parents[2] / "ir_codes" / "maps").glob("*.toml"))

GOOD = """\
[[protocols]]
name = "ours"
protocol = "nec"
hold = ["lift"]
[protocols.scancodes]
0x0045 = "dice"
0x0046 = "dealer  1"
0x0147 = "lift"

[[protocols]]
protocol = "nec"
variant = "necx"
[protocols.scancodes]
0x00ef07 = "program 9"
0x00ff08 = "stop"
"""


def seen(address: int, command: int, *, extended: bool = False) -> Frame:
    return Frame(address, extended, command, 0, 0, 0)


def test_a_key_map_gives_codes_their_meaning() -> None:
    key_map = parse_key_map(GOOD)
    assert key_map.name == "ours"
    assert key_map.find(seen(0x00, 0x45)) == Key("dice", "dice", (), may_hold=False)
    assert key_map.find(seen(0x00, 0x46)) == Key("dealer 1", "dealer", ("1",), may_hold=False)
    assert key_map.find(seen(0x01, 0x47)) == Key("lift", "lift", (), may_hold=True)
    assert key_map.find(seen(0x02, 0x45)) is None


def test_a_16_bit_address_is_written_in_sending_order() -> None:
    key = parse_key_map(GOOD).find(seen(0xEF00, 0x07, extended=True))
    assert key is not None
    assert key.text == "program 9"


def test_a_16_bit_address_that_is_a_byte_and_its_inverse_is_the_byte() -> None:
    key = parse_key_map(GOOD).find(seen(0x00, 0x08))
    assert key is not None
    assert key.text == "stop"


def test_a_meaning_leads_back_to_its_code() -> None:
    key_map = parse_key_map(GOOD)
    assert key_map.code_of(" dealer   1 ") == Code(0x00, extended=False, command=0x46)
    assert key_map.code_of("lamp") is None


@pytest.mark.parametrize("word", ["home", "resume", "ack", "variant", "hand-end", "unlock"])
def test_a_remote_never_starts_again_and_never_touches_the_rules(word: str) -> None:
    with pytest.raises(BadKeyMap, match=f"a remote may not say '{word}'"):
        parse_key_map(GOOD.replace('"dice"', f'"{word}"'))


def test_the_words_are_those_that_the_controller_takes_from_a_remote() -> None:
    taken = {str(word) for word, spec in COMMANDS.items() if spec.by_remote is not ByRemote.NEVER}
    assert set(REMOTE_WORDS) == taken
    held = {str(word) for word, spec in COMMANDS.items() if spec.by_remote is ByRemote.HOLD}
    assert {name for name, word in REMOTE_WORDS.items() if word.only_held} == held


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"dice"', '"dize"', "line 6, '0x0045': a remote may not say 'dize'; did you mean 'dice'?"),
        ('"dice"', '"dice 4"', "line 6, '0x0045': 'dice' takes 0..3, not '4'"),
        ('"dice"', '"dice 1 2"', "line 6, '0x0045': 'dice' takes 0..3, not '1 2'"),
        ('"dice"', '"lamp 1"', "line 6, '0x0045': 'lamp' takes nothing, not '1'"),
        ('"dice"', '"dealer"', "line 6, '0x0045': 'dealer' needs one of 0..3, roulette, rule"),
        ('"dice"', '""', "line 6, '0x0045': a remote may not say ''; it may say lift, "),
        ('"dice"', "5", "line 6, '0x0045': a meaning is a text"),
        ('"dice"', '"open-loading"', "line 6, '0x0045': 'open-loading' is started by holding"),
        ("0x0045", "KEY_A", "line 6, 'KEY_A': a scancode is a number"),
        ("0x0045", "0x10045", "line 6, '0x10045': the code is too long"),
        ("0x0046", "0x45", "line 7, '0x45': this code already says 'dice'"),
        ("0x00ff08", "0x00ff45", "line 15, '0x00ff45': this code already says 'dice'"),
        ('["lift"]', '["lamp"]', "line 4, 'hold': no key says 'lamp'"),
        ('["lift"]', '"lift"', "line 4, 'hold': hold is a list of commands"),
        ('variant = "necx"', 'variant = "nec-32"', "line 12, 'variant': 'nec-32' is not known"),
        ('protocol = "nec"', 'protocol = "jvc"', "line 3, 'protocol': 'jvc' is not known"),
        ("name =", "nmae =", "line 2, 'nmae': unknown field; known are name"),
        ('"ours"', "1", "line 2, 'name': a name is a text"),
        ("[protocols.scancodes]", "[protocols.codes]", "'codes': unknown field"),
        ('name = "ours"', 'name = "ours', "no TOML: "),
    ],
)
def test_a_bad_key_map_is_told_with_its_line(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadKeyMap) as told:
        parse_key_map(GOOD.replace(old, new))
    assert str(told.value).startswith(complaint)


@pytest.mark.parametrize("text", ["", "protocols = 5", "protocols = []", "hold = []"])
def test_a_file_without_blocks_is_told(text: str) -> None:
    with pytest.raises(BadKeyMap, match=r"no \[\[protocols\]\] block"):
        parse_key_map(text)


@pytest.mark.parametrize("text", ["protocols = [5]", "[[protocols]]\nprotocol = 'nec'\n"])
def test_a_block_without_keys_is_told(text: str) -> None:
    with pytest.raises(BadKeyMap, match="'protocols': "):
        parse_key_map(text)


def test_hold_may_stand_above_all_blocks() -> None:
    text = 'hold = ["open-loading"]\n' + GOOD.replace('"stop"', '"open-loading"')
    key = parse_key_map(text).find(seen(0x00, 0x08))
    assert key is not None
    assert key.may_hold


def test_the_caller_may_allow_other_words() -> None:
    words = {"sing": RemoteWord(("loud",), alone=True)}
    text = "[[protocols]]\nprotocol='nec'\n[protocols.scancodes]\n0x1='sing loud'\n"
    assert parse_key_map(text, words).keys[Code(0, extended=False, command=1)].word == "sing"


def test_bottomless_brackets_are_told() -> None:
    with pytest.raises(BadKeyMap, match="nested too deep"):
        parse_key_map("a = " + "[" * 50_000)


@given(st.text(max_size=200))
def test_no_text_does_anything_but_parse_or_complain(text: str) -> None:
    try:
        assert isinstance(parse_key_map(text), KeyMap)
    except BadKeyMap as complaint:
        assert "\n" not in str(complaint)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_each_shipped_key_says_a_command_of_the_controller(path: Path) -> None:
    key_map = parse_key_map(path.read_text(encoding="utf-8"))
    for key in key_map.keys.values():
        command = parse_words([key.word, *key.arguments], Origin.REMOTE)
        assert COMMANDS[command.word].by_remote is not ByRemote.NEVER


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "said",
    ["lift", "dice", "dice 0", "dice 3", "dealer 0", "dealer 3", "dealer roulette", "deal", "pause",
     "stop", "program next", "program previous", "program confirm", "lock", "mute", "lamp"],
)  # fmt: skip
def test_each_shipped_map_has_the_keys_that_a_table_needs(path: Path, said: str) -> None:
    if path.stem == "17-key" and said in ("lock", "mute", "lamp"):
        return  # seventeen keys are not enough for these
    assert parse_key_map(path.read_text(encoding="utf-8")).code_of(said) is not None


def test_the_21_keys_are_those_of_the_family() -> None:
    text = next(path for path in MAPS if path.stem == "21-key").read_text(encoding="utf-8")
    family = bytes.fromhex("454647444043071509 16190d 0c185e 081c5a 42524a".replace(" ", ""))
    assert {code.command for code in parse_key_map(text).keys} == set(family)
    assert {code.address for code in parse_key_map(text).keys} == {0}
