"""The desks of hand, service and statistics: what they show, and to whom."""

from pathlib import Path

from firmware_ctl.referee.referee import Referee
from firmware_ctl.simulated_table import breakable
from firmware_ctl.statistics.summary import Summary
from firmware_ctl.texts import say
from firmware_ctl.views.web.hand_desk import HandDesk
from firmware_ctl.views.web.service_desk import MOST_LINES, EventLog, ServiceDesk
from firmware_ctl.views.web.statistics_desk import StatisticsDesk
from tests.web.web_bench import Client, ShownTable, desk, talk


def test_those_at_the_table_see_the_sheet_in_their_language(tmp_path: Path) -> None:
    referee = Referee()
    referee.begin("DY", 0)
    referee.enter("claim", {"by": 1, "from": 0, "value": 2})
    access = desk(tmp_path, staff="2580")

    async def conversation(client: Client) -> None:
        assert (await client.get("/api/hand"))[0] == 403
        await client.post("/api/join", {"token": access.table_token().text})
        _, sheet = await client.get("/api/hand?lang=zh-CN")
        assert sheet["lines"][0]["from"] == 0
        assert sheet["entries"][0]["text"] == "南胡，东点炮"
        assert sheet["offers"]["names"]["5m"] == "五万"
        answer, body = await client.ask("GET", "/api/session.csv")
        assert answer.headers["Content-Disposition"] == 'attachment; filename="session.csv"'
        assert body.decode().count("\n") == 2
        answer, body = await client.ask("GET", "/api/session.json")
        assert answer.status == 200
        assert body.count(b"\n") == 1

    hand = HandDesk(referee, lambda: "DY")
    talk(ShownTable(), conversation, access=access, more=hand.mounted())


def test_without_a_hand_there_is_an_empty_sheet() -> None:
    async def conversation(client: Client) -> None:
        _, sheet = await client.get("/api/hand")
        assert (sheet["open"], sheet["lines"], sheet["offers"]["settles"]) == (False, [], True)

    talk(ShownTable(), conversation, more=HandDesk(Referee(), lambda: "GY1").mounted())


def test_the_technician_sees_sensors_eyes_counters_and_the_newest_of_the_log() -> None:
    table, log = ShownTable(), EventLog()
    table.data["measured"] = {
        "eye_level.2": {"value": 61, "quality": "ok"},
        "lane_count.2": {"value": 9, "quality": "ok"},
    }
    for number in range(MOST_LINES + 5):
        log.hear({"time": float(number), "event": "step", "outcome": "done"})
        log.hear(
            {"time": float(number), "event": "command", "word": "dice", "ok": True, "origin": "web"}
            | {"by": "staff 192.0.2.7", "args": {}, "count": 3}
        )

    async def conversation(client: Client) -> None:
        _, told = await client.get("/api/service?lang=zh-CN")
        assert told["inputs"] == [{"name": "dome_up", "text": "中心升降罩上位", "level": True}]
        assert told["eyes"] == [{"side": 2, "level": 61, "quality": "ok"}]
        assert told["counters"] == [{"name": "loads", "text": "理牌次数", "value": 3}]
        assert told["motors"] == [{"name": "drum", "text": "大盘"}]
        assert told["breakable"] == []
        assert len(told["log"]) == MOST_LINES
        words = say("command.dice", "zh-CN"), say("role.staff", "zh-CN")
        assert told["log"][0].strip() == (
            f"{MOST_LINES + 4:.2f} {words[0]}：已接受（网页 {words[1]} 192.0.2.7） × 3"
        )

    service = ServiceDesk(table, lambda: {"dome_up": True}, log, ["drum"])
    talk(table, conversation, more=service.mounted())


def test_on_a_simulated_table_the_technician_sees_what_can_be_broken_and_where() -> None:
    async def conversation(client: Client) -> None:
        _, told = await client.get("/api/service?lang=ja")
        places = {one["name"]: [at["name"] for at in one["places"]] for one in told["breakable"]}
        assert places == {name: list(at) for name, at in breakable().items()}
        eye = next(one for one in told["breakable"] if one["name"] == "eye-dead")
        assert eye["text"] == "光センサー無反応"
        assert [at["text"] for at in eye["places"]] == ["東", "南", "西", "北"]

    service = ServiceDesk(ShownTable(), dict, EventLog(), [], breakable())
    talk(ShownTable(), conversation, more=service.mounted())


def test_statistics_are_told_and_drawn_and_an_unknown_chart_is_not_there() -> None:
    def read() -> Summary:
        summary = Summary()
        summary.faults["E204"] = 3
        return summary

    async def conversation(client: Client) -> None:
        _, told = await client.get("/api/statistics?lang=en")
        assert [one["id"] for one in told["charts"]] == ["faults"]
        assert told["charts"][0]["text"] == "E204: 3"
        answer, body = await client.ask("GET", "/api/statistics/faults.svg")
        assert answer.content_type == "image/svg+xml"
        assert b"E204" in body
        answer, _ = await client.ask("GET", "/api/statistics/hands.svg")
        assert answer.status == 404

    talk(ShownTable(), conversation, more=StatisticsDesk(read).mounted())
