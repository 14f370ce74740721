"""Say a verdict so that a player understands it."""

from rules.integrity.hypotheses import Family, Null
from rules.integrity.levels import Level
from rules.integrity.verdict import (
    AMBER,
    DETECTOR_ODDS,
    INFORM_ODDS,
    LIFETIME_ODDS,
    Finding,
    Verdict,
)
from rules.integrity.wording import verdict_text as walls_text
from rules.languages import Language
from rules.texts import TEXTS, say
from rules.tile_names import name_of
from rules.tiles import Tile

_PERCENT = ("ready", "face", "sum")
_SIDES = 4


def verdict_words(verdict: Verdict, language: Language = Language.EN) -> str:
    """Return the verdict in words: what was seen, how strong a sign that is, what to do."""
    parts: list[str] = []
    if verdict.walls is not None:
        parts.append(walls_text(verdict.walls, language))
    if verdict.level is Level.OK:
        parts.append(say("check.ok", language))
    elif verdict.finding is not None and verdict.null is not None:
        parts += _told(verdict, verdict.finding, verdict.null, language)
    elif verdict.rare_wall and verdict.level is Level.INFORM:
        parts += [say("check.inform", language), say("check.rare-wall", language)]
    elif verdict.level is Level.BLOCK:
        parts.insert(0, say("check.block", language))
    parts += _reader(verdict, language)
    return (" " if language is Language.EN else "").join(parts)


def who_code(who: int | None) -> str | None:
    """Return whom a finding names, as files say it: ``side 2``, ``dealer`` or ``seat 1``."""
    if who is None:
        return None
    if who < _SIDES:
        return f"side {who}"
    return "dealer" if who == _SIDES else f"seat {who - _SIDES}"


def _told(verdict: Verdict, finding: Finding, null: Null, language: Language) -> list[str]:
    grade = {Level.RED: "red", Level.AMBER: "amber"}.get(verdict.level, "inform")
    parts = [
        say(f"check.{grade}", language),
        *_finding(finding, language),
        _odds(verdict, null, language),
    ]
    if verdict.level in (Level.RED, Level.AMBER):
        parts += [say("check.cause", language), say(f"check.advice-{grade}", language)]
    return parts


def _odds(verdict: Verdict, null: Null, language: Language) -> str:
    if verdict.level is Level.AMBER and max(verdict.wealth.b, verdict.wealth.c) < AMBER:
        return say("check.odds-detector", language, odds=f"{DETECTOR_ODDS:,}")
    odds = INFORM_ODDS if verdict.level is Level.INFORM else LIFETIME_ODDS
    key = "check.odds-mixed" if null is Null.WELL_MIXED else "check.odds-fair"
    return say(key, language, odds=f"{odds:,}")


def _finding(finding: Finding, language: Language) -> list[str]:
    who = "" if finding.who is None else say(f"check.who-{finding.who}", language)
    parts: list[str] = []
    if finding.what is not None and finding.seen is not None and finding.normal is not None:
        factor = 100 if finding.what in _PERCENT else 1
        parts.append(
            say(
                f"check.seen-{finding.what}",
                language,
                deals=finding.deals,
                who=who,
                seen=_number(factor * finding.seen),
                normal=_number(factor * finding.normal),
                which=_which(finding, language),
            )
        )
    if f"check.by-{finding.family.value}" in TEXTS:
        parts.append(say(f"check.by-{finding.family.value}", language, who=who))
    return parts


def _which(finding: Finding, language: Language) -> str:
    if finding.which is None:
        return ""
    if finding.family in (Family.PEERS, Family.STACKED):
        return name_of(Tile(finding.which), language)
    return str(finding.which)


def _number(value: float) -> str:
    """Return a number as people read it: one decimal, or the first that is not 0."""
    return f"{value:.1f}" if value >= 0.1 or value == 0 else f"{value:.1g}"


def _reader(verdict: Verdict, language: Language) -> list[str]:
    reader = verdict.reader
    if not verdict.order_checked:
        return [say("check.no-order", language)]
    if not reader.enough:
        return [say("check.no-verdict", language, read=reader.read, places=reader.places)]
    if reader.read < reader.places:
        return [say("check.unread", language, count=reader.places - reader.read)]
    return []
