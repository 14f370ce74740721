"""Draw how well a machine mixes, as SVG that a page may show, and say it in plain words."""

from collections.abc import Iterator
from html import escape

from rules.integrity.mixing_quality import MixingQuality, Row
from rules.languages import Language
from rules.texts import say
from rules.tile_names import name_of
from rules.wording import side_text

CELL, LEFT, TOP, FOOT = 9, 76, 44, 46
"""A cell of the heat map, and the space around it for words."""

DARKEST = 4.0
"""Standard deviations that are drawn in the full colour."""

NOTABLE = 4.5
"""Standard deviations from which a place or row is worth a sentence."""

CLEAR = 3.0
"""Standard deviations from which kept neighbours are worth a sentence."""

BAR_WIDTH, BAR_HEIGHT, BAR_GAP = 420, 26, 14
INK, PAPER, SEEN, CHANCE = "#2b2b2b", "#ffffff", "#3d7ea6", "#b9b4a6"
COLD, HOT = (61, 126, 166), (200, 85, 61)


def heat_map(quality: MixingQuality, language: Language = Language.EN) -> str:
    """Return the map of place and kind: a row for each kind, a column for each stack."""
    designs, stacks = quality.heat.shape
    width, height = LEFT + CELL * stacks + 12, TOP + CELL * designs + FOOT
    body = [
        _text(LEFT, 20, say("mixing.title.heat", language, walls=quality.walls), 15),
        *_kinds(quality, language),
        *_sides(quality, language),
        *_cells(quality),
        _text(LEFT, height - 26, say("mixing.axis.stacks", language), 10),
        _text(LEFT, height - 10, say("mixing.legend.heat", language), 10),
    ]
    return _picture(width, height, say("mixing.title.heat", language, walls=quality.walls), body)


def neighbours(quality: MixingQuality, language: Language = Language.EN) -> str:
    """Return how many neighbours came again, beside chance alone."""
    kept = quality.kept
    bars = [
        (say("mixing.bar.seen", language), kept.seen / kept.walls, SEEN),
        (say("mixing.bar.expected", language), kept.expected / kept.walls, CHANCE),
    ]
    most = max(1.0, *(length for _, length, _ in bars))
    return _bars(
        say("mixing.title.kept", language),
        [(name, length / most, f"{length:.1f}", colour) for name, length, colour in bars],
    )


def rows(quality: MixingQuality, language: Language = Language.EN) -> str:
    """Return which share of each family lay in the upper row; the line is one half."""
    bars = [
        (_family(row, language), row.share, f"{100 * row.share:.1f} %", SEEN)
        for row in quality.rows
    ]
    return _bars(say("mixing.title.rows", language), bars, line=0.5)


def mixing_words(quality: MixingQuality, language: Language = Language.EN) -> tuple[str, ...]:
    """Return what the walls show, in sentences for the owner of the machine."""
    lines = []
    kept = quality.kept
    if kept.seen - kept.expected > CLEAR * kept.expected**0.5:
        share = f"{100 * kept.share:.1f}"
        lines.append(say("mixing.line.kept", language, per_hundred=share))
    uneven = max(quality.rows, key=lambda row: abs(row.deviation))
    if abs(uneven.deviation) >= NOTABLE:
        percent = f"{100 * uneven.share:.1f}"
        family = _family(uneven, language)
        lines.append(say("mixing.line.rows", language, family=family, percent=percent))
    if quality.hottest >= 1.5 * NOTABLE:
        deviation = f"{quality.hottest:.1f}"
        lines.append(say("mixing.line.places", language, deviation=deviation))
    if not lines:
        lines.append(say("mixing.line.good", language, walls=quality.walls))
    return tuple(lines)


def _family(row: Row, language: Language) -> str:
    return say(f"mixing.family.{row.family}", language)


def _kinds(quality: MixingQuality, language: Language) -> Iterator[str]:
    for at, design in enumerate(quality.designs):
        y = TOP + CELL * at + CELL - 1
        yield _text(LEFT - 4, y, name_of(design, language), CELL - 1, anchor="end")


def _sides(quality: MixingQuality, language: Language) -> Iterator[str]:
    """Yield the name of each side above its first stack, and a line before it."""
    places = quality.layout.places
    before = None
    for at, (upper, _) in enumerate(quality.layout.stacks.tolist()):
        side = places[upper].side
        if side != before:
            x, before = LEFT + CELL * at, side
            bottom = TOP + CELL * len(quality.designs)
            yield f'<path d="M{x} {TOP - 14}V{bottom}" stroke="{INK}" stroke-width="0.6"/>'
            yield _text(x + 3, TOP - 5, side_text(side, language), 11)


def _cells(quality: MixingQuality) -> Iterator[str]:
    for row, deviations in enumerate(quality.heat.tolist()):
        for column, deviation in enumerate(deviations):
            x, y = LEFT + CELL * column, TOP + CELL * row
            fill = _shade(deviation)
            yield f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>'


def _shade(deviation: float) -> str:
    """Return a colour from blue over white to red."""
    strength = min(1.0, abs(deviation) / DARKEST)
    target = HOT if deviation > 0 else COLD
    red, green, blue = (round(255 + strength * (part - 255)) for part in target)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _bars(title: str, bars: list[tuple[str, float, str, str]], line: float | None = None) -> str:
    """Return named bars of lengths 0..1, each with its figure."""
    left, top = 130, 36
    height = top + len(bars) * (BAR_HEIGHT + BAR_GAP) + 8
    body = [_text(12, 22, title, 15)]
    for at, (name, length, figure, colour) in enumerate(bars):
        y = top + at * (BAR_HEIGHT + BAR_GAP)
        width = round(BAR_WIDTH * length, 1)
        body.append(_text(left - 8, y + 18, name, 12, anchor="end"))
        body.append(
            f'<rect x="{left}" y="{y}" width="{width}" height="{BAR_HEIGHT}" fill="{colour}"/>'
        )
        body.append(_text(left + width + 6, y + 18, figure, 12))
    if line is not None:
        x = left + BAR_WIDTH * line
        way = f"M{x} {top - 4}V{height - 8}"
        body.append(f'<path d="{way}" stroke="{INK}" stroke-dasharray="3 3"/>')
    return _picture(left + BAR_WIDTH + 70, height, title, body)


def _text(x: float, y: float, words: str, size: int, anchor: str = "start") -> str:
    held = escape(words, quote=False)
    place = f'x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text {place} fill="{INK}">{held}</text>'


def _picture(width: int, height: int, title: str, body: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="sans-serif">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    named = f"<title>{escape(title, quote=False)}</title>"
    return "\n".join((head, named, paper, *body, "</svg>")) + "\n"
