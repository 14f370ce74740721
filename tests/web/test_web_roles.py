"""Who may do what on the page: every route and every command, asked for by every role."""

import json
from pathlib import Path

import pytest

from firmware_ctl.access import Role
from firmware_ctl.access.desk import AccessDesk
from firmware_ctl.access.roles import role_for
from firmware_ctl.core.commands import COMMANDS, Origin, Parameter, Word
from firmware_ctl.texts import say
from firmware_ctl.views.web import commanding
from firmware_ctl.views.web.asked import Answer, Asked, Mounted
from firmware_ctl.views.web.commanding import HELD
from firmware_ctl.views.web.routes import ROUTES, Route, Serves
from tests.web.web_bench import FAR, POST, TAP, Client, ShownTable, desk, talk

PINS = {"staff": "2580", "technician": "314159"}
BY_CONTRACT = {
    Role.ANYONE: {"stop"},
    Role.TOKEN: {
        "dice", "mute", "lamp", "claim", "kong", "draw", "declare", "chicken", "penalty", "undo",
    },
    Role.TECHNICIAN: {
        "service", "test", "self-check", "jog", "calibrate", "learn-remote", "sim-fault",
        "sim-mend",
    },
}  # fmt: skip


def some_args(word: Word) -> dict[str, object]:
    """Return arguments that a command takes."""
    needed = (one for one in COMMANDS[word].parameters if one.required)
    return {one.name: _some(one) for one in needed}


def _some(parameter: Parameter) -> object:
    if parameter.numbers is not None:
        return parameter.numbers.start
    return parameter.words[0] if parameter.words else "GD"


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()


@pytest.fixture
def access(tmp_path: Path) -> AccessDesk:
    return desk(tmp_path, **PINS)


async def come_in(client: Client, access: AccessDesk, role: Role) -> None:
    """Become somebody of a role, the way a person would."""
    client.session.cookie_jar.clear()
    if role is Role.TOKEN:
        status, _ = await client.post("/api/join", {"token": access.table_token().text})
        assert status == 200
    elif role is not Role.ANYONE:
        status, _ = await client.post("/api/sign-in", {"pin": PINS[role.value]})
        assert status == 200
    _, me = await client.get("/api/me")
    assert me["role"] == role.value


@pytest.mark.parametrize("word", Word)
def test_a_command_needs_the_role_of_the_contract(word: Word) -> None:
    named = [role for role, words in BY_CONTRACT.items() if word.value in words]
    assert role_for(word) is (named[0] if named else Role.STAFF)


def test_every_command_by_every_role(
    table: ShownTable, access: AccessDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commanding, "BURST", 1000)

    async def conversation(client: Client) -> None:
        for role in Role:
            await come_in(client, access, role)
            for number, word in enumerate(COMMANDS):
                table.taken.clear()
                more = {"args": some_args(word), "held": word in HELD}
                status, said = await client.say(word.value, f"{role}{number}", **more)
                if role.may(role_for(word)):
                    assert (status, said["ok"]) == (200, True), (role, word, said)
                    taken = [(one.word, one.origin, one.by) for one in table.taken]
                    assert taken == [(word, Origin.WEB, f"{role.value} 127.0.0.1")]
                else:
                    assert (status, said["code"]) == (403, "not-allowed"), (role, word)
                    assert said["needs"] == role_for(word).value
                    assert table.taken == []
                    assert table.refused.pop().by == f"{role.value} 127.0.0.1"

    talk(table, conversation, access=access)


def test_every_route_by_every_role(table: ShownTable, access: AccessDesk) -> None:
    async def answer(asked: Asked) -> Answer:
        return Answer({"ok": True, "role": asked.role.value})

    more = [
        Mounted(Route(method, f"/t/{role}", Serves.DESK, "a test", role), answer)
        for method in ("GET", "POST")
        for role in Role
    ]
    routes = [*ROUTES, *(one.route for one in more)]

    async def conversation(client: Client) -> None:
        for role in Role:
            await come_in(client, access, role)
            for route in routes:
                if route.live or "{" in route.path or route.serves is Serves.SIGN_OUT:
                    continue
                body, headers = (TAP, POST) if route.method == "POST" else (None, {})
                got, said = await client.ask(route.method, route.path, data=body, headers=headers)
                denied = got.status == 403 and json.loads(said)["code"] == "not-allowed"
                assert denied is not role.may(route.role), (role, route.path)

    talk(table, conversation, access=access, more=more)


def test_a_table_without_pins_is_locked_to_all_but_the_machine_itself(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        _, here = await client.get("/api/me")
        assert (here["role"], here["new"]) == ("technician", True)
        _, there = await client.get("/api/me", **FAR)
        assert (there["role"], there["may"], there["may_set"]) == ("anyone", ["stop"], [])
        pin = {"role": "staff", "pin": "2580"}
        status, said = await client.post("/api/pin", pin, **FAR)
        assert (status, said["code"]) == (403, "not-allowed")

    talk(table, conversation)


def test_each_deliberate_press_on_the_panel_lets_one_pin_be_set_from_afar(
    table: ShownTable,
) -> None:
    async def conversation(client: Client) -> None:
        client.server.access.open_door()
        status, _ = await client.post("/api/pin", {"role": "staff", "pin": "2580"}, **FAR)
        assert status == 200
        _, me = await client.get("/api/me", **FAR)
        assert (me["role"], me["may_set"]) == ("staff", ["staff"])
        client.server.access.open_door()
        _, me = await client.get("/api/me", **FAR)
        assert (me["role"], me["may_set"]) == ("staff", ["staff", "technician"])
        status, _ = await client.post("/api/pin", {"role": "technician", "pin": "314159"}, **FAR)
        assert status == 200
        client.session.cookie_jar.clear()
        _, stranger = await client.get("/api/me", **FAR)
        assert (stranger["role"], stranger["may_set"]) == ("anyone", [])
        _, here = await client.get("/api/me")
        assert here["role"] == "anyone", "with a PIN the machine itself asks for it too"

    talk(table, conversation)


@pytest.mark.parametrize(
    "pin", ["123", "1234", "9876", "0000", "12345678901234", "12a4", "２５８０"]
)
def test_a_pin_that_anybody_would_try_first_is_refused(table: ShownTable, pin: str) -> None:
    async def conversation(client: Client) -> None:
        status, said = await client.post("/api/pin", {"role": "staff", "pin": pin})
        assert (status, said["why"]) == (400, say("access.bad-staff-pin", "ja"))

    talk(table, conversation)


def test_a_session_is_the_browsers_alone(table: ShownTable, access: AccessDesk) -> None:
    async def conversation(client: Client) -> None:
        body = json.dumps({"pin": PINS["staff"]}).encode()
        answer, told = await client.ask("POST", "/api/sign-in", data=body, headers=POST)
        kept = answer.headers["Set-Cookie"]
        assert "HttpOnly" in kept
        assert "SameSite=Strict" in kept
        session = next(iter(answer.cookies.values())).value
        assert session not in told.decode()
        assert str(client.port) in kept.partition("=")[0]
        await client.post("/api/sign-out", {})
        _, me = await client.get("/api/me")
        assert me["role"] == "anyone"

    talk(table, conversation, access=access)


def test_guessing_is_slowed_down_however_many_ask_at_once(
    table: ShownTable, access: AccessDesk
) -> None:
    async def conversation(client: Client) -> None:
        told = [await client.post("/api/sign-in", {"pin": f"77{n:02}"}) for n in range(8)]
        assert [status for status, _ in told] == [403] * 3 + [429] * 5
        assert told[-1][1]["wait_s"] >= 1
        status, _ = await client.post("/api/sign-in", {"pin": PINS["staff"]})
        assert status == 429, "even the right one waits"

    talk(table, conversation, access=access)


def test_a_command_in_a_state_that_is_gone_is_refused(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        _, shown = await client.get("/api/snapshot")
        old = {"key": "k1", "seen": shown["state"], "command": "lift"}
        table.change(surface="open")
        for said in (old, {"key": "k2", "command": "lift"}):
            status, told = await client.post("/api/command", said)
            assert (status, told["code"]) == (409, "outdated")
        table.change(surface="walls-up")
        status, told = await client.post("/api/command", {**old, "key": "k3"})
        assert told["code"] == "outdated", "no state's name comes twice"

    talk(table, conversation)
    assert table.taken == []


def test_what_only_moves_along_makes_no_other_state(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        _, before = await client.get("/api/snapshot")
        table.change(progress={"0": (13, 17)}, time=99.0)
        _, after = await client.get("/api/snapshot")
        assert before["state"] == after["state"]

    talk(table, conversation)


def test_one_tap_is_one_command_however_often_it_comes(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        _, shown = await client.get("/api/snapshot")
        tap = {"key": "k1", "seen": shown["state"], "command": "mute"}
        first = await client.post("/api/command", tap)
        table.change(surface="open")
        assert await client.post("/api/command", tap) == first
        status, told = await client.post("/api/command", {**tap, "command": "lamp"})
        assert (status, told["code"]) == (409, "replayed")

    talk(table, conversation)
    assert [one.word for one in table.taken] == [Word.MUTE]


def test_a_tap_of_somebody_else_is_no_tap_of_mine(table: ShownTable, access: AccessDesk) -> None:
    async def conversation(client: Client) -> None:
        await come_in(client, access, Role.STAFF)
        _, shown = await client.get("/api/snapshot")
        tap = {"key": "k1", "seen": shown["state"], "command": "mute"}
        assert (await client.post("/api/command", tap))[0] == 200
        await come_in(client, access, Role.TOKEN)
        status, told = await client.post("/api/command", tap)
        assert (status, told["code"]) == (409, "replayed")

    talk(table, conversation, access=access)
    assert len(table.taken) == 1


@pytest.mark.parametrize("word", sorted(HELD))
def test_what_sets_a_resting_table_in_motion_is_held(table: ShownTable, word: Word) -> None:
    async def conversation(client: Client) -> None:
        status, told = await client.say(word.value)
        assert (status, told["code"]) == (409, "hold")

    talk(table, conversation)
    assert table.taken == []


def test_too_many_commands_at_once_are_told_to_wait_and_a_stop_never_is(table: ShownTable) -> None:
    async def conversation(client: Client) -> None:
        told = [(await client.say("mute", f"k{n}"))[0] for n in range(40)]
        assert told[0] == 200
        assert told[-1] == 429
        assert [(await client.stop())[0] for _ in range(50)] == [200] * 50

    talk(table, conversation)


@pytest.mark.parametrize("path", [route.path for route in ROUTES if route.method == "POST"])
def test_no_post_of_another_site_is_taken(table: ShownTable, path: str) -> None:
    async def conversation(client: Client) -> None:
        status, said = await client.post(path, {"key": "a"}, Origin="http://evil.example")
        assert (status, said["code"]) == (403, "other-site")
        answer, _ = await client.ask("OPTIONS", path, headers={"Origin": "http://evil.example"})
        assert not any(name.startswith("Access-Control") for name in answer.headers)

    talk(table, conversation)
    assert table.taken == []


def test_tonights_code_leads_to_the_table_and_only_tonight(
    table: ShownTable, access: AccessDesk
) -> None:
    async def conversation(client: Client) -> None:
        await come_in(client, access, Role.STAFF)
        _, token = await client.get("/api/token")
        assert token["address"] == f"{client.base}/#join={access.table_token().text}"
        picture, drawn = await client.ask("GET", "/api/token.svg")
        assert (picture.content_type, drawn[:4]) == ("image/svg+xml", b"<svg")
        status, said = await client.post("/api/join", {"token": "of-last-night"})
        assert (status, said["role"]) == (200, "staff"), "who is more stays so"
        client.session.cookie_jar.clear()
        status, said = await client.post("/api/join", {"token": "of-last-night"})
        assert (status, said["code"]) == (403, "old-token")

    talk(table, conversation, access=access)
