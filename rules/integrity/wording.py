"""Say the verdict of the wall check in words.

While a wall may still be played its verdict says how many tiles to read again and nothing else.
Only a void wall's deviations are named.
"""

from dataclasses import replace

from rules.integrity.composition import Finding, WallCheck
from rules.integrity.levels import Level
from rules.languages import Language
from rules.texts import say
from rules.tile_names import name_of
from rules.tiles import TILES, UNREAD, Tile
from rules.wording import places_text, side_text


def verdict_text(check: WallCheck, language: Language = Language.EN) -> str:
    """Return what every view may show at once."""
    if check.level is Level.OK:
        return say("verdict.ok" if check.order_checked else "verdict.ok-counts", language)
    if check.level is Level.BLOCK:
        return say("verdict.block", language, findings=_certain_text(check, language))
    doubtful = {place for finding in check.findings for place in finding.places}
    return say("verdict.inform", language, count=len(doubtful))


def finding_text(finding: Finding, language: Language = Language.EN) -> str:
    """Return one deviation in words; names its tile, so not for a wall that may be played."""
    return say(
        finding.deviation.value,
        language,
        count=finding.count,
        tile=_tile_text(UNREAD if finding.tile is None else finding.tile, language),
        places=places_text(finding.places, language),
        side="" if finding.side is None else side_text(finding.side, language),
    )


def _certain_text(check: WallCheck, language: Language) -> str:
    """Return what is certain of a void wall, and which kind stands for which."""
    certain = tuple(one for one in check.findings if one.level is Level.BLOCK)
    told = [finding_text(finding, language) for finding in certain]
    exchange = replace(check, findings=certain).exchange
    if exchange is not None:
        missing, surplus = (_tile_text(tile, language) for tile in exchange)
        told.append(say("wall.exchange", language, missing=missing, surplus=surplus))
    return (" " if language is Language.EN else "").join(told)


def _tile_text(tile: Tile, language: Language) -> str:
    """Return a tile's name; a tag may also carry a number that stands for no design."""
    if tile == UNREAD or tile in TILES:
        return name_of(tile, language)
    return say("tile.unknown", language, number=tile)
