"""Render the reference page of the faults from their catalogue and its texts."""

import re

from docs.pages.markdown import codes, heading, table
from firmware_ctl.core.faults import KINDS, Holds, Kind
from firmware_ctl.texts.catalogue import catalogue

_INTRO = """
One physical cause has one code. Where sensors leave several causes open the code ends in 0 and
names the group. The panel's display shows the code of the first standing fault; `mjtable status`
shows its cause and what to do. Words in ‹angle brackets› are filled in when it happens.

A fault that holds *all* switches every motor off. One that holds the *load* leaves the hand at
the table alone. One that holds *nothing* is only told.
"""

_HOLDS = {Holds.ALL: "all", Holds.LOAD: "the load", Holds.NOTHING: "nothing"}
_RANGES = {
    "E1": "link and board",
    "E2": "motion",
    "E3": "tiles and counts",
    "E4": "sensors",
    "E5": "safety",
    "E6": "dice, panel, remote",
    "E7": "wall check",
    "E8": "storage, clock, power",
    "E9": "controller",
}


def render() -> str:
    """Return the page as Markdown."""
    parts = [heading("Faults", "`firmware_ctl/core/faults.py` and `firmware_ctl/texts/`"), _INTRO]
    for start, name in _RANGES.items():
        kinds = [kind for code, kind in KINDS.items() if code.startswith(start)]
        if kinds:
            parts.append(f"## {start}xx: {name}\n")
            parts += map(_kind, kinds)
    return "\n".join(parts)


def _kind(kind: Kind) -> str:
    names = [_text(kind, "name", language) for language in ("en", "zh-CN", "ja")]
    rows = [
        ("cause", _text(kind, "cause", "en")),
        ("what to do", _text(kind, "do", "en")),
        ("holds", _HOLDS[kind.holds] + ("; positions are lost" if kind.homes else "")),
        ("way on", codes(kind.recover)),
    ]
    return f"### {kind.code}: {names[0]}\n\n{names[1]} · {names[2]}\n\n{table(('', ''), rows)}"


def _text(kind: Kind, part: str, language: str) -> str:
    return re.sub(r"\{(\w+)\}", r"‹\1›", catalogue()[f"fault.{kind.code}.{part}"][language])
