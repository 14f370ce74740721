"""The table's token: whoever reads it off the table tonight sits at the table."""

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

RENEWED_AT = timedelta(hours=6)
"""An evening goes on past midnight, until six in the morning."""


@dataclass(frozen=True, slots=True)
class TableToken:
    """The secret of one evening, shown as a QR code at the table."""

    text: str
    evening: str

    def __repr__(self) -> str:
        return f"TableToken({self.evening})"

    def matches(self, given: str) -> bool:
        """Tell whether this is the token."""
        return hmac.compare_digest(self.text.encode(), given.encode("utf-8", "replace"))


def evening_of(local: datetime) -> str:
    """Return the evening that a moment of the table's own time belongs to, as its date."""
    return (local - RENEWED_AT).date().isoformat()


def new_token(evening: str) -> TableToken:
    """Return a token that nobody knows yet."""
    return TableToken(secrets.token_urlsafe(12), evening)
