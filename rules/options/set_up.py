"""A variant's set-up as a house plays it."""

from dataclasses import replace

from rules.options.house import House
from rules.programs import Program, custom_program
from rules.variants import Variant
from rules.wall import End

_HOUSE_PROGRAM = 50
"""The number of a house's own program on panel and remote."""


def set_up_in(row: Variant, house: House) -> tuple[Variant, Program]:
    """Return the set-up row and the program that a house's options give.

    Raises:
        LayoutError: stacks that do not fit.
    """
    dice = row.dice_id
    if house.has("stack_from", "sum"):
        dice = "sum-sum"
    elif house.has("stack_from", "smaller_die") or house.has("dice", "as_gy2"):
        dice = "sum-smaller"
    elif house.has("break_after_count", "at_the_counted_stack"):
        dice = "two-throws-at"
    if house.has("tiles", "108"):
        row = replace(row, set_id="108", program_id="108")
    kong_from = End(str(house["kong_draw_from"])) if "kong_draw_from" in house else row.kong_from
    program = row.program
    sides = house.get("sides_108", program.stacks)
    if isinstance(sides, tuple) and sides != program.stacks:
        east, south, west, north = (int(str(side)) for side in sides)
        stacks = (east, south, west, north)
        program = custom_program(f"{row.program_id}-house", _HOUSE_PROGRAM, stacks)
    return replace(row, dice_id=dice, kong_from=kong_from), program
