"""Walls are sealed with a key of their own; only that key opens them, and it can be checked."""

import os
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.store.faults import StoreFault, Trouble
from firmware_ctl.store.keys import KEY_NAME, machine_key
from firmware_ctl.store.seals import KEY_BYTES, MachineKey, SealBroken, key_of, opened, seal
from firmware_ctl.store.state import Seal
from firmware_ctl.store.walls import codes, packed, unpacked
from rules.integrity.composition import Reading
from rules.tiles import TILES, UNREAD
from tests.store.recorded import MACHINE

READINGS = st.builds(
    Reading,
    st.sampled_from((*TILES, UNREAD)),
    st.integers(0, 255),
    st.none() | st.integers(0, 255),
    st.none() | st.integers(0, (1 << 48) - 1),
)
LANES = st.tuples(*[st.lists(READINGS, max_size=40).map(tuple)] * 4)


def closed(number: int, content: bytes) -> Seal:
    return seal(number, content, MACHINE, token_bytes(KEY_BYTES))


@given(LANES)
def test_walls_come_out_as_they_went_in(lanes: tuple[tuple[Reading, ...], ...]) -> None:
    sealed = closed(7, packed(lanes))
    assert unpacked(opened(sealed, key_of(sealed, MACHINE))) == lanes


@given(LANES, LANES)
def test_the_length_of_a_box_tells_nothing_but_the_number_of_tiles(
    lanes: tuple[tuple[Reading, ...], ...], others: tuple[tuple[Reading, ...], ...]
) -> None:
    tiles, more = (sum(map(len, one)) for one in (lanes, others))
    boxes = [b64decode(closed(1, packed(one)).box) for one in (lanes, others)]
    assert len(boxes[0]) - len(boxes[1]) == 12 * (tiles - more)


def test_equal_walls_have_unlike_seals() -> None:
    one, other = (closed(1, b"walls") for _ in range(2))
    assert one.box != other.box
    assert one.key != other.key
    assert one.commitment != other.commitment


def test_another_machine_s_key_opens_nothing() -> None:
    sealed = closed(1, b"walls")
    with pytest.raises(SealBroken, match="does not open"):
        key_of(sealed, MachineKey(bytes(32)))


def test_another_key_is_told_even_by_who_has_no_machine() -> None:
    sealed = closed(1, b"walls")
    with pytest.raises(SealBroken, match="not the key that it was closed with"):
        opened(sealed, bytes(32))


def test_a_seal_that_was_changed_or_moved_does_not_open() -> None:
    sealed = closed(1, b"walls")
    key = key_of(sealed, MACHINE)
    other = closed(1, b"other")
    for box in (other.box, "?", ""):
        with pytest.raises(SealBroken):
            opened(replace(sealed, box=box), key)
    with pytest.raises(SealBroken):
        key_of(replace(sealed, number=2), MACHINE)


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(MACHINE)
    with pytest.raises(ValueError, match="32 bytes, not 3"):
        MachineKey(b"abc")


def test_bytes_that_are_no_walls_are_refused() -> None:
    for content in (b"", b"\0" * 7, packed([[], [], [], []]) + b"\1", b"\0\1" * 4):
        with pytest.raises(ValueError, match=r"no packed walls|the lanes should have"):
            unpacked(content)


def test_codes_are_those_of_the_rules() -> None:
    lanes = [[Reading(TILES[0], 5), Reading(UNREAD, 0)], [], [Reading(TILES[27], 5)], []]
    assert codes(lanes) == ("1m ?", "", "E", "")


def test_the_first_start_makes_a_key_and_later_ones_find_it(tmp_path: Path) -> None:
    first = machine_key(tmp_path / "state", {})
    assert machine_key(tmp_path / "state", {}) == first
    path = tmp_path / "state" / KEY_NAME
    assert path.stat().st_mode & 0o777 == 0o400
    assert len(path.read_bytes()) == KEY_BYTES
    assert [one.name for one in path.parent.iterdir()] == [KEY_NAME]


def test_a_draft_that_a_power_cut_left_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "mjtable.new").write_bytes(b"half")
    assert len(machine_key(tmp_path, {}).secret) == KEY_BYTES


def test_systemd_s_credential_comes_first(tmp_path: Path) -> None:
    (tmp_path / KEY_NAME).write_bytes(bytes(range(32)))
    environ = {"CREDENTIALS_DIRECTORY": str(tmp_path)}
    assert machine_key(tmp_path / "state", environ) == MACHINE
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    ("content", "mode", "why"),
    [
        (bytes(31), 0o400, r"it has 31 bytes, a key has 32; make one with: openssl rand"),
        (bytes(32), 0o440, r"others may read it \(mode 0440\); chmod 0400"),
    ],
)
def test_a_key_that_cannot_be_used_is_told(
    tmp_path: Path, content: bytes, mode: int, why: str
) -> None:
    path = tmp_path / KEY_NAME
    path.write_bytes(content)
    path.chmod(mode)
    with pytest.raises(StoreFault, match=why) as told:
        machine_key(tmp_path, {})
    assert told.value.trouble is Trouble.KEY


def test_a_key_of_another_user_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine_key(tmp_path, {})
    monkeypatch.setattr(os, "geteuid", lambda: -1)
    with pytest.raises(StoreFault, match="belongs to another user"):
        machine_key(tmp_path, {})


def test_a_place_where_no_key_can_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreFault, match="File exists"):
        machine_key(tmp_path / "file", {})
