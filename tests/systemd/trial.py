"""What is tried inside a clean system in which the package was just installed; stdlib only.

``try_install.py`` puts this into the system and reads the lines that it writes: ``ok NAME``,
``not ok NAME: WHY`` or ``skip NAME: WHY``. Whatever fails, the rest is still tried.
"""

import json
import os
import pwd
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.systemd import hardening

UNIT = "mjtable.service"
MAIN_WAIT_S = 60.0
CURRENT = Path("/opt/mjtable/current")
STATE = Path("/var/lib/mjtable")
ENVIRONMENT = Path("/etc/mjtable/board.env")
NOTICES = Path("/run/mjtable-notices")

UNITS = Path("/usr/lib/systemd/system")
SERVICES = ("mjtable.service", "mjtable-notify.service", "mjtable-failed.service")

Trial = Callable[[], None]
TRIALS: list[tuple[str, Trial]] = []


def trial(function: Trial) -> Trial:
    """Note a trial; they run in the order of this file."""
    TRIALS.append((function.__name__.replace("_", " "), function))
    return function


def said(*command: str, code: int | None = 0, user: str | None = None) -> str:
    """Return what a command prints; ``code`` is how it must end, ``None`` for any way."""
    if user is not None:
        command = ("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", *command)
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    told = done.stdout + done.stderr
    assert code is None or done.returncode == code, (
        f"{command} ended with {done.returncode}: {told}"
    )
    return told


def shown(name: str) -> str:
    return said("systemctl", "show", "--property", name, "--value", UNIT).strip()


def wait_for(what: Callable[[], bool], why: str, seconds: float = MAIN_WAIT_S) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, f"{why} did not come within {seconds:g} s"
        time.sleep(0.2)


def active() -> bool:
    return shown("ActiveState") == "active"


def main_pid() -> int:
    return int(shown("MainPID"))


def kill(number: signal.Signals) -> int:
    """Send the running program a signal and return which process it was."""
    wait_for(lambda: active() and main_pid() > 1, "the running program")
    pid = main_pid()
    os.kill(pid, number)
    return pid


def drive(board: str) -> None:
    """Start the service anew with these words for what drives the motors."""
    ENVIRONMENT.write_text(f"MJTABLE_BOARD={board}\n")
    said("systemctl", "reset-failed", UNIT, code=None)
    said("systemctl", "restart", UNIT)
    wait_for(active, "the service")


def status(key: str) -> dict[str, str]:
    """Return the lines of a process's status file, by their names."""
    lines = Path(f"/proc/{main_pid()}/{key}").read_text().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def snapshot() -> dict[str, object]:
    told: dict[str, object] = json.loads(said("mjtable", "status", "--json", code=None))
    return told


@trial
def installing_started_nothing_and_said_what_to_do_next() -> None:
    assert not active()
    assert said("systemctl", "is-enabled", UNIT).strip() == "enabled"
    assert said("systemctl", "is-active", "mjtable-notify.path").strip() == "active"


@trial
def every_module_is_compiled() -> None:
    sources = list((CURRENT / "lib/firmware_ctl").rglob("*.py"))
    compiled = list((CURRENT / "lib/firmware_ctl").rglob("*.pyc"))
    assert len(sources) == len(compiled) > 100, (len(sources), len(compiled))


# Before anything runs as the service's user: what RemoveIPC= removes goes with the last of those.
trial(hardening.prepare)
for each_unit in SERVICES:
    for directive in hardening.PROBES:
        if directive in hardening.service_lines(UNITS / each_unit):
            words = f"{each_unit}: {directive} takes away what it says"
            TRIALS.append((words, partial(hardening.try_out, directive, UNITS / each_unit)))


@trial
def a_table_without_a_board_does_not_start_and_is_not_tried_again() -> None:
    said("systemctl", "start", UNIT, code=None)
    wait_for(lambda: shown("ActiveState") == "failed", "the failure")
    assert shown("NRestarts") == "0", "a wrong command line does not mend itself"


@trial
def a_simulated_table_starts_and_tells_when_it_is_ready() -> None:
    drive("--sim")
    assert shown("StatusText").startswith("simulated table")
    assert snapshot()["simulated"] is True


@trial
def the_program_has_no_power_that_it_does_not_need() -> None:
    about = status("status")
    assert about["CapEff"].strip() == about["CapBnd"].strip() == "0" * 16, about["CapEff"]
    assert about["NoNewPrivs"].strip() == "1"
    assert about["Seccomp"].strip() == "2"
    assert about["Uid"].split()[0] == str(pwd.getpwnam("mjtable").pw_uid)
    limits = Path(f"/proc/{main_pid()}/limits").read_text()
    core = next(line for line in limits.splitlines() if line.startswith("Max core file size"))
    assert core.split()[4:6] == ["0", "0"], core


def inside(*command: str, code: int | None = 0) -> str:
    """Run a command with the service's own view of files."""
    return said("nsenter", f"--target={main_pid()}", "--mount", "--", *command, code=code)


@trial
def it_sees_and_writes_only_its_own_folders() -> None:
    for place in ("/usr", "/etc", "/opt/mjtable", "/var/lib", "/boot"):
        refused = inside("touch", f"{place}/x", code=None)
        assert "Read-only file system" in refused, f"{place}: {refused}"
    for own in (STATE, NOTICES, Path("/run/mjtable"), Path("/etc/mjtable/conf.d")):
        inside("touch", f"{own}/.trial")
        (own / ".trial").unlink()
    assert inside("ls", "/root", "/home", code=None).count("ermission") <= 2
    assert "secret" not in inside("ls", "/tmp")
    assert "sda" not in inside("ls", "/proc", code=None)


@trial
def nobody_else_reads_its_state_and_the_key_comes_as_a_credential() -> None:
    assert STATE.stat().st_mode & 0o777 == 0o700
    assert STATE.stat().st_uid == pwd.getpwnam("mjtable").pw_uid
    key = Path("/etc/credstore/mjtable.key")
    assert key.stat().st_mode & 0o777 == 0o600, oct(key.stat().st_mode)
    assert key.stat().st_uid == 0
    environ = Path(f"/proc/{main_pid()}/environ").read_bytes().split(b"\0")
    (place,) = [each for each in environ if each.startswith(b"CREDENTIALS_DIRECTORY=")]
    credential = Path(f"/proc/{main_pid()}/root{place.split(b'=')[1].decode()}/mjtable.key")
    assert credential.read_bytes() == key.read_bytes()
    said("cat", str(key), user="mjtable", code=1)


@trial
def without_a_credential_it_starts_all_the_same() -> None:
    key = Path("/etc/credstore/mjtable.key")
    aside = key.with_suffix(".aside")
    key.rename(aside)
    drive("--sim")
    aside.rename(key)
    drive("--sim")


@trial
def members_of_the_group_speak_to_it_and_others_do_not() -> None:
    for name in ("player", "guest"):
        said("useradd", name)
    said("usermod", "-aG", "mjtable", "player")
    assert "SIMULATED" in said("mjtable", "status", user="player")
    refused = said("mjtable", "status", user="guest", code=3)
    assert "Permission denied" in refused, refused
    rows = said("mjtable", "doctor", "--json", user="guest", code=1)
    assert "doctor.table.forbidden" in rows, rows


@trial
def a_term_ends_it_in_good_order() -> None:
    said("systemctl", "stop", UNIT)
    assert shown("Result") == "success", shown("Result")
    assert "the motors are off" in journal()
    drive("--sim")


def journal() -> str:
    said("journalctl", "--sync", code=None)
    return said("journalctl", "--unit", UNIT, "--no-pager", "--boot")


@trial
def a_kill_is_followed_by_a_new_start() -> None:
    before = kill(signal.SIGKILL)
    wait_for(lambda: active() and main_pid() not in (0, before), "the new start")
    assert int(shown("NRestarts")) >= 1


@trial
def a_program_that_hangs_is_ended_by_the_watchdog() -> None:
    before = kill(signal.SIGSTOP)
    wait_for(lambda: main_pid() not in (0, before) and active(), "the watchdog", 40)
    assert "watchdog" in journal().lower()


@trial
def the_last_stop_reaches_the_board_when_the_program_cannot_say_it() -> None:
    Path("/run/systemd/system/board.service").write_text(
        "[Service]\nUser=mjtable\nRuntimeDirectory=board\nStandardInput=null\n"
        "ExecStart=/usr/bin/mjtable board sim --link /run/board/port --seed 1\n"
    )
    said("systemctl", "daemon-reload")
    said("systemctl", "start", "board.service")
    wait_for(Path("/run/board/port").exists, "the simulated board")
    drive("--port /run/board/port")
    assert snapshot()["link"]["state"] == "up"  # type: ignore[index]
    assert " boot " in said("mjtable", "log"), "a table on a board is recorded"
    assert not (STATE / "mjtable.key").exists(), "its key came as a credential"
    before = kill(signal.SIGKILL)
    wait_for(lambda: main_pid() not in (0, before) and active(), "the new start")
    stopped = shown("ExecStopPost")
    assert "status=0/0" in stopped.replace(" ", "") or "status=0" in stopped, stopped
    said("systemctl", "stop", "board.service")
    kill(signal.SIGKILL)
    wait_for(lambda: "switch the table off at its mains" in journal(), "the words", 60)
    said("systemctl", "stop", UNIT, code=None)


@trial
def the_doctor_finds_the_table_and_says_what_is_wrong() -> None:
    drive("--sim")
    rows = [json.loads(line) for line in said("mjtable", "doctor", "--json").splitlines()]
    keys = {row["key"] for row in rows}
    assert {"doctor.service.good", "doctor.table.simulated", "doctor.link.good"} <= keys, keys
    said("mjtable", "doctor", "--bundle", "/root/bundle.zip")
    assert Path("/root/bundle.zip").stat().st_mode & 0o077 == 0


@trial
def a_backup_comes_back() -> None:
    (STATE / "record/0001").mkdir(parents=True, exist_ok=True)
    Path("/etc/mjtable/table.toml").write_text('config_version = 1\n[table]\nname = "seven"\n')
    said("mjtable", "backup", "/root/table.zip")
    refused = said("mjtable", "restore", "/root/table.zip", code=6)
    assert "stop it first" in refused
    said("systemctl", "stop", UNIT)
    Path("/etc/mjtable/table.toml").write_text("config_version = 1\n")
    said("mjtable", "restore", "/root/table.zip")
    assert "seven" in Path("/etc/mjtable/table.toml").read_text()
    drive("--sim")


@trial
def a_notice_of_a_table_that_failed_for_good_is_laid_down() -> None:
    Path("/etc/mjtable/addresses").write_text("json://127.0.0.1:9\n")
    said("chown", "root:mjtable", "/etc/mjtable/addresses")
    Path("/etc/mjtable/addresses").chmod(0o640)
    Path("/etc/mjtable/table.toml").write_text(
        'config_version = 1\n[notify]\naddresses = "/etc/mjtable/addresses"\n'
    )
    said("systemctl", "start", "mjtable-failed.service")
    wait_for(lambda: bool(list(NOTICES.glob("*.json"))), "the notice")
    wait_for(
        lambda: said("systemctl", "show", "-P", "NRestarts", "mjtable-notify.service") != "",
        "the sender",
    )
    for notice in NOTICES.glob("*.json"):
        notice.unlink()
    said("systemctl", "stop", "mjtable-notify.service")
    Path("/etc/mjtable/table.toml").unlink()


def another_release(name: str, program: str = "") -> Path:
    """Lay a release down somewhere that differs in its name, and in its program if one is given."""
    place = Path(f"/root/{name}")
    said("cp", "-a", "/usr/lib/mjtable/payload", str(place))
    (place / "RELEASE.json").write_text(json.dumps({"name": name, "version": name}))
    if program:
        (place / "bin/mjtable").write_text(program)
    return place


@trial
def an_update_changes_the_release_and_the_table_goes_on() -> None:
    before = CURRENT.resolve().name
    told = said("mjtable", "update", "--payload", str(another_release("9.0-good")))
    assert "9.0-good runs the table" in told, told
    assert CURRENT.resolve().name == "9.0-good"
    assert (
        "/opt/mjtable/releases/9.0-good/" in Path(f"/proc/{main_pid()}/cmdline").read_text()
        or active()
    )
    said("mjtable", "update", "--back")
    assert CURRENT.resolve().name == before
    assert active()


BROKEN = """#!/bin/sh
[ "$1" = run ] && exit 1
exec /usr/lib/mjtable/payload/bin/mjtable "$@"
"""


@trial
def a_release_that_does_not_run_is_taken_back() -> None:
    before = CURRENT.resolve().name
    place = another_release("9.1-broken", BROKEN)
    told = said("mjtable", "update", "--payload", str(place), code=1)
    assert f"back to {before}" in told, told
    assert CURRENT.resolve().name == before
    wait_for(active, "the old release")


@trial
def a_release_that_refuses_the_configuration_never_comes_into_use() -> None:
    before = main_pid()
    place = another_release("9.2-unfit", "#!/bin/sh\necho no >&2\nexit 4\n")
    assert "not fit" in said("mjtable", "update", "--payload", str(place), code=4)
    assert main_pid() == before


def said_until(word: str, state: str) -> None:
    said("mjtable", "send", word, code=None)
    wait_for(lambda: snapshot()["surface"] == state, state)


@trial
def an_update_waits_for_the_end_of_a_hand() -> None:
    drive("--sim --speed 20")
    said_until("home", "ready")
    said_until("lift", "open")
    said("mjtable", "send", "lift")
    wait_for(lambda: snapshot()["surface"] in ("ready", "walls-up"), "the first set inside")
    wait_for(lambda: snapshot()["load"] == "complete", "the load")
    said_until("lift", "open")
    said("mjtable", "send", "lift")
    wait_for(lambda: snapshot()["surface"] == "walls-up", "walls")
    wait_for(lambda: snapshot()["load"] in ("complete", "empty"), "the load")
    said("mjtable", "send", "hand-start", code=None)
    if snapshot()["hand"]["state"] != "running":  # type: ignore[index]
        said("mjtable", "send", "dice")
        wait_for(lambda: snapshot()["hand"]["state"] == "running", "the hand")  # type: ignore[index]
    before = main_pid()
    told = said("mjtable", "update", "--use", "9.0-good", code=6)
    assert "a hand is being played" in told, told
    assert main_pid() == before


@trial
def removing_leaves_record_and_key_and_purging_nothing() -> None:
    said("dpkg", "--remove", "mjtable")
    assert not Path("/opt/mjtable").exists()
    assert STATE.exists()
    assert Path("/etc/credstore/mjtable.key").exists()
    said("dpkg", "--purge", "mjtable")
    for place in (STATE, Path("/etc/mjtable"), Path("/etc/credstore/mjtable.key")):
        assert not place.exists(), place


def main() -> int:
    """Run every trial and write a line for each."""
    failed = skipped = 0
    for name, attempt in TRIALS:
        begun = time.monotonic()
        try:
            attempt()
        except hardening.Untold as why:
            skipped += 1
            print(f"skip {name}: {why}", flush=True)
        except Exception as error:  # noqa: BLE001 -- the others are tried all the same
            failed += 1
            where = traceback.extract_tb(error.__traceback__)[-1].lineno
            print(f"not ok {name}: line {where}: {error}", flush=True)
        else:
            print(f"ok {name} ({time.monotonic() - begun:.1f} s)", flush=True)
    passed = len(TRIALS) - failed - skipped
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
