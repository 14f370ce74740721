"""Render the reference page of the snapshot: its fields, states and phases."""

from dataclasses import fields
from typing import get_type_hints

from docs.pages.markdown import codes, heading, table
from firmware_ctl.core.estop import EStop
from firmware_ctl.core.snapshot import SNAPSHOT_VERSION, Snapshot
from firmware_ctl.core.states import Load, Surface
from firmware_ctl.texts.catalogue import catalogue
from hal.ids import Quality

_INTRO = f"""
What every view shows is one object, the *snapshot*, version {SNAPSHOT_VERSION}:
`mjtable status --json` prints it, the local socket streams it. It never holds a tile's kind or
place before the hand has ended. Times are seconds of the controller's own clock.
"""

MEANINGS = {
    "v": "version of this format",
    "simulated": "whether the table is a simulated one",
    "language": "language of the words in it; a subscription may ask for another",
    "time": "when the snapshot was taken",
    "boot": "the board's boot number; another one means that it restarted",
    "surface": "what people see of the table; states below",
    "load": "what happens inside; states below",
    "phase": "key of a sentence for people; phases below",
    "reason": "why the table is held: `paused`, `stopped`, or empty",
    "progress": "stacks, and tiles of a hand, made and wanted, by lane (0..3)",
    "set_on_table": "tile set on the table, `A` or `B`, if known",
    "set_inside": "tile set inside, if known",
    "program": "tiles of the current program and of the one that the next load takes",
    "variant": "id of the rules (see [rules](rules.md))",
    "dealer": "side of the dealer (庄, 親), 0..3, or null",
    "dice": "faces of the last throw; the wall and the stacks that it breaks at; the same in "
    "words; `commitment` to the next throw of electronic dice",
    "hand": "number of the hand, and `none`, `running` or `ended`; `root` of the closed walls and "
    "its beginning; `opened`, the last hand whose wall is open; `cut` by keys: commitment, who "
    "has pressed",
    "faults": "standing faults, the first cause first (see [faults](faults.md))",
    "estop": f"the emergency stop: {codes(state.value for state in EStop)}",
    "link": "link to the board: `up` or `down`, since when, how often it was lost",
    "verdict": "what the wall check says of the set inside: a level and a sentence",
    "order_checked": "whether tiles were read one by one; if not, only counts were checked",
    "counters": "what has been counted since start",
    "measured": f"measured numbers, each with its quality: {codes(q.value for q in Quality)}",
    "positions": "where parts stand, as the board's inputs tell",
    "locked": "whether only `stop` and `unlock` are taken",
    "muted": "whether the buzzer is silenced",
    "lamps": "whether the lamps are on",
    "allowed": "commands that would be taken now",
    "capabilities": "what the board can do",
    "profile": "`four-port` (walls only) or `auto-deal` (hands of 13 too)",
    "stowed": "whether both sets stay inside (藏牌)",
    "streak": "how often the dealer has stayed in a row (连庄), 0 at his first hand",
    "next_dealer": "who deals next by the rule with this id; `dealer rule` takes it",
    "hands_due": "sides whose hand has not come up yet (auto-deal)",
    "walls": "stacks of the walls at the table by side, a half one counted",
    "hand_trays": "each side's hand: `none`, `below`, `rising`, `up` (auto-deal; else empty)",
    "faults_lately": "faults of the last `hands` loads and of the one under way since the "
    "program's start, by `code` and `side`, with their `count`",
    "rest_s": "how long the load that is due still waits until the table has rested, in seconds; "
    "0: none waits",
    "roulette": "the dealer lamp that is lit while the roulette runs, or null",
    "self_check": "the check after the table was moved, running or last, or null: `stage`, its "
    "words, the `key` to be pressed now, how much could be `compared`, what was `found`",
    "test": "number of the test mode, in `service`",
    "referee": "the hand in numbers: `entries` counts changes, `open` tells that entries are "
    "taken, `over` that it is settled, `hand` what each side won in it, `scores` in the session",
    "session": "`phase`: `open`, `ending` with this hand, or `ended`; `safe_to_cut`: it has ended, "
    "nothing moves, and everything is on the card",
    "record": "`sequence` and `head` (hexadecimal) of the record's newest link that "
    "is on the card, `unsafe` starts that followed no orderly end, and `acknowledged`: whether all "
    "that is shown is on the card; `committed` is when that link came to the card, in seconds "
    "since 1970 by this computer's clock; null where no record is kept",
}


def render() -> str:
    """Return the page as Markdown.

    Raises:
        KeyError: a field of the snapshot has no meaning written here.
    """
    hints = get_type_hints(Snapshot)
    rows = [
        (f"`{field.name}`", _type_name(hints[field.name]), MEANINGS[field.name])
        for field in fields(Snapshot)
    ]
    phases = [
        (f"`{key}`", texts["en"], texts["zh-CN"], texts["ja"])
        for key, texts in catalogue().items()
        if key.startswith("phase.")
    ]
    return "\n".join(
        (
            heading("Status", "`firmware_ctl/core/snapshot.py` and `firmware_ctl/texts/`"),
            _INTRO,
            table(("field", "type", "meaning"), rows),
            "## States\n",
            f"Surface: {codes(state.value for state in Surface)}.\n",
            f"Load: {codes(state.value for state in Load)}.\n",
            "## Phases\n",
            table(("phase", "English", "中文", "日本語"), phases),
        )
    )


def _type_name(hint: object) -> str:
    if isinstance(hint, type):
        return {"str": "text", "float": "number", "int": "number", "bool": "true or false"}.get(
            hint.__name__, "list" if hint.__name__ == "tuple" else "object"
        )
    text = str(hint)
    if text.startswith(("tuple", "list")):
        return "list"
    if text.startswith("dict"):
        return "object"
    return text.replace("str", "text").replace("int", "number").replace(" | None", " or null")
