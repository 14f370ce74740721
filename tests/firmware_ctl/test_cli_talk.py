"""``mjtable send`` and ``mjtable status``, against a served table and against trouble."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_ctl.__main__ import main
from firmware_ctl.cli import client
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.core.commands import Command, Reply
from firmware_ctl.inputs.socket import SocketServer
from rules.languages import Language
from tests.firmware_ctl.fake_table import FakeTable
from tests.firmware_ctl.pictures import fault, snapshot


class Pictured:
    """A full snapshot."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def as_json(self) -> dict[str, Any]:
        return self._data


class PicturedTable(FakeTable):
    """A table with a whole snapshot to show."""

    def __init__(self, **changes: Any) -> None:  # noqa: ANN401
        super().__init__()
        self.changes = changes

    def snapshot(self, language: Language | None = None) -> Any:  # noqa: ANN401
        words = {} if language is None else {"language": language.value}
        return Pictured(snapshot(**{**self.changes, **words}))


Talk = Callable[..., int]


def served(table: FakeTable, directory: Path, *argv: str) -> int:
    """Serve a table, run a command line against it, and return its exit code."""

    async def scene() -> int:
        server = SocketServer(table, directory / "mjtable.sock")
        await server.start()
        try:
            return await asyncio.to_thread(
                main, [*argv, "--socket", str(directory / "mjtable.sock")]
            )
        finally:
            await server.close()

    return asyncio.run(scene())


def test_a_command_is_said_and_its_answer_told(
    table: FakeTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert served(table, tmp_path, "send", "dice", "2") == ExitCode.DONE
    assert [(c.word, dict(c.args)) for c in table.taken] == [("dice", {"side": 2})]
    assert capsys.readouterr().out == "dice: done\n"


def test_a_refusal_tells_why_and_what_is_possible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = FakeTable(refused={"lift": "the walls are rising"})
    assert served(table, tmp_path, "send", "lift") == ExitCode.REFUSED
    told = capsys.readouterr().err
    assert told == "mjtable: lift: the walls are rising (now possible: stop)\n"


def test_the_answer_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = FakeTable(refused={"lift": "no"})
    assert served(table, tmp_path, "send", "--json", "lift") == ExitCode.REFUSED
    assert json.loads(capsys.readouterr().out) == {
        "ok": False,
        "code": "not-now",
        "why": "no",
        "allowed": ["stop"],
    }


def test_words_that_only_the_daemon_can_judge_are_wrong_use(tmp_path: Path) -> None:
    class Choosy(FakeTable):
        def submit(self, command: Command) -> Reply:
            return Reply(ok=False, code="bad-args", why=f"{command.args['id']}: no such rules")

    assert served(Choosy(), tmp_path, "send", "variant", "XX") == ExitCode.USAGE


def test_status_draws_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert served(PicturedTable(), tmp_path, "status") == ExitCode.DONE
    shown = capsys.readouterr().out
    assert "SIMULATED" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("argv", "own", "word"),
    [
        ([], "en", "walls up"),
        ([], "ja", "山完成"),
        (["--lang", "zh-CN"], "en", "牌已升起"),
        (["--lang", "en"], "zh-CN", "walls up"),
    ],
)
def test_status_is_told_in_the_tables_language_unless_asked_for_another(
    argv: list[str], own: str, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert served(PicturedTable(language=own), tmp_path, "status", *argv) == ExitCode.DONE
    assert word in capsys.readouterr().out


def test_status_ends_with_5_while_a_fault_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert served(PicturedTable(faults=(fault(),)), tmp_path, "status") == ExitCode.FAULT
    assert "E202" in capsys.readouterr().out


def test_status_as_json_is_the_snapshot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert served(PicturedTable(), tmp_path, "status", "--json") == ExitCode.DONE
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(snapshot()))


def test_watching_without_a_terminal_prints_a_line_a_change_until_the_daemon_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = PicturedTable()

    async def scene() -> int:
        path = tmp_path / "mjtable.sock"
        server = SocketServer(table, path)
        await server.start()
        arguments = ["status", "--watch", "--socket", str(path)]
        watching = asyncio.create_task(asyncio.to_thread(main, arguments))
        while not any(client.streams for client in server.clients):  # noqa: ASYNC110
            await asyncio.sleep(0)
        for phase in ("phase.play", "phase.play", "phase.ready"):
            table.changes["phase"] = phase
            table.change()
        await server.close()
        return await watching

    assert asyncio.run(scene()) == ExitCode.NO_DAEMON
    captured = capsys.readouterr()
    phases = [line.split(" | ")[2] for line in captured.out.splitlines()]
    assert phases == ["throw the dice", "play", "ready"]
    assert "has ended" in captured.err


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.bind(str(tmp_path / "mjtable.sock"))
        stranger.listen()
        yield stranger


def answer_with(listener: socket.socket, text: bytes, tmp_path: Path, *argv: str) -> int:
    """Let one client in, say something to it whatever it asks, and hang up."""

    async def scene() -> int:
        talking = asyncio.create_task(
            asyncio.to_thread(main, [*argv, "--socket", str(tmp_path / "mjtable.sock")])
        )
        listener.setblocking(False)
        peer, _ = await asyncio.get_running_loop().sock_accept(listener)
        with peer:
            await asyncio.get_running_loop().sock_recv(peer, 4096)
            await asyncio.get_running_loop().sock_sendall(peer, text)
        return await talking

    return asyncio.run(scene())


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (b"", ExitCode.NO_DAEMON, "has ended"),
        (b'{"half": ', ExitCode.NO_DAEMON, "has ended"),
        (b"HTTP/1.1 400\r\n\r\n", ExitCode.FAILED, "no mjtable daemon"),
        (b"[1, 2]\n", ExitCode.FAILED, "no mjtable daemon"),
    ],
)
@pytest.mark.parametrize("argv", [("send", "lift"), ("status",)])
def test_a_strange_or_dying_daemon_is_told(
    listener: socket.socket,
    text: bytes,
    code: ExitCode,
    words: str,
    argv: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert answer_with(listener, text, tmp_path, *argv) == code
    assert words in capsys.readouterr().err


def test_a_daemon_that_does_not_answer_is_given_up(
    listener: socket.socket,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(client.Connection.__init__, "__defaults__", (0.01,))
    path = str(tmp_path / "mjtable.sock")
    assert main(["send", "lift", "--socket", path]) == ExitCode.TIMEOUT
    assert "does not answer within" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["send", "lift"], ["status"], ["status", "--watch"]])
def test_without_a_daemon_the_answer_says_how_to_start_one(
    argv: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*argv, "--socket", str(tmp_path / "no.sock")]) == ExitCode.NO_DAEMON
    assert "start one with `mjtable run`" in capsys.readouterr().err


def test_a_socket_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "--socket", str(tmp_path)]) == ExitCode.NO_DAEMON
    assert capsys.readouterr().err.count("\n") == 1


def test_the_configured_socket_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(
        f"config_version = 1\n[socket]\npath = '{tmp_path}/own.sock'\n"
    )
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    assert main(["status"]) == ExitCode.NO_DAEMON
    assert f"{tmp_path}/own.sock" in capsys.readouterr().err
