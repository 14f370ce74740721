"""The answers of ``rules list``, ``show``, ``break`` and ``deal`` as JSON-able objects."""

from rules.languages import Language
from rules.opening import Opening
from rules.options import Setting, options_of
from rules.programs import SIDES
from rules.set_up import set_up_lines
from rules.variants import VARIANTS, Variant
from rules.wall import Place
from rules.wording import break_text

Json = dict[str, object]


def break_answer(opening: Opening, language: Language = Language.EN) -> Json:
    """Return the answer of ``rules break``."""
    broken = opening.broken
    return {
        "variant": opening.variant.id,
        "dealer": broken.dealer,
        "wall_side": broken.wall_side,
        "stacks_left": broken.stacks_left,
        "first": {"side": broken.first.side, "stack": broken.first.stack},
        "order": [_place(place) for place in opening.order],
        "text": break_text(broken, language),
    }


def deal_answer(opening: Opening, language: Language = Language.EN) -> Json:
    """Return the answer of ``rules deal``: that of ``rules break`` and who takes what.

    On an auto-deal machine ``hands`` holds only what is drawn from the wall.
    """
    dealt = opening.deal
    return break_answer(opening, language) | {
        "profile": opening.profile.value,
        "hands": {str(side): [_place(place) for place in dealt.hands[side]] for side in SIDES},
        "next": None if dealt.upcoming is None else _place(dealt.upcoming),
        "left": dealt.left,
    }


def list_answer(language: Language = Language.EN) -> list[Json]:
    """Return one object for each variant."""
    return [
        {
            "id": row.id,
            "name": row.name.to(language),
            "tiles": row.tile_set.total,
            "stacks": list(row.program.stacks),
        }
        for row in VARIANTS.values()
    ]


def show_answer(row: Variant, language: Language = Language.EN) -> Json:
    """Return a variant's set-up and its house options, tuples as lists."""
    after = row.next_dealer
    flowers = row.flowers
    return {
        "id": row.id,
        "name": row.name.to(language),
        "set": row.set_id,
        "tiles": row.tile_set.total,
        "program": row.program_id,
        "stacks": list(row.program.stacks),
        "dice": {
            "id": row.dice.id,
            "throws": row.dice.throws,
            "wall": row.dice.wall.value,
            "stacks": row.dice.stacks.value,
            "own_wall": row.dice.own_wall,
        },
        "deal": {
            "rounds": row.deal.rounds,
            "at_once": row.deal.at_once,
            "last": list(row.deal.last),
        },
        "first_dealer": row.first_dealer.value,
        "next_dealer": {
            "win": after.win.value,
            "several": after.several.value,
            "draw": after.draw.value,
        },
        "kong_from": row.kong_from.value,
        "flowers": None
        if flowers is None
        else {"from": flowers.replaced_from.value, "limit_s": flowers.limit_s},
        "text": dict(set_up_lines(row, language)),
        "options": [
            {
                "name": option.name,
                "default": _plain(option.defaults[row.id]),
                "values": option.kind.hint(),
                "text": option.text.to(language),
                "rule": option.rule,
            }
            for option in options_of(row.id)
        ],
        "sources": [
            {"part": source.part, "rule": source.rule, "mark": source.mark.value}
            for source in row.sources
        ],
    }


def _plain(setting: Setting) -> object:
    """Return an option's value as JSON has it."""
    if not isinstance(setting, tuple):
        return setting
    return [list(one) if isinstance(one, tuple) else one for one in setting]


def _place(place: Place) -> list[object]:
    return [place.side, place.stack, place.tier.value]
