#!/usr/bin/env python3
"""Build the Debian package of one release and one architecture from this tree.

The package holds the program with every library that it needs, compiled for the release's own
Python, so it takes nothing from the network and leaves the system's Python alone (PEP 668). No
machine of the other architecture is needed: its libraries come as wheels.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
TREE = HERE.parents[1]
SYSTEMD = TREE / "systemd"
EXTRAS = "integrity,metrics,mqtt,notify"
"""Extras of the project that have wheels for every architecture."""


@dataclass(frozen=True, slots=True)
class Debian:
    """A release of Debian: its number and the Python that it has."""

    number: int
    python: str


RELEASES = {"bookworm": Debian(12, "3.11"), "trixie": Debian(13, "3.13")}
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}
WHEELS = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
"""Kinds of wheels that the C library of both releases can load."""

PLACES = {
    "all_off.py": "usr/lib/mjtable/all_off.py",
    "mjtable.service": "usr/lib/systemd/system/mjtable.service",
    "mjtable-failed.service": "usr/lib/systemd/system/mjtable-failed.service",
    "mjtable-notify.path": "usr/lib/systemd/system/mjtable-notify.path",
    "mjtable-notify.service": "usr/lib/systemd/system/mjtable-notify.service",
    "mjtable.sysusers": "usr/lib/sysusers.d/mjtable.conf",
    "mjtable.tmpfiles": "usr/lib/tmpfiles.d/mjtable.conf",
    "70-mjtable-board.rules": "usr/lib/udev/rules.d/70-mjtable-board.rules",
    "70-mjtable-remote.rules": "usr/lib/udev/rules.d/70-mjtable-remote.rules",
    "mjtable.avahi.xml": "usr/share/doc/mjtable/examples/avahi/mjtable.service",
    "packaging/board.env": "etc/mjtable/board.env",
}
"""Where the files of ``systemd/`` lie in a package."""

DOCUMENTS = "usr/share/doc/mjtable"
LIBRARIES = "libraries.txt"
"""Which libraries a package holds, as pip takes them: ``name==version``, one a line."""

COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/mjtable",
    "zsh": "usr/share/zsh/vendor-completions/_mjtable",
    "fish": "usr/share/fish/vendor_completions.d/mjtable.fish",
}


class BuildError(Exception):
    """The package cannot be built; the text says why and what to do."""


def main(argv: Sequence[str]) -> int:
    """Build one package and print its name."""
    parser = argparse.ArgumentParser(description="Build a Debian package of this tree.")
    parser.add_argument("--release", choices=RELEASES, required=True)
    parser.add_argument("--arch", choices=MACHINES, default="amd64")
    parser.add_argument(
        "--quick", action="store_true", help="compress little: for a trial, not for people"
    )
    parser.add_argument(
        "--libraries", type=Path, metavar="FILE", help=f"use those of another package's {LIBRARIES}"
    )
    parser.add_argument("--out", type=Path, default=TREE / "build" / "deb")
    arguments = parser.parse_args(argv)
    try:
        os.environ["SOURCE_DATE_EPOCH"] = _moment()
        with TemporaryDirectory(prefix="mjtable-deb-") as place:
            print(build(Path(place), arguments))
    except BuildError as error:
        print(f"build_deb: {error}", file=sys.stderr)
        return 1
    return 0


def build(place: Path, wanted: argparse.Namespace) -> Path:
    """Build a package in a folder of its own and return its file.

    Raises:
        BuildError: a tool is absent, or fails.
    """
    release: str = wanted.release
    arch: str = wanted.arch
    out: Path = wanted.out
    debian = RELEASES[release]
    root = place / "root"
    payload = root / "usr/lib/mjtable/payload"
    _libraries(place, payload / "lib", debian.python, arch, wanted.libraries)
    version = _version(payload / "lib")
    _program(payload, version)
    _compile(payload / "lib", debian.python)
    _files(root, version)
    (root / DOCUMENTS / LIBRARIES).write_text(_listed(payload / "lib"), "utf-8")
    _completions(root)
    _control(root, f"{version}+deb{debian.number}", arch, debian)
    _modes(root)
    out.mkdir(parents=True, exist_ok=True)
    package = out / f"mjtable_{version}_{release}_{arch}.deb"
    level = "-z0" if wanted.quick else "-z6"
    _run("dpkg-deb", "--root-owner-group", "-Zxz", level, "--build", str(root), str(package))
    return package


def _libraries(place: Path, lib: Path, python: str, arch: str, pinned: Path | None) -> None:
    """Lay down the program and all that it needs, without running anything of it."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    _run(*pip, "wheel", "--no-deps", "--wheel-dir", str(place), str(TREE))
    (wheel,) = place.glob("mjtable-*.whl")
    platforms = [f"--platform={kind}_{MACHINES[arch]}" for kind in WHEELS]
    _run(
        *pip, "install", "--target", str(lib), "--only-binary=:all:", "--no-compile",
        "--implementation=cp", f"--python-version={python}", *platforms,
        *(() if pinned is None else (f"--constraint={pinned}",)), f"{wheel}[{EXTRAS}]",
    )  # fmt: skip
    for unneeded in (lib / "bin", lib / "share", *lib.rglob("tests")):
        shutil.rmtree(unneeded, ignore_errors=True)
    _forget_the_wheel(lib)


def _forget_the_wheel(lib: Path) -> None:
    """Take away where the program's own wheel lay: another place at every build."""
    (about,) = lib.glob("mjtable-*.dist-info")
    note, record = about / "direct_url.json", about / "RECORD"
    note.unlink()
    kept = [line for line in record.read_text("utf-8").splitlines() if note.name not in line]
    record.write_text("\n".join(kept) + "\n", "utf-8")


def _listed(lib: Path) -> str:
    """Return which libraries lie here, as ``--libraries`` takes them."""
    names = (about.stem.rpartition("-") for about in lib.glob("*.dist-info"))
    found = sorted(f"{name}=={version}" for name, _, version in names if name != "mjtable")
    return "\n".join(found) + "\n"


def _version(lib: Path) -> str:
    (about,) = lib.glob("mjtable-*.dist-info")
    return about.name.removeprefix("mjtable-").removesuffix(".dist-info")


def _program(payload: Path, version: str) -> None:
    """Put the starter in place, and the label by which releases are told apart."""
    program = payload / "bin" / "mjtable"
    program.parent.mkdir()
    shutil.copy(HERE / "mjtable", program)
    program.chmod(0o755)
    content = hashlib.sha256()
    for file in sorted(path for path in payload.rglob("*") if path.is_file()):
        content.update(f"{file.relative_to(payload)}\0".encode() + file.read_bytes())
    name = f"{version}-{content.hexdigest()[:8]}"
    label = json.dumps({"name": name, "version": version})
    (payload / "RELEASE.json").write_text(label + "\n", "utf-8")


def _compile(lib: Path, python: str) -> None:
    """Compile every module; the service cannot, and would pay for it at each start."""
    _run(
        _interpreter(python), "-m", "compileall", "-q", "-j0", "--invalidation-mode=unchecked-hash",
        "-s", str(lib.parent), "-p", "/opt/mjtable/current", str(lib),
    )  # fmt: skip


def _interpreter(python: str) -> str:
    """Return a Python of this version: the system's, else one that pyenv keeps.

    Raises:
        BuildError: there is none.
    """
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = (shutil.which(f"python{python}"), *sorted(kept.glob(f"{python}.*/bin/python{python}")))
    for candidate in found:
        if candidate and _is_version(str(candidate), python):
            return str(candidate)
    raise BuildError(f"python{python} is needed to compile for it; install it, or build there")


def _is_version(interpreter: str, python: str) -> bool:
    command = (interpreter, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return said.stdout.strip() == python


def _files(root: Path, version: str) -> None:
    for source, place in PLACES.items():
        target = root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        text = (SYSTEMD / source).read_text("utf-8").replace("@VERSION@", version)
        target.write_text(text, "utf-8")
    link = root / "usr/bin/mjtable"
    link.parent.mkdir(parents=True)
    link.symlink_to("/opt/mjtable/current/bin/mjtable")
    about = root / DOCUMENTS
    shutil.copy(TREE / "README.md", about / "README.md")
    shutil.copy(TREE / "LICENSE", about / "copyright")


def _completions(root: Path) -> None:
    for shell, place in COMPLETIONS.items():
        target = root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        command = (sys.executable, "-m", "firmware_ctl", "completions", shell)
        target.write_text(_run(*command), "utf-8")


def _control(root: Path, version: str, arch: str, debian: Debian) -> None:
    control = root / "DEBIAN"
    control.mkdir()
    major, minor = debian.python.split(".")
    files = (path.lstat() for path in root.rglob("*") if path.is_file())
    size = sum(-(-about.st_size >> 10) for about in files)
    (control / "control").write_text(
        f"""\
Package: mjtable
Version: {version}
Architecture: {arch}
Maintainer: The mjtable project <mjtable@localhost>
Installed-Size: {size}
Depends: python3 (>= {debian.python}~), python3 (<< {major}.{int(minor) + 1}~), systemd, udev
Recommends: avahi-daemon
Suggests: espeak-ng, alsa-utils, mosquitto
Section: games
Priority: optional
Description: open controller of an automatic mahjong table
 Drives the motors of an automatic mahjong table through a serial board, obeys
 panel, infrared remote and web page, knows the rules that are played on it, and
 watches that nobody stacks the wall.
""",
        "utf-8",
    )
    (control / "conffiles").write_text("/etc/mjtable/board.env\n", "utf-8")
    for script in ("postinst", "prerm", "postrm"):
        shutil.copy(HERE / script, control / script)
        (control / script).chmod(0o755)


def _modes(root: Path) -> None:
    """Let everybody read everything, whatever the builder's own files are for."""
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if runs else 0o644)


def _moment() -> str:
    """Return the time that every file of the package gets: the caller's, else the last commit's."""
    return os.environ.get("SOURCE_DATE_EPOCH") or _run("git", "log", "-1", "--format=%ct").strip()


def _run(*command: str) -> str:
    environ = {**os.environ, "PYTHONPATH": str(TREE)}
    try:
        done = subprocess.run(  # noqa: S603 -- commands of this file
            command, capture_output=True, text=True, check=False, env=environ, cwd=TREE
        )
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is absent; install it first") from error
    if done.returncode:
        raise BuildError(f"{' '.join(command[:6])} failed:\n{done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
