#!/usr/bin/env python3
"""Install a package in a clean system, boot that system, and try what the package promises.

The system is a debootstrap root, booted by systemd-nspawn with a systemd of its own; root is
needed. The root is made once and kept under ``build/roots``; every run works on a copy.
"""

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
TREE = HERE.parents[1]
ROOTS = TREE / "build" / "roots"
PACKAGES = "systemd,systemd-sysv,dbus,udev,python3,ca-certificates"
ALSO_ALLOWED = ("--system-call-filter=bpf", "--capability=CAP_SYSLOG")
"""What a container's own systemd needs to filter devices and addresses; what a probe needs."""

LONGEST_S = 600.0
RUN = """\
[Unit]
Description=Trial of the package
After=multi-user.target
[Service]
Type=oneshot
WorkingDirectory=/root
ExecStart=/usr/bin/python3 -m tests.systemd.trial
StandardOutput=file:/root/result
StandardError=file:/root/result.err
ExecStopPost=/bin/touch /root/done
[Install]
WantedBy=multi-user.target
"""


class TrialError(Exception):
    """The trial cannot be made; the text says why and what to do."""


def main(argv: Sequence[str]) -> int:
    """Try one package and print what came of it."""
    parser = argparse.ArgumentParser(description="Try a package in a clean, booted system.")
    parser.add_argument("--release", choices=("bookworm", "trixie"), required=True)
    parser.add_argument("package", type=Path)
    arguments = parser.parse_args(argv)
    try:
        root = clean_root(arguments.release)
        with TemporaryDirectory(prefix="mjtable-root-", dir=ROOTS) as place:
            return attempt(root, Path(place) / "system", arguments.package)
    except TrialError as error:
        print(f"try_install: {error}", file=sys.stderr)
        return 1


def clean_root(release: str) -> Path:
    """Return the clean system of a release, made at the first call.

    Raises:
        TrialError: it cannot be made.
    """
    root = ROOTS / release
    if root.exists():
        return root
    draft = ROOTS / f"{release}.new"
    shutil.rmtree(draft, ignore_errors=True)
    ROOTS.mkdir(parents=True, exist_ok=True)
    run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", release, str(draft))
    draft.rename(root)
    return root


def attempt(root: Path, system: Path, package: Path) -> int:
    """Install the package in a copy of a clean system, boot it, and print the trial's lines.

    Raises:
        TrialError: it does not install, or the system does not come to an end.
    """
    run("cp", "-a", "--reflink=auto", str(root), str(system))
    shutil.copy(package, system / "root" / "mjtable.deb")
    parts = system / "root/tests/systemd"
    parts.mkdir(parents=True)
    for part in ("trial.py", "hardening.py"):
        shutil.copy(HERE / part, parts)
    run("chroot", str(system), "dpkg", "-i", "/root/mjtable.deb")
    (system / "etc/systemd/system/trial.service").write_text(RUN)
    link = system / "etc/systemd/system/multi-user.target.wants/trial.service"
    link.symlink_to("../trial.service")
    command = ["systemd-nspawn", "--quiet", "-D", str(system), "--register=no", "--keep-unit",
               "--private-network", "--boot", "--console=passive",
               "--kill-signal=SIGRTMIN+3", *ALSO_ALLOWED]  # fmt: skip
    environ = {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environ
    ) as booted:
        until = time.monotonic() + LONGEST_S
        while not (system / "root/done").exists() and booted.poll() is None:
            if time.monotonic() > until:
                break
            time.sleep(0.5)
        booted.terminate()
    result = system / "root/result"
    lines = result.read_text().splitlines() if result.exists() else []
    print(*lines, sep="\n")
    if not lines or " 0 failed" not in lines[-1]:
        errors = system / "root/result.err"
        print(errors.read_text() if errors.exists() else "the system did not boot", file=sys.stderr)
        return 1
    return 0


def run(*command: str) -> None:
    """Run a command.

    Raises:
        TrialError: it is absent, or fails.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise TrialError(
            f"{command[0]} is absent: apt-get install systemd-container debootstrap"
        ) from error
    if done.returncode:
        told = (done.stdout + done.stderr).strip().splitlines()[-12:]
        raise TrialError("\n".join([f"{command[0]} failed:", *told]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
