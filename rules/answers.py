"""The answers of ``rules list``, ``show``, ``break`` and ``deal`` as JSON-able objects."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dealing import RAISED, Deal, deal
from rules.dice import Break, Throw, break_wall, break_without_dice
from rules.languages import Language
from rules.notation import format_tiles
from rules.programs import SIDES, Profile, Stacks, auto_deal_stacks
from rules.texts import say
from rules.variants import VARIANTS, Variant, variant
from rules.wall import Place, linear_order
from rules.wording import break_text

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Opening:
    """A hand's opening: the walls, the break, the drawing order and the deal."""

    variant: Variant
    profile: Profile
    stacks: Stacks
    throws: tuple[Throw, ...]
    broken: Break
    order: tuple[Place, ...]
    deal: Deal


def open_hand(
    variant_id: str,
    throws: Sequence[Throw],
    dealer: int = 0,
    profile: Profile = Profile.FOUR_PORT,
) -> Opening:
    """Work out a hand's opening; an auto-deal machine may go without a throw.

    Raises:
        UnknownName: no such variant.
        DiceError: a face outside 1..6, or not as many throws as the variant asks for.
        LayoutError: no such side, or the set is not dealt by machine.
    """
    row = variant(variant_id)
    raised = profile is Profile.AUTO_DEAL
    stacks = auto_deal_stacks(row.tile_set.total) if raised else row.program.stacks
    if raised and not throws:
        broken = break_without_dice(stacks, dealer)
    else:
        broken = break_wall(stacks, row.dice, dealer, throws)
    order = linear_order(stacks, broken.first)
    dealt = deal(order, RAISED if raised else row.deal, dealer)
    return Opening(row, profile, stacks, tuple(throws), broken, order, dealt)


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


def show_answer(variant_id: str, language: Language = Language.EN) -> Json:
    """Return all that is known of a variant's set-up.

    Raises:
        UnknownName: no such variant.
    """
    row = variant(variant_id)
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
        "sources": [
            {"part": source.part, "rule": source.rule, "mark": source.mark.value}
            for source in row.sources
        ],
    }


def set_up_lines(row: Variant, language: Language) -> tuple[tuple[str, str], ...]:
    """Return a variant's set-up in words, as pairs of a part's key and its text."""
    takers = row.deal.takers
    after = row.next_dealer
    return (
        ("set", say("set.tiles", language, count=row.tile_set.total, tiles=designs_text(row))),
        ("program", " ".join(map(str, row.program.stacks))),
        ("dice", say(f"dice.{row.dice_id}", language)),
        (
            "deal",
            say(
                "deal.line",
                language,
                rounds=row.deal.rounds,
                at_once=row.deal.at_once,
                dealer=takers.count(0),
                others=takers.count(1),
            ),
        ),
        ("first_dealer", say(f"first-dealer.{row.first_dealer.value}", language)),
        (
            "next_dealer",
            say(
                "next-dealer.line",
                language,
                win=say(f"next-dealer.{after.win.value}", language),
                several=say(f"next-dealer.{after.several.value}", language),
                draw=say(f"next-dealer.{after.draw.value}", language),
            ),
        ),
        ("kong_from", say(f"end.{row.kong_from.value}", language)),
        ("flowers", _flowers_text(row, language)),
    )


def designs_text(row: Variant) -> str:
    """Return a set's designs by how many copies there are: ``4 x 123456789m…``."""
    counts = row.tile_set.counts
    by_copies = {
        copies: format_tiles(tile for tile in row.tile_set.designs if counts[tile] == copies)
        for copies in sorted(set(counts) - {0}, reverse=True)
    }
    return ", ".join(f"{copies} x {tiles}" for copies, tiles in by_copies.items())


def _flowers_text(row: Variant, language: Language) -> str:
    if row.flowers is None:
        return say("flowers.none", language)
    line = say(
        "flowers.line", language, end=say(f"end.{row.flowers.replaced_from.value}", language)
    )
    if row.flowers.limit_s is None:
        return line
    return say("flowers.limit", language, line=line, seconds=row.flowers.limit_s)


def _place(place: Place) -> list[object]:
    return [place.side, place.stack, place.tier.value]
