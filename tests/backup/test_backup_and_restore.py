"""A backup holds what the table knows, and comes back whole or not at all."""

import hashlib
import io
import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_ctl.backup.contents import LIST, BadBackup, is_allowed, read_list
from firmware_ctl.backup.pack import pack
from firmware_ctl.backup.places import Places
from firmware_ctl.backup.unpack import finish, read_contents, restore
from tests.backup.trouble import Cut, cut_at

TOML = 'config_version = 1\n[table]\nname = "{}"\n'


def table(root: Path, name: str, *, panel: bool = True) -> Places:
    """Lay a table's files down: all of them tell its name."""
    places = Places(root / "etc", root / "var")
    (places.config / "conf.d").mkdir(parents=True)
    (places.config / "table.toml").write_text(TOML.format(name))
    if panel:
        (places.config / "conf.d" / "90-panel.toml").write_text(f"# {name}\n")
    segment = places.state / "record" / "0001"
    segment.mkdir(parents=True)
    with closing(sqlite3.connect(segment / "table.db")) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE record (body)")
        database.execute("INSERT INTO record VALUES (?)", (name,))
        database.commit()
    (places.state / "mjtable.key").write_bytes(name.ljust(32).encode())
    return places


def known(places: Places) -> Mapping[str, str]:
    """Return what every file says, by its name."""
    told = {name: path.read_bytes().decode().strip() for name, path in _texts(places)}
    for path in sorted((places.state / "record").glob("*/table.db")):
        with closing(sqlite3.connect(path)) as database:
            (body,) = database.execute("SELECT body FROM record").fetchone()
        told[path.parent.name] = str(body)
    return told


def _texts(places: Places) -> list[tuple[str, Path]]:
    files = [
        places.config / "table.toml",
        *places.config.glob("conf.d/*"),
        places.state / "mjtable.key",
    ]
    return [(path.name, path) for path in files if path.exists()]


def packed(places: Places, target: Path, *, keys: bool = False) -> Path:
    pack(places, target, version="1.0", table="t", keys=keys, clock=lambda: 1_700_000_000.0)
    return target


def test_a_backup_of_a_running_table_holds_what_is_not_yet_in_the_file(tmp_path: Path) -> None:
    places = table(tmp_path / "a", "old")
    live = sqlite3.connect(places.state / "record" / "0001" / "table.db")
    with closing(live):
        live.execute("PRAGMA wal_autocheckpoint=0")
        live.execute("UPDATE record SET body = 'newest'")
        live.commit()
        backup = packed(places, tmp_path / "b.zip")
    restore(Places(tmp_path / "a" / "etc", tmp_path / "a" / "var"), backup)
    assert known(places)["0001"] == "newest"


def test_keys_leave_the_table_only_when_asked(tmp_path: Path) -> None:
    places = table(tmp_path / "a", "old")
    secret = (places.state / "mjtable.key").read_bytes()
    without = packed(places, tmp_path / "without.zip")
    held = packed(places, tmp_path / "with.zip", keys=True)
    with zipfile.ZipFile(without) as archive:
        assert not any(secret in archive.read(name) for name in archive.namelist())
    assert [entry.name for entry in read_contents(held).entries][-1] == "keys/mjtable.key"
    assert held.stat().st_mode & 0o077 == 0, "only its owner reads a backup"


def test_what_comes_back_is_what_was_packed_and_nothing_of_what_was_there(tmp_path: Path) -> None:
    backup = packed(table(tmp_path / "a", "old", panel=False), tmp_path / "b.zip", keys=True)
    places = table(tmp_path / "b", "new")
    (places.state / "record" / "0003").mkdir()
    contents = restore(places, backup)
    assert contents.table == "t"
    assert set(known(places).values()) == {"old", TOML.format("old").strip()}
    assert "90-panel.toml" not in known(places), "a drop-in of now would change what comes back"
    assert not (places.state / "record" / "0003").exists()
    assert (places.state / "mjtable.key").stat().st_mode & 0o777 == 0o400


def test_files_that_a_backup_lacks_stay(tmp_path: Path) -> None:
    backup = packed(table(tmp_path / "a", "old"), tmp_path / "b.zip")
    places = table(tmp_path / "b", "new")
    restore(places, backup)
    assert known(places)["mjtable.key"] == "new"


# Power cuts ---------------------------------------------------------------------------------------


def test_wherever_the_power_is_cut_a_backup_is_the_old_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = table(tmp_path / "a", "old"), table(tmp_path / "b", "new")
    before = packed(old, tmp_path / "before.zip").read_bytes()
    target = tmp_path / "b.zip"
    seen = set()
    for step in range(1, 100):
        target.write_bytes(before)
        with monkeypatch.context() as patched:
            touches = cut_at(step, patched)
            with suppress(Cut):
                packed(new, target)
            done = touches() < step
        restored = table(tmp_path / f"r{step}", "none")
        restore(restored, target)
        told = known(restored)["table.toml"]
        seen.add(told)
        if done:
            break
    assert seen == {TOML.format(name).strip() for name in ("old", "new")}


def test_wherever_the_power_is_cut_a_restore_leaves_the_old_or_the_new_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = packed(table(tmp_path / "a", "old", panel=False), tmp_path / "b.zip", keys=True)
    original = table(tmp_path / "pristine", "new")
    wholes = (known(Places(tmp_path / "a" / "etc", tmp_path / "a" / "var")), known(original))
    outcomes = []
    for step in range(1, 200):
        shutil.copytree(tmp_path / "pristine", tmp_path / f"r{step}")
        places = Places(tmp_path / f"r{step}" / "etc", tmp_path / f"r{step}" / "var")
        with monkeypatch.context() as patched:
            touches = cut_at(step, patched)
            with suppress(Cut):
                restore(places, backup)
            done = touches() < step
        with monkeypatch.context() as patched:
            cut_at(2, patched)
            with suppress(Cut):
                finish(places)
        finish(places)
        outcomes.append(wholes.index(known(places)))
        assert not list(places.state.glob(".restore*"))
        assert not list(places.config.glob(".restore*"))
        if done:
            break
    assert set(outcomes) == {0, 1}
    assert outcomes == sorted(outcomes, reverse=True), "once decided it is never undone"


# Strangers' files ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../etc/passwd",
        "/etc/passwd",
        "config/../../etc/passwd",
        "config/conf.d/../table.toml",
        "config//table.toml",
        "config/.hidden.toml",
        "config/table.toml/x",
        "config/conf.d/deep/x.toml",
        "config/run.sh",
        "config\\table.toml",
        "record/0001/../../x",
        "record/0001/table.db-wal",
        "record/x/table.db",
        "keys/other",
        "keys/../mjtable.key",
        "table.toml",
        "config/",
        "config/\n.toml",
    ],
)
def test_a_name_that_leads_anywhere_else_is_refused(name: str, tmp_path: Path) -> None:
    assert not is_allowed(name)
    backup = forged({name: b"x"}, tmp_path / "b.zip")
    places = table(tmp_path / "t", "new")
    before = known(places)
    with pytest.raises(BadBackup):
        restore(places, backup)
    assert known(places) == before
    assert not list(places.state.glob(".restore*"))


@given(st.text(max_size=60))
def test_no_allowed_name_leaves_its_folder(name: str) -> None:
    if is_allowed(name):
        parts = name.split("/")
        assert parts[0] in ("config", "record", "keys")
        assert not any(part in ("", ".", "..") for part in parts)


@given(st.binary(max_size=200))
def test_no_list_of_contents_is_more_than_a_bad_backup(raw: bytes) -> None:
    with pytest.raises(BadBackup):
        read_list(raw)


def forged(
    files: Mapping[str, bytes],
    target: Path,
    change: Callable[[dict[str, object]], None] = lambda _: None,
) -> Path:
    entries = [
        {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    ]
    contents: dict[str, object] = {
        "format": 1, "version": "1", "table": "t", "made": 1, "entries": entries,
    }  # fmt: skip
    change(contents)
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr(LIST, json.dumps(contents))
    return target


GOOD = {"config/table.toml": b"x"}


def _entries(contents: dict[str, object]) -> list[dict[str, object]]:
    entries = contents["entries"]
    assert isinstance(entries, list)
    return entries


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda c: c.update(format=2), "update the program"),
        (lambda c: c.update(entries=[]), "other files"),
        (lambda c: _entries(c).append(_entries(c)[0]), "contradicts"),
        (lambda c: _entries(c)[0].update(sha256="0" * 64), "damaged"),
        (lambda c: _entries(c)[0].update(size=1 << 40), "larger"),
        (lambda c: _entries(c)[0].update(size=0), "other files"),
        (lambda c: c.pop("made"), "cannot be read"),
    ],
)
def test_a_list_that_does_not_fit_is_refused(
    change: Callable[[dict[str, object]], None], words: str, tmp_path: Path
) -> None:
    places = table(tmp_path / "t", "new")
    with pytest.raises(BadBackup, match=words):
        restore(places, forged(GOOD, tmp_path / "b.zip", change))
    assert known(places)["table.toml"] == TOML.format("new").strip()


def test_a_link_in_a_backup_is_a_file_like_any_other(tmp_path: Path) -> None:
    target = b"/etc/passwd"
    entry = {"name": "config/table.toml", "size": len(target)}
    contents = {
        "format": 1, "version": "1", "table": "t", "made": 1,
        "entries": [{**entry, "sha256": hashlib.sha256(target).hexdigest()}],
    }  # fmt: skip
    link = zipfile.ZipInfo("config/table.toml")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr(link, target)
        archive.writestr(LIST, json.dumps(contents))
    places = table(tmp_path / "t", "new")
    restore(places, tmp_path / "b.zip")
    assert not (places.config / "table.toml").is_symlink()
    assert (places.config / "table.toml").read_bytes() == target


@pytest.mark.parametrize("size", [0, 10, 100, -1, -30])
def test_a_torn_file_is_refused(size: int, tmp_path: Path) -> None:
    whole = packed(table(tmp_path / "a", "old"), tmp_path / "b.zip").read_bytes()
    torn = tmp_path / "torn.zip"
    torn.write_bytes(whole[:size])
    with pytest.raises(BadBackup):
        read_contents(torn)


def test_a_flipped_byte_is_seen(tmp_path: Path) -> None:
    places = table(tmp_path / "t", "new")
    buffer = io.BytesIO(packed(table(tmp_path / "a", "old"), tmp_path / "b.zip").read_bytes())
    whole = buffer.getvalue()
    at = whole.index(b"table.toml") + 30
    (tmp_path / "b.zip").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    with pytest.raises(BadBackup):
        restore(places, tmp_path / "b.zip")
    assert known(places)["table.toml"] == TOML.format("new").strip()


@pytest.mark.parametrize("flip", [0x01, 0x80, 0xFF])
def test_a_byte_flipped_anywhere_is_refused_or_harms_nothing(flip: int, tmp_path: Path) -> None:
    source = table(tmp_path / "a", "old")
    whole = packed(source, tmp_path / "b.zip").read_bytes()
    for at in range(0, len(whole), 5):
        places = table(tmp_path / f"t{at}", "new")
        backup = tmp_path / "flipped.zip"
        backup.write_bytes(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :])
        try:
            restore(places, backup)
        except BadBackup:
            assert known(places)["table.toml"] == TOML.format("new").strip()
        else:
            assert known(places)["table.toml"] == TOML.format("old").strip()


def test_a_full_card_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = packed(table(tmp_path / "a", "old"), tmp_path / "b.zip")
    places = table(tmp_path / "t", "new")

    def full(_: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        restore(places, backup)
    assert known(places)["table.toml"] == TOML.format("new").strip()
    assert not list(places.state.glob(".restore*"))
