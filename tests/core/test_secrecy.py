"""The wall is the most valuable secret in the room: nothing shows it before the hand has ended."""

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from firmware_ctl.core.commands import Word
from firmware_ctl.core.secret_walls import LaneReads
from firmware_ctl.core.states import Surface
from rules.tile_names import name_of
from rules.tiles import TILES, code_of
from tests.support.bench import Bench, Setup, play

WHOLE = Setup(variant="GD")
OWN = ("firmware_ctl", "rules")


def reachable(root: object) -> Iterator[object]:
    """Everything of ours that hangs together with ``root``, but what the vault itself holds."""
    seen: set[int] = set()
    waiting: list[object] = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, dict):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, (list, tuple, set, frozenset)):
            waiting += list(thing)
        elif type(thing).__module__.startswith(OWN):
            yield thing
            if not isinstance(thing, LaneReads):
                waiting += _parts(thing)


def _parts(thing: object) -> list[object]:
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    parts = [getattr(thing, name) for name in slots if hasattr(thing, name)]
    return parts + list(getattr(thing, "__dict__", {}).values())


def secrets_of(bench: Bench) -> set[str]:
    """The tags of every tile, as they could be written."""
    ids = bench.table.plant.books.ids
    return {str(tag) for tag in ids} | {f"{tag:x}" for tag in ids if tag > 0xFFFF}


def kinds_told(text: str) -> set[str]:
    """The names and codes of tiles that stand in a text."""
    codes = {code for code in map(code_of, TILES) if len(code) == 2}
    words = set(re.sub(r"[^0-9A-Za-z]+", " ", text).split())
    return {name for name in map(name_of, TILES) if name in text} | (codes & words)


def test_nothing_that_is_told_or_kept_shows_a_tile_before_the_hand_has_ended(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)

    async def scenario(bench: Bench) -> None:
        told: list[Any] = []
        bench.controller.watch(lambda: told.append(bench.controller.snapshot().as_json()))
        bench.controller.subscribe(told.append)
        await bench.walls_up()
        stopping = {Word.STOP, Word.PAUSE, Word.OPEN_LOADING, Word.LOCK, Word.HAND_END}
        stopping.add(Word.SESSION)
        told += [bench.say(word, side=1).as_json() for word in Word if word not in stopping]
        assert bench.is_in(Surface.PLAY)
        await bench.loaded()
        told.append(bench.controller.snapshot().as_json())
        text = json.dumps(told, default=str, ensure_ascii=False) + caplog.text
        assert not secrets_of(bench) & set(re.findall(r"[0-9a-f]+", text))
        assert kinds_told(text) == set()
        assert len(told) > 100

    play(scenario, WHOLE)


def test_no_representation_of_anything_in_the_controller_shows_a_tile() -> None:
    async def scenario(bench: Bench) -> None:
        await bench.in_play()
        await bench.loaded()
        things = list(reachable(bench.controller))
        assert any(isinstance(thing, LaneReads) for thing in things), "the walk finds the vault"
        secrets = secrets_of(bench)
        for thing in things:
            if type(thing).__module__.startswith("rules") and not hasattr(thing, "places"):
                continue  # the rules' own tables of tiles are no secret
            shown = repr(thing)
            assert not any(secret in shown for secret in secrets), type(thing)
            assert "Reading(" not in shown, type(thing)
            assert "Leaf(" not in shown, type(thing)

    play(scenario, WHOLE)


def test_a_wall_with_unread_tiles_tells_their_number_only() -> None:
    async def scenario(bench: Bench) -> None:
        bench.table.faults.set("reader-dead", "1", 0.1)
        await bench.first_set()
        verdict = bench.controller.snapshot().verdict
        assert verdict.level == "inform"
        assert kinds_told(verdict.text) == set()

    play(scenario, WHOLE)
