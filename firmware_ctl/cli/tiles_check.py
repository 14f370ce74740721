"""Check the tile lists, show them, and say what the tile at the reader is."""

import argparse
import json
from collections import Counter
from pathlib import Path

from firmware_ctl.cli.board_line import run
from firmware_ctl.cli.configuration import load
from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode
from firmware_ctl.cli.tiles_source import Laid, lists_in, place_of, tiles_of, wanted_set
from firmware_ctl.enrolment.tile_list import Letter, TileLists, differences
from firmware_ctl.texts import say
from hal.tile_id import unpack_tile_id
from rules.languages import Language
from rules.tile_names import name_of
from rules.tiles import code_of


def check(arguments: argparse.Namespace) -> int:
    """Say whether both lists are whole, then what each tile is that is laid at the reader.

    Ends with 1 when a list is not whole, or a tile is in none.
    """
    lists = _lists(arguments)
    language = load(arguments.config)[0].table.language
    whole = True
    for letter in Letter:
        whole &= _tell_list(arguments, lists, letter, language)
    known = True
    if arguments.port or arguments.typed:
        known = run(_look_up(arguments, lists, language))
    return ExitCode.DONE if whole and known else ExitCode.FAILED


def show(arguments: argparse.Namespace) -> int:
    """Show every listed tile; by kind, or as JSON lines with their tags' numbers."""
    lists = _lists(arguments)
    if not lists.lists:
        raise CliError(
            f"no set is listed in {place_of(arguments)}; enrol one with "
            "`mjtable tiles enrol --set A`, or name another --state"
        )
    language = Language(load(arguments.config)[0].table.language)
    for letter, tags in sorted(lists.lists.items()):
        if arguments.json:
            for serial, tile in tags.items():
                print(json.dumps({"set": letter.value, "serial": serial, "tile": code_of(tile)}))
            continue
        for tile, copies in sorted(Counter(tags.values()).items()):
            print(f"{letter.value}  {copies} x {name_of(tile, language)}")
    return ExitCode.DONE


def _lists(arguments: argparse.Namespace) -> TileLists:
    """Return what is enrolled.

    Raises:
        CliError: the folder that was named is none, or the file in it cannot be used.
    """
    if arguments.state and not Path(arguments.state).is_dir():
        raise CliError(f"there is no folder {arguments.state}; name the table's with --state")
    return lists_in(place_of(arguments))


def _tell_list(
    arguments: argparse.Namespace, lists: TileLists, letter: Letter, language: str
) -> bool:
    tags, draft = lists.lists.get(letter, {}), lists.drafts.get(letter)
    wrong = differences(tags, wanted_set(arguments)) if tags else ()
    left = 0 if draft is None else len(draft.order) - len(draft.tags)
    if arguments.json:
        told = [
            {"tile": code_of(one.tile), "listed": one.listed, "wanted": one.wanted} for one in wrong
        ]
        data = {"set": letter.value, "tiles": len(tags), "left": left, "wrong": told}
        print(json.dumps(data))
        return bool(tags) and not wrong
    key = "enrol-whole" if tags and not wrong else "enrol-none" if not tags else "enrol-wrong"
    print(say(key, language, set=letter.value, count=len(tags)))
    for one in wrong:
        name = name_of(one.tile, Language(language))
        print("  " + say("enrol-copies", language, tile=name, listed=one.listed, wanted=one.wanted))
    if left:
        print("  " + say("enrol-left", language, left=left))
    return bool(tags) and not wrong


async def _look_up(arguments: argparse.Namespace, lists: TileLists, language: str) -> bool:
    known = True
    async with tiles_of(arguments) as tiles:
        async for tile in tiles:
            known &= _tell_tile(arguments, lists, tile, language)
    return known


def _tell_tile(arguments: argparse.Namespace, lists: TileLists, laid: Laid, language: str) -> bool:
    found = None if laid.tag is None else lists.find(unpack_tile_id(laid.tag).serial)
    if arguments.json:
        data = None if found is None else {"set": found[0].value, "tile": code_of(found[1])}
        print(json.dumps({"read": laid.tag is not None, "known": data}), flush=True)
    elif found is not None:
        name = name_of(found[1], Language(language))
        print(say("enrol-known", language, set=found[0].value, tile=name), flush=True)
    else:
        print(say("enrol-unread" if laid.tag is None else "enrol-foreign", language), flush=True)
    return found is not None
