"""The page as the daemon puts it together: who stands at the panel, what is kept, what is read."""

import asyncio
from pathlib import Path

import pytest

from firmware_ctl.access.desk import Client
from firmware_ctl.access.roles import Role
from firmware_ctl.config.model import Config, Table, Web
from firmware_ctl.inputs.door_keys import DOOR_HOLD_S, DOOR_KEYS
from firmware_ctl.served_page import served_page
from firmware_ctl.views.web.server import WebServer
from hal.ids import KEYS_DICE, Input
from tests.support.bench import Bench, play

FAR = Client("192.0.2.9", local=False)


def page_of(bench: Bench, state: Path | None = None) -> WebServer:
    config = Config(table=Table(name="Table 7"), web=Web(port=0))
    board = bench.table.board
    return served_page(bench.controller, board, config, config_file=None, state=state, speed=1.0)


def test_only_the_deliberate_press_lets_the_first_pin_be_set_from_afar() -> None:
    async def scenario(bench: Bench) -> None:
        access = page_of(bench).access
        await bench.home()
        assert not access.may_set(FAR, Role.STAFF, Role.ANYONE)
        for key in (Input.KEY_RESET, *KEYS_DICE):
            bench.table.plant.press(key)
            await asyncio.sleep(1.0)
        assert not access.may_set(FAR, Role.STAFF, Role.ANYONE)
        for key in DOOR_KEYS:
            bench.table.plant.press(key, DOOR_HOLD_S + 1.0)
        await asyncio.sleep(DOOR_HOLD_S + 1.0)
        assert access.may_set(FAR, Role.STAFF, Role.ANYONE)

    play(scenario)


def test_what_moves_by_itself_is_nobody_at_the_panel() -> None:
    async def scenario(bench: Bench) -> None:
        access = page_of(bench).access
        await bench.first_set()
        assert not access.may_set(FAR, Role.STAFF, Role.ANYONE)

    play(scenario)


@pytest.mark.parametrize("kept", [True, False])
def test_pins_are_kept_in_the_state_directory_where_there_is_one(
    tmp_path: Path, *, kept: bool
) -> None:
    async def scenario(bench: Bench) -> None:
        page_of(bench, tmp_path if kept else None).access.table_token()

    play(scenario)
    assert (tmp_path / "access.json").exists() is kept
