"""The desk of settings: a form from the configuration's own schema, and changes to keep."""

import asyncio
from collections.abc import Mapping

from firmware_ctl.access.roles import Role
from firmware_ctl.config.fields import SECTIONS
from firmware_ctl.config.load import ConfigError
from firmware_ctl.config.panel import BadChange, PanelSettings, Setting
from firmware_ctl.texts.catalogue import catalogue, say
from firmware_ctl.views.web.asked import Answer, Asked, Mounted, no
from firmware_ctl.views.web.languages import OWN_NAMES
from firmware_ctl.views.web.posts import BadPost, read_object, text_of
from firmware_ctl.views.web.routes import Route, Serves
from rules.languages import Language

ROUTES = (
    Route(
        "GET",
        "/api/settings",
        Serves.DESK,
        "every key of the configuration: its meaning, its range, the file's value, the page's",
        Role.TECHNICIAN,
    ),
    Route(
        "POST",
        "/api/settings",
        Serves.DESK,
        "keep changes by dotted key in conf.d/90-panel.toml; null takes one back",
        Role.TECHNICIAN,
    ),
)


class SettingsDesk:
    """Shows and changes the settings of a table; ``None`` where no file holds them."""

    def __init__(self, settings: PanelSettings | None) -> None:
        self._settings = settings

    def mounted(self) -> tuple[Mounted, ...]:
        """Return the desk's routes."""
        desks = (self.show, self.change)
        return tuple(Mounted(route, desk) for route, desk in zip(ROUTES, desks, strict=True))

    async def show(self, asked: Asked) -> Answer:
        """Return the form."""
        if self._settings is None:
            why = asked.say("settings.no-file")
            return Answer({"writable": False, "file": "", "why": why, "sections": []})
        try:
            settings = await asyncio.to_thread(self._settings.settings)
        except ConfigError as error:
            return Answer({"writable": False, "file": "", "why": str(error), "sections": []})
        sections = [
            {
                "name": section.name,
                "about": about(f"config.{section.name}", section.about, asked.language),
                "fields": [
                    _shown(one, asked.language)
                    for one in settings
                    if one.field.section == section.name
                ],
            }
            for section in SECTIONS.values()
        ]
        file = str(self._settings.path)
        return Answer({"writable": True, "file": file, "why": "", "sections": sections})

    async def change(self, asked: Asked) -> Answer:
        """Keep changes."""
        if self._settings is None:
            return no(409, "not-now", asked.say("settings.no-file"))
        try:
            await asyncio.to_thread(self._settings.change, _changes(asked.body))
        except (BadPost, BadChange, ConfigError) as error:
            return no(400, "bad-request", str(error))
        return Answer({"ok": True, "why": asked.say("settings.kept")})


def _changes(body: bytes) -> Mapping[str, object]:
    given = read_object(body, ("key", "changes"))
    text_of(given, "key", 64)
    changes = given.get("changes")
    if not isinstance(changes, Mapping) or not changes:
        raise BadPost('changes is an object such as {"motion.margin": 2.0}')
    return changes


def about(key: str, otherwise: str, language: Language) -> str:
    """Return what a key means in a language; in English where nobody has said it otherwise."""
    text = catalogue().get(key)
    return otherwise if text is None else text[language.value]


def _named(choice: str, language: Language) -> str:
    """Return what a choice means: a language by its own name, a number as it is."""
    if choice in tuple(Language):
        return OWN_NAMES[Language(choice)]
    return choice if choice.isdigit() else say(f"choice.{choice}", language)


def _shown(one: Setting, language: Language) -> dict[str, object]:
    field = one.field
    return {
        "key": field.key,
        "label": about(f"config.{field.key}", field.rule.help, language),
        "kind": field.kind.__name__,
        "choices": [{"value": one, "text": _named(one, language)} for one in field.rule.choices],
        "low": field.rule.low,
        "high": field.rule.high,
        "file": one.file,
        "panel": one.panel,
        "value": one.value,
    }
