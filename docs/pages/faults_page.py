"""Render the reference page of the faults from their catalogue and its texts."""

import re

from docs.pages.markdown import codes, heading, table
from firmware_ctl.core.faults import KINDS, Holds, Kind
from firmware_ctl.texts.catalogue import catalogue

_INTRO = """
One physical cause has one code. Where sensors leave several causes open the code ends in 0 and
names the group, and the table asks one question: `mjtable send answer ID yes` or `no` makes it the
exact fault. The panel's display shows the code of the first standing fault, which is the first
cause; what came of it stands below it. `mjtable status` shows cause, question and steps. Words in
‹angle brackets› are filled in when it happens.

A fault that holds *all* switches every motor off. One that holds the *load* leaves the hand at
the table alone. One that holds *nothing* is only told.

Each step of the way on counts as done when a sensor sees it (*seen*), when its command was taken,
or when a person says so: `mjtable send confirm ID STEP`. Nothing keeps a person from
acknowledging at once; a cause that is still there comes again.
"""

_HOLDS = {Holds.ALL: "all", Holds.LOAD: "the load", Holds.NOTHING: "nothing"}
_RANGES = {
    "E1": "link, board and supply",
    "E2": "motion",
    "E3": "tiles and counts",
    "E4": "sensors",
    "E5": "safety",
    "E6": "dice and keys",
    "E7": "wall check",
    "E8": "storage, clock, power",
    "E9": "controller",
}

_UNSEEN = """
## What no sensor of the machine sees

| what | what would be needed |
| --- | --- |
| a tile lies face up in the wall | a reflectance or Hall sensor in each lane |
| a tray stops low or stands proud of the table | a height sensor at each tray |
| a wall is ragged | a light barrier along its rail, or a camera |
| one tile has lost its magnet | statistics by tile, which would tell secrets; it shows as E321 |
| drum or ring runs on alone | the current of each motor, or a turn sensor at the drum |
| a full-belt sensor that never reads full | nothing: it does no harm while eye and stacker work |
| a key that does nothing | a person who presses it; one that hangs or chatters is told |
| a switch that reads top or hatch open though it is closed | a second switch; it is told as open |
| no power at all | a battery; nothing runs that could tell |
| smoke | a smoke or temperature sensor; long running is told (E506) |

A chain (链条), as machines with a single port have it, this machine has not. A program changed
while loading takes effect at the next load, and a single lift key while loading does nothing: both
are by design and answered in words.
"""


def render() -> str:
    """Return the page as Markdown."""
    parts = [heading("Faults", "`firmware_ctl/core/faults/` and `firmware_ctl/texts/`"), _INTRO]
    for start, name in _RANGES.items():
        kinds = [kind for code, kind in sorted(KINDS.items()) if code.startswith(start)]
        if kinds:
            parts.append(f"## {start}xx: {name}\n")
            parts += map(_kind, kinds)
    return "\n".join((*parts, _UNSEEN))


def _kind(kind: Kind) -> str:
    names = [_text(kind, "name", language) for language in ("en", "zh-CN", "ja")]
    rows = [
        ("cause", _text(kind, "cause", "en")),
        ("seen by", ", ".join(_said(f"seen.{seen.value}") for seen in kind.seen)),
        ("the machine", "; ".join(_said(f"reaction.{does.value}") for does in kind.reacts)),
        ("holds", _HOLDS[kind.holds] + ("; positions are lost" if kind.homes else "")),
        *_question(kind),
        ("steps", "<br>".join(f"{n}. {step}" for n, step in enumerate(_steps(kind), 1))),
        ("way on", codes(kind.recover)),
    ]
    return f"### {kind.code}: {names[0]}\n\n{names[1]} · {names[2]}\n\n{table(('', ''), rows)}"


def _question(kind: Kind) -> list[tuple[str, str]]:
    if kind.asks is None:
        return []
    asked = f"{_text(kind, 'asks', 'en')} yes: {kind.asks[True]}, no: {kind.asks[False]}"
    return [("question", asked)]


def _steps(kind: Kind) -> list[str]:
    return [
        _said(f"act.{step.act.name}") + (" *seen*" if step.is_seen else "")
        if step.act is not None
        else _said(f"step.{step.command}")
        for step in kind.steps
    ]


def _text(kind: Kind, part: str, language: str) -> str:
    return _filled(catalogue()[f"fault.{kind.code}.{part}"][language])


def _said(key: str) -> str:
    return _filled(catalogue()[key]["en"])


def _filled(text: str) -> str:
    return re.sub(r"\{(\w+)\}", r"‹\1›", text)
