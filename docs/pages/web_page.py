"""Render the reference page of the web page: its routes, its stream, and what it refuses."""

import json

from docs.pages.markdown import codes, heading, table
from docs.pages.picture import example
from firmware_ctl.config.fields import SECTIONS
from firmware_ctl.core.commands import Reply
from firmware_ctl.views.web.headers import SECURITY
from firmware_ctl.views.web.languages import OWN_NAMES
from firmware_ctl.views.web.messages import ALIVE, Picture, message
from firmware_ctl.views.web.posts import LONGEST_BODY, LONGEST_KEY
from firmware_ctl.views.web.routes import ROUTES, Role
from firmware_ctl.views.web.stream import ALIVE_S, MOST_STREAMS, PACE_S, STALLED_S
from rules.languages import Language

_LANGUAGES = ", ".join(f"`{tag}` ({name})" for tag, name in OWN_NAMES.items())

_INTRO = f"""
`mjtable run` serves one page and tells its address: the table from above, live, and one button that
stops it. The section `[web]` of the [configuration](config.md) says where it listens; by default on
this machine alone. Whoever reaches the page may look and may stop; nothing else is possible by it
yet. It never holds a tile's kind or place before the hand has ended.

Everything that the page needs comes from the table: no other host is ever asked. It speaks
{_LANGUAGES}; `?lang=` chooses one, else the browser's `Accept-Language`.
"""

_ROLES = f"""
Roles are, from the least trusted on, {codes(Role)}. Nobody can prove to be more than
`{Role.ANYONE}` yet, so a route for another role would answer 403. Other methods are answered 405,
other paths 404, always with `{{"ok": false, "code", "why"}}`.
"""

_POSTS = f"""## Posts

A post carries JSON, as `Content-Type: application/json`, {LONGEST_BODY} bytes at most: a `key`, a
text of 1..{LONGEST_KEY} characters that is new for each tap and comes back with the answer, and
`seen`, the number of the picture that the person looked at, if any. A stop is carried out whatever
was seen and however often it comes.

```text
→ POST /api/stop {{"key": "1f8a03", "seen": 41}}
← 200 {json.dumps({"key": "1f8a03", **Reply(ok=True).as_json()})}
```
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
    rows = [(route.method, f"`{route.path}`", route.role.value, route.does) for route in ROUTES]
    return "\n".join(
        (
            heading("Web page", "`firmware_ctl/views/web/`"),
            _INTRO,
            "## Routes\n",
            table(("method", "path", "who", "what"), rows),
            _ROLES,
            _stream(),
            _POSTS,
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
