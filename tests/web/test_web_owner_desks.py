"""What an owner gets from the page: whether his board answers, a backup, pictures of the mixing."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from firmware_ctl.backup.pack import pack
from firmware_ctl.backup.places import Places
from firmware_ctl.config.model import Config, Table, Web
from firmware_ctl.served_page import served_page
from firmware_ctl.texts import say
from firmware_ctl.views.web import backup_desk
from firmware_ctl.views.web.backup_desk import BackupDesk
from firmware_ctl.views.web.board_desk import BoardDesk
from firmware_ctl.views.web.mixing_desk import MixingDesk
from hal.board import Board, Identity
from rules.languages import Language
from tests.support.bench import Bench, play
from tests.web.desks import PORTS, SQUARE, SilentBoard, mixed
from tests.web.web_bench import FAR, Client, ShownTable, desk, talk


class FoundBoard:
    """A board that answers, or did."""

    identity = Identity("motor board", "1.4", 7, simulated=False)

    def __init__(self, *, link_up: bool = True) -> None:
        self.link_up = link_up


@pytest.mark.parametrize(
    ("board", "port", "state", "answered"),
    [
        (SilentBoard(), "/dev/ttyACM0", "lost", ""),
        (FoundBoard(), "/dev/ttyACM0", "found", "motor board 1.4"),
        (FoundBoard(link_up=False), "/dev/ttyACM0", "lost", "motor board 1.4"),
        (FoundBoard(), "", "simulated", "motor board 1.4"),
    ],
)
def test_the_board_is_found_or_not_and_the_ports_are_seen(
    board: object, port: str, state: str, answered: str
) -> None:
    async def conversation(client: Client) -> None:
        _, told = await client.get("/api/board")
        assert told == {
            "state": state,
            "port": port,
            "answered": answered,
            "ports": [{"device": device, "is": name} for device, name in PORTS],
        }

    shown = BoardDesk(cast("Board", board), port, lambda: PORTS)
    talk(ShownTable(), conversation, more=shown.mounted())


@pytest.mark.parametrize("path", ["/api/board", "/api/backup"])
def test_nobody_but_the_technician_gets_them(tmp_path: Path, path: str) -> None:
    written: list[Path] = []
    more = [
        *BackupDesk(written.append).mounted(),
        *BoardDesk(cast("Board", SilentBoard()), "", tuple).mounted(),
    ]

    async def conversation(client: Client) -> None:
        assert (await client.get(path, **FAR))[0] == 403
        await client.post("/api/sign-in", {"pin": "2580"})
        assert (await client.get(path))[0] == 403

    access = desk(tmp_path, staff="2580", technician="314159")
    talk(ShownTable(), conversation, access=access, more=more)
    assert written == []


def test_a_backup_is_one_file_without_keys_and_pins(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "table.toml").write_text("config_version = 1\n")
    state = tmp_path / "state"
    state.mkdir()
    (state / "mjtable.key").write_text("a secret")
    places = Places(tmp_path / "config", state)
    left = set(state.iterdir())

    async def conversation(client: Client) -> None:
        answer, body = await client.ask("GET", "/api/backup")
        assert answer.headers["Content-Type"] == "application/zip"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "attachment" in answer.headers["Content-Disposition"]
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            assert "config/table.toml" in archive.namelist()
            assert not [name for name in archive.namelist() if name.startswith("keys/")]
        assert b"a secret" not in body

    backup = BackupDesk(lambda target: pack(places, target, version="1", table="t"))
    talk(ShownTable(), conversation, more=backup.mounted())
    assert set(state.iterdir()) == left


def test_why_there_is_no_backup_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    async def nothing_kept(client: Client) -> None:
        status, told = await client.get("/api/backup?lang=en")
        assert (status, told["why"]) == (404, say("web.no-backup"))

    async def no_space(client: Client) -> None:
        status, told = await client.get("/api/backup?lang=en")
        assert status == 500
        assert told["why"] == say("web.backup-failed", why="No space left on device")

    async def too_large(client: Client) -> None:
        status, told = await client.get("/api/backup?lang=en")
        assert (status, told["why"]) == (409, say("web.backup-large"))

    talk(ShownTable(), nothing_kept, more=BackupDesk(None).mounted())
    talk(ShownTable(), no_space, more=BackupDesk(full).mounted())
    monkeypatch.setattr(backup_desk, "MOST_BYTES", 3)
    large = BackupDesk(lambda target: target.write_bytes(b"four"))
    talk(ShownTable(), too_large, more=large.mounted())


def test_everybody_sees_how_the_machine_mixes() -> None:
    async def conversation(client: Client) -> None:
        _, told = await client.get("/api/mixing?lang=ja", **FAR)
        assert told == {"why": "", "words": ["the tiles mix evenly (ja)"], "pictures": ["rows"]}
        answer, body = await client.ask("GET", "/api/mixing/rows.svg?lang=ja")
        assert answer.content_type == "image/svg+xml"
        assert body.decode() == SQUARE
        status, told = await client.get("/api/mixing/columns.svg?lang=en")
        assert (status, told["why"]) == (404, say("page.mixing-none"))

    talk(ShownTable(), conversation, more=MixingDesk(mixed).mounted())


def test_why_there_are_no_pictures_is_told() -> None:
    async def later(_: Language) -> None:
        return None

    async def broken(_: Language) -> Mapping[str, Any]:
        raise OSError("no numpy")

    for newest, why in (
        (None, say("page.mixing-none")),
        (later, say("page.mixing-later")),
        (broken, say("page.mixing-failed", why="no numpy")),
    ):

        async def conversation(client: Client, why: str = why) -> None:
            _, told = await client.get("/api/mixing?lang=en")
            assert told == {"why": why, "words": [], "pictures": []}
            assert (await client.get("/api/mixing/rows.svg"))[0] == 404

        talk(ShownTable(), conversation, more=MixingDesk(newest).mounted())


def test_the_daemons_page_has_all_three_of_them(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("config_version = 1\n")

    async def scenario(bench: Bench) -> None:
        config = Config(table=Table(name="Table 7"), web=Web(port=0))
        served_page(
            bench.controller,
            bench.table.board,
            config,
            config_file=file,
            state=tmp_path,
            speed=1.0,
            port="/dev/ttyACM0",
        )

    play(scenario)
