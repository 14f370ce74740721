"""Judge walls again after a start: from their seal where there is one, else as it was noted."""

from firmware_ctl.core.commitment import ClosedWall
from firmware_ctl.core.secret_walls import SET_LETTERS
from firmware_ctl.store.seals import MachineKey, SealBroken, key_of, opened
from firmware_ctl.store.state import Deviation as Noted
from firmware_ctl.store.state import Seal, Walls
from firmware_ctl.store.walls import unpacked
from rules.errors import LayoutError
from rules.integrity.composition import Deviation, Finding, WallCheck, check_walls
from rules.integrity.levels import Level
from rules.integrity.wording import finding_text
from rules.languages import Language
from rules.shares import Share
from rules.tilesets import TileSet


def check_again(
    walls: Walls,
    expected: TileSet | None,
    share: Share,
    sealed: Seal | None,
    machine: MachineKey | None,
    letter: str | None,
) -> WallCheck:
    """Return the verdict on walls and hands; only a seal that opens lets it name tiles.

    ``expected`` is the set that should stand there, ``share`` what its program puts on each side,
    ``letter`` the set's.
    """
    noted = WallCheck(
        Level(walls.level),
        tuple(_finding(one) for one in walls.deviations),
        walls.order_checked,
    )
    if sealed is None or machine is None or expected is None:
        return noted
    mark = SET_LETTERS.index(letter) if letter in ("A", "B") else None
    try:
        tiles = unpacked(opened(sealed, key_of(sealed, machine)))
        return check_walls(tiles, expected, share, mark)
    except (SealBroken, LayoutError):
        return noted


def close_again(sealed: Seal | None, machine: MachineKey | None) -> ClosedWall | None:
    """Return walls as they were closed before the start, where their seal opens."""
    if sealed is None or machine is None:
        return None
    try:
        key = key_of(sealed, machine)
        return ClosedWall(key, unpacked(opened(sealed, key)))
    except (SealBroken, ValueError):
        return None


def void_text(check: WallCheck, language: Language) -> str:
    """Return what makes walls void, as the fault of void walls says it."""
    void = [one for one in check.findings if one.level is Level.BLOCK]
    return " ".join(finding_text(one, language) for one in void)


def _finding(noted: Noted) -> Finding:
    way = Deviation(noted.name)
    return Finding(way, Level(noted.level), noted.count, side=noted.side)
