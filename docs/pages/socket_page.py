"""Render the reference page of the local socket; its examples are real messages."""

import json

from docs.pages.markdown import codes, heading
from firmware_ctl.core.commands import Reply
from firmware_ctl.inputs.requests import LONGEST_LINE, ORIGINS, STREAMS, BadRequest, parse_request
from firmware_ctl.inputs.socket import MOST_CLIENTS, MOST_UNSENT
from firmware_ctl.inputs.socket_file import MODE
from rules.languages import Language

_UNSENT_KIB = MOST_UNSENT // 1024

_INTRO = f"""
The daemon listens on a Unix socket: `socket.path` of the configuration, else
`$RUNTIME_DIRECTORY/mjtable.sock` (the system's service), else `$XDG_RUNTIME_DIR/mjtable.sock`,
else `$TMPDIR/mjtable-UID/mjtable.sock`. The file has mode {MODE:04o}: whoever may open it speaks
as staff. A second daemon on the same path is refused.

Both directions carry JSON, one object a line, in UTF-8. A request has at most {LONGEST_LINE}
bytes with its newline. What is no request is answered with an error; the connection goes on. At
most {MOST_CLIENTS} clients are served at once.

## Commands

`command` is a word of [commands](commands.md), `args` its named arguments, `origin` one of
{codes(sorted(ORIGINS))} (`cli` if absent), `id` a number or a text that comes back with the
answer.
"""

_STREAMS = f"""## Streams

A subscription names its streams: {codes(sorted(STREAMS))}. The snapshot comes at once and then
after every change, events as they happen. `language` asks for a snapshot in other words than the
table's own: {codes(Language)}.

```json
{{"snapshot": {{"v": 1, "simulated": true, "surface": "play", …}}}}
{{"event": {{"time": 81.25, "event": "dice", "side": 0, "faces": [3, 5]}}}}
```

The snapshot is described under [status](status.md). A reader that leaves more than
{_UNSENT_KIB} KiB unread gets nothing more until it has caught up; then it is told how many events
it lost, `{{"lost": 12}}`, and gets the newest snapshot.
"""

_EXAMPLES = (
    ('{"id": 1, "command": "dice", "args": {"side": 2}, "origin": "cli"}', Reply(ok=True)),
    (
        '{"id": 2, "command": "lift"}',
        Reply(ok=False, code="not-now", why="the walls are rising", allowed=("pause", "stop")),
    ),
)
_BAD = '{"id": 3, "command": "lfit"}'


def render() -> str:
    """Return the page as Markdown."""
    lines: list[str] = []
    for request, reply in _EXAMPLES:
        parsed = parse_request(request.encode())
        answer = json.dumps({"id": parsed.id, **reply.as_json()})
        lines += [f"→ {request}", f"← {answer}"]
    lines += [f"→ {_BAD}", f"← {json.dumps(_refusal(_BAD))}"]
    examples = "\n".join(["```text", *lines, "```"])
    title = heading("Local socket", "`firmware_ctl/inputs/requests.py` and `socket.py`")
    return "\n".join((title, _INTRO.lstrip("\n"), examples, "", _STREAMS))


def _refusal(request: str) -> dict[str, object]:
    try:
        parse_request(request.encode())
    except BadRequest as error:
        refused = Reply(ok=False, code="bad-request", why=str(error))
        return {"id": error.id, **refused.as_json()}
    raise AssertionError(f"{request} is a good request")
