"""The sheet that ``rules deal`` shows to people: the table from above and who takes what."""

from rules.languages import Language
from rules.opening import Opening
from rules.picture import NO_TILE, deal_marks, draw_walls
from rules.programs import SIDES, Profile
from rules.shares import missing_half
from rules.texts import say
from rules.wording import break_text, place_text, places_text, side_text


def deal_sheet(opening: Opening, language: Language = Language.EN) -> str:
    """Return the picture of the walls, its legend and one line for each seat from the dealer on."""
    dealt = opening.deal
    dealer = opening.broken.dealer
    names = [side_text(side, language) for side in SIDES]
    marks = deal_marks(dealt.hands, dealt.upcoming)
    lacking = missing_half(opening.share)
    if lacking is not None:
        marks[lacking] = NO_TILE
    seats = [(dealer + seat) % len(SIDES) for seat in SIDES]
    return "\n".join(
        [
            draw_walls(opening.stacks, marks, names, _summary(opening, language)),
            "",
            *(
                f"{names[side]} ({len(dealt.hands[side])}): "
                + places_text(dealt.hands[side], language)
                for side in seats
                if dealt.hands[side]
            ),
            say("deal.legend", language),
        ]
    )


def _summary(opening: Opening, language: Language) -> list[str]:
    """Return the lines in the middle of the table."""
    dealt = opening.deal
    faces = ", ".join(f"{first} + {second}" for first, second in opening.throws)
    lines = [
        opening.variant.name.to(language),
        say("deal.dealer", language, side=side_text(opening.broken.dealer, language)),
    ]
    if faces:
        lines.append(say("deal.dice", language, faces=faces))
    lines.append(break_text(opening.broken, language))
    if opening.profile is Profile.AUTO_DEAL:
        lines.append(say("deal.raised", language))
    if dealt.upcoming is not None:
        lines.append(say("deal.next", language, place=place_text(dealt.upcoming, language)))
    lines.append(say("deal.left", language, count=dealt.left))
    return lines
