"""The answers of ``rules score`` and ``rules waits``, as JSON-able objects and in words."""

from collections.abc import Mapping, Sequence

from rules.hands.forms import Form
from rules.hands.groups import group_tiles, lay_out
from rules.languages import Language
from rules.notation import Meld, format_meld, format_tiles
from rules.scoring.judging import WinCheck
from rules.scoring.waiting import Wait
from rules.texts import say
from rules.tile_names import name_of
from rules.tiles import code_of

Json = dict[str, object]


def score_answer(
    check: WinCheck, melds: Sequence[Meld] = (), language: Language = Language.EN
) -> Json:
    """Return the answer to a claimed win; ``melds`` are laid out behind the tiles in hand."""
    if check.refusal is not None:
        return {
            "win": False,
            "why": check.refusal.say(language),
            "reason": check.refusal.reason,
            "value": 0,
            "multiplier": None,
            "patterns": [],
            "roots": 0,
        }
    return {
        "win": True,
        "why": None,
        "value": check.value,
        "multiplier": check.multiplier,
        "patterns": [
            {"id": item.rule, "name": item.name.to(language), "value": item.value}
            for item in check.items
        ],
        "roots": check.roots,
        "uncapped": check.uncapped,
        "split": "" if check.form is None else split_text(check.form, melds),
        "others": [
            {"split": split_text(form, melds), "value": value} for form, value in check.others
        ],
    }


def split_text(form: Form, melds: Sequence[Meld] = ()) -> str:
    """Return how to lay a hand out: its groups in rising order, then the melds."""
    laid = sorted(form.concealed, key=group_tiles)
    return " ".join([*filter(None, [lay_out(laid)]), *map(format_meld, melds)])


def waits_answer(found: Sequence[Wait]) -> Json:
    """Return the answer to what a hand waits for."""
    return {
        "waits": [
            {
                "tile": code_of(wait.tile),
                "value": wait.value,
                "left": wait.left,
                "dead": wait.dead,
                "fifth": wait.fifth,
            }
            for wait in found
        ]
    }


def score_sheet(answer: Mapping[str, object], language: Language) -> str:
    """Return the answer to a claimed win as lines for people."""
    if not answer["win"]:
        return say("score.no", language, why=answer["why"])
    key = "score.points" if answer["multiplier"] is None else "score.win"
    lines = [
        say(key, language, value=answer["value"], multiplier=answer["multiplier"]),
        *(_row(one) for one in _rows(answer["patterns"])),
    ]
    if answer["uncapped"] != answer["value"]:
        lines.append(say("score.capped", language, uncapped=answer["uncapped"]))
    lines.append(say("score.split", language, split=answer["split"]))
    return "\n".join(lines)


def waits_sheet(found: Sequence[Wait], language: Language) -> str:
    """Return what a hand waits for as lines for people."""
    if not found:
        return say("waits.none", language)
    lines: list[str] = []
    for wait in found:
        key = "waits.fifth" if wait.fifth else "waits.dead" if wait.dead else "waits.left"
        left = say(key, language, left=wait.left)
        tile = f"{format_tiles([wait.tile])} ({name_of(wait.tile, language)})"
        lines.append(say("waits.line", language, tile=tile, value=wait.value, left=left))
    return "\n".join(lines)


def _rows(patterns: object) -> list[Mapping[str, object]]:
    return (
        [one for one in patterns if isinstance(one, Mapping)] if isinstance(patterns, list) else []
    )


def _row(one: Mapping[str, object]) -> str:
    return f"  {one['id']!s:<8} {one['value']!s:>3}  {one['name']}"
