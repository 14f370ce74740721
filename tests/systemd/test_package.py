"""The package from this tree: built twice, looked into, and installed in a clean root.

Every run of the installer is one in a container without a network, on a copy of a debootstrap root;
what it changed is told by a picture of every file before and after.
"""

import hashlib
from pathlib import Path

import pytest

from tests.systemd.check_package import complaints
from tests.systemd.clean_system import AS_THE_SERVICE, Picture, Root

pytestmark = [pytest.mark.realtime, pytest.mark.timeout(900)]

KEPT = ("/var/lib/mjtable", "/etc/mjtable", "/etc/credstore")
"""What the installer says that it keeps."""

NOT_OURS = (
    "/var/lib/dpkg", "/var/lib/apt", "/var/log", "/var/cache", "/var/lib/systemd", "/run", "/tmp",
    "/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow", "/etc/.pwd.lock", "/root",
)  # fmt: skip
"""What the system's own tools keep; the user ``mjtable`` stays, as Debian has it."""


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
        f"({AS_THE_SERVICE}) >/dev/null & "
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


def left(root: Root, before: Picture, expected: tuple[str, ...]) -> set[str]:
    """Return what differs from before, beside what is expected to."""
    after = root.picture()
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return {name for name in names if not name.startswith(expected)}
