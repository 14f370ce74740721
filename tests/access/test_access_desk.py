"""Who is let in: PINs, sessions, the evening's token, and what a restart or a bad file leaves."""

import asyncio
import json
import stat
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.access.desk import DOOR_OPENS_S, AccessDesk, Client, No
from firmware_ctl.access.file import AccessFile, AccessFileError, Kept
from firmware_ctl.access.pace import Pace
from firmware_ctl.access.pins import BadPin, check_new, seal
from firmware_ctl.access.roles import Role
from firmware_ctl.access.sessions import IDLE_S, LONGEST_S, MOST_SESSIONS, Sessions
from firmware_ctl.access.table_token import evening_of, new_token

HERE = Client("127.0.0.1", local=True)
THERE = Client("192.0.2.7", local=False)
EVENING = datetime(2026, 11, 30, 19, 0)  # noqa: DTZ001 -- the table's own local time


class Clocks:
    """A steady clock and a local one, moved by hand."""

    def __init__(self) -> None:
        self.passed = 0.0

    def steady(self) -> float:
        return self.passed

    def local(self) -> datetime:
        return EVENING + timedelta(seconds=self.passed)


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "access.json"


def open_desk(path: Path | None, clocks: Clocks) -> AccessDesk:
    return AccessDesk(AccessFile(path), clocks.steady, clocks.local)


def meet(meeting: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await meeting()

    asyncio.run(main())


def assert_secret(path: Path, pin: str) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert pin not in path.read_text()


def test_pins_outlive_a_restart_and_stand_nowhere_in_clear(path: Path, clocks: Clocks) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        assert isinstance(await desk.set_pin(HERE, Role.TECHNICIAN, Role.STAFF, "2580"), str)
        assert_secret(path, "2580")
        again = open_desk(path, clocks)
        found = await again.sign_in(THERE, "2580")
        assert isinstance(found, tuple)
        assert again.role(THERE, found[0]) is found[1] is Role.STAFF
        assert isinstance(await again.sign_in(THERE, "2581"), No)

    meet(meeting)


def test_of_two_first_pins_at_once_one_is_the_first(path: Path, clocks: Clocks) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        desk.open_door()
        tries = [desk.set_pin(THERE, Role.ANYONE, Role.STAFF, pin) for pin in ("2580", "1470")]
        told = await asyncio.gather(*tries)
        assert [isinstance(one, No) for one in told] == [False, True]

    meet(meeting)


def test_a_press_on_the_panel_opens_for_one_pin(path: Path, clocks: Clocks) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        desk.open_door()
        assert isinstance(await desk.set_pin(THERE, Role.ANYONE, Role.STAFF, "1234"), No)
        assert isinstance(await desk.set_pin(THERE, Role.ANYONE, Role.STAFF, "2580"), str)
        refused = await desk.set_pin(THERE, Role.STAFF, Role.TECHNICIAN, "314159")
        assert refused == No("not-allowed", "access.not-near")
        desk.open_door()
        assert isinstance(await desk.set_pin(THERE, Role.STAFF, Role.TECHNICIAN, "314159"), str)

    meet(meeting)


def test_the_deliberate_press_opens_for_ten_minutes(path: Path, clocks: Clocks) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        assert not desk.may_set(THERE, Role.STAFF, Role.ANYONE)
        desk.open_door()
        clocks.passed += DOOR_OPENS_S
        assert desk.may_set(THERE, Role.STAFF, Role.ANYONE)
        clocks.passed += 1
        assert not desk.may_set(THERE, Role.STAFF, Role.ANYONE)

    meet(meeting)


def test_players_at_the_panel_cannot_make_themselves_technicians(
    path: Path, clocks: Clocks
) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        await desk.set_pin(HERE, Role.TECHNICIAN, Role.STAFF, "2580")
        desk.open_door()
        for asked_by in (Role.ANYONE, Role.TOKEN):
            refused = await desk.set_pin(THERE, asked_by, Role.TECHNICIAN, "314159")
            assert isinstance(refused, No)
        desk.open_door()
        assert desk.may_set(THERE, Role.TECHNICIAN, Role.STAFF)
        await desk.set_pin(THERE, Role.STAFF, Role.TECHNICIAN, "314159")
        assert not desk.may_set(THERE, Role.STAFF, Role.STAFF)
        assert desk.may_set(THERE, Role.STAFF, Role.TECHNICIAN)

    meet(meeting)


def test_a_changed_pin_ends_the_sessions_of_the_old_one(path: Path, clocks: Clocks) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        old = await desk.set_pin(HERE, Role.TECHNICIAN, Role.TECHNICIAN, "314159")
        new = await desk.set_pin(HERE, Role.TECHNICIAN, Role.TECHNICIAN, "271828")
        assert isinstance(old, str)
        assert isinstance(new, str)
        assert desk.role(HERE, old) is Role.ANYONE
        assert desk.role(HERE, new) is Role.TECHNICIAN

    meet(meeting)


def test_two_roles_never_share_a_pin(path: Path, clocks: Clocks) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        await desk.set_pin(HERE, Role.TECHNICIAN, Role.STAFF, "314159")
        refused = await desk.set_pin(HERE, Role.STAFF, Role.TECHNICIAN, "314159")
        assert isinstance(refused, No)
        assert refused.key == "access.same-pin"

    meet(meeting)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 2}', '{"format": 1, "pins": 3}'])
def test_a_file_that_cannot_be_understood_locks_everything(
    path: Path, clocks: Clocks, content: str
) -> None:
    path.parent.mkdir()
    path.write_text(content)
    with pytest.raises(AccessFileError, match="remove it at the machine"):
        AccessFile(path).read()

    async def meeting() -> None:
        desk = open_desk(path, clocks)
        assert desk.role(HERE, None) is Role.ANYONE
        assert not desk.may_set(HERE, Role.STAFF, Role.TECHNICIAN)
        assert isinstance(await desk.sign_in(HERE, "2580"), No)
        assert isinstance(desk.join(HERE, "x"), No)

    meet(meeting)
    assert path.read_text() == content


def test_a_pin_that_cannot_be_kept_is_not_set(tmp_path: Path, clocks: Clocks) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")

    async def meeting() -> None:
        file = AccessFile(tmp_path / "state" / "access.json")
        with pytest.raises(AccessFileError):
            file.write(Kept())
        desk = AccessDesk(AccessFile(None), clocks.steady, clocks.local)
        desk._file = file
        refused = await desk.set_pin(HERE, Role.TECHNICIAN, Role.STAFF, "2580")
        assert isinstance(refused, No)
        assert desk.is_new

    meet(meeting)


def test_the_evening_ends_at_six_and_its_token_and_players_with_it(
    path: Path, clocks: Clocks
) -> None:
    async def meeting() -> None:
        desk = open_desk(path, clocks)
        token = desk.table_token()
        session = desk.join(THERE, token.text)
        assert isinstance(session, str)
        clocks.passed = 5 * 3600.0  # past midnight
        assert desk.table_token() == token == open_desk(path, clocks).table_token()
        assert desk.role(THERE, session) is Role.TOKEN
        clocks.passed = 11 * 3600.0 + 1
        assert desk.role(THERE, session) is Role.ANYONE
        assert isinstance(desk.join(THERE, token.text), No)
        assert token.text not in repr(token)

    meet(meeting)


@pytest.mark.parametrize(
    ("hour", "evening"), [(5, "2026-11-29"), (6, "2026-11-30"), (23, "2026-11-30")]
)
def test_an_evening_is_named_by_the_day_that_it_began(hour: int, evening: str) -> None:
    assert evening_of(EVENING.replace(hour=hour)) == evening
    assert new_token(evening).text != new_token(evening).text


@pytest.mark.parametrize("role", [Role.TOKEN, Role.STAFF, Role.TECHNICIAN])
def test_a_session_ends_when_nobody_uses_it_and_at_the_latest_after_a_day(role: Role) -> None:
    sessions = Sessions()
    idle = sessions.begin(role, 0.0)
    assert sessions.role(idle, IDLE_S[role]) is role
    assert sessions.role(idle, 2 * IDLE_S[role] + 1) is Role.ANYONE
    busy = sessions.begin(role, 0.0)
    step = IDLE_S[role]
    used = [sessions.role(busy, step * n) for n in range(int(LONGEST_S // step) + 2)]
    assert used[0] is role
    assert used[-1] is Role.ANYONE


def test_the_oldest_session_makes_room() -> None:
    sessions = Sessions()
    first = sessions.begin(Role.STAFF, 0.0)
    for _ in range(MOST_SESSIONS):
        sessions.begin(Role.TOKEN, 0.0)
    assert sessions.role(first, 0.0) is Role.ANYONE


@given(st.text(max_size=20))
def test_no_name_that_was_not_given_is_a_session(name: str) -> None:
    sessions = Sessions()
    sessions.begin(Role.TECHNICIAN, 0.0)
    assert sessions.role(name, 0.0) is Role.ANYONE


@given(st.text(max_size=14))
def test_a_new_pin_is_digits_and_not_a_row(pin: str) -> None:
    try:
        check_new(pin, Role.STAFF)
    except BadPin:
        return
    assert pin.isascii()
    assert pin.isdigit()
    assert 4 <= len(pin) <= 12
    assert len(set(pin)) > 1


def test_a_sealed_pin_shows_nothing_and_two_are_never_alike() -> None:
    one, other = seal("2580"), seal("2580")
    assert one.matches("2580")
    assert not one.matches("2581")
    assert one.hash != other.hash
    assert one.hash.hex() not in repr(one)


@given(st.lists(st.floats(0, 2), min_size=1, max_size=80))
def test_nobody_passes_more_often_than_the_pace(pauses: list[float]) -> None:
    pace = Pace(burst=3, per_s=1.0, all_burst=100, all_per_s=100.0)
    now, passed = 0.0, []
    for pause in pauses:
        now += pause
        if pace.take("x", now):
            passed.append(now)
    for first in range(len(passed)):
        for last in range(first, len(passed)):
            assert last - first + 1 <= 3 + (passed[last] - passed[first]) * 1.0 + 1e-6


def test_a_file_as_it_is_written(path: Path) -> None:
    AccessFile(path).write(Kept({Role.STAFF: seal("2580")}, new_token("2026-11-30")))
    data = json.loads(path.read_text())
    assert set(data) == {"format", "pins", "token"}
    assert set(data["pins"]["staff"]) == {"salt", "hash"}
    assert [one.name for one in path.parent.iterdir()] == ["access.json"]
