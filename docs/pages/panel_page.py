"""Render the reference page of the panel: lamps, digits, sounds, keys, number tests."""

from docs.pages.markdown import codes, heading, table
from firmware_ctl.core.lamps import CODES, SOUNDS
from firmware_ctl.core.roulette import RUN_S
from firmware_ctl.core.trials import NUMBER_TESTS
from firmware_ctl.inputs.panel import HOLD_S
from firmware_ctl.texts.catalogue import catalogue

_LANGUAGES = ("en", "zh-CN", "ja")
_INTRO = f"""
The **ready lamp** (复位灯) is lit while the set inside is complete, or none is due, nothing moves
and no fault stands. The four **dealer lamps** (庄家) show the dealer. They run round while the
roulette turns ({RUN_S:g} s, or until a dice key slows them down; chance has drawn the side before
they begin to run), and in the number test mode they show the number in binary, East first.

## Keys
"""

_KEYS = (
    ("lift (升降)", "opens the well; again: closes it, raises the walls, loads"),
    ("lift in play, twice within 3 s", "ends the hand and opens the well"),
    (
        f"both lift keys, or one held {HOLD_S:g} s, while loading",
        "opens for a forgotten tile; a lift key goes on",
    ),
    ("both lift keys after power-on, before homing", "enters the number test mode"),
    ("dice (骰子), one a seat", "throws for that seat; stops the roulette"),
    ("reset, inside", "pressed: stops at once; let go: homes"),
)

_TESTS = """
A dice key counts the number up, a lift key starts the test (the ready lamp is lit), a lift key
again ends it and moves on. Only at the panel, and only with no tiles stacked inside; every motor
passes the interlocks of play.
"""


def render() -> str:
    """Return the page as Markdown."""
    texts = catalogue()
    code_rows = [(f"`{code.example}`", *_all(texts[code.key])) for code in CODES]
    sound_rows = [(f"`{sound.value}`", *_all(texts[key])) for sound, key in SOUNDS.items()]
    test_rows = [
        (
            str(number),
            f"{number:04b}",
            test.name,
            codes([*(m.label for m in test.motors), *(s.label for s in test.sensors)]),
        )
        for number, test in NUMBER_TESTS.items()
    ]
    return "\n".join(
        (
            heading("The panel", "`firmware_ctl/core/lamps.py`, `trials.py` and the texts"),
            _INTRO,
            table(("key", "does"), _KEYS),
            "## Digits\n\nThe first line that applies is shown.\n",
            table(("digits", "English", "中文", "日本語"), code_rows),
            "## Sounds\n",
            table(("pattern", "English", "中文", "日本語"), sound_rows),
            "## Number tests\n",
            _TESTS,
            table(("number", "lamps", "tries", "parts"), test_rows),
        )
    )


def _all(texts: dict[str, str]) -> tuple[str, ...]:
    return tuple(texts[language] for language in _LANGUAGES)
