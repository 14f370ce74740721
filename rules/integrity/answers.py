"""A verdict as the object that files and programs read."""

from typing import Any

from rules.integrity.levels import Level
from rules.integrity.verdict import Finding, Verdict
from rules.integrity.verdict_words import verdict_words, who_code
from rules.languages import Language
from rules.tiles import Tile, code_of

_DIGITS = 6


def verdict_answer(verdict: Verdict, language: Language = Language.EN) -> dict[str, Any]:
    """Return a verdict's fields; ``e`` holds natural logarithms of e-values."""
    wealth = verdict.wealth
    finding = verdict.finding
    answer: dict[str, Any] = {
        "deal": verdict.deal,
        "table": verdict.table,
        "level": verdict.level.value,
        "null": None if verdict.null is None else verdict.null.value,
        "e": {
            "full": _log(wealth.full),
            "A": _log(wealth.a),
            "B": _log(wealth.b),
            "C": _log(wealth.c),
        },
        "family": None if finding is None else finding.family.value,
        "who": None if finding is None else who_code(finding.who),
        "text": verdict_words(verdict, language),
        "order_checked": verdict.order_checked,
    }
    if verdict.order_checked:
        answer["read"] = [verdict.reader.read, verdict.reader.places]
    if verdict.level is not Level.OK:
        answer["b_sets"] = [round(one, _DIGITS) for one in wealth.b_sets]
        answer["detector"] = round(verdict.detector, _DIGITS)
        answer["shares"] = {
            family.value: round(share, 3) for family, share in verdict.shares if share >= 0.001
        }
    if finding is not None:
        answer["finding"] = _finding(finding)
    if verdict.walls is not None:
        answer["tiles"] = [
            {
                "what": one.deviation.value.removeprefix("wall."),
                "level": one.level.value,
                "count": one.count,
            }
            for one in verdict.walls.findings
        ]
    return answer


def _log(value: float) -> float:
    return round(value, _DIGITS) + 0.0


def _finding(finding: Finding) -> dict[str, Any]:
    """Return what the evidence is about; ``effect`` is the mean since the start, and its bounds."""
    which: int | str | None = finding.which
    if finding.what == "kind" and finding.which is not None:
        which = code_of(Tile(finding.which))
    effect = finding.effect
    return {
        "what": finding.what,
        "which": which,
        "deals": finding.deals,
        "seen": None if finding.seen is None else round(finding.seen, 3),
        "normal": None if finding.normal is None else round(finding.normal, 5),
        "effect": None
        if effect is None
        else [round(number, 3) for number in (effect.mean, effect.low, effect.high)],
    }
