"""Enrolment: every tile of both sets once, whatever comes in between; kept whole or not at all."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.backup.contents import is_allowed
from firmware_ctl.backup.places import Places
from firmware_ctl.enrolment.files import NAME, ListsUnreadable, read_lists, write_lists
from firmware_ctl.enrolment.session import Came, Session, begin, begin_kind
from firmware_ctl.enrolment.tile_list import Letter, TileLists, differences
from hal.tile_id import BLANK_DESIGN, TileId, pack_tile_id
from rules.integrity.composition import SURE_READS
from rules.tiles import Tile, tile_of
from rules.tilesets import custom_set

SMALL = custom_set("small", {"1m": 2, "5p": 1, "E": 2})
ORDER = SMALL.tiles()


def blank(serial: int) -> int:
    """A tag that carries a number and nothing else."""
    return pack_tile_id(TileId(BLANK_DESIGN, 255, serial))


def telling(tile: Tile, serial: int) -> int:
    """A tag that names its design."""
    return pack_tile_id(TileId(int(tile), 0, serial))


def enrolled(
    letter: Letter, first: int, lists: TileLists | None = None, order: tuple[Tile, ...] = ORDER
) -> TileLists:
    """Enrol a set whose serial numbers count up."""
    session = begin(lists or TileLists(), letter, order)
    for serial in range(first, first + len(order)):
        session.take(blank(serial), SURE_READS)
    return session.lists


BOTH = enrolled(Letter.B, 200, enrolled(Letter.A, 100))


def test_tiles_come_one_by_one_in_their_order() -> None:
    session = begin(TileLists(), Letter.A, ORDER)
    asked = []
    for serial in range(len(ORDER)):
        asked.append(session.draft.due)
        answer = session.take(blank(serial), SURE_READS)
        assert answer.tile == asked[-1]
    assert tuple(asked) == ORDER
    assert answer.came is Came.FINISHED
    assert session.lists.lists[Letter.A] == dict(enumerate(ORDER))
    assert session.lists.drafts == {}
    assert differences(session.lists.lists[Letter.A], SMALL) == ()


def test_more_tiles_than_the_set_has_are_a_mistake_of_the_caller() -> None:
    session = begin(BOTH, Letter.A, ())
    with pytest.raises(RuntimeError, match="complete"):
        session.take(blank(1), SURE_READS)


def begun() -> Session:
    """Return a session for set A that has two tiles, with set B listed."""
    session = begin(enrolled(Letter.B, 200), Letter.A, ORDER)
    session.take(blank(1), SURE_READS)
    session.take(blank(2), SURE_READS)
    return session


@pytest.mark.parametrize(
    ("tag", "reads", "came"),
    [
        (None, 0, Came.UNREAD),
        (blank(2), 4, Came.AGAIN),
        (blank(1), 4, Came.TWICE),
        (blank(200), 4, Came.OTHER_SET),
        (telling(tile_of("1m"), 7), 4, Came.OTHER_KIND),  # 5p is due
        (blank(7), SURE_READS - 1, Came.WEAK),
    ],
)
def test_a_tile_that_cannot_be_the_next_one_is_refused(
    tag: int | None, reads: int, came: Came
) -> None:
    session = begun()
    before = session.draft

    assert session.take(tag, reads).came is came
    assert session.draft == before


def test_a_tag_that_names_the_tile_asked_for_is_taken() -> None:
    assert begun().take(telling(tile_of("5p"), 7), SURE_READS).came is Came.TAKEN


def test_a_design_cannot_hide_that_it_is_the_same_piece() -> None:
    assert begun().take(telling(tile_of("5p"), 1), SURE_READS).came is Came.TWICE


def test_the_last_tile_can_be_taken_back() -> None:
    session = begun()

    assert session.take_back() == tile_of("1m")
    assert session.take(blank(2), SURE_READS).came is Came.TAKEN
    assert begin(TileLists(), Letter.A, ORDER).take_back() is None


@given(st.integers(0, len(ORDER)))
def test_an_enrolment_goes_on_where_it_stopped(stopped_after: int) -> None:
    session = begin(TileLists(), Letter.A, ORDER)
    for serial in range(len(ORDER)):
        if serial == stopped_after:
            session = begin(session.lists, Letter.A, ORDER)
        session.take(blank(serial), SURE_READS)

    assert session.lists.lists[Letter.A] == dict(enumerate(ORDER))


def test_another_order_begins_anew_and_the_old_list_stands_until_then() -> None:
    session = begin(BOTH, Letter.A, ORDER)
    session.take(blank(300), SURE_READS)
    again = begin(session.lists, Letter.A, ORDER[::-1])

    assert again.draft.tags == ()
    assert session.lists.lists == BOTH.lists


def test_a_lost_tile_is_replaced_by_laying_its_kind_anew() -> None:
    session = begin_kind(BOTH, Letter.A, tile_of("1m"), SMALL)
    first, second = (tag for tag, kind in BOTH.lists[Letter.A].items() if kind == tile_of("1m"))

    assert session.take(blank(102), SURE_READS).came is Came.TWICE  # that is 5p
    assert session.take(blank(first), SURE_READS).came is Came.TAKEN
    assert begin_kind(session.lists, Letter.A, tile_of("1m"), SMALL).draft == session.draft
    assert session.take(blank(999), SURE_READS).came is Came.FINISHED
    lists = session.lists
    assert lists.find(999) == (Letter.A, tile_of("1m"))
    assert lists.find(second) is None
    assert differences(lists.lists[Letter.A], SMALL) == ()


@pytest.mark.parametrize(("lists", "code"), [(TileLists(), "1m"), (BOTH, "9s")])
def test_a_kind_of_no_list_cannot_be_replaced(lists: TileLists, code: str) -> None:
    with pytest.raises(LookupError):
        begin_kind(lists, Letter.A, tile_of(code), SMALL)


def test_what_a_list_lacks_or_has_too_often_is_named() -> None:
    tags = dict(BOTH.lists[Letter.A])
    tags[102] = tile_of("E")

    told = [(one.tile, one.listed, one.wanted) for one in differences(tags, SMALL)]

    assert told == [(tile_of("5p"), 0, 1), (tile_of("E"), 3, 2)]


# The file -----------------------------------------------------------------------------------------

serials = st.lists(st.integers(0, 2**48 - 1), min_size=10, max_size=10, unique=True)


@given(serials, st.integers(0, 5))
def test_lists_and_drafts_are_read_back_as_they_were(numbers: list[int], drafted: int) -> None:
    session = begin(TileLists(), Letter.B, ORDER)
    for serial in numbers[:5]:
        session.take(blank(serial), SURE_READS)
    draft = begin(session.lists, Letter.A, ORDER)
    for serial in numbers[5 : 5 + drafted]:
        draft.take(blank(serial), SURE_READS)
    for place in directories():
        write_lists(place, draft.lists)
        assert read_lists(place) == draft.lists


def directories() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as place:
        yield Path(place)


def test_without_a_file_nothing_is_enrolled(tmp_path: Path) -> None:
    assert read_lists(tmp_path / "none") == TileLists()


def test_a_list_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_lists(tmp_path, BOTH)

    def fail(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="no space"):
        write_lists(tmp_path, TileLists())
    assert read_lists(tmp_path) == BOTH


@given(st.data())
def test_no_digit_of_a_file_can_be_another(data: st.DataObject) -> None:
    for place in directories():
        write_lists(place, BOTH)
        content = (place / NAME).read_bytes()
        at = data.draw(st.integers(0, len(content) - 1))
        byte = data.draw(st.integers(0, 255))
        (place / NAME).write_bytes(content[:at] + bytes([byte]) + content[at + 1 :])
        try:
            assert read_lists(place) == BOTH  # a blank more or less changes nothing
        except ListsUnreadable as error:
            assert str(place / NAME) in str(error)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"format":2,"sum":"","sets":{}}', '{"format":1,"sum":"","sets":{}}'],
)
def test_a_file_that_is_none_of_ours_is_refused_in_one_sentence(
    tmp_path: Path, content: str
) -> None:
    (tmp_path / NAME).write_text(content)

    with pytest.raises(ListsUnreadable) as caught:
        read_lists(tmp_path)
    assert len(str(caught.value).splitlines()) == 1


def test_the_lists_are_in_a_backup_that_holds_the_keys(tmp_path: Path) -> None:
    write_lists(tmp_path, BOTH)
    places = Places(config=tmp_path / "none", state=tmp_path)

    assert [name for name, _ in places.files(keys=True)] == [f"keys/{NAME}"]
    assert is_allowed(f"keys/{NAME}")
    assert list(places.files(keys=False)) == []
