"""The table seen from above: four walls, four lanes, and the dome in the middle.

Sides stand as they are numbered, counter-clockwise: 0 below, 1 right, 2 above, 3 left.
"""

from collections.abc import Mapping
from typing import Any

from firmware_ctl.views.canvas import Canvas, Style
from firmware_ctl.views.glyphs import Glyphs
from firmware_ctl.views.words import side_word, word

WIDTH = 48
HEIGHT = 15

_LONGEST_WALL = 20
_BAR = 14  # column of the first cell of a wall above or below
_MIDDLE_ROWS = range(4, 11)
_DOME = 14
_DOME_WIDTH = 20
_LABEL_ROW = {0: 13, 2: 1}
_WALL_ROW = {0: 12, 2: 2}
_LANE_ROW = {0: 11, 2: 3}
_LABEL_COLUMN = {1: 40, 3: 1}
_WALL_COLUMN = {1: 38, 3: 9}
_LANE_COLUMN = {1: 36, 3: 11}

_DRUM_TURNS = {"loading", "balancing"}


def draw_table(canvas: Canvas, top: int, table: Mapping[str, Any], g: Glyphs, lang: str) -> None:
    """Draw the table of a snapshot with its upper edge in row ``top``."""
    _frame(canvas, top, 0, WIDTH, HEIGHT, g, Style.DIM)
    for side in (0, 2):
        _side_across(canvas, top, side, table, g, lang)
    for side in (1, 3):
        _side_down(canvas, top, side, table, g, lang)
    _draw_dome(canvas, top, table, g, lang)


def _side_across(
    canvas: Canvas, top: int, side: int, table: Mapping[str, Any], g: Glyphs, lang: str
) -> None:
    done, wanted = _progress(table, side)
    label = f"{_name(table, side, g, lang)}  {done}/{wanted}"
    canvas.centre(top + _LABEL_ROW[side], 1, WIDTH - 2, label, _name_style(table, side))
    sign, style = _wall(table, side, g)
    canvas.put(top + _WALL_ROW[side], _BAR, sign * _LONGEST_WALL, style)
    room = min(wanted, _LONGEST_WALL)
    bar = (g.fill[-1] * min(done, room)).ljust(room, g.empty)
    canvas.centre(top + _LANE_ROW[side], _BAR, _LONGEST_WALL, bar, Style.LANE)


def _side_down(
    canvas: Canvas, top: int, side: int, table: Mapping[str, Any], g: Glyphs, lang: str
) -> None:
    done, wanted = _progress(table, side)
    column = _LABEL_COLUMN[side]
    middle = top + _MIDDLE_ROWS[3]
    style = _name_style(table, side)
    canvas.centre(middle - 1, column, 7, _name(table, side, g, lang), style)
    canvas.centre(middle + 1, column, 7, f"{done}/{wanted}", style)
    sign, style = _wall(table, side, g)
    steps = len(g.fill)
    filled = done * len(_MIDDLE_ROWS) * steps // wanted if wanted else 0
    for height, row in enumerate(reversed(_MIDDLE_ROWS)):
        canvas.put(top + row, _WALL_COLUMN[side], sign, style)
        part = max(0, min(steps, filled - height * steps))
        cell = g.fill[part - 1] if part else g.empty
        canvas.put(top + row, _LANE_COLUMN[side], cell if wanted else " ", Style.LANE)


def _draw_dome(canvas: Canvas, top: int, table: Mapping[str, Any], g: Glyphs, lang: str) -> None:
    first = top + _MIDDLE_ROWS[0]
    dome = _position(table, "dome")
    style = {"down": Style.PLAIN, "up": Style.NOTICE}.get(dome, Style.BOLD)
    _frame(canvas, first, _DOME, _DOME_WIDTH, len(_MIDDLE_ROWS), g, style)
    inside = _DOME + 1, _DOME_WIDTH - 2
    canvas.centre(first + 1, *inside, word(f"view.dome-{dome}", lang, dome), style)
    faces = table["dice"]["faces"]
    if faces:
        dice = "  ".join(g.dice[face - 1] for face in faces)
        canvas.centre(first + 3, *inside, f"{dice}  = {sum(faces)}", Style.BOLD)
    canvas.centre(first + 5, *inside, *_drum(table, g, lang))


def _drum(table: Mapping[str, Any], g: Glyphs, lang: str) -> tuple[str, Style]:
    if table["load"] not in _DRUM_TURNS:
        return word("view.drum-still", lang), Style.DIM
    sign = g.drum[int(table["time"] * 4) % len(g.drum)]
    return f"{sign} {word('view.drum-turning', lang)} {sign}", Style.LANE


def _wall(table: Mapping[str, Any], side: int, g: Glyphs) -> tuple[str, Style]:
    """Return the sign of a side's tray: risen with its wall or without, sunk, or between."""
    position = _position(table, f"tray.{side}")
    if position == "up":
        return (g.wall, Style.WALL) if table["set_on_table"] else (g.tray, Style.PLAIN)
    return (g.tray, Style.DIM) if position == "down" else (g.moving, Style.NOTICE)


def _name(table: Mapping[str, Any], side: int, g: Glyphs, lang: str) -> str:
    name = side_word(side, lang)
    return f"{g.dealer}{name}{g.dealer}" if table["dealer"] == side else name


def _name_style(table: Mapping[str, Any], side: int) -> Style:
    if any(fault["side"] == side for fault in table["faults"]):
        return Style.BAD
    return Style.NOTICE if table["dealer"] == side else Style.BOLD


def _progress(table: Mapping[str, Any], side: int) -> tuple[int, int]:
    done, wanted = table["progress"].get(str(side), (0, 0))
    return done, wanted


def _position(table: Mapping[str, Any], part: str) -> str:
    position: str = table["positions"].get(part, "unknown")
    return position


def _frame(
    canvas: Canvas, row: int, column: int, width: int, height: int, g: Glyphs, style: Style
) -> None:
    across = g.across * (width - 2)
    canvas.put(row, column, g.corners[0] + across + g.corners[1], style)
    for between in range(row + 1, row + height - 1):
        canvas.put(between, column, g.down, style)
        canvas.put(between, column + width - 1, g.down, style)
    canvas.put(row + height - 1, column, g.corners[2] + across + g.corners[3], style)
