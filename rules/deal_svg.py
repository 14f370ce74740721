"""Draw the break and the deal of a hand as a picture in SVG, the table seen from above.

East sits at the bottom, South at the right. A wall's stack 0 lies at its owner's right hand; of
each stack the upper tile is drawn towards the middle of the table. Colours are the players'.
"""

from collections.abc import Iterator
from html import escape

from rules.languages import Language
from rules.opening import Opening
from rules.picture import display_width
from rules.programs import SIDES
from rules.shares import missing_half
from rules.texts import say
from rules.wall import Place, StackPlace, Tier
from rules.wording import break_text, place_text, side_text

TILE, DEPTH, GAP = 20, 15, 4
"""A tile's width, the depth of one of its two tiers as drawn, the space between the two."""

WALL_OUT, HAND_OUT, NAME_OUT = 232, 300, 342
"""How far from the middle walls, hands and names lie."""

HALF = 360
"""From the middle of the picture to its edge."""

COLOURS = ("#c8553d", "#3d7ea6", "#6a994e", "#b08d2f")
LEFT, UPCOMING, CLOTH, INK = "#f2ead8", "#2b2b2b", "#dfe6dd", "#2b2b2b"
LINE_HEIGHT = 22

WEST = 2
"""Whose name stands on its head unless it is turned back."""

_TURN = (0, -90, 180, 90)
"""By how many degrees each side's wall is turned from East's, who sits at the bottom."""


def deal_svg(opening: Opening, language: Language = Language.EN) -> str:
    """Return the picture as one SVG document; equal openings give equal text."""
    body = [
        *(line for side in SIDES for line in _side(opening, side, language)),
        *_break_mark(opening),
        *_words(opening, language),
    ]
    size = 2 * HALF
    heading = f"{opening.variant.name.to(language)}: {break_text(opening.broken, language)}"
    title = escape(heading, quote=False)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-HALF} {-HALF} {size} {size}" '
        f'role="img" lang="{language.value}" font-family="sans-serif" text-anchor="middle">'
    )
    cloth = f'<rect x="{-HALF}" y="{-HALF}" width="{size}" height="{size}" fill="{CLOTH}"/>'
    return "\n".join((head, f"<title>{title}</title>", cloth, *body, "</svg>")) + "\n"


def _side(opening: Opening, side: int, language: Language) -> Iterator[str]:
    """Yield a side's wall, its raised hand and its name, turned to where its owner sits."""
    yield f'<g transform="rotate({_TURN[side]})">'
    lacking = missing_half(opening.share)
    for stack in range(opening.stacks[side]):
        for tier in Tier:
            place = Place(side, stack, tier)
            if place != lacking:
                yield _tile(*_corner(opening, place), *_paint(opening, place))
    yield from _hand(opening, side)
    name = escape(side_text(side, language), quote=False)
    turned = f' transform="rotate(180 0 {NAME_OUT})"' if side == WEST else ""
    weight = "bold" if side == opening.broken.dealer else "normal"
    yield (
        f'<text y="{NAME_OUT + 6}" font-size="18" font-weight="{weight}" '
        f'fill="{COLOURS[side]}"{turned}>{name}</text>'
    )
    yield "</g>"


def _corner(opening: Opening, place: Place) -> tuple[float, float]:
    """Return the upper left corner of a tile on its owner's own picture."""
    width = opening.stacks[place.side] * TILE
    x = width / 2 - (place.stack + 1) * TILE  # stack 0 at the owner's right
    return x, WALL_OUT + (0 if place.tier is Tier.UPPER else DEPTH + GAP)


def _paint(opening: Opening, place: Place) -> tuple[str, str]:
    """Return a tile's colour, and the number that it is taken by its owner as, if it is."""
    for side, taken in enumerate(opening.deal.hands):
        if place in taken:
            return COLOURS[side], str(taken.index(place) + 1)
    return (UPCOMING, "") if place == opening.deal.upcoming else (LEFT, "")


def _tile(x: float, y: float, colour: str, number: str) -> str:
    box = (
        f'<rect x="{x:g}" y="{y:g}" width="{TILE}" height="{DEPTH}" rx="2" fill="{colour}" '
        f'stroke="{INK}" stroke-width="0.7"/>'
    )
    if not number:
        return box
    middle = f'x="{x + TILE / 2:g}" y="{y + DEPTH - 4:g}"'
    return f'{box}<text {middle} font-size="10" fill="#fff">{number}</text>'


def _hand(opening: Opening, side: int) -> Iterator[str]:
    """Yield a hand that the machine raises at its seat."""
    tiles = opening.share.hand_tiles(side)
    for number in range(tiles):
        yield _tile((tiles / 2 - number - 1) * TILE, HAND_OUT, COLOURS[side], "")


def _break_mark(opening: Opening) -> Iterator[str]:
    """Yield the mark at the break: a triangle that points at the first stack that is taken."""
    first: StackPlace = opening.broken.first
    x, y = _corner(opening, Place(first.side, first.stack, Tier.UPPER))
    tip = x + TILE / 2
    points = f"{tip:g},{y - 2:g} {tip - 8:g},{y - 18:g} {tip + 8:g},{y - 18:g}"
    yield f'<g transform="rotate({_TURN[first.side]})"><polygon points="{points}"/></g>'


def _words(opening: Opening, language: Language) -> Iterator[str]:
    """Yield the lines in the middle of the table."""
    dealt = opening.deal
    dealer = side_text(opening.broken.dealer, language)
    lines = [opening.variant.name.to(language), say("deal.dealer", language, side=dealer)]
    if opening.throws:
        faces = ", ".join(f"{first} + {second}" for first, second in opening.throws)
        lines.append(say("deal.dice", language, faces=faces))
    lines.append(break_text(opening.broken, language))
    if dealt.upcoming is not None:
        lines.append(say("deal.next", language, place=place_text(dealt.upcoming, language)))
    lines.append(say("deal.left", language, count=dealt.left))
    longest = max(map(display_width, lines))
    size = min(18, round(2 * (WALL_OUT - 60) * 1.9 / max(longest, 1)))
    top = -LINE_HEIGHT * (len(lines) - 1) / 2
    for number, line in enumerate(lines):
        y = top + number * LINE_HEIGHT
        yield f'<text y="{y:g}" font-size="{size}" fill="{INK}">{escape(line, quote=False)}</text>'
