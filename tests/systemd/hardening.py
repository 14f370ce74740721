"""What each hardening line of the units takes away, one by one; stdlib only, run in a booted root.

A probe is a few lines of Python that do what the directive forbids. It runs in a transient service
twice: without the directive, where it must work, and with the directive alone, its value read from
the unit, where it must not. So a directive that this kernel or this systemd ignores is seen.
"""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PLAYGROUND = Path("/var/lib/mjtable-probe")
"""Where probes find and leave things; any user may write there."""

OUTSIDE = "203.0.113.7"
"""An address of no private network (RFC 5737), given to this root's own loopback."""

INSIDE = "10.77.0.7"
"""One of a private network, given to the same loopback."""

PORT = 7077
SIOCSIFADDR = 0x8916


@dataclass(frozen=True, slots=True)
class Probe:
    """What is tried, as whom, and beside which other lines of the unit."""

    code: str
    user: str = "root"
    beside: tuple[str, ...] = ()
    still: str = ""
    """What must work with the directive too."""

    leaves: Path | None = None
    """A file that the probe leaves, and that must be gone when the directive works."""

    controller: str = ""
    """The controller of the unified hierarchy that this root must have been given for it."""


def connect(address: str) -> str:
    return f"import socket; socket.create_connection(('{address}', {PORT}), timeout=2)"


LIBC = "import ctypes, sys; libc = ctypes.CDLL(None); "
A_DISK = f"open('{PLAYGROUND}/disk', 'rb')"
FOREIGN_CALL = (
    "import ctypes as c, mmap; memory = mmap.mmap(-1, 4096, prot=7); "
    "memory.write(bytes.fromhex('b814000000cd80c3')); "  # getpid of the 32-bit processor
    "start = c.addressof(c.c_char.from_buffer(memory)); assert c.CFUNCTYPE(c.c_int)(start)() > 0"
)

PROBES: Mapping[str, Probe] = {
    "CapabilityBoundingSet": Probe(f"import os; os.chown('{PLAYGROUND}/own', 1, 1)"),
    "NoNewPrivileges": Probe(
        f"import subprocess as s; assert s.check_output(['{PLAYGROUND}/id', '-u']) == b'0\\n'",
        user="mjtable",
    ),
    "ProtectSystem": Probe("open('/usr/lib/mjtable/probe', 'w')"),
    "ProtectHome": Probe("open('/root/mjtable.deb')"),
    "PrivateTmp": Probe("open('/tmp/mjtable-probe')"),
    "PrivateMounts": Probe(
        "import os; assert os.readlink('/proc/self/ns/mnt') == os.readlink('/proc/1/ns/mnt')"
    ),
    "PrivateUsers": Probe(f"import os; assert os.stat('{PLAYGROUND}/guests').st_uid == 1234"),
    "PrivateDevices": Probe(A_DISK),
    "PrivateNetwork": Probe(connect(INSIDE)),
    "ProtectControlGroups": Probe(
        "import os; os.mkdir('/sys/fs/cgroup/probe'); os.rmdir('/sys/fs/cgroup/probe')"
    ),
    "ProtectHostname": Probe("import socket; socket.sethostname(socket.gethostname())"),
    "ProtectKernelLogs": Probe(LIBC + "sys.exit(libc.klogctl(10, None, 0) < 0)"),
    "ProtectKernelModules": Probe("open('/usr/lib/modules/probe')"),
    "ProtectKernelTunables": Probe("open('/proc/sys/net/ipv4/ip_forward', 'w').write('0')"),
    "ProtectProc": Probe("import os; assert os.path.exists('/proc/1')", user="mjtable"),
    "ProcSubset": Probe("open('/proc/cpuinfo')"),
    "LockPersonality": Probe(LIBC + "sys.exit(libc.personality(0x0040000) < 0)"),
    "MemoryDenyWriteExecute": Probe("import mmap; mmap.mmap(-1, 4096, prot=7)"),
    "RemoveIPC": Probe(
        "open('/dev/shm/probe', 'w')", user="mjtable", leaves=Path("/dev/shm/probe")
    ),
    "RestrictNamespaces": Probe(LIBC + "sys.exit(libc.unshare(0x04000000) < 0)"),
    "RestrictRealtime": Probe("import os; os.sched_setscheduler(0, 1, os.sched_param(1))"),
    "RestrictSUIDSGID": Probe(f"import os; os.chmod('{PLAYGROUND}/own', 0o4755)"),
    "RestrictAddressFamilies": Probe("import socket as s; s.socket(s.AF_PACKET, s.SOCK_RAW)"),
    "SystemCallArchitectures": Probe(FOREIGN_CALL),
    "SystemCallFilter": Probe("import os; os.chroot('/')"),
    "DevicePolicy": Probe(A_DISK, still="open('/dev/urandom', 'rb')"),
    "IPAddressDeny": Probe(connect(OUTSIDE), beside=("IPAddressAllow",), still=connect(INSIDE)),
    "MemoryMax": Probe("held = b'1' * (300 << 20)", controller="memory"),
    "TasksMax": Probe(
        "import threading, time\n"
        "for _ in range(80): threading.Thread(target=time.sleep, args=(1,)).start()",
        controller="pids",
    ),
    "LimitCORE": Probe("import resource as r; assert r.getrlimit(r.RLIMIT_CORE)[1]"),
    "UMask": Probe("import os; assert not os.umask(0) & 0o005"),
}
"""The directives whose effect is tried."""

NOT_TRIED: Mapping[str, str] = {
    "ProtectClock": "a container has no clock of its own that could be set",
    "DeviceAllow": "a container has none of the devices",
    "MemorySwapMax": "a container has no swap of its own",
    "IPAddressAllow": "tried with IPAddressDeny",
    "ReadWritePaths": "tried with the service itself",
}
"""The directives whose effect is not, and why."""

WORKS = frozenset(
    (
        "Type", "EnvironmentFile", "ExecStartPre", "ExecStart", "ExecStopPost", "User", "Group",
        "SupplementaryGroups", "WatchdogSec", "WatchdogSignal", "Environment", "KillMode",
        "TimeoutStopSec", "TimeoutStartSec", "Restart", "RestartSec", "RestartPreventExitStatus",
        "RuntimeDirectory", "RuntimeDirectoryMode", "StateDirectory", "StateDirectoryMode",
        "ConfigurationDirectory", "LoadCredential",
    )
)  # fmt: skip
"""The directives that take nothing away: how the service runs and what it is given."""


class Untold(Exception):
    """This root cannot tell; the text says why."""


def service_lines(unit: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the values of each directive in a unit's ``[Service]``, in their order."""
    found: dict[str, tuple[str, ...]] = {}
    section = ""
    for line in unit.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line
        elif section == "[Service]" and line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found[key] = (*found.get(key, ()), value)
    return found


def prepare() -> None:
    """Lay down what the probes look for, and listen where they connect to."""
    PLAYGROUND.mkdir(mode=0o1777)
    PLAYGROUND.chmod(0o1777)
    for name, owner in (("own", 0), ("guests", 1234)):
        (PLAYGROUND / name).touch()
        os.chown(PLAYGROUND / name, owner, owner)
    shutil.copy("/usr/bin/id", PLAYGROUND / "id")
    (PLAYGROUND / "id").chmod(0o4755)
    os.mknod(PLAYGROUND / "disk", 0o060600, os.makedev(7, 0))
    Path("/tmp/mjtable-probe").touch()
    Path("/usr/lib/modules").mkdir(exist_ok=True)
    Path("/usr/lib/modules/probe").touch()
    for number, address in enumerate((OUTSIDE, INSIDE)):
        with socket.socket() as asking:
            label, place = f"lo:{number}".encode(), socket.inet_aton(address)
            request = struct.pack("16sHH4s8x", label, socket.AF_INET, 0, place)
            fcntl.ioctl(asking, SIOCSIFADDR, request)
        threading.Thread(target=_answer, args=(address,), daemon=True).start()


def _answer(address: str) -> None:
    with socket.create_server((address, PORT)) as listener:
        while True:
            listener.accept()[0].close()


def try_out(name: str, unit: Path) -> None:
    """Try one directive of a unit.

    Raises:
        AssertionError: it takes nothing away, or too much.
        Untold: it cannot be told here.
    """
    probe, lines = PROBES[name], service_lines(unit)
    given = Path("/sys/fs/cgroup/cgroup.controllers").read_text().split()
    if probe.controller and probe.controller not in given:
        raise Untold(f"this root has not been given the controller {probe.controller}")
    directives = [
        f"--property={key}={word}"
        for key in (name, *probe.beside)
        for value in lines[key]
        for word in (value.split() if key.startswith("IPAddress") else (value,))
    ]
    assert _works(probe, probe.code), f"{probe.code} does not work without {name}"
    if probe.leaves:
        assert probe.leaves.exists(), f"{probe.leaves} is gone without {name}"
        assert _works(probe, probe.code, *directives)
        assert not probe.leaves.exists(), f"{probe.leaves} stays with {name}"
        return
    assert not _works(probe, probe.code, *directives), f"{probe.code} works with {name}"
    assert not probe.still or _works(probe, probe.still, *directives), f"{name} forbids too much"


def _works(probe: Probe, code: str, *directives: str) -> bool:
    command = ["systemd-run", "--wait", "--pipe", "--quiet", f"--property=User={probe.user}"]
    done = subprocess.run(
        [*command, *directives, "/usr/bin/python3", "-c", code],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "Failed to" not in done.stderr, done.stderr
    return done.returncode == 0
