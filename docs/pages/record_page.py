"""Render the reference page of the record: its kinds and their fields, from the dataclasses."""

from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from docs.pages.markdown import codes, heading, table
from firmware_ctl.referee.kept import KeptEvening, KeptHand
from firmware_ctl.store import recorder, writer
from firmware_ctl.store.chain import Head as ChainHead
from firmware_ctl.store.chain import chained
from firmware_ctl.store.faults import Trouble
from firmware_ctl.store.keys import KEY_NAME
from firmware_ctl.store.ledger import SUM_EVERY, SUM_SHARE
from firmware_ctl.store.place import RECORD_NAME
from firmware_ctl.store.reading import VERIFIED_LINKS
from firmware_ctl.store.records import KINDS, Note, Thrown
from firmware_ctl.store.segments import DATABASE_NAME
from firmware_ctl.store.state import (
    Care,
    Deviation,
    Hands,
    Job,
    Known,
    Places,
    Programs,
    Promises,
    Proposed,
    RunningHand,
    Seal,
    Standing,
    State,
    Switches,
    Totals,
    Walls,
)

PARTS = (
    State, Totals, Known, Places, Job, Programs, Switches, Walls, Deviation, Hands, RunningHand,
    Proposed, Standing, Promises, Care, KeptEvening, KeptHand, Seal,
)  # fmt: skip
"""The objects that records hold, in the order of the page."""

_INTRO = f"""
A table has one record: SQLite files in numbered directories, `{RECORD_NAME}/0001/{DATABASE_NAME}`
and so on, under `$STATE_DIRECTORY` (the system's service), else `$XDG_STATE_HOME/mjtable`. The
highest number is written to. A directory that is found damaged is renamed to `NNNN.damaged` and
kept, and the next one begins with the last good hash of the one before.

Whatever happens at once is one commit, written ahead and flushed (`journal_mode=WAL`,
`synchronous=FULL`) by a thread of its own; only then is it acknowledged, and only then are a hand,
a throw or a verdict told ([why and when](../decisions/0010-told-when-on-the-card.md)). While a load
runs every tile that passes an eye is written, and all counts at least every {recorder.COUNT_S:g} s.
A real table always keeps a record, a simulated one with `mjtable run --sim --record DIR`; what a
simulated table knew is not given back, since its plant is new each time. Up to
{writer.MOST_WAITING} batches wait for a slow card; what no longer fits is counted in a `gap`, and
a `state` makes it good.

## One record

The table `record` has a row for each record: `sequence` (never restarts, so it is the order of
all records), `boot` (number of the start), `body`, and `hash`, SHA-256 over the hash before (32
zero bytes at the very beginning) and the body. The body is JSON in UTF-8 with sorted keys, no
spaces and whole numbers only:
"""

_ENVELOPE = (
    ("at", "milliseconds of the controller's own clock, from the start"),
    ("boot, seq", "the row's own numbers"),
    ("clock, trusted", "milliseconds since 1970 in UTC, and whether the clock had been set"),
    ("kind, data", "what happened; kinds and fields below"),
)

_CODES = codes(trouble.value for trouble in Trouble)

_AFTER = f"""
A start reads back to the newest `state` (there is another one at the latest after {SUM_EVERY}
records, and as soon as what follows is {SUM_SHARE} times as long) and checks that link and at least
the newest {VERIFIED_LINKS}. SQLite's own quick check of the whole
file runs beside it. A start that follows no `shutdown` is counted as unsafe.

## Walls

A wall is written when its load has been judged, sealed: encrypted (ChaCha20-Poly1305) with a key
of its own, which is wrapped with one derived from the machine's key. It is opened by the end of
its hand, in the same commit, also after a power cut. `wall-opened` publishes the wall's key; its
SHA-256 stood in the seal, so anybody can decrypt the box and see that these tiles were in it all
the time. Walls that nobody played with stay shut. The seal also holds the wall's root, which was
shown when it was closed; [how anybody checks that](../audit.md), and the form of the signed journal
that is exported from this record, have a page of their own.

The machine's key has 32 bytes: systemd's credential `{KEY_NAME}` (`LoadCredential=`), else a file
of that name in the state directory, mode 0400, made at the first start. Without it the table
runs, but its walls are not written.

## Troubles

The table goes on whatever happens to its record. Codes: {_CODES}.
"""


def render() -> str:
    """Return the page as Markdown.

    Raises:
        ValueError: a record's or object's docstring has no first sentence.
    """
    thrown = Note(Thrown(2, (3, 5)), 81_250, 1_767_225_600_000, trusted=True)
    (link,) = chained(ChainHead(1, 41), 1, [thrown])
    parts = [
        heading("Record", "`firmware_ctl/store/records.py` and `state.py`"),
        _INTRO,
        f"```json\n{link.body.decode()}\n```\n",
        table(("field", "meaning"), [(f"`{name}`", meaning) for name, meaning in _ENVELOPE]),
        _AFTER,
        "## Kinds\n",
        *(_section(f"`{name}`", kind) for name, kind in KINDS.items()),
        "## Objects\n",
        *(_section(f"{part.__name__} object", part) for part in PARTS),
    ]
    return "\n".join(parts)


def _section(title: str, kind: Any) -> str:  # noqa: ANN401 -- any of the dataclasses above
    text = " ".join((kind.__doc__ or "").split()).replace("``", "`")
    if not text.endswith("."):
        raise ValueError(f"{kind.__name__} needs a sentence")
    hints = get_type_hints(kind)
    rows = [(f"`{field.name}`", _type(hints[field.name])) for field in fields(kind)]
    told = table(("field", "type"), rows) if rows else "No fields.\n"
    return f"### {title}\n\n{text}\n\n{told}"


_PLAIN = {int: "number", str: "text", bool: "true or false", NoneType: "null"}


def _type(hint: Any) -> str:  # noqa: ANN401 -- a type hint has no common type
    if hint in _PLAIN:
        return _PLAIN[hint]
    if is_dataclass(hint):
        name = getattr(hint, "__name__", "")
        return f"[{name}](#{name.lower()}-object)"
    if get_origin(hint) is UnionType:
        return " or ".join(_type(one) for one in get_args(hint))
    items = get_args(hint)
    if items[-1] is Ellipsis:
        return f"list of {_type(items[0])}"
    if len(set(items)) == 1:
        return f"list of {len(items)} of {_type(items[0])}"
    return f"list of ({', '.join(_type(one) for one in items)})"
