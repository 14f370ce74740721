"""Draw a text as a QR code (ISO/IEC 18004): for a terminal and as SVG."""

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import segno


def terminal_code(text: str) -> str:
    """Return a QR code in half blocks, two rows a line."""
    out = io.StringIO()
    _code(text).terminal(out, compact=True, border=2)
    return out.getvalue()


def svg_code(text: str) -> str:
    """Return a QR code as an SVG document that grows with its place."""
    out = io.BytesIO()
    _code(text).save(out, kind="svg", xmldecl=False, omitsize=True, border=4, light="#fff")
    return out.getvalue().decode()


def _code(text: str) -> "segno.QRCode":
    import segno  # noqa: PLC0415 -- only when one is drawn

    return segno.make_qr(text, error="l", boost_error=False)
