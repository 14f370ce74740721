"""Draw the README's picture: a hand at the table, while the other set is loaded inside."""

from firmware_ctl.core.snapshot import (
    DiceView,
    HandView,
    LinkView,
    ProgramView,
    Snapshot,
    VerdictView,
)
from firmware_ctl.views.terminal import render
from hal.board import Capabilities
from rules.dice import break_wall
from rules.integrity.composition import WallCheck
from rules.integrity.levels import Level
from rules.integrity.wording import verdict_text
from rules.languages import Language
from rules.variants import variant
from rules.wording import break_text

_FACES = (3, 5)
_DEALER = 0


def picture(language: Language) -> str:
    """Return the picture in a language, as a block of Markdown."""
    drawn = render(example(language).as_json(), 80, 18, language=language.value)
    return f"```text\n{drawn}\n```"


def example(language: Language) -> Snapshot:
    """Return the table that every picture shows: a hand is played, the other set is loaded."""
    played = variant("GD")
    broken = break_wall(played.program.stacks, played.dice, _DEALER, [_FACES])
    proper = WallCheck(Level.OK, (), order_checked=True)
    return Snapshot(
        v=1,
        simulated=True,
        language=language.value,
        time=81.25,
        boot=1,
        surface="play",
        load="loading",
        phase="phase.play",
        reason="",
        progress={"0": (12, 17), "1": (10, 17), "2": (11, 17), "3": (13, 17)},
        walls=(17, 17, 17, 17),
        set_on_table="A",
        set_inside="B",
        program=ProgramView(current=played.program.tiles, next=played.program.tiles),
        variant=played.id,
        dealer=_DEALER,
        dice=DiceView(_FACES, broken.wall_side, broken.stacks_left, break_text(broken, language)),
        hand=HandView(4, "running"),
        faults=(),
        estop="disengaged",
        link=LinkView("up", 0.0, 0),
        verdict=VerdictView(Level.OK.value, verdict_text(proper, language)),
        order_checked=True,
        counters={},
        measured={},
        positions={"dome": "down", **{f"tray.{side}": "up" for side in range(4)}},
        locked=False,
        muted=False,
        lamps=True,
        allowed=("dice", "pause", "stop", "hand-end", "mute", "lamp"),
        capabilities=Capabilities(
            watchdog=True,
            tile_reader=True,
            eye_levels=True,
            dice_reader=False,
            motor_current=False,
            display=True,
        ),
    )
