"""The daemon's memory, in which closed walls lie open, is nobody else's to read."""

import subprocess
import sys

SAYS = """
import resource
from firmware_ctl.memory import is_readable, keep_to_ourselves
print(is_readable())
keep_to_ourselves()
print(is_readable(), resource.getrlimit(resource.RLIMIT_CORE))
"""


def test_no_core_is_written_and_no_program_of_the_same_user_may_look() -> None:
    told = subprocess.run([sys.executable, "-c", SAYS], capture_output=True, text=True, check=True)

    assert told.stdout.splitlines() == ["True", "False (0, 0)"]


def test_the_daemon_does_so_before_anything_else() -> None:
    """A test in this process would make it unreadable to whoever debugs the tests."""
    source = """
from firmware_ctl import daemon
from firmware_ctl.config.model import Config
from firmware_ctl.memory import is_readable
def stop(*_):
    print(is_readable())
    raise SystemExit
daemon._Daemon = stop
daemon.run(Config(), daemon.Options())
"""
    told = subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=False
    )

    assert told.stdout == "False\n", told.stderr
