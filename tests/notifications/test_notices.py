"""Notices: who is told what, how often, and that they are laid down and sent whole."""

import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_ctl.__main__ import main
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.core.listeners import Event
from firmware_ctl.views.notifications.notices import AGAIN_S, About, Notice, Notices, worded
from firmware_ctl.views.notifications.sending import (
    CannotSend,
    apprise_sender,
    read_addresses,
    send_waiting,
)
from firmware_ctl.views.notifications.spool import MOST, Spool

FAULT: Event = {"event": "fault", "code": "E301"}
OLD_HABITS = pytest.mark.filterwarnings("ignore::DeprecationWarning")
"""Apprise imports what later Pythons no longer have."""

EVERYTHING = tuple(about.value for about in About)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def chooser(clock: Clock, wanted: tuple[str, ...] = EVERYTHING) -> Notices:
    return Notices("Table 7", "en", wanted, clock, lambda _: ("tile jam", "Take the tile out."))


def test_a_fault_is_told_with_its_code_and_what_to_do() -> None:
    notice = chooser(Clock()).hear(FAULT)
    assert notice == Notice(
        About.FAULT, "Table 7: E301 tile jam", "Fault E301, tile jam. Take the tile out."
    )


def test_the_same_fault_is_not_told_again_and_again() -> None:
    clock = Clock()
    notices = chooser(clock)
    assert notices.hear(FAULT) is not None
    clock.now = AGAIN_S - 1
    assert notices.hear(FAULT) is None
    assert notices.hear({"event": "fault", "code": "E201"}) is not None
    clock.now = AGAIN_S
    assert notices.hear(FAULT) is not None


@pytest.mark.parametrize(
    ("event", "about"),
    [
        ({"event": "verdict", "level": "red"}, About.VERDICT),
        ({"event": "verdict", "level": "block"}, About.VERDICT),
        ({"event": "verdict", "level": "ok"}, None),
        ({"event": "verdict", "level": "amber"}, None),
        ({"event": "session", "safe_to_cut": True}, About.SESSION),
        ({"event": "session", "safe_to_cut": False}, None),
        ({"event": "dice", "faces": [1, 2]}, None),
        ({"event": "surface", "new": "play"}, None),
    ],
)
def test_what_is_worth_a_notice(event: Event, about: About | None) -> None:
    notice = chooser(Clock()).hear(event)
    assert (notice.about if notice else None) is about


def test_only_what_the_owner_asked_for_is_told() -> None:
    assert chooser(Clock(), ("verdict",)).hear(FAULT) is None


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_every_notice_has_its_words(language: str) -> None:
    for about in About:
        notice = worded(about, "T", language, code="E301", name="jam", do="do it")
        assert notice.title
        assert notice.body


# Waiting ------------------------------------------------------------------------------------------


def notice(number: int) -> Notice:
    return Notice(About.FAULT, f"title {number}", "body")


@settings(max_examples=15)
@given(st.lists(st.integers(0, 99), max_size=MOST + 10))
def test_what_waits_is_the_newest_in_their_order(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[int]
) -> None:
    spool = Spool(tmp_path_factory.mktemp("spool"))
    for number in numbers:
        spool.put(notice(number))
    assert [each for _, each in spool.waiting()] == [notice(n) for n in numbers[-MOST:]]


def test_strangers_files_are_taken_away_or_left(tmp_path: Path) -> None:
    (tmp_path / "000000001.json").write_text("{")
    (tmp_path / "000000002.json").write_text('{"about": "luck", "title": "", "body": ""}')
    (tmp_path / "readme.txt").write_text("x")
    assert list(Spool(tmp_path).waiting()) == []
    assert [path.name for path in tmp_path.iterdir()] == ["readme.txt"]


def test_what_could_not_be_sent_waits_and_nothing_overtakes_it(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    for number in range(4):
        spool.put(notice(number))
    tried: list[str] = []

    def third_fails(each: Notice) -> bool:
        tried.append(each.title)
        return len(tried) < 3

    assert send_waiting(spool, third_fails) == (2, 2)
    assert tried == ["title 0", "title 1", "title 2"]
    assert send_waiting(spool, lambda _: True) == (2, 0)


# Addresses ----------------------------------------------------------------------------------------


def addresses(tmp_path: Path, text: str, mode: int = 0o640) -> Path:
    file = tmp_path / "addresses"
    file.write_text(text)
    file.chmod(mode)
    return file


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [("", 0o600, "holds no address"), ("# none\n\n", 0o600, "no address"), ("x", 0o604, "chmod")],
)
def test_a_file_of_addresses_that_cannot_be_used(
    text: str, mode: int, words: str, tmp_path: Path
) -> None:
    with pytest.raises(CannotSend, match=words):
        read_addresses(addresses(tmp_path, text, mode))
    with pytest.raises(CannotSend, match="cannot be read"):
        read_addresses(tmp_path / "none")


@OLD_HABITS
def test_an_unknown_kind_of_address_is_told_by_its_number_and_not_by_its_secrets() -> None:
    with pytest.raises(CannotSend, match="address 2 ") as told:
        apprise_sender(["json://localhost", "nosuch://hunter2"])
    assert "hunter2" not in str(told.value)


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A web server of this machine that takes what Apprise posts."""
    heard: list[dict[str, str]] = []

    class Take(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    with http.server.HTTPServer(("127.0.0.1", 0), Take) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"json://127.0.0.1:{server.server_port}", heard
        server.shutdown()
        thread.join()


@OLD_HABITS
@pytest.mark.realtime
def test_a_notice_arrives(
    receiver: tuple[str, list[dict[str, str]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, heard = receiver
    file = addresses(tmp_path, f"# mine\n{address}\n")
    config = tmp_path / "table.toml"
    (tmp_path / "spool").mkdir()
    config.write_text(
        f'config_version = 1\n[table]\nname = "七号桌"\nlanguage = "zh-CN"\n'
        f'[notify]\naddresses = "{file}"\nspool = "{tmp_path}/spool"\n',
        encoding="utf-8",
    )
    assert main(["notify", "--about", "trial", "--config", str(config)]) == ExitCode.DONE
    assert main(["notify", "--send", "--config", str(config)]) == ExitCode.DONE
    assert capsys.readouterr().out == "1 sent, 0 wait\n"
    assert heard[0]["title"] == "七号桌：测试通知"
    assert list((tmp_path / "spool").iterdir()) == []


def test_without_addresses_nobody_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'config_version = 1\n[notify]\nspool = "{tmp_path}"\n')
    assert main(["notify", "--send", "--config", str(config)]) == ExitCode.CONFIG
    assert "notify.addresses" in capsys.readouterr().err
    assert main(["notify", "--about", "failed", "--config", str(config)]) == ExitCode.DONE
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]
