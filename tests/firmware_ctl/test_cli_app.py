"""The command line as a person meets it: help, mistakes, exit codes, and its weight."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli import config as config_command
from firmware_ctl.cli.app import SUBCOMMANDS
from firmware_ctl.cli.exits import MEANINGS, ExitCode

HEAVY = ("asyncio", "transitions", "hal", "rules", "ir_codes", "serial", "logging", "unittest")


def run(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware_ctl", *argv],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    "argv",
    [
        ["backup", "{place}/none/table.zip", "--state-dir", "{place}", "--config-dir", "{place}"],
        ["notify", "--about", "trial", "--config", "{place}/table.toml"],
    ],
)
def test_a_folder_that_is_not_there_is_named_and_no_draft_in_it(
    argv: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "record").mkdir()
    (tmp_path / "table.toml").write_text(
        f'config_version = 1\n[notify]\nspool = "{tmp_path}/none"\n', "utf-8"
    )
    assert main([word.format(place=tmp_path) for word in argv]) == ExitCode.FAILED
    told = capsys.readouterr().err
    assert told == f"mjtable: there is no folder {tmp_path}/none; make it, or name another\n"


@pytest.mark.parametrize("argv", [["--help"], []])
def test_help_names_every_subcommand_with_an_example(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert "example" in shown
    assert all(name in shown for name in SUBCOMMANDS)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_subcommand_has_help_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert f"mjtable {name}" in shown
    assert "example" in shown


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == ExitCode.DONE
    assert capsys.readouterr().out.startswith("mjtable 0.")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["stauts"], "did you mean `status`?"),
        (["xyzzy"], "known are run, sim, send"),
        (["--loud"], "see `mjtable --help`"),
        (["status", "--wach"], "unrecognized arguments: --wach"),
        (["status", "extra"], "unrecognized arguments: extra"),
        (["status", "--lang", "fr"], "invalid choice: 'fr'"),
        (["send"], "the following arguments are required: WORD"),
        (["send", "lfit"], "did you mean 'lift'?"),
        (["send", "dice", "9"], "side is 0..3, not '9'"),
        (["send", "dealer"], "say side"),
        (["send", "lift", "now"], "too many arguments"),
        (["config"], "the following arguments are required: VERB"),
        (["config", "chekc"], "invalid choice"),
        (["run"], "no table is named: give --port DEV or --sim"),
        (["run", "--sim", "--port", "/dev/ttyUSB0"], "not allowed with argument"),
        (["run", "--sim", "--speed", "0"], "a speed is a number in 0.1..1000"),
        (["run", "--sim", "--speed", "fast"], "a speed is a number in 0.1..1000"),
        (["run", "--sim", "--speed", "nan"], "a speed is a number in 0.1..1000"),
        (["run", "--sim", "--seed", "x"], "invalid int value: 'x'"),
        (["run", "--port", "/dev/ttyUSB0", "--demo"], "--demo only works with --sim"),
        (["sim", "--hands", "0"], "give 1..10000000 hands"),
        (["sim", "--hands", "two"], "give 1..10000000 hands"),
        (["sim", "--variant", "XX"], "XX"),
        (["rules"], "required"),
        (["ir"], "required"),
    ],
)
def test_wrong_use_is_one_sentence_and_code_2(
    argv: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == ExitCode.USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.startswith("mjtable")
    assert captured.err.count("\n") == 1


def test_where_a_real_port_is_missing_nothing_simulated_takes_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    socket = str(tmp_path / "mjtable.sock")
    assert main(["run", "--port", "/dev/no-such-port", "--socket", socket]) == ExitCode.FAILED
    assert "there is no port /dev/no-such-port" in capsys.readouterr().err


def test_a_table_without_a_port_on_the_command_line_has_that_of_its_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, socket = tmp_path / "table.toml", str(tmp_path / "mjtable.sock")
    file.write_text('config_version = 1\n[board]\nport = "/dev/no-such-port"\n', encoding="utf-8")
    assert main(["run", "--config", str(file), "--socket", socket]) == ExitCode.FAILED
    assert "there is no port /dev/no-such-port" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--ir", "smoke:/y"], ["--ir", "x", "--ir-map", "none"]])
def test_what_starting_again_never_mends_has_the_code_that_systemd_does_not_restart(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    socket = str(tmp_path / "mjtable.sock")
    assert main(["run", "--sim", "--socket", socket, *wrong]) == ExitCode.CONFIG
    assert wrong[-1] in capsys.readouterr().err


def test_every_exit_code_is_explained() -> None:
    assert set(MEANINGS) == set(ExitCode)


def test_a_mistake_of_ours_is_one_sentence_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr(config_command, "_check", broken)
    monkeypatch.delenv("MJTABLE_DEBUG", raising=False)
    assert main(["config", "check"]) == ExitCode.FAILED
    told = capsys.readouterr().err
    assert told == "mjtable: ZeroDivisionError: two; MJTABLE_DEBUG=1 shows where it happened\n"


def test_a_developer_may_see_where_it_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(config_command, "_check", broken)
    monkeypatch.setenv("MJTABLE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["config", "check"])


def test_ctrl_c_is_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(config_command, "_check", interrupted)
    assert main(["config", "check"]) == ExitCode.INTERRUPTED


@pytest.mark.parametrize(
    "argv", [["--help"], ["status"], ["status", "--help"], ["send", "--help"], ["send", "lift"]]
)
def test_the_command_line_stays_light(argv: list[str], tmp_path: Path) -> None:
    code = (
        "import sys; from firmware_ctl.__main__ import main; main(sys.argv[1:]); "
        "print('MODULES', *sys.modules)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *argv],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    loaded = ended.stdout.rpartition("MODULES")[2].split()
    assert [name for name in HEAVY if name in loaded] == []


def test_a_reader_that_leaves_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [sys.executable, "-m", "firmware_ctl", "config", "init"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (ExitCode.PIPE, "")


def test_a_full_disk_is_told_in_one_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "firmware_ctl", "config", "init"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )
    assert ended.returncode == ExitCode.FAILED
    assert ended.stderr.startswith("mjtable: reading or writing failed: No space left on device;")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_is_no_error(closed: str) -> None:
    ended = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m firmware_ctl config init {closed}', sys.executable],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (ExitCode.DONE, "")


def test_a_narrow_encoding_does_not_end_the_program(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("config_version = 1\n[table]\nname = '雀'\n", encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "firmware_ctl", "config", "show", "--config", str(path)],
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert ended.returncode == ExitCode.DONE
    assert b"\\u96c0" in ended.stdout


def test_the_module_runs_as_a_program() -> None:
    assert run("--version").stdout.startswith("mjtable 0.")
