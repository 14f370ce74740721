"""Settings on the page: made from the schema, kept beside the owner's file, taken back again."""

import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_ctl.config.fields import SECTIONS
from firmware_ctl.config.load import ConfigError, read_config
from firmware_ctl.config.panel import FIELDS, BadChange, PanelSettings
from firmware_ctl.texts.catalogue import catalogue
from firmware_ctl.views.web.settings_desk import SettingsDesk
from tests.web.web_bench import Client, ShownTable, desk, talk

OWNER = 'config_version = 1\n[table]\nname = "Owner"  # a comment\n[motion]\nmargin = 2.0\n'


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(OWNER)
    return path


@pytest.fixture
def panel(owner: Path) -> PanelSettings:
    return PanelSettings(owner)


def value_of(panel: PanelSettings, key: str) -> object:
    return next(one.value for one in panel.settings() if one.field.key == key)


def test_a_change_is_kept_beside_the_owners_file_which_stays_as_it_is(
    owner: Path, panel: PanelSettings
) -> None:
    panel.change({"motion.margin": 2.5, "dice.kind": "cup", "web.enabled": False})
    assert owner.read_text() == OWNER
    config = read_config(owner)
    assert (config.motion.margin, config.dice.kind, config.web.enabled) == (2.5, "cup", False)
    assert config.table.name == "Owner"
    assert stat.S_ISREG(panel.path.stat().st_mode)
    assert [one.name for one in panel.path.parent.iterdir()] == ["90-panel.toml"]


def test_a_change_is_taken_back_to_what_the_file_says(owner: Path, panel: PanelSettings) -> None:
    panel.change({"motion.margin": 2.5, "load.attempts": 3})
    panel.change({"motion.margin": None})
    assert value_of(panel, "motion.margin") == 2.0
    panel.change({"load.attempts": None})
    assert value_of(panel, "load.attempts") == read_config(owner).load.attempts == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"motion.margin": 99}, "motion.margin is a number in"),
        ({"motion.margin": "2"}, "motion.margin is a number in"),
        ({"motion.margin": True}, "motion.margin is a number in"),
        ({"motion.margin": float("nan")}, "motion.margin is a number in"),
        ({"load.attempts": 1.5}, "load.attempts is a whole number"),
        ({"dice.kind": "loaded"}, 'dice.kind is "electronic" or "cup"'),
        ({"table.name": "a\nb"}, "printable"),
        ({"table.variant": "XX"}, "table.variant"),
        ({"motor.speed": 3}, "unknown key"),
        ({"config_version": 2}, "unknown key"),
        ({"motion.margin": []}, "motion.margin is a number"),
    ],
)
def test_a_wrong_change_is_told_and_none_of_it_is_kept(
    panel: PanelSettings, changes: dict[str, object], words: str
) -> None:
    with pytest.raises(BadChange, match=words):
        panel.change({"load.attempts": 3, **changes})
    assert not panel.path.exists()


_KEYS = st.sampled_from(sorted(FIELDS)) | st.text(max_size=9)
_VALUES = st.none() | st.booleans() | st.floats() | st.integers(-5, 200) | st.text(max_size=8)


@given(st.dictionaries(_KEYS, _VALUES, max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_whatever_is_kept_is_a_configuration(
    owner: Path, panel: PanelSettings, changes: dict[str, object]
) -> None:
    try:
        panel.change(changes)
    except BadChange as error:
        assert "\n" not in str(error)
    read_config(owner)


def test_a_drop_in_that_is_wrong_is_told_with_its_own_name(owner: Path) -> None:
    folder = owner.parent / "conf.d"
    folder.mkdir()
    (folder / "50-mine.toml").write_text("config_version = 1\n[motion]\nmargin = 99\n")
    with pytest.raises(ConfigError, match=r"50-mine\.toml:3: motion\.margin"):
        read_config(owner)


def test_drop_ins_count_in_the_order_of_their_names(owner: Path, panel: PanelSettings) -> None:
    folder = owner.parent / "conf.d"
    folder.mkdir()
    for name, margin in (("10-a.toml", 3.0), ("99-z.toml", 4.0)):
        (folder / name).write_text(f"config_version = 1\n[motion]\nmargin = {margin}\n")
    assert read_config(owner).motion.margin == 4.0
    panel.change({"motion.margin": 2.5})
    assert read_config(owner).motion.margin == 4.0, "what comes after the page's own wins"


def test_a_folder_that_cannot_be_written_is_told(owner: Path, panel: PanelSettings) -> None:
    (owner.parent / "conf.d").write_text("a file where a folder should be")
    with pytest.raises(BadChange, match="cannot be written"):
        panel.change({"load.attempts": 3})


def test_the_form_holds_every_key_with_its_range(owner: Path, panel: PanelSettings) -> None:
    panel.change({"motion.margin": 2.5})

    async def conversation(client: Client) -> None:
        _, form = await client.get("/api/settings")
        fields = {one["key"]: one for section in form["sections"] for one in section["fields"]}
        assert set(fields) == set(FIELDS)
        margin = fields["motion.margin"]
        assert (margin["file"], margin["panel"], margin["value"]) == (2.0, 2.5, 2.5)
        assert (margin["low"], margin["high"], margin["kind"]) == (1.1, 5, "float")
        said = {"key": "k", "changes": {"motion.margin": None}}
        status, told = await client.post("/api/settings", said)
        assert (status, told["ok"]) == (200, True)
        status, told = await client.post("/api/settings", {"key": "k", "changes": {"a": 1}})
        assert (status, told["code"]) == (400, "bad-request")
        for bad in ({}, {"key": "k"}, {"key": "k", "changes": {}}, {"key": "k", "changes": 3}):
            assert (await client.post("/api/settings", bad))[0] == 400

    talk(ShownTable(), conversation, more=SettingsDesk(panel).mounted())
    assert value_of(panel, "motion.margin") == 2.0


def test_without_a_file_nothing_can_be_kept_and_that_is_said() -> None:
    async def conversation(client: Client) -> None:
        _, form = await client.get("/api/settings")
        assert (form["writable"], form["sections"]) == (False, [])
        assert "mjtable config init" in form["why"]
        status, _ = await client.post("/api/settings", {"key": "k", "changes": {"a": 1}})
        assert status == 409

    talk(ShownTable(), conversation, more=SettingsDesk(None).mounted())


def test_staff_sees_no_settings(panel: PanelSettings, tmp_path: Path) -> None:
    async def conversation(client: Client) -> None:
        await client.post("/api/sign-in", {"pin": "2580"})
        assert (await client.get("/api/settings"))[0] == 403
        assert (await client.post("/api/settings", {"key": "k", "changes": {}}))[0] == 403

    access = desk(tmp_path, staff="2580")
    talk(ShownTable(), conversation, access=access, more=SettingsDesk(panel).mounted())


def test_every_key_is_explained_in_every_language() -> None:
    asked = {f"config.{field.key}": field.rule.help for field in FIELDS.values()}
    asked |= {f"config.{section.name}": section.about for section in SECTIONS.values()}
    assert {key: catalogue().get(key, {}).get("en") for key in asked} == asked
