"""``mjtable audit calibrate``: how well a machine mixes, and how much memory is tolerated."""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_ctl.cli.audit_deals import deals_in
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.places import MEND_RECORD

if TYPE_CHECKING:
    from rules.integrity.deals import RecordedDeal
    from rules.integrity.mixing_quality import MixingQuality
    from rules.languages import Language

Verbs = argparse._SubParsersAction  # noqa: SLF001


def add_verb(verbs: "Verbs[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "calibrate",
        help="how well this machine mixes, and how much memory is tolerated",
        description="Look at a machine's first walls, say how well it mixes, draw it, and keep how "
        "much memory its wall check tolerates from now on. Thirty walls are the least.",
        epilog="example:\n  mjtable audit calibrate deals.jsonl --pictures mixing/",
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", nargs="?", help="a deals file or a journal; - is standard input")
    source.add_argument("--from-record", action="store_true", help="this table's own record")
    parser.add_argument("--table", metavar="NAME", help="whose walls, where the file has several")
    parser.add_argument("--pictures", metavar="DIR", help="draw three SVG pictures there")
    parser.add_argument("--lang", default="en", help="en (default), zh-CN or ja")
    parser.add_argument("--state", metavar="DIR", help="default: $STATE_DIRECTORY, else the user's")
    parser.add_argument("--dry-run", action="store_true", help="keep nothing")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    parser.set_defaults(func=_calibrate)


def _calibrate(arguments: argparse.Namespace) -> int:
    from rules.errors import RulesError  # noqa: PLC0415

    try:
        from rules.integrity.mixing_quality import mixing_quality  # noqa: PLC0415
    except ImportError as error:
        raise CliError(
            "calibration needs numpy: pip install 'mjtable[integrity]'", ExitCode.USAGE
        ) from error
    language = _language(arguments.lang)
    deals = _of_one_table(_deals(arguments), arguments.table)
    try:
        quality = mixing_quality(deals)
    except RulesError as error:
        raise CliError(str(error), ExitCode.USAGE) from None
    if arguments.pictures:
        _draw(Path(arguments.pictures), quality, language)
    if not arguments.dry_run:
        _keep(_state(arguments), quality)
    _tell(quality, language, as_json=arguments.json, kept=not arguments.dry_run)
    return ExitCode.DONE


def _language(name: str) -> "Language":
    from rules.errors import RulesError  # noqa: PLC0415
    from rules.languages import Language  # noqa: PLC0415
    from rules.lookup import look_up  # noqa: PLC0415

    try:
        return look_up({one.value: one for one in Language}, name, "language")
    except RulesError as error:
        raise CliError(str(error), ExitCode.USAGE) from None


def _state(arguments: argparse.Namespace) -> Path:
    from firmware_ctl.store.place import state_directory  # noqa: PLC0415

    return Path(arguments.state) if arguments.state else state_directory(os.environ)


def _deals(arguments: argparse.Namespace) -> "list[RecordedDeal]":
    """Return the deals to look at.

    Raises:
        CliError: there is no record, or something cannot be read.
    """
    if not arguments.from_record:
        return list(deals_in(arguments.file))
    from firmware_ctl.audit.chain_reader import RecordUnreadable, chain_links  # noqa: PLC0415
    from firmware_ctl.audit.recorded_deals import recorded_deals, records_of  # noqa: PLC0415
    from firmware_ctl.store.place import RECORD_NAME  # noqa: PLC0415

    state = _state(arguments)
    if not (state / RECORD_NAME).is_dir():
        raise CliError(f"no table has recorded anything in {state}; name its folder with --state")
    try:
        return list(recorded_deals(records_of(chain_links(state / RECORD_NAME))))
    except RecordUnreadable as error:
        raise CliError(f"{error}; {MEND_RECORD}") from error


def _of_one_table(deals: "Sequence[RecordedDeal]", wanted: str | None) -> "list[RecordedDeal]":
    """Return one table's deals in their order.

    Raises:
        CliError: several tables and none named, or one that is not there.
    """
    names = sorted({deal.table for deal in deals})
    if wanted is None and len(names) > 1:
        shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        raise CliError(f"{len(names)} tables ({shown}): name one with --table", ExitCode.USAGE)
    if wanted is not None and wanted not in names:
        raise CliError(f"no deal of table {wanted!r}; there are {', '.join(names)}", ExitCode.USAGE)
    return [deal for deal in deals if wanted is None or deal.table == wanted]


def _draw(directory: Path, quality: "MixingQuality", language: "Language") -> None:
    from rules.integrity.mixing_pictures import heat_map, neighbours, rows  # noqa: PLC0415

    directory.mkdir(parents=True, exist_ok=True)
    for name, draw in (("places", heat_map), ("neighbours", neighbours), ("rows", rows)):
        (directory / f"mixing-{name}.svg").write_text(draw(quality, language), "utf-8")


def _keep(state: Path, quality: "MixingQuality") -> None:
    from firmware_ctl.audit.commissioned import Commissioned, write_commissioned  # noqa: PLC0415

    kept = quality.kept
    write_commissioned(
        state,
        Commissioned(kept.tolerance, kept.share, quality.walls, quality.layout.key, kept.by_tags),
    )


def _tell(quality: "MixingQuality", language: "Language", *, as_json: bool, kept: bool) -> None:
    from rules.integrity.mixing_pictures import mixing_words  # noqa: PLC0415
    from rules.texts import say  # noqa: PLC0415

    words = list(mixing_words(quality, language))
    if kept:
        tolerated = f"{100 * quality.kept.tolerance:.1f}"
        words.append(say("mixing.line.tolerance", language, tolerance=tolerated))
    if not as_json:
        print("\n".join(words))
        return
    answer = {
        "walls": quality.walls,
        "unread": quality.unread,
        "layout": quality.layout.key,
        "kept": {
            "seen": quality.kept.seen,
            "expected": round(quality.kept.expected, 3),
            "share": round(quality.kept.share, 5),
            "tolerance": round(quality.kept.tolerance, 5),
            "by_tags": quality.kept.by_tags,
        },
        "rows": {row.family: round(row.share, 4) for row in quality.rows},
        "hottest": round(quality.hottest, 2),
        "text": words,
    }
    print(json.dumps(answer, ensure_ascii=False))
