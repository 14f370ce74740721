"""The signs that the picture is drawn with: box drawing, or ASCII where there is none."""

from typing import NamedTuple


class Glyphs(NamedTuple):
    """One set of signs, each one column wide."""

    corners: str  # upper left, upper right, lower left, lower right
    across: str
    down: str
    wall: str
    tray: str
    moving: str
    empty: str
    fill: str  # from the least to a full cell
    dice: str
    drum: str
    dealer: str
    rule: str


BOX = Glyphs(
    corners="╭╮╰╯",
    across="─",
    down="│",
    wall="▊",
    tray="·",
    moving="▒",
    empty="░",
    fill="▁▂▃▄▅▆▇█",
    dice="⚀⚁⚂⚃⚄⚅",
    drum="◐◓◑◒",
    dealer="★",
    rule="─",
)

ASCII = Glyphs(
    corners="++++",
    across="-",
    down="|",
    wall="#",
    tray=".",
    moving="~",
    empty=":",
    fill="=",
    dice="123456",
    drum="|/-\\",
    dealer="*",
    rule="-",
)


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the signs that a terminal of this encoding can show."""
    try:
        f"{BOX.corners}{BOX.wall}{BOX.fill}{BOX.dice}{BOX.drum}{BOX.dealer}".encode(
            encoding or "ascii"
        )
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return BOX
