"""Render the reference page of the web page: its routes, its stream, and what it refuses."""

import json

from docs.pages.markdown import codes, heading, table
from docs.pages.picture import example
from firmware_ctl.access.desk import DOOR_OPENS_S
from firmware_ctl.access.file import FILE_NAME
from firmware_ctl.access.guesses import (
    ALL_EVERY_S,
    FIRST_WAIT_S,
    FREE_OF_ALL,
    FREE_TRIES,
    LONGEST_WAIT_S,
)
from firmware_ctl.access.pins import SHORTEST_PIN
from firmware_ctl.access.roles import Role, role_for
from firmware_ctl.access.sessions import IDLE_S
from firmware_ctl.access.table_token import RENEWED_AT
from firmware_ctl.config.fields import SECTIONS
from firmware_ctl.config.load import DROP_IN_FOLDER
from firmware_ctl.config.panel import PANEL_FILE
from firmware_ctl.core.commands import Reply, Word
from firmware_ctl.core.jogging import HELD_MOST_MS
from firmware_ctl.inputs.door_keys import DOOR_HOLD_S
from firmware_ctl.views.web import (
    backup_desk,
    board_desk,
    hand_desk,
    metrics_desk,
    mixing_desk,
    service_desk,
    settings_desk,
    statistics_desk,
    wall_desk,
)
from firmware_ctl.views.web.commanding import HELD
from firmware_ctl.views.web.headers import SECURITY
from firmware_ctl.views.web.jogging import LATE_S
from firmware_ctl.views.web.languages import OWN_NAMES
from firmware_ctl.views.web.messages import ALIVE, Picture, message
from firmware_ctl.views.web.posts import LONGEST_BODY, LONGEST_KEY
from firmware_ctl.views.web.routes import ROUTES
from firmware_ctl.views.web.server import CUSTOM_HEADER
from firmware_ctl.views.web.stream import ALIVE_S, MOST_STREAMS, PACE_S, STALLED_S
from rules.languages import Language

_LANGUAGES = ", ".join(f"`{tag}` ({name})" for tag, name in OWN_NAMES.items())

_EVERY_ROUTE = (
    *ROUTES,
    *backup_desk.ROUTES,
    *board_desk.ROUTES,
    *hand_desk.ROUTES,
    metrics_desk.ROUTE,
    *mixing_desk.ROUTES,
    *service_desk.ROUTES,
    *settings_desk.ROUTES,
    *statistics_desk.ROUTES,
    *wall_desk.ROUTES,
)

_WAYS = {
    Role.ANYONE: "reaching the page",
    Role.TOKEN: "the table's token, shown at the table as a QR code",
    Role.STAFF: "a PIN",
    Role.TECHNICIAN: "a second PIN",
}

_INTRO = f"""
`mjtable run` serves one page and tells its address: the table from above, live, and on every page
one button that stops it. The section `[web]` of the [configuration](config.md) says where it
listens; by default on this machine alone. Whoever reaches the page may look and may stop; anything
else asks for a role. It never holds a tile's kind or place before the hand has ended, for any role.

Everything that the page needs comes from the table: no other host is ever asked. It speaks
{_LANGUAGES}; `?lang=` chooses one, else the browser's `Accept-Language`.
"""

_REFUSED = """
Other methods are answered 405, other paths 404, a role too small 403, always with
`{"ok": false, "code", "why"}`.
"""

_ROLES = f"""## Roles

{
    table(
        ("role", "comes in by", "commands"),
        [
            (
                role.value,
                _WAYS[role],
                codes(word for word in Word if role_for(word) is role),
            )
            for role in Role
        ],
    )
}
Each role may do what those above it may. Until the first PIN is set, whoever sits at the machine
itself (a connection from this machine, with no proxy in between) is its technician, and everybody
else a guest. The first PIN is set from there, or within {DOOR_OPENS_S / 60:.0f} minutes after the
dice keys of South and North were held together for {DOOR_HOLD_S:.0f} s at the resting table, one
PIN for each such press; later ones by the technician. PINs are digits, {
    SHORTEST_PIN[Role.STAFF]
} at
least for staff, {SHORTEST_PIN[Role.TECHNICIAN]} for the technician, and kept only as what scrypt
makes of them, in `{FILE_NAME}` of the state directory. Who forgets them removes that file at the
machine and starts the service again.

After {FREE_TRIES} wrong PINs a client waits {FIRST_WAIT_S:g} s, then twice as long each time, up to
{LONGEST_WAIT_S / 60:.0f} minutes; after {FREE_OF_ALL} wrong ones from anywhere, all strangers
together have one try in {
    ALL_EVERY_S:g} s; a client that was right once is no stranger. The table's token changes at
{RENEWED_AT.total_seconds() / 3600:.0f} in the morning, and all its sessions end then. A session of
staff ends {IDLE_S[Role.STAFF] / 3600:.0f} hours after its last use, a technician's after
{IDLE_S[Role.TECHNICIAN] / 60:.0f} minutes.
"""

_COMMAND = {"key": "77c2e0", "seen": "5c1f08aa.12", "command": "dice", "args": {"side": 0}}

_POSTS = f"""## Posts

A post carries JSON, as `Content-Type: application/json`, {LONGEST_BODY} bytes at most, and the
header `{CUSTOM_HEADER}` with any value. A command has a `key`, a text of 1..{LONGEST_KEY}
characters that is new for each tap, and `seen`, the `state` of the snapshot that the person looked
at. The table's `state` changes when something changes that a command depends on, and no state's
name comes twice: an outdated one is refused (409, `outdated`). The same post again gets the same
answer and does nothing more; its key with anything else, or from somebody else, is refused (409,
`replayed`). {codes(sorted(HELD))} set a table in motion that stood still for a reason: they carry
`"held": true`. A stop is carried out whatever was seen and however often it comes.

```text
→ POST /api/stop {{"key": "1f8a03"}}
← 200 {json.dumps({"key": "1f8a03", **Reply(ok=True).as_json()})}
→ POST /api/command {json.dumps(_COMMAND)}
← 200 {json.dumps({"key": "77c2e0", **Reply(ok=True).as_json()})}
```
"""

_JOG = f"""## Motors by hand

`/api/jog` is a WebSocket for the technician, in the test mode: the first word names motor and
direction, `{{"motor": "drum", "direction": "forward"}}`; then a word, such as `{{}}`, comes every
0.1 s while the button is held. The motor is switched off when none comes for {LATE_S:g} s, when the
line is gone, and after {HELD_MOST_MS / 1000:g} s in any case, by the board itself.
"""

_SETTINGS = f"""## Settings

The form is made from the [configuration](config.md)'s own schema. A change is kept in
`{DROP_IN_FOLDER}/{PANEL_FILE}` beside the owner's file, which is never written to, and counts from
the next start; taking it back leaves it out there. Other files `{DROP_IN_FOLDER}/*.toml` may stand
beside it: all are read in the order of their names, each value in place of an earlier one.
"""

_GUARDS = f"""## What is refused

- A request under a host name that is not the table's (403, `wrong-host`): known are every address,
  `localhost`, the machine's name, that name with `.local`, and those in `web.names`. So no web site
  can reach the table under a name of its own (DNS rebinding).
- A post that comes from another web page (403, `other-site`), by `Origin` and `Sec-Fetch-Site`.
- A live stream when {MOST_STREAMS} are open (503, `full`).

Every answer carries {codes(SECURITY)}.
"""


def render() -> str:
    """Return the page as Markdown."""
    rows = [
        (route.method, f"`{route.path}`", route.role.value, route.does) for route in _EVERY_ROUTE
    ]
    return "\n".join(
        (
            heading("Web page", "`firmware_ctl/views/web/`"),
            _INTRO,
            "## Routes\n",
            table(("method", "path", "who", "what"), rows),
            _REFUSED,
            _ROLES,
            _stream(),
            _POSTS,
            _JOG,
            _SETTINGS,
            _GUARDS,
            "## Configuration\n",
            table(
                ("key", "default", "meaning"),
                [
                    (f"`{field.key}`", f"`{json.dumps(field.default)}`", field.rule.help)
                    for field in SECTIONS["web"].fields
                ],
            ),
        )
    )


def _stream() -> str:
    """Return the stream's section; its messages are real ones, shortened."""
    before = Picture("5c1f.41", example(Language.EN).as_json())
    after = Picture("5c1f.42", {**before.table, "time": 81.5, "surface": "ready"})
    first, then = (message(None, before) or b"").decode(), (message(before, after) or b"").decode()
    shown = "\n".join((f"{first[:78]}…\n", then, ALIVE.decode()))
    return f"""## Live stream

`/api/events` sends server-sent events: first the whole [snapshot](status.md), then only the fields
that changed, {PACE_S:g} s apart at least. The id ends with the picture's number. A client that is
slow is told less often and always of the newest; one that takes nothing for {STALLED_S:g} s is let
go. When nothing changes for {ALIVE_S:g} s, `alive` says that the line still stands.

```text
{shown.rstrip()}
```
"""
