"""The package from this tree: built twice, looked into, and installed in a clean root.

Every run of the installer is one in a container without a network, on a copy of a debootstrap root;
what it changed is told by a picture of every file before and after.
"""

import hashlib
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from systemd.packaging.build_deb import TREE
from tests.systemd.check_package import complaints
from tests.systemd.try_install import ROOTS, clean_root

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(900)]

RELEASE = "bookworm"
PARTS = (
    "firmware_ctl", "hal", "ir_codes", "rules", "systemd", "pyproject.toml", "README.md", "LICENSE",
)  # fmt: skip
"""What a package is built from."""

INSTALLER = TREE / "systemd" / "packaging" / "install.sh"

KEPT = ("/var/lib/mjtable", "/etc/mjtable", "/etc/credstore")
"""What the installer says that it keeps."""

NOT_OURS = (
    "/var/lib/dpkg", "/var/lib/apt", "/var/log", "/var/cache", "/var/lib/systemd", "/run", "/tmp",
    "/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow", "/etc/.pwd.lock", "/root",
)  # fmt: skip
"""What the system's own tools keep; the user ``mjtable`` stays, as Debian has it."""

Done = subprocess.CompletedProcess[str]


def build(place: Path) -> "subprocess.Popen[bytes]":
    """Begin to build the package of a tree of its own."""
    return subprocess.Popen(
        [sys.executable, str(place / "systemd/packaging/build_deb.py"), "--quick",
         "--release", RELEASE, "--out", str(place / "out")],
        env={**os.environ, "SOURCE_DATE_EPOCH": "1790000000"}, stdout=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the packages of two copies of this tree."""
    places = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("another")
    source = TREE
    for place in places:
        for part in PARTS:
            copy = shutil.copytree if (source / part).is_dir() else shutil.copy
            copy(source / part, place / part)
        source = place
    assert [begun.wait(600) for begun in [build(place) for place in places]] == [0, 0]
    (one,), (another,) = (list((place / "out").glob("*.deb")) for place in places)
    return one, another


@pytest.fixture(scope="module")
def package(packages: tuple[Path, Path]) -> Path:
    return packages[0]


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

    def run(self, *argv: str, also: tuple[str, ...] = ()) -> Done:
        return subprocess.run(
            ["systemd-nspawn", "--quiet", "-D", str(self.place), "--register=no", "--keep-unit",
             "--private-network", "--as-pid2", "--pipe", *also, *argv],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip

    def installer(self, *argv: str, also: tuple[str, ...] = ()) -> Done:
        return self.run("sh", "/root/packages/install.sh", *argv, also=also)

    def picture(self) -> Mapping[str, tuple[int, int, str]]:
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


@pytest.fixture(scope="module")
def root(package: Path) -> Iterator[Root]:
    """Return a system of its own, with packages and without the program."""
    ROOTS.mkdir(parents=True, exist_ok=True)
    place = ROOTS / f"test-{os.getpid()}"
    try:
        system = Root(place)
        system.lay(package)
        system.run("true")  # what a container's start itself leaves behind
        yield system
    finally:
        shutil.rmtree(place, ignore_errors=True)


def test_a_package_holds_what_it_must_and_nothing_else(package: Path) -> None:
    assert complaints(package) == []


def test_two_builds_of_one_tree_are_equal(packages: tuple[Path, Path]) -> None:
    one, another = (hashlib.sha256(package.read_bytes()).hexdigest() for package in packages)
    assert one == another


def test_looking_changes_no_file(root: Root) -> None:
    before = root.picture()
    looked = root.installer("--check")
    assert "everything is ready" in looked.stdout, looked.stdout + looked.stderr
    assert root.picture() == before


@pytest.mark.parametrize(
    ("argv", "also", "words"),
    [
        (("--from", "http://127.0.0.1:9"), (), "fetching needs curl or wget"),
        (("--from", "/root"), (), "has no SHA256SUMS"),
        ((), ("--tmpfs=/opt:size=1M",), "400 MB are needed in /opt"),
        ((), ("--bind-ro={}:/usr/lib/os-release",), "this is Debian 11"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_leaves_no_half(
    argv: tuple[str, ...], also: tuple[str, ...], words: str, root: Root, tmp_path: Path
) -> None:
    other = tmp_path / "os-release"
    other.write_text("ID=debian\nVERSION_CODENAME=bullseye\nPRETTY_NAME='Debian 11'\n")
    before = root.picture()
    done = root.installer(*argv, also=tuple(each.format(other) for each in also))
    assert done.returncode == 1
    assert words in done.stdout + done.stderr
    assert root.picture() == before


def test_a_package_for_another_processor_or_of_another_content_is_refused(
    root: Root, package: Path, tmp_path: Path
) -> None:
    before = root.picture()
    other = tmp_path / package.name.replace("amd64", "arm64")
    other.write_bytes(b"x")
    root.lay(other)
    assert "there is no package for bookworm, amd64" in root.installer().stderr
    root.lay(package, package.read_bytes()[:-1])
    assert "is not what SHA256SUMS says" in root.installer().stderr
    (root.place / "root/packages" / other.name).unlink()
    root.lay(package)
    changed = {name for name, about in root.picture().items() if before.get(name) != about}
    assert all(name.startswith("/root/packages/") for name in changed)


def whole(root: Root) -> None:
    """See that the program is installed, whole, and starts nothing."""
    assert root.run("dpkg", "--audit").stdout == ""
    assert root.run("mjtable", "--version").stdout.startswith("mjtable ")
    assert root.run("systemctl", "is-enabled", "mjtable.service").stdout == "enabled\n"
    started = root.run(
        "sh", "-c",
        "mkdir /run/mjtable; chown mjtable /run/mjtable; "
        "setpriv --reuid=mjtable --regid=mjtable --init-groups --reset-env "
        "env RUNTIME_DIRECTORY=/run/mjtable mjtable run --sim >/dev/null & "
        "for i in $(seq 50); do mjtable status --json 2>/dev/null && exit; sleep 0.5; done; exit 1",
    )  # fmt: skip
    assert '"simulated": true' in started.stdout, started.stderr


@pytest.mark.parametrize("after_s", [1.0, 4.0])
def test_an_install_that_was_broken_off_is_carried_to_its_end_by_the_next(
    after_s: float, root: Root
) -> None:
    root.run("timeout", "--signal=KILL", f"{after_s:g}", "sh", "/root/packages/install.sh")
    done = root.installer()
    assert done.returncode == 0, done.stdout + done.stderr
    whole(root)
    assert root.installer("--uninstall", "--purge").returncode == 0


def test_it_is_installed_starts_and_goes_leaving_what_it_says(root: Root) -> None:
    before = root.picture()
    done = root.installer()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "mjtable is installed" in done.stdout
    whole(root)
    kept = root.installer("--uninstall")
    assert "stay in /var/lib/mjtable and /etc/mjtable" in kept.stdout
    assert left(root, before, (*NOT_OURS, *KEPT)) == set()
    assert (root.place / "etc/credstore/mjtable.key").exists()
    assert root.installer("--uninstall", "--purge").returncode == 0
    assert left(root, before, NOT_OURS) == set()


def left(
    root: Root, before: Mapping[str, tuple[int, int, str]], expected: tuple[str, ...]
) -> set[str]:
    """Return what differs from before, beside what is expected to."""
    after = root.picture()
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return {name for name in names if not name.startswith(expected)}
