"""What a settlement sheet says."""

from rules.languages import Text

SETTLING_TEXTS: dict[str, Text] = {}
