"""Say breaks, places and deals in words.

For people stacks are counted from 1 at the owner's right; in data they are counted from 0.
"""

from collections.abc import Sequence

from rules.dice import Break
from rules.languages import Language
from rules.texts import say
from rules.wall import Place, Spot, StackPlace, Tier


def side_text(side: int, language: Language) -> str:
    """Return a side's name: ``South``, ``南``."""
    return say(f"side.{side}", language)


def stack_text(at: StackPlace, language: Language) -> str:
    """Return a stack in words: ``South stack 4``."""
    return say("place.stack", language, side=side_text(at.side, language), stack=at.stack + 1)


def place_text(place: Place, language: Language) -> str:
    """Return a place in words: ``South stack 4, upper``."""
    if place.tier is Spot.HAND:
        side = side_text(place.side, language)
        return say("place.hand", language, side=side, tile=place.stack + 1)
    stack = stack_text(StackPlace(place.side, place.stack), language)
    return say(f"place.{place.tier.value}", language, stack=stack)


def break_text(broken: Break, language: Language) -> str:
    """Return where to break in words: ``South's wall, skip 3``.

    Where the count reaches beyond the wall, the stack that it ends at is named too.
    """
    wall = side_text(broken.wall_side, language)
    if not broken.stacks_left:
        return say("break.no-dice", language, wall=wall)
    line = say("break.line", language, wall=wall, count=broken.stacks_left)
    if broken.first == StackPlace(broken.wall_side, broken.stacks_left):
        return line
    return say("break.over", language, line=line, place=stack_text(broken.first, language))


def second_throw_text(side: int, language: Language) -> str:
    """Return who throws the second time, where a variant asks for two throws (MCR-22)."""
    return say("break.second-thrower", language, side=side_text(side, language))


def places_text(places: Sequence[Place], language: Language) -> str:
    """Return places in their order, whole stacks together: ``South stacks 4-5, …``."""
    parts: list[str] = []
    at = 0
    while at < len(places):
        end = _end_of_run(places, at)
        first, last = places[at], places[end - 1]
        if end - at > 2:
            side = side_text(first.side, language)
            values = {"side": side, "stack": first.stack + 1, "last": last.stack + 1}
            parts.append(say("place.stacks", language, **values))
        elif end - at == 2:
            parts.append(stack_text(StackPlace(first.side, first.stack), language))
        else:
            parts.append(place_text(first, language))
        at = end
    return ("; " if language is Language.EN else "、").join(parts)


def _end_of_run(places: Sequence[Place], start: int) -> int:
    """Return where the run of whole neighbouring stacks ends that begins at ``start``."""
    end = start
    while _is_next_stack(places, start, end):
        end += 2
    return max(end, start + 1)


def _is_next_stack(places: Sequence[Place], start: int, at: int) -> bool:
    side, first, _ = places[start]
    stack = first + (at - start) // 2
    return tuple(places[at : at + 2]) == (
        Place(side, stack, Tier.UPPER),
        Place(side, stack, Tier.LOWER),
    )
