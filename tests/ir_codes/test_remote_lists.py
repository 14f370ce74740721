"""Key maps of other programs: rc_keymaps and lircd.conf, in and out."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.inputs.remote_maps import SHIPPED_MAPS, load_key_map, shipped_map_text
from ir_codes.encoder import encode_nec
from ir_codes.errors import BadKeyMap
from ir_codes.frames import Protocol
from ir_codes.keymap import parse_key_map
from ir_codes.lircd_conf import parse_lircd_conf, write_lircd_conf
from ir_codes.named_codes import NamedCode, Remote, alike, remote_of
from ir_codes.rc_keymaps import parse_rc_keymaps, write_rc_keymaps
from ir_codes.scancodes import Code

NAMES = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


@st.composite
def remotes(draw: st.DrawFn) -> Remote:
    """Draw a remote of NEC keys with an 8-bit or a 16-bit address."""
    extended = draw(st.booleans())
    address = draw(st.integers(0, 0xFFFF if extended else 0xFF))
    if extended and (address ^ address >> 8) & 0xFF == 0xFF:
        extended, address = False, address & 0xFF
    commands = draw(st.sets(st.integers(0, 255), min_size=1, max_size=8))
    keys = tuple(
        NamedCode(f"key {n}", Code(address, extended, command))
        for n, command in enumerate(sorted(commands))
    )
    return Remote(draw(NAMES), keys)


@given(remotes())
def test_a_remote_comes_back_from_lircd_conf(remote: Remote) -> None:
    (back,) = parse_lircd_conf(write_lircd_conf([remote]))
    assert back.keys == remote.keys
    assert back.notes == ()


@given(st.lists(remotes(), min_size=1, max_size=3))
def test_remotes_come_back_from_rc_keymaps(given_remotes: list[Remote]) -> None:
    back = parse_rc_keymaps(write_rc_keymaps(given_remotes))
    assert [remote.keys for remote in back] == [remote.keys for remote in given_remotes]


@pytest.mark.parametrize("name", SHIPPED_MAPS)
def test_a_shipped_map_goes_through_both_formats(name: str) -> None:
    key_map = load_key_map(name)
    remote = remote_of(key_map)
    (lircd,) = parse_lircd_conf(write_lircd_conf([remote]))
    assert lircd.keys == remote.keys
    written = write_rc_keymaps([remote], ["lift"])
    assert parse_key_map(written).keys == key_map.keys
    (plain,) = parse_rc_keymaps(shipped_map_text(name))
    assert plain.keys == remote.keys


def test_two_addresses_make_two_blocks_with_names_of_their_own() -> None:
    keys = (NamedCode("a", Code(1, False, 1)), NamedCode("b", Code(2, False, 1)))
    back = parse_lircd_conf(write_lircd_conf([Remote("two", keys)]))
    assert [(remote.name, remote.keys) for remote in back] == [
        ("two", keys[:1]),
        ("two_2", keys[1:]),
    ]


LIRCD = """
begin remote
  name  TEST
  bits 16
  flags SPACE_ENC|CONST_LENGTH
  header 9000 4500
  one 563 1687
  zero 563 563
  pre_data_bits 16
  pre_data 0x00FF
  begin codes
    KEY_POWER 0xA25D   # comment
    KEY_BAD 0xA25C
  end codes
end remote
"""


def test_lirc_s_own_example_is_address_0_command_45() -> None:
    (remote,) = parse_lircd_conf(LIRCD)
    assert remote.keys == (NamedCode("KEY POWER", Code(0, False, 0x45)),)
    assert remote.notes == ("TEST: KEY_BAD 0xA25C is no checked code",)


def test_all_32_bits_in_the_code_and_reversed_bits_say_the_same() -> None:
    whole = LIRCD.replace("bits 16\n", "bits 32\n", 1).replace("0xA25D", "0x00FFA25D")
    whole = whole.replace("  pre_data_bits 16\n  pre_data 0x00FF\n", "")
    reverse = LIRCD.replace("CONST_LENGTH", "REVERSE").replace("0x00FF", "0xFF00")
    reverse = reverse.replace("0xA25D", "0xBA45")
    for text in (whole, reverse):
        assert parse_lircd_conf(text)[0].keys[0].code == Code(0, False, 0x45)


def test_a_short_leader_is_necx_or_tc9012() -> None:
    text = LIRCD.replace("9000 4500", "4500 4500").replace("0x00FF", "0x1212")
    code = parse_lircd_conf(text)[0].keys[0].code
    assert code == Code(0x48, False, 0x45, Protocol.TC9012)


def test_raw_codes_are_decoded() -> None:
    pulses = " ".join(map(str, encode_nec(0x31, 0x45)))
    text = f"begin remote\n name raw\n begin raw_codes\n name dice\n {pulses}\n name x\n 1 2 3\n"
    (remote,) = parse_lircd_conf(text + " end raw_codes\nend remote\n")
    assert remote.keys == (NamedCode("dice", Code(0x31, False, 0x45)),)
    assert remote.notes == ("raw: the pulses of x are no frame that is known",)


def test_another_kind_of_remote_becomes_a_note() -> None:
    (remote,) = parse_lircd_conf(LIRCD.replace("bits 16", "bits 13", 1))
    assert remote.keys == ()
    assert "not of NEC's kind" in remote.notes[0]


RC_KEYMAPS = """
[[protocols]]
name = "stock"
protocol = "nec"
variant = "nec"
[protocols.scancodes]
0x866b00 = "KEY_POWER"
0x0045 = "KEY_PLAY"
[[protocols]]
name = "old"
protocol = "rc5"
[protocols.scancodes]
0x1e3d = "KEY_POWER"
[[protocols]]
name = "seen"
protocol = "raw"
[[protocols.raw]]
keycode = "KEY_DICE"
raw = [%s]
[[protocols.raw]]
keycode = "KEY_BAD"
raw = [1, -2, 3]
[[protocols]]
name = "else"
protocol = "imon"
"""


def test_files_of_the_kernel_are_read_as_they_are() -> None:
    signal = ", ".join(f"{'+-'[n % 2]}{us}" for n, us in enumerate(encode_nec(0x31, 0x45)))
    stock, old, seen, other = parse_rc_keymaps(RC_KEYMAPS % signal)
    assert stock.keys == (
        NamedCode("KEY_POWER", Code(0x6B86, True, 0x00)),
        NamedCode("KEY_PLAY", Code(0x00, False, 0x45)),
    )
    assert old.keys[0].code == Code(0x1E, False, 0x3D, Protocol.RC5)
    assert seen.keys == (NamedCode("KEY_DICE", Code(0x31, False, 0x45)),)
    assert len(seen.notes) == 1
    assert other.notes == ("else: protocol imon  is not known",)


def test_a_key_that_lirc_would_need_another_block_for_is_told() -> None:
    keys = (NamedCode("a", Code(1, False, 1, Protocol.RC5)),)
    with pytest.raises(BadKeyMap, match="key 'a' is rc5"):
        write_lircd_conf([Remote("r", keys)])


@given(st.text(max_size=300))
def test_no_text_raises_anything_but_a_sentence(text: str) -> None:
    for parse in (parse_lircd_conf, parse_rc_keymaps):
        for head in ("", "begin remote\n", "[[protocols]]\n"):
            with suppress(BadKeyMap):
                parse(head + text)


@given(st.text(max_size=20))
def test_any_name_can_be_written(name: str) -> None:
    shown = "".join(c for c in name if ord(c) < 1 << 16)
    keys = (NamedCode(name, Code(1, False, 1)),)
    (back,) = parse_rc_keymaps(write_rc_keymaps([Remote("r", keys)]))
    assert back.keys[0].name == shown


def test_keys_with_the_same_code_are_found() -> None:
    same = [NamedCode(name, Code(1, False, 1)) for name in ("a", "b", "c")]
    assert alike(same) == [("a", "b"), ("a", "c")]
    assert alike(same[:1]) == []


def test_names_can_be_replaced() -> None:
    (remote,) = parse_lircd_conf(LIRCD)
    assert remote.renamed({"KEY POWER": "stop"}).keys[0].name == "stop"
