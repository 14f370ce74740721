"""Keep the tile lists in the state directory: read with every doubt named, written whole or not."""

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from firmware_ctl.enrolment.tile_list import Draft, Letter, TileLists
from rules.errors import TileError
from rules.tiles import Tile, code_of, tile_of

NAME = "tiles.json"
FORMAT = 1


class ListsUnreadable(Exception):
    """The file of the tile lists cannot be used; the text says why and what to do."""


def read_lists(directory: Path) -> TileLists:
    """Return what is enrolled, nothing where there is no file.

    Raises:
        ListsUnreadable: the file was damaged, or another version wrote it.
        OSError: it cannot be read.
    """
    path = directory / NAME
    if not path.exists():
        return TileLists()
    try:
        told = json.loads(path.read_bytes())
        if told["format"] != FORMAT:
            raise ListsUnreadable(f"{path}: format {told['format']}, this version knows {FORMAT}")
        if told["sum"] != _sum(told["sets"]):
            raise ListsUnreadable(f"{path}: it was changed or damaged; restore it from a backup")
        return _lists(told["sets"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ListsUnreadable(
            f"{path}: no list of tiles ({type(error).__name__}); restore it from a backup, or "
            "remove it and enrol again"
        ) from error


def write_lists(directory: Path, lists: TileLists) -> None:
    """Replace the file in one step, so that a power cut leaves the old lists or the new ones.

    Raises:
        OSError: it cannot be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / NAME
    draft = path.with_suffix(".new")
    sets = _plain(lists)
    content = json.dumps({"format": FORMAT, "sets": sets, "sum": _sum(sets)}, indent=1)
    with draft.open("w", encoding="utf-8") as file:
        file.write(content + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _sum(sets: object) -> str:
    text = json.dumps(sets, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _plain(lists: TileLists) -> dict[str, Any]:
    letters = sorted({*lists.lists, *lists.drafts})
    return {
        letter.value: {
            "tiles": _codes(lists.lists.get(letter, {})),
            "draft": _draft(lists.drafts.get(letter)),
        }
        for letter in letters
    }


def _codes(tags: Mapping[int, Tile]) -> dict[str, str]:
    return {f"{tag:016x}": code_of(tile) for tag, tile in tags.items()}


def _draft(draft: Draft | None) -> dict[str, Any] | None:
    if draft is None:
        return None
    return {
        "order": [code_of(tile) for tile in draft.order],
        "tags": [f"{tag:016x}" for tag in draft.tags],
        "kept": _codes(dict(draft.kept)),
    }


def _lists(sets: Mapping[str, Any]) -> TileLists:
    lists: dict[Letter, dict[int, Tile]] = {}
    drafts: dict[Letter, Draft] = {}
    for name, told in sets.items():
        letter = Letter(name)
        if told["tiles"]:
            lists[letter] = _tags(told["tiles"])
        if told["draft"] is not None:
            drafts[letter] = Draft(
                tuple(_kind(code) for code in told["draft"]["order"]),
                tuple(int(tag, 16) for tag in told["draft"]["tags"]),
                tuple(_tags(told["draft"]["kept"]).items()),
            )
    return TileLists(lists, drafts)


def _tags(codes: Mapping[str, str]) -> dict[int, Tile]:
    return {int(tag, 16): _kind(code) for tag, code in codes.items()}


def _kind(code: str) -> Tile:
    try:
        return tile_of(code)
    except TileError as error:
        raise ListsUnreadable(str(error)) from error
