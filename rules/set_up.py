"""Say in words how a variant is set up."""

from rules.languages import Language
from rules.notation import format_tiles
from rules.options import Setting, options_of
from rules.texts import say
from rules.tilesets import TileSet
from rules.variants import Variant


def set_up_lines(row: Variant, language: Language) -> tuple[tuple[str, str], ...]:
    """Return a variant's set-up in words, as pairs of a part's key and its text."""
    takers = row.deal.takers
    after = row.next_dealer
    return (
        (
            "set",
            say("set.tiles", language, count=row.tile_set.total, tiles=designs_text(row.tile_set)),
        ),
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


def set_up_sheet(row: Variant, language: Language) -> str:
    """Return a variant's set-up and options as lines, each with the rules that it follows."""
    lines = [f"{row.id}  {row.name.to(language)}"]
    for part, text in set_up_lines(row, language):
        rules = ", ".join(source.rule for source in row.sources if source.part == part)
        founded = f"  [{rules}]" if rules else ""
        lines.append(f"  {say(f'part.{part}', language)}: {text}{founded}")
    lines.append(say("options.title", language))
    lines += [
        f"  {option.name}={_value_text(option.defaults[row.id])}  "
        f"{option.text.to(language)}: {option.kind.hint()}  [{option.rule}]"
        for option in options_of(row.id)
    ]
    return "\n".join(lines)


def designs_text(tile_set: TileSet) -> str:
    """Return a set's designs by how many copies there are: ``4 x 123456789m…``."""
    counts = tile_set.counts
    by_copies = {
        copies: format_tiles(tile for tile in tile_set.designs if counts[tile] == copies)
        for copies in sorted(set(counts) - {0}, reverse=True)
    }
    return ", ".join(f"{copies} x {tiles}" for copies, tiles in by_copies.items())


def _value_text(setting: Setting) -> str:
    """Return an option's value as people type it."""
    return ",".join(map(str, setting)) if isinstance(setting, tuple) else str(setting)


def _flowers_text(row: Variant, language: Language) -> str:
    if row.flowers is None:
        return say("flowers.none", language)
    line = say(
        "flowers.line", language, end=say(f"end.{row.flowers.replaced_from.value}", language)
    )
    if row.flowers.limit_s is None:
        return line
    return say("flowers.limit", language, line=line, seconds=row.flowers.limit_s)
