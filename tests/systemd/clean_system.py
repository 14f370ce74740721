"""A clean system in a folder, in which packages of this tree are installed and tried.

Every run in it is one in a container, on a copy of a debootstrap root.
"""

import hashlib
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from systemd.packaging.build_deb import TREE
from tests.systemd.try_install import clean_root

RELEASE = "bookworm"
PARTS = (
    "firmware_ctl", "hal", "ir_codes", "rules", "systemd", "pyproject.toml", "README.md", "LICENSE",
)  # fmt: skip
"""What a package is built from."""

INSTALLER = TREE / "systemd" / "packaging" / "install.sh"
ALONE = ("--private-network",)
"""A container that reaches nothing and that nothing reaches."""

AS_THE_SERVICE = (
    "mkdir -p /run/mjtable; chown mjtable /run/mjtable; "
    "exec setpriv --reuid=mjtable --regid=mjtable --init-groups --reset-env "
    "env RUNTIME_DIRECTORY=/run/mjtable mjtable run --sim"
)
"""Starts the installed program on a simulated table as the user of its service."""

Done = subprocess.CompletedProcess[str]
Picture = Mapping[str, tuple[int, int, str]]


def copy_tree(source: Path, place: Path) -> None:
    """Copy what a package is built from."""
    for part in PARTS:
        copy = shutil.copytree if (source / part).is_dir() else shutil.copy
        copy(source / part, place / part)


def build(place: Path) -> "subprocess.Popen[bytes]":
    """Begin to build the package of a tree of its own."""
    return subprocess.Popen(
        [sys.executable, str(place / "systemd/packaging/build_deb.py"), "--quick",
         "--release", RELEASE, "--out", str(place / "out")],
        env={**os.environ, "SOURCE_DATE_EPOCH": "1790000000"}, stdout=subprocess.DEVNULL,
    )  # fmt: skip


class Root:
    """A clean system in a folder, and what is run in it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        subprocess.run(
            ["cp", "-a", "--reflink=auto", str(clean_root(RELEASE)), str(place)],
            check=True, timeout=300,
        )  # fmt: skip

    def lay(self, package: Path, content: bytes | None = None) -> None:
        """Put installer, package and sums into the system, as a person carries them there."""
        folder = self.place / "root/packages"
        folder.mkdir(exist_ok=True)
        shutil.copy(INSTALLER, folder)
        digest = hashlib.sha256(package.read_bytes()).hexdigest()
        (folder / "SHA256SUMS").write_text(f"{digest}  {package.name}\n")
        if content is None:
            shutil.copy(package, folder)
        else:
            (folder / package.name).write_bytes(content)

    def command(self, *argv: str, also: tuple[str, ...] = ALONE) -> list[str]:
        """Return the command line that runs another one in this system."""
        return ["systemd-nspawn", "--quiet", "-D", str(self.place), "--register=no", "--keep-unit",
                "--as-pid2", "--pipe", *also, *argv]  # fmt: skip

    def run(self, *argv: str, also: tuple[str, ...] = ()) -> Done:
        return subprocess.run(
            self.command(*argv, also=(*ALONE, *also)),
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip

    def installer(self, *argv: str, also: tuple[str, ...] = ()) -> Done:
        return self.run("sh", "/root/packages/install.sh", *argv, also=also)

    def picture(self) -> Picture:
        """Return mode, time of change and content of every file, by its name."""
        told = {}
        for path in self.place.rglob("*"):
            about = path.lstat()
            if stat.S_ISLNK(about.st_mode):
                content = str(path.readlink())
            elif stat.S_ISREG(about.st_mode):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
            else:
                content = ""
            changed = 0 if path.is_dir() else about.st_mtime_ns
            told[f"/{path.relative_to(self.place)}"] = (about.st_mode, changed, content)
        return told
