"""Say the verdict of the wall check in words.

While a wall may still be played its verdict says how many tiles to read again and nothing else.
Only a void wall's deviations are named.
"""

from rules.integrity.composition import Finding, WallCheck
from rules.integrity.levels import Level
from rules.languages import Language
from rules.texts import say
from rules.tile_names import name_of
from rules.tiles import UNREAD
from rules.wording import places_text, side_text


def verdict_text(check: WallCheck, language: Language = Language.EN) -> str:
    """Return what every view may show at once."""
    if check.level is Level.OK:
        return say("verdict.ok" if check.order_checked else "verdict.ok-counts", language)
    if check.level is Level.BLOCK:
        told = [
            finding_text(finding, language)
            for finding in check.findings
            if finding.level is Level.BLOCK
        ]
        return say("verdict.block", language, findings=_gap(language).join(told))
    doubtful = {place for finding in check.findings for place in finding.places}
    return say("verdict.inform", language, count=len(doubtful))


def finding_text(finding: Finding, language: Language = Language.EN) -> str:
    """Return one deviation in words; names its tile, so not for a wall that may be played."""
    tile = UNREAD if finding.tile is None else finding.tile
    return say(
        finding.deviation.value,
        language,
        count=finding.count,
        tile=name_of(tile, language),
        places=places_text(finding.places, language),
        side="" if finding.side is None else side_text(finding.side, language),
    )


def _gap(language: Language) -> str:
    return " " if language is Language.EN else ""
