#!/usr/bin/env python3
"""Look into packages: what they promise, what they hold, and that nothing of the builder is inside.

``make deb`` runs this over all four; the machine of every library is read from its ELF header, so
a package for the other architecture is checked without one.
"""

import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from tempfile import TemporaryDirectory

from systemd.packaging.build_deb import (
    COMPLETIONS,
    DOCUMENTS,
    LIBRARIES,
    PLACES,
    RELEASES,
    TREE,
    Debian,
)

SCRIPTS = ("postinst", "prerm", "postrm")
CONTROL = {"control", "conffiles", *SCRIPTS}
ELF_MACHINES = {"amd64": 62, "arm64": 183}
"""``e_machine`` of the ELF header: EM_X86_64, EM_AARCH64."""

UNCHECKED = 1
"""Flags of a compiled module whose source is never looked at again (PEP 552)."""

PAYLOAD = "usr/lib/mjtable/payload"
WANTED = (
    *PLACES.values(),
    *COMPLETIONS.values(),
    f"{DOCUMENTS}/README.md",
    f"{DOCUMENTS}/copyright",
    f"{DOCUMENTS}/{LIBRARIES}",
    f"{PAYLOAD}/RELEASE.json",
    f"{PAYLOAD}/bin/mjtable",
)


def complaints(package: Path) -> list[str]:
    """Return everything that is wrong with a package."""
    _, version, release, arch = package.name.removesuffix(".deb").split("_")
    debian = RELEASES[release]
    with TemporaryDirectory(prefix="looked-at-") as place:
        root = Path(place) / "root"
        said("dpkg-deb", "--raw-extract", str(package), str(root))
        return [
            *_of_control(root / "DEBIAN", f"{version}+deb{debian.number}", arch, debian),
            *_of_list(package),
            *(f"{name} is absent" for name in WANTED if not (root / name).is_file()),
            *_of_bytecode(root / PAYLOAD / "lib", debian.python),
            *_of_libraries(root, arch, debian.python),
            *_of_builder(root),
        ]


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout


def _of_control(control: Path, version: str, arch: str, debian: Debian) -> Iterator[str]:
    lines = (control / "control").read_text("utf-8").splitlines()
    fields = dict(line.split(": ", 1) for line in lines if not line.startswith(" "))
    after = f"3.{int(debian.python.partition('.')[2]) + 1}~"
    wanted = {"Package": "mjtable", "Version": version, "Architecture": arch}
    for key, value in wanted.items():
        if fields[key] != value:
            yield f"control: {key} is {fields[key]}, not {value}"
    for need in (f"python3 (>= {debian.python}~)", f"python3 (<< {after})"):
        if need not in fields["Depends"]:
            yield f"control: it does not depend on {need}"
    if not 20_000 < int(fields["Installed-Size"]) < 300_000:
        yield f"control: Installed-Size is {fields['Installed-Size']}"
    if (found := {path.name for path in control.iterdir()}) != CONTROL:
        yield f"control: it holds {sorted(found)}"
    for name in SCRIPTS:
        parsed = subprocess.run(["sh", "-n", str(control / name)], check=False, timeout=60)
        if parsed.returncode or not (control / name).stat().st_mode & 0o100:
            yield f"{name} is no script that runs"


def _of_list(package: Path) -> Iterator[str]:
    """Look at owners, modes and places as the package tells them."""
    for line in said("dpkg-deb", "--contents", str(package)).splitlines():
        mode, owner, _, _, _, name = line.split(None, 5)
        if owner != "root/root":
            yield f"{name} belongs to {owner}"
        if mode not in ("drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"):
            yield f"{name} has the mode {mode}"
        if not name.startswith(("./usr/", "./etc/mjtable/")) and name not in ("./", "./etc/"):
            yield f"{name} is no place for it"


def _of_bytecode(lib: Path, python: str) -> Iterator[str]:
    tag = f"cpython-{python.replace('.', '')}"
    for source in lib.rglob("*.py"):
        compiled = source.parent / "__pycache__" / f"{source.stem}.{tag}.pyc"
        if not compiled.exists():
            yield f"{source.relative_to(lib)} is not compiled"
            continue
        (flags,) = struct.unpack_from("<I", compiled.read_bytes(), len(MAGIC_NUMBER))
        if flags != UNCHECKED:
            yield f"{compiled.relative_to(lib)} would be made anew at a start"
    for other in lib.rglob("*.pyc"):
        if tag not in other.name:
            yield f"{other.relative_to(lib)} is of another Python"


def _of_libraries(root: Path, arch: str, python: str) -> Iterator[str]:
    """Look at every file that is an ELF object, whatever its name."""
    found = 0
    for path in root.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            head = file.read(20)
        if not head.startswith(b"\x7fELF"):
            continue
        found += 1
        (machine,) = struct.unpack_from("<H", head, 18)
        if machine != ELF_MACHINES[arch]:
            yield f"{path.relative_to(root)} is for the machine {machine}, not for {arch}"
        if ".cpython-" in path.name and f".cpython-{python.replace('.', '')}-" not in path.name:
            yield f"{path.relative_to(root)} is for another Python than {python}"
    if not found:
        yield "it holds no library that was compiled; aiohttp and cryptography have some"


def _of_builder(root: Path) -> Iterator[str]:
    traces = (b"mjtable-deb-", str(TREE).encode() + b"/")
    for path in root.rglob("*"):
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            for trace in traces:
                if trace in content:
                    yield f"{path.relative_to(root)} names a folder of its builder: {trace!r}"


def main(argv: Sequence[str]) -> int:
    """Look into packages and print what is wrong with them."""
    wrong = 0
    for name in argv:
        for complaint in complaints(Path(name)):
            wrong += 1
            print(f"{Path(name).name}: {complaint}", file=sys.stderr)
    if not wrong:
        print(f"{len(argv)} packages hold what they must, and nothing else")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
