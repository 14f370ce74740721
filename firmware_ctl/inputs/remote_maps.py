"""The key maps that come with the program, and those in files."""

from importlib.resources import files
from pathlib import Path

from ir_codes.errors import BadKeyMap
from ir_codes.keymap import KeyMap, parse_key_map

SHIPPED_MAPS = ("17-key", "21-key", "24-key", "44-key")


def shipped_map_text(name: str) -> str:
    """Return the text of a key map that comes with the program: one of ``SHIPPED_MAPS``."""
    return (files("ir_codes") / "maps" / f"{name}.toml").read_text(encoding="utf-8")


def load_key_map(name_or_path: str) -> KeyMap:
    """Return a shipped key map by its name, or one from a file.

    Raises:
        BadKeyMap: it cannot be read or used; the text names the file and the line.
    """
    if name_or_path in SHIPPED_MAPS:
        return parse_key_map(shipped_map_text(name_or_path))
    try:
        return parse_key_map(Path(name_or_path).read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadKeyMap(f"key map {name_or_path}: no UTF-8 text") from None
    except OSError as error:
        shipped = ", ".join(SHIPPED_MAPS)
        raise BadKeyMap(
            f"key map {name_or_path}: {error.strerror}; give a file, or a shipped map: {shipped}"
        ) from None
    except BadKeyMap as error:
        raise BadKeyMap(f"key map {name_or_path}: {error}") from None
