"""Update, backup and restore, killed in truth at every call that changes a file.

strace kills the command at the n-th call of a kind, for every kind and every n up to the one that
never comes. What the in-memory cuts of the other tests cannot show is shown here: that nothing of
the program has to run after the cut, and that no change is made by a call that they do not know.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_ctl.backup.places import Places
from firmware_ctl.backup.unpack import restore
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.update.shelf import Shelf
from tests.backup.test_backup_and_restore import known, packed, table
from tests.update.test_releases import make, whole

NAMES = ("rename", "symlink")
"""Where one state becomes the other."""

OTHERS = (
    "fsync", "mkdir", "unlink", "unlinkat", "rmdir", "sendfile", "copy_file_range", "chown",
    "chmod", "fchmod", "ftruncate",
)  # fmt: skip
KINDS = [*NAMES, *(pytest.param(kind, marks=pytest.mark.soak) for kind in OTHERS)]
MOST = 100
KILLED = -9


def killed_at(call: str, number: int, place: Path, *argv: str) -> bool:
    """Run a command of the program that is killed at a call; tell whether it came so far."""
    environ = {
        "PATH": os.environ["PATH"], "XDG_CONFIG_HOME": str(place / "none"),
        "TMPDIR": str(place), "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    done = subprocess.run(
        ["strace", "-qq", "-o", "/dev/null", "-e", f"trace={call}",
         "-e", f"inject={call}:signal=KILL:when={number}",
         sys.executable, "-m", "firmware_ctl", *argv],
        env=environ, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
        timeout=100,
    )  # fmt: skip
    assert done.returncode in (ExitCode.DONE, KILLED), done.stderr
    return done.returncode == KILLED


def each_cut(call: str, attempt: Callable[[int], bool]) -> Iterator[int]:
    """Yield after every attempt, the last of which came to its end."""
    for number in range(1, MOST):
        killed = attempt(number)
        yield number
        if not killed:
            return
    pytest.fail(f"it never came to its end: {call}")


@pytest.mark.parametrize("call", KINDS)
def test_a_killed_update_leaves_one_whole_release_in_use(call: str, tmp_path: Path) -> None:
    old, new = (make(tmp_path / name, name) for name in ("1.0", "2.0"))

    def attempt(number: int) -> bool:
        root = tmp_path / f"opt{number}"
        shelf = Shelf(root)
        shelf.use(shelf.lay(old))
        argv = ("update", "--root", str(root), "--payload", str(new))
        return killed_at(call, number, tmp_path, *argv)

    in_use = ""
    for number in each_cut(call, attempt):
        shelf = Shelf(tmp_path / f"opt{number}")
        current = shelf.current()
        assert current is not None
        in_use = current.name
        assert whole(current)
        assert all(map(whole, shelf.releases()))
        shelf.use(shelf.lay(new))
        assert shelf.current() == shelf.find("2.0"), "a second try ends well"
    assert in_use == "2.0", "what is not killed changes the release"


@pytest.mark.parametrize("call", KINDS)
def test_a_killed_backup_leaves_the_older_one_or_the_new_one(call: str, tmp_path: Path) -> None:
    old, new = table(tmp_path / "a", "old"), table(tmp_path / "b", "new")
    before = packed(old, tmp_path / "before.zip").read_bytes()
    target = tmp_path / "kept.zip"

    def attempt(number: int) -> bool:
        target.write_bytes(before)
        argv = ("--config-dir", str(new.config), "--state-dir", str(new.state))
        return killed_at(call, number, tmp_path, "backup", str(target), *argv)

    for number in each_cut(call, attempt):
        restored = table(tmp_path / f"r{number}", "none")
        restore(restored, target)
        assert len(set(map(name_in, known(restored).items())) - {"none"}) == 1


def name_in(told: tuple[str, str]) -> str:
    """Return which table a file tells of."""
    return next(name for name in ("old", "new", "none") if name in told[1])


@pytest.mark.parametrize("call", KINDS)
def test_a_killed_restore_leaves_the_old_table_or_the_new_one(call: str, tmp_path: Path) -> None:
    backup = packed(table(tmp_path / "a", "old", panel=False), tmp_path / "b.zip", keys=True)
    pristine = table(tmp_path / "pristine", "new")
    wholes = (known(Places(tmp_path / "a/etc", tmp_path / "a/var")), known(pristine))

    def attempt(number: int) -> bool:
        root = tmp_path / f"r{number}"
        shutil.copytree(tmp_path / "pristine", root)
        folders = ("--config-dir", str(root / "etc"), "--state-dir", str(root / "var"))
        killed = killed_at(call, number, tmp_path, "restore", str(backup), *folders)
        # What the service's start does before anything else, killed once more on its way.
        killed_at(call, 1, tmp_path, "restore", "--finish", *folders)
        assert not killed_at(call, MOST, tmp_path, "restore", "--finish", *folders)
        return killed

    for number in each_cut(call, attempt):
        places = Places(tmp_path / f"r{number}/etc", tmp_path / f"r{number}/var")
        assert known(places) in wholes
        assert not list(places.state.glob(".restore*"))
