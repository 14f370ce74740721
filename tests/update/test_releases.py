"""Releases on their shelf: whole or not there, in use or not, whenever the power is cut."""

import json
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.update.change import Outcome, Result, busy, change
from firmware_ctl.update.shelf import BadRelease, Release, Shelf, read_release

FILES = {"bin/mjtable": "#!/bin/sh\n", "lib/a.py": "a = 1\n", "lib/deep/b.py": "b = 2\n"}


def make(folder: Path, name: str, label_name: object = None) -> Path:
    """Lay a release down somewhere, unpacked."""
    for path, content in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{content}# {name}\n")
    (folder / "bin/mjtable").chmod(0o755)
    label = {"name": label_name or name, "version": name}
    (folder / "RELEASE.json").write_text(json.dumps(label))
    return folder


def whole(release: Release) -> bool:
    return all(
        (release.directory / path).read_text() == f"{content}# {release.name}\n"
        for path, content in FILES.items()
    )


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "opt")


@pytest.fixture
def old_and_new(shelf: Shelf, tmp_path: Path) -> tuple[Release, Release]:
    old = shelf.lay(make(tmp_path / "one", "1.0"))
    shelf.use(old)
    return old, shelf.lay(make(tmp_path / "two", "2.0"))


def test_what_is_no_release_is_refused_and_named(tmp_path: Path, shelf: Shelf) -> None:
    with pytest.raises(BadRelease, match="holds no release"):
        shelf.lay(tmp_path)
    with pytest.raises(BadRelease, match="names are plain"):
        shelf.lay(make(tmp_path / "x", "../../etc"))
    with pytest.raises(BadRelease, match="names are plain"):
        read_release(make(tmp_path / "y", "ok", 7))
    make(tmp_path / "z", "ok")
    (tmp_path / "z" / "bin" / "mjtable").unlink()
    with pytest.raises(BadRelease, match="starts the program"):
        shelf.lay(tmp_path / "z")


def test_a_release_needs_room_for_two(
    tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        free = 10

    monkeypatch.setattr(shutil, "disk_usage", lambda _: Full)
    with pytest.raises(BadRelease, match="make room"):
        shelf.lay(make(tmp_path / "x", "1.0"))
    assert shelf.releases() == []


def test_the_release_before_stays_and_older_ones_go(
    shelf: Shelf, old_and_new: tuple[Release, Release], tmp_path: Path
) -> None:
    old, new = old_and_new
    shelf.use(new)
    third = shelf.lay(make(tmp_path / "three", "3.0"))
    shelf.use(third)
    shelf.tidy()
    assert shelf.current() == third
    assert shelf.previous() == new
    assert [each.name for each in shelf.releases()] == ["2.0", "3.0"]
    assert not old.directory.exists()


class Cut(BaseException):
    """The power goes."""


CUTTABLE = ((os, "open"), (os, "fsync"), (shutil, "copy2"), (Path, "rename"), (Path, "symlink_to"))


def cut_at(step: int, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Cut the power before the step-th touch of the disk; return how many touches there were."""
    touches = 0

    def wrapped(call: Callable[..., object]) -> Callable[..., object]:
        def touch(*arguments: object, **named: object) -> object:
            nonlocal touches
            touches += 1
            if touches == step:
                raise Cut
            return call(*arguments, **named)

        return touch

    for place, name in CUTTABLE:
        monkeypatch.setattr(place, name, wrapped(getattr(place, name)))
    return lambda: touches


def test_wherever_the_power_is_cut_a_whole_release_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = make(tmp_path / "source", "2.0")
    names = set()
    for step in range(1, 200):
        shelf = Shelf(tmp_path / f"opt{step}")
        shelf.use(shelf.lay(make(tmp_path / "one", "1.0")))
        with monkeypatch.context() as patched:
            touches = cut_at(step, patched)
            with suppress(Cut):
                shelf.use(shelf.lay(source))
            done = touches() < step
        current = shelf.current()
        assert current is not None
        assert whole(current)
        assert all(map(whole, shelf.releases()))
        names.add(current.name)
        shelf.use(shelf.lay(source))
        assert shelf.current() == shelf.find("2.0"), "a second try ends well"
        if done:
            break
    else:
        pytest.fail("it never came to its end")
    assert names == {"1.0", "2.0"}
    assert step > 15


def test_what_lies_under_its_name_has_been_flushed_before(
    tmp_path: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: set[str] = set()
    fsync, rename = os.fsync, Path.rename

    def note(handle: int) -> None:
        flushed.add(str(Path(f"/proc/self/fd/{handle}").readlink()))
        fsync(handle)

    def check(self: Path, target: Path) -> Path:
        if self.name == "1.0.new":
            everything = {str(self), *map(str, self.rglob("*"))}
            assert everything <= flushed
        return rename(self, target)

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(Path, "rename", check)
    shelf.lay(make(tmp_path / "x", "1.0"))
    assert str(tmp_path / "opt" / "releases") in flushed


# Changing -----------------------------------------------------------------------------------------


def table(surface: str = "ready", load: str = "complete", hand: str = "none") -> dict[str, Any]:
    return {"surface": surface, "load": load, "hand": {"number": 1, "state": hand}}


class Bench:
    """A service whose answers are set."""

    def __init__(self) -> None:
        self.table: Mapping[str, Any] | None = table()
        self.against = self.wrong = ""
        self.well = True
        self.sags = False
        self.restarts = 0

    def snapshot(self) -> Mapping[str, Any] | None:
        return self.table

    def supply_sags(self) -> bool:
        return self.sags

    def judge(self, _: Release) -> str:
        return self.against

    def restart(self) -> str:
        self.restarts += 1
        return self.wrong if self.restarts == 1 else ""

    def healthy(self, _: float) -> bool:
        return self.well


def changed(shelf: Shelf, release: Release, bench: Bench) -> Result:
    return change(shelf, release, bench, lambda _: None)


@pytest.mark.parametrize(
    "snapshot",
    [
        table(hand="running"),
        table("play", hand="running"),
        table("play"),
        table("raising"),
        table("homing"),
        table("opening"),
        table("dealing"),
        table(load="loading"),
        table(load="balancing"),
    ],
)
def test_a_table_at_work_is_left_alone(
    snapshot: dict[str, Any], shelf: Shelf, old_and_new: tuple[Release, Release]
) -> None:
    old, new = old_and_new
    bench = Bench()
    bench.table = snapshot
    assert changed(shelf, new, bench).outcome is Outcome.BUSY
    assert bench.restarts == 0
    assert shelf.current() == old


def test_a_release_that_was_laid_down_and_never_used_waits(
    shelf: Shelf, old_and_new: tuple[Release, Release], tmp_path: Path
) -> None:
    old, new = old_and_new
    assert shelf.waiting() == new
    newest = shelf.lay(make(tmp_path / "three", "0.9"))
    assert shelf.waiting() == newest  # what was laid down last, whatever its name
    shelf.use(new)
    shelf.use(newest)
    assert shelf.waiting() == old
    shelf.tidy()
    assert shelf.waiting() is None
    assert Shelf(tmp_path / "nowhere").waiting() is None


def test_a_supply_that_sags_keeps_the_release_and_says_why(
    shelf: Shelf, old_and_new: tuple[Release, Release]
) -> None:
    old, new = old_and_new
    bench = Bench()
    bench.sags = True
    result = changed(shelf, new, bench)
    assert result.outcome is Outcome.BUSY
    assert "stronger power supply" in result.text
    assert (bench.restarts, shelf.current()) == (0, old)
    bench.sags = False
    assert changed(shelf, new, bench).outcome is Outcome.DONE


def test_a_first_release_is_put_into_use_even_so(shelf: Shelf, tmp_path: Path) -> None:
    bench = Bench()
    bench.sags = True
    first = shelf.lay(make(tmp_path / "one", "1.0"))
    assert changed(shelf, first, bench).outcome is Outcome.DONE


@pytest.mark.parametrize("surface", ["unhomed", "ready", "walls-up", "faulted", "estopped"])
def test_a_table_at_rest_and_one_without_a_daemon_may_change(surface: str) -> None:
    assert busy(table(surface)) == ""
    assert busy(None) == ""


def test_a_release_that_refuses_the_configuration_never_comes_into_use(
    shelf: Shelf, old_and_new: tuple[Release, Release]
) -> None:
    bench = Bench()
    bench.against = "table.toml:3: unknown key"
    result = changed(shelf, old_and_new[1], bench)
    assert result.outcome is Outcome.UNFIT
    assert "unknown key" in result.text
    assert (bench.restarts, shelf.current()) == (0, old_and_new[0])


@pytest.mark.parametrize(("wrong", "well"), [("it failed", True), ("", False)])
def test_a_release_that_does_not_run_the_table_is_taken_back(
    *, wrong: str, well: bool, shelf: Shelf, old_and_new: tuple[Release, Release]
) -> None:
    bench = Bench()
    bench.wrong, bench.well = wrong, well
    result = changed(shelf, old_and_new[1], bench)
    assert result.outcome is Outcome.TAKEN_BACK
    assert "back to 1.0" in result.text
    assert bench.restarts == 2
    assert shelf.current() == old_and_new[0]


def test_a_release_that_runs_the_table_stays(
    shelf: Shelf, old_and_new: tuple[Release, Release]
) -> None:
    old, new = old_and_new
    bench = Bench()
    assert changed(shelf, new, bench).outcome is Outcome.DONE
    assert (shelf.current(), shelf.previous()) == (new, old)
    assert changed(shelf, new, bench).outcome is Outcome.SAME
    assert bench.restarts == 1
