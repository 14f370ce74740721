"""``mjtable update`` as a person meets it: lists, refusals, signatures, a package of its own."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from firmware_ctl.__main__ import main
from firmware_ctl.cli import update as update_command
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.update.package import PAYLOAD, check_signature, unpacked
from firmware_ctl.update.shelf import BadRelease, Shelf
from tests.update.test_releases import make, table

Run = Callable[..., int]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command for a shelf of the test's own, beside no daemon and no systemd."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(update_command, "_snapshot", lambda: None)
    monkeypatch.setattr("firmware_ctl.update.machine.BOOTED", tmp_path / "no-systemd")
    return lambda *argv: main(["update", "--root", str(tmp_path / "opt"), *argv])


def release(tmp_path: Path, name: str) -> str:
    place = make(tmp_path / f"source-{name}", name)
    (place / "bin/mjtable").write_text(f"#!/bin/sh\n# {name}\nexit 0\n")
    return str(place)


def test_a_first_release_a_second_one_and_the_way_back(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--payload", release(tmp_path, "1.0")) == ExitCode.DONE
    assert run("--payload", release(tmp_path, "2.0")) == ExitCode.DONE
    capsys.readouterr()
    assert run("--list") == ExitCode.DONE
    assert capsys.readouterr().out == "1.0  1.0  before\n2.0  2.0  in use\n"
    assert run("--back") == ExitCode.DONE
    assert Shelf(tmp_path / "opt").current() == Shelf(tmp_path / "opt").find("1.0")


def test_a_hand_at_the_table_is_code_6_and_the_release_waits(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run("--payload", release(tmp_path, "1.0"))
    monkeypatch.setattr(update_command, "_snapshot", lambda: table(hand="running"))
    assert run("--payload", release(tmp_path, "2.0")) == ExitCode.REFUSED
    told = capsys.readouterr().err
    assert "a hand is being played" in told
    assert "`mjtable update --use 2.0`" in told
    monkeypatch.setattr(update_command, "_snapshot", lambda: None)
    assert run("--use", "2.0") == ExitCode.DONE


def test_a_supply_that_sags_is_code_6_and_the_release_waits(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run("--payload", release(tmp_path, "1.0"))
    monkeypatch.setattr("firmware_ctl.update.machine.sags_now", lambda: True)
    assert run("--payload", release(tmp_path, "2.0")) == ExitCode.REFUSED
    told = capsys.readouterr().err
    assert "the supply voltage of this computer has dropped" in told
    assert "`mjtable update --use 2.0`" in told
    monkeypatch.setattr("firmware_ctl.update.machine.sags_now", lambda: None)
    assert run("--use", "2.0") == ExitCode.DONE


def test_a_release_that_does_not_start_is_code_4(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = make(tmp_path / "bad", "1.0")
    (place / "bin/mjtable").write_text("#!/bin/sh\necho table.toml:3: no >&2\nexit 4\n")
    assert run("--payload", str(place)) == ExitCode.CONFIG
    assert "table.toml:3: no" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--back"], "no release was in use before"),
        (["--use", "9"], "no release '9' lies under"),
        (["/nowhere/x.deb"], "is no file"),
        (["--payload", "/nowhere"], "holds no release"),
        ([], "required"),
        (["--back", "--list"], "not allowed"),
    ],
)
def test_wrong_use_is_one_sentence(
    argv: list[str], words: str, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*argv) == ExitCode.USAGE
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


# Packages -----------------------------------------------------------------------------------------


def package(tmp_path: Path, name: str = "1.0") -> Path:
    """Build a package that holds a release and nothing else."""
    root = tmp_path / "root"
    make(root / PAYLOAD, name)
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN/control").write_text(
        f"Package: mjtable\nVersion: {name}\nArchitecture: all\nMaintainer: x <x@localhost>\n"
        "Description: x\n"
    )
    target = tmp_path / "mjtable.deb"
    subprocess.run(
        ["dpkg-deb", "-Znone", "--build", str(root), str(target)],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    shutil.rmtree(root)
    return target


def test_a_package_is_unpacked_beside_the_releases_and_leaves_nothing_behind(
    tmp_path: Path,
) -> None:
    near = tmp_path / "opt"
    with unpacked(package(tmp_path), near) as payload:
        assert near in payload.parents, "the rename must not cross file systems"
        assert Shelf(near).lay(payload).name == "1.0"
    assert [path.name for path in near.iterdir()] == ["releases"]


def test_what_is_no_package_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "x.deb"
    other.write_bytes(b"no package")
    with pytest.raises(BadRelease, match="cannot be unpacked"), unpacked(other, tmp_path / "opt"):
        pytest.fail("it was taken")


def test_without_a_key_of_the_owners_nothing_need_be_signed(tmp_path: Path) -> None:
    check_signature(package(tmp_path), tmp_path / "no-key")


def test_with_a_key_only_what_it_signed_is_taken(tmp_path: Path) -> None:
    file, signers = package(tmp_path), tmp_path / "update.pub"
    key = Ed25519PrivateKey.generate()
    signers.write_bytes(
        key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )
    with pytest.raises(BadRelease, match="is not signed"):
        check_signature(file, signers)
    signature = file.with_name("mjtable.deb.sig")
    signature.write_bytes(Ed25519PrivateKey.generate().sign(file.read_bytes()))
    with pytest.raises(BadRelease, match="not signed by the key"):
        check_signature(file, signers)
    signature.write_bytes(key.sign(file.read_bytes()))
    check_signature(file, signers)
    file.write_bytes(file.read_bytes() + b"!")
    with pytest.raises(BadRelease, match="not signed by the key"):
        check_signature(file, signers)
    signers.write_text("no key")
    with pytest.raises(BadRelease, match="no public key in PEM"):
        check_signature(file, signers)
