"""What a key does while the picture is shown."""

from collections.abc import Mapping

KEYS: Mapping[str, str] = {
    "l": "lift",
    "d": "dice",
    "s": "stop",
    " ": "stop",
    "p": "pause",
    "r": "resume",
    "h": "home",
    "a": "ack",
}
"""Commands by key; each is taken without arguments."""

QUIT = "q"


def commands(typed: str) -> tuple[list[str], bool]:
    """Return the commands that were typed, in order, and whether the person wants to quit.

    Other keys, and whatever follows the wish to quit, are passed over.
    """
    words: list[str] = []
    for key in typed.lower():
        if key == QUIT:
            return words, True
        if key in KEYS:
            words.append(KEYS[key])
    return words, False
