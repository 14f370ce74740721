"""The press that lets a PIN be set from afar: deliberate, at rest, and never made by play."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.config.model import Config, Integrity
from firmware_ctl.core.commands import Word
from firmware_ctl.core.self_check import KEY_S
from firmware_ctl.inputs.door_keys import DOOR_HOLD_S, DOOR_KEYS, DoorKeys, listen_at_the_door
from hal.events import InputChanged
from hal.ids import KEYS_DICE, KEYS_LIFT, Input
from hal.sim import run_virtual
from tests.firmware_ctl.test_simulated_table import Table, seated

KEYS = (*KEYS_LIFT, *KEYS_DICE, Input.KEY_RESET)
SOUTH, NORTH = DOOR_KEYS
EVENING_S = 4 * 3600.0
HOUR_S = 3600.0


class Door:
    """Two keys, and how often the door was opened."""

    def __init__(self) -> None:
        self.opened = 0
        self.resting = True
        loop = asyncio.get_running_loop()
        self.keys = DoorKeys(self._open, lambda: self.resting, loop.call_later)

    def _open(self) -> None:
        self.opened += 1

    def put(self, key: Input, *, down: bool) -> None:
        self.keys.feed(InputChanged(0, key, down))

    def hold_both(self) -> None:
        for key in DOOR_KEYS:
            self.put(key, down=True)


def at_the_door(meeting: Callable[[Door], Awaitable[None]]) -> None:
    async def main() -> None:
        await meeting(Door())

    run_virtual(main())


def test_both_keys_open_once_and_again_only_when_pressed_again() -> None:
    async def meeting(door: Door) -> None:
        door.hold_both()
        await asyncio.sleep(DOOR_HOLD_S - 0.1)
        assert door.opened == 0
        await asyncio.sleep(KEY_S)
        assert door.opened == 1
        door.put(NORTH, down=False)
        door.put(NORTH, down=True)
        await asyncio.sleep(DOOR_HOLD_S + 0.1)
        assert door.opened == 2

    at_the_door(meeting)


@pytest.mark.parametrize("other", [key for key in KEYS if key not in DOOR_KEYS])
def test_any_other_key_ends_the_hold(other: Input) -> None:
    async def meeting(door: Door) -> None:
        door.hold_both()
        await asyncio.sleep(1)
        door.put(other, down=True)
        await asyncio.sleep(2 * DOOR_HOLD_S)
        assert door.opened == 0

    at_the_door(meeting)


@pytest.mark.parametrize("begins", [True, False])
def test_while_the_table_does_not_rest_nothing_opens(begins: bool) -> None:
    async def meeting(door: Door) -> None:
        door.resting = begins
        door.hold_both()
        await asyncio.sleep(1)
        door.resting = not begins
        await asyncio.sleep(2 * DOOR_HOLD_S)
        assert door.opened == 0

    at_the_door(meeting)


def test_keys_that_were_down_before_the_link_was_lost_count_no_more() -> None:
    async def meeting(door: Door) -> None:
        door.hold_both()
        door.keys.forget()
        await asyncio.sleep(2 * DOOR_HOLD_S)
        door.put(SOUTH, down=True)
        await asyncio.sleep(2 * DOOR_HOLD_S)
        assert door.opened == 0

    at_the_door(meeting)


CHANGES = st.lists(st.tuples(st.sampled_from(KEYS), st.booleans(), st.floats(0, 4)), max_size=30)


@given(CHANGES)
def test_no_changes_that_follow_within_the_time_open(
    changes: list[tuple[Input, bool, float]],
) -> None:
    async def meeting(door: Door) -> None:
        for key, down, pause in changes:
            door.put(key, down=down)
            await asyncio.sleep(pause)
        assert door.opened == 0, "any change of a key within the time begins it anew"

    changes = [change for change in changes if change[1] or change[0] in DOOR_KEYS]
    at_the_door(meeting)


def at_a_table(config: Config, meeting: Callable[[Table, list[float]], Awaitable[None]]) -> None:
    async def main() -> None:
        async with seated(demo=config.integrity.cut == "keys", config=config) as table:
            opened: list[float] = []
            now = asyncio.get_running_loop().time
            listen_at_the_door(table.controller, lambda: opened.append(now()))
            await meeting(table, opened)

    run_virtual(main())


@pytest.mark.parametrize("seconds", [HOUR_S, pytest.param(EVENING_S, marks=pytest.mark.soak)])
def test_play_opens_nothing_however_long(seconds: float) -> None:
    async def meeting(table: Table, opened: list[float]) -> None:
        await asyncio.sleep(seconds)
        assert table.controller.snapshot().hand.number >= seconds / HOUR_S * 3
        assert opened == []

    at_a_table(Config(integrity=Integrity(cut="keys")), meeting)


async def press_both(table: Table) -> None:
    for key in DOOR_KEYS:
        table.sim.plant.press(key, DOOR_HOLD_S + 1)
    await asyncio.sleep(DOOR_HOLD_S + 2)


def test_the_deliberate_press_moves_nothing_and_opens_at_rest_alone() -> None:
    async def meeting(table: Table, opened: list[float]) -> None:
        await press_both(table)
        assert len(opened) == 1, "before the table is home"
        assert table.controller.snapshot().surface == "unhomed"
        table.say(Word.HOME)
        await table.becomes("ready")
        await press_both(table)
        assert (len(opened), table.controller.snapshot().surface) == (2, "ready")
        for _ in range(2):
            table.say(Word.LIFT)
            await table.becomes("open")
            table.say(Word.LIFT)
            await asyncio.sleep(120)
        assert Word.DICE in table.controller.snapshot().allowed
        await press_both(table)
        assert len(opened) == 2, "a throw was due"

    at_a_table(Config(), meeting)
