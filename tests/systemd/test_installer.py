"""The installer's script: what it looks at, what it refuses, and that looking changes nothing."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd" / "packaging" / "install.sh"


class Computer:
    """A computer whose tools are stand-ins that write down how they were called."""

    def __init__(self, root: Path) -> None:
        self.calls = root / "calls"
        self.calls.touch()
        self._bin = root / "bin"
        self._bin.mkdir()
        self.tool("dpkg", "echo arm64")
        self.tool("id", "echo 0")
        self.tool("apt-get", "")
        self.tool("df", 'printf "h\\n/dev/x 1 1 900 1 /opt\\n"')

    def tool(self, name: str, does: str) -> None:
        path = self._bin / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.calls}\n{does}\n')
        path.chmod(0o755)

    def run(self, *argv: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["sh", str(SCRIPT), *argv],
            env={"PATH": f"{self._bin}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    @property
    def changed(self) -> list[str]:
        return [line for line in self.calls.read_text().splitlines() if line.startswith("apt-get")]


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    return Computer(tmp_path)


def codename() -> str:
    lines = Path("/etc/os-release").read_text().splitlines()
    found = dict(line.split("=", 1) for line in lines if "=" in line)
    return found["VERSION_CODENAME"].strip('"')


def packages(place: Path, content: bytes = b"deb") -> Path:
    place.mkdir()
    name = f"mjtable_1.0_{codename()}_arm64.deb"
    (place / name).write_bytes(content)
    other = f"mjtable_1.0_{codename()}_amd64.deb"
    sums = [f"{hashlib.sha256(b'deb').hexdigest()}  {each}" for each in (other, name)]
    (place / "SHA256SUMS").write_text("\n".join(sums) + "\n")
    return place


def test_looking_changes_nothing(computer: Computer) -> None:
    done = computer.run("--check")
    assert done.returncode == 0, done.stdout
    assert "processor: arm64" in done.stdout
    assert computer.changed == []


@pytest.mark.parametrize(
    ("tool", "does", "words"),
    [
        ("dpkg", "echo armhf", "needs a 64-bit system"),
        ("df", 'printf "h\\n/dev/x 1 1 90 1 /opt\\n"', "400 MB are needed"),
    ],
)
def test_a_computer_that_cannot_do_it_is_told_why_and_left_alone(
    tool: str, does: str, words: str, computer: Computer
) -> None:
    computer.tool(tool, does)
    for argv in (("--check",), ()):
        done = computer.run(*argv)
        assert done.returncode == 1
        assert words in done.stdout
    assert computer.changed == []


def test_the_package_for_this_computer_is_installed(computer: Computer, tmp_path: Path) -> None:
    place = packages(tmp_path / "packages")
    done = computer.run("--from", str(place))
    assert done.returncode == 0, done.stderr
    name = f"mjtable_1.0_{codename()}_arm64.deb"
    assert computer.changed == [f"apt-get install -y --no-install-recommends {place / name}"]


def test_a_package_that_is_not_what_its_sum_says_is_refused(
    computer: Computer, tmp_path: Path
) -> None:
    done = computer.run("--from", str(packages(tmp_path / "packages", b"another")))
    assert done.returncode == 1
    assert "fetch it anew" in done.stderr
    assert computer.changed == []


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (("--frobnicate",), 2, "unknown option --frobnicate"),
        (("--from",), 1, "names a folder"),
        (("--from", "/nowhere"), 1, "no folder"),
        (("--from", "/"), 1, "no SHA256SUMS"),
    ],
)
def test_wrong_use_is_one_sentence(
    argv: tuple[str, ...], code: int, words: str, computer: Computer
) -> None:
    done = computer.run(*argv)
    assert done.returncode == code
    assert words in done.stderr
    assert computer.changed == []


def test_only_root_installs(computer: Computer, tmp_path: Path) -> None:
    computer.tool("id", "echo 1000")
    assert "sudo sh install.sh" in computer.run("--from", str(packages(tmp_path / "p"))).stderr
    assert computer.run("--uninstall").returncode == 1
    assert computer.changed == []


def test_taking_it_away_keeps_what_the_table_knows_unless_asked(computer: Computer) -> None:
    assert "stay in /var/lib/mjtable" in computer.run("--uninstall").stdout
    computer.run("--uninstall", "--purge")
    assert computer.changed == ["apt-get remove -y mjtable", "apt-get purge -y mjtable"]


@pytest.mark.parametrize("script", ["install.sh", "postinst", "prerm", "postrm"])
def test_shellcheck_finds_nothing_to_say(script: str) -> None:
    program = shutil.which("shellcheck")
    assert program, "shellcheck is absent; `make deps` installs it"
    said = subprocess.run(
        [program, str(SCRIPT.with_name(script))],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert said.stdout == ""


@pytest.mark.parametrize("left", ["half-configured", ""])
def test_what_an_install_left_half_done_is_ended_first(
    left: str, computer: Computer, tmp_path: Path
) -> None:
    computer.tool(
        "dpkg", f"case $1 in --print-architecture) echo arm64 ;; --audit) echo {left} ;; esac"
    )
    assert computer.run("--from", str(packages(tmp_path / "packages"))).returncode == 0
    called = computer.calls.read_text()
    if left:
        assert called.index("dpkg --configure -a") < called.index("apt-get install")
    assert ("dpkg --configure" in called) is bool(left)


def test_where_there_is_no_network_it_says_so(computer: Computer) -> None:
    computer.tool("curl", "exit 7")
    done = computer.run("--from", "http://192.0.2.1")
    assert done.returncode == 1
    assert "SHA256SUMS cannot be fetched; is the network there" in done.stderr
    assert computer.changed == []


def test_where_apt_refuses_it_is_told_what_to_do(computer: Computer, tmp_path: Path) -> None:
    computer.tool("apt-get", "exit 100")
    done = computer.run("--from", str(packages(tmp_path / "packages")))
    assert done.returncode == 1
    assert "say the same again" in done.stderr


def test_a_script_that_arrives_in_part_does_nothing(computer: Computer, tmp_path: Path) -> None:
    whole = SCRIPT.read_text()
    for part in range(100, len(whole) - len('main "$@"\n'), 500):
        torn = tmp_path / "torn.sh"
        torn.write_text(whole[:part])
        environ = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
        subprocess.run(
            ["sh", str(torn), "--uninstall"],
            env=environ, capture_output=True, check=False, timeout=60,
        )  # fmt: skip
    assert computer.changed == []
