"""Where the configuration file and the local socket are looked for."""

import os
from pathlib import Path

import pytest

from firmware_ctl.config import search
from firmware_ctl.config.search import config_places, find_config, socket_path, socket_places

MINE = f"mjtable-{os.getuid()}"


def test_files_are_looked_for_from_the_service_to_the_person() -> None:
    environ = {"CONFIGURATION_DIRECTORY": "/a:/b", "XDG_CONFIG_HOME": "/home/x/.config"}
    assert [str(place) for place in config_places(environ)] == [
        "/a/table.toml",
        "/b/table.toml",
        "/etc/mjtable/table.toml",
        "/home/x/.config/mjtable/table.toml",
    ]


def test_without_variables_the_persons_own_place_is_the_usual_one() -> None:
    assert config_places({})[-1] == Path("~/.config/mjtable/table.toml").expanduser()


def test_the_first_file_that_exists_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "SYSTEM_CONFIG", tmp_path / "etc")
    environ = {"CONFIGURATION_DIRECTORY": str(tmp_path / "no"), "XDG_CONFIG_HOME": str(tmp_path)}
    assert find_config(environ) is None
    mine = tmp_path / "mjtable" / "table.toml"
    mine.parent.mkdir()
    mine.touch()
    assert find_config(environ) == mine


@pytest.mark.parametrize(
    ("configured", "environ", "path"),
    [
        ("/x/own", {"RUNTIME_DIRECTORY": "/run/mjtable"}, "/x/own"),
        ("", {"RUNTIME_DIRECTORY": "/run/a:/run/b"}, "/run/a/mjtable.sock"),
        ("", {"XDG_RUNTIME_DIR": "/run/user/7"}, "/run/user/7/mjtable.sock"),
        ("", {"TMPDIR": "/var/tmp"}, f"/var/tmp/{MINE}/mjtable.sock"),
        ("", {}, f"/tmp/{MINE}/mjtable.sock"),
    ],
)
def test_a_daemon_puts_its_socket(configured: str, environ: dict[str, str], path: str) -> None:
    assert socket_path(configured, environ) == Path(path)


def test_whoever_looks_for_a_daemon_finds_the_systems_service_last() -> None:
    places = socket_places({"XDG_RUNTIME_DIR": "/run/user/7"})
    assert places[0] == Path("/run/user/7/mjtable.sock")
    assert places[-1] == Path("/run/mjtable/mjtable.sock")
