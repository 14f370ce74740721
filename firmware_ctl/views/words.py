"""Words for what a snapshot names by key; a key unknown to this version is shown as it is."""

from firmware_ctl.texts import say


def word(key: str, language: str, otherwise: str | None = None, /, **values: object) -> str:
    """Return the text of a key, or ``otherwise``, or the key's last part."""
    try:
        return say(key, language, **values)
    except KeyError:
        return key.rpartition(".")[2] if otherwise is None else otherwise


def side_word(side: int | None, language: str) -> str:
    """Return the name of a side (东南西北)."""
    return word(f"side.{'none' if side is None else side}", language, str(side))
