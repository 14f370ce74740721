"""LIRC itself, run for real: ``irsimreceive`` on signals, with a lircd.conf of their codes."""

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

PROGRAM = "irsimreceive"
GAP_US = 120_000
TIME_LIMIT_S = 60

_HEAD = """begin remote
  name bench
  bits 32
  flags SPACE_ENC|CONST_LENGTH
  eps {eps}
  aeps {aeps}
  header 9000 4500
  one 563 1687
  zero 563 563
  ptrail 563
  repeat 9000 2250
  gap 108000
  begin codes
"""


def is_installed() -> bool:
    """Tell whether LIRC's tools are there (Debian: lirc)."""
    return shutil.which(PROGRAM) is not None


def read(signals: Mapping[int, Sequence[int]], eps: int, aeps: int) -> dict[int, int]:
    """Return how often each code was pressed, of one signal each, played one after the other.

    Args:
        signals: durations in µs by the 32 bits that they say.
        eps: LIRC's tolerance in per cent.
        aeps: the same in µs; either is enough.

    Raises:
        RuntimeError: irsimreceive fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        codes = "".join(f"    K{raw:08X} 0x{_turned(raw):08X}\n" for raw in signals)
        conf = _HEAD.format(eps=eps, aeps=aeps) + codes + "  end codes\nend remote\n"
        (place / "lircd.conf").write_text(conf, encoding="ascii")
        lines = [f"space {GAP_US}"]
        for durations in signals.values():
            kinds = ("pulse", "space")
            lines += [f"{kinds[n % 2]} {us}" for n, us in enumerate(durations)]
            lines.append(f"space {GAP_US}")
        (place / "light").write_text("\n".join(lines) + "\n", encoding="ascii")
        ran = subprocess.run(
            [PROGRAM, "lircd.conf", "light"],
            cwd=place, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False,
        )  # fmt: skip
        if ran.returncode:
            raise RuntimeError(f"{PROGRAM} failed: {ran.stderr.strip()[:200]}")
        return _pressed(ran.stdout)


def _pressed(output: str) -> dict[int, int]:
    pressed: dict[int, int] = {}
    for line in output.splitlines():
        words = line.split()
        if len(words) == 4 and words[1] == "00" and words[2].startswith("K"):
            raw = int(words[2][1:], 16)
            pressed[raw] = pressed.get(raw, 0) + 1
    return pressed


def _turned(raw: int) -> int:
    return int(f"{raw:032b}"[::-1], 2)
