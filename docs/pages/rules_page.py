"""Render the reference page of variants, rules, options, sets and tiles from their own data."""

from collections.abc import Iterable, Sequence

from rules.books import MODULES, book
from rules.dice import PROCEDURES
from rules.explain import explanations
from rules.languages import Language
from rules.options import OPTIONS, Setting
from rules.programs import AUTO_DEAL, HIGHEST_SIDE, PROGRAMS, Stacks
from rules.set_up import designs_text, set_up_lines
from rules.texts import say
from rules.tile_names import NAMES
from rules.tiles import CODES, TILES, code_of
from rules.tilesets import SETS
from rules.variants import VARIANTS, Variant

_INTRO = """# Variants, rules, options, sets and tiles

This page is written by `make docs` from the data in `rules/`; change the data, not the page.
`mjtable rules show ID` prints set-up and options of one variant.
"""


def render() -> str:
    """Return the page as Markdown."""
    sections = (
        _INTRO,
        _variants(),
        _fan_tables(),
        _options(),
        _words(),
        _dice(),
        _programs(),
        _auto_deal(),
        _sets(),
        _tiles(),
    )
    return "\n".join(sections)


def _variants() -> str:
    parts = ["## Variants\n"]
    for row in VARIANTS.values():
        rows = [
            (say(f"part.{part}", Language.EN), text, _founded(row, part))
            for part, text in set_up_lines(row, Language.EN)
        ]
        heading = f"### {row.id}: {row.name.en} ({row.name.zh}, {row.name.ja})\n"
        parts += [heading, _table(("part", "set-up", "rule"), rows)]
    return "\n".join(parts)


def _founded(row: Variant, part: str) -> str:
    return ", ".join(
        f"{source.rule} ({say(f'mark.{source.mark.value}', Language.EN)})"
        for source in row.sources
        if source.part == part
    )


def _fan_tables() -> str:
    parts = [
        "## Patterns and extras\n\nA name in place of a value is the house option that holds it.\n"
    ]
    for name in MODULES:
        rules = book(name).rules
        rows = [
            (row.rule, row.name.en, row.name.zh, row.name.ja, _value(row.value))
            for row in rules.scheme.rows()
        ]
        heading = f"### {name}\n"
        parts += [heading, _table(("rule", "English", "中文", "日本語", "value"), rows)]
    return "\n".join(parts)


def _value(value: int | str) -> str:
    return str(value) if isinstance(value, int) else f"`{value}`"


def _options() -> str:
    rows = [
        (
            f"`{option.name}`",
            option.text.en,
            option.kind.hint(),
            "; ".join(f"{name} {_default(value)}" for name, value in option.defaults.items()),
            option.rule,
        )
        for option in OPTIONS
    ]
    return "## House options\n\n" + _table(("option", "about", "values", "defaults", "rule"), rows)


def _default(value: Setting) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "none"
    return str(value)


def _words() -> str:
    rows = [(rule, text.en, text.zh) for rule, text in explanations().items()]
    note = "`mjtable rules explain RULE` prints the same, in Japanese too.\n\n"
    return "## Rules in words\n\n" + note + _table(("rule", "English", "中文"), rows)


def _dice() -> str:
    rows = [(f"`{name}`", say(f"dice.{name}", Language.EN)) for name in PROCEDURES]
    return "## Dice procedures\n\n" + _table(("id", "procedure"), rows)


def _programs() -> str:
    rows = [
        (str(row.position), f"`{row.id}`", str(row.tiles), _stacks(row.stacks), row.layout.value)
        for row in PROGRAMS.values()
    ]
    note = (
        f"Stacks belong to the sides East, South, West, North of the machine; a side holds at most "
        f"{HIGHEST_SIDE}. Programs 1..39 carry the numbers of real machines.\n\n"
    )
    return "## Programs\n\n" + note + _table(("number", "id", "tiles", "stacks", "layout"), rows)


def _auto_deal() -> str:
    rows = [(str(tiles), _stacks(stacks)) for tiles, stacks in AUTO_DEAL.items()]
    return "## Walls of an auto-deal machine\n\n" + _table(("tiles in the set", "stacks"), rows)


def _sets() -> str:
    rows = [(f"`{row.id}`", str(row.total), designs_text(row)) for row in SETS.values()]
    return "## Tile sets\n\n" + _table(("id", "tiles", "designs"), rows)


def _tiles() -> str:
    rows = [
        (str(tile), f"`{code_of(tile)}`", NAMES[tile].en, NAMES[tile].zh, NAMES[tile].ja)
        for tile in TILES
    ]
    note = f"The number is what a tile's tag carries; there are {len(CODES)} designs.\n\n"
    return "## Tiles\n\n" + note + _table(("number", "code", "English", "中文", "日本語"), rows)


def _stacks(stacks: Stacks) -> str:
    return ", ".join(map(str, stacks))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
