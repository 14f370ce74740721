"""Words shown to people, in every language from one catalogue (``catalogue.toml``)."""

from firmware_ctl.texts.catalogue import LANGUAGES, say

__all__ = ["LANGUAGES", "say"]
