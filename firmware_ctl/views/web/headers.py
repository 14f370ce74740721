"""Headers that every answer carries, so that a browser does with the page only what it is for."""

_ALLOWED = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
}
"""Directives of the content security policy (W3C CSP 3)."""

POLICY = "Content-Security-Policy"
"""A page that is sent by itself brings its own."""

SECURITY = {
    POLICY: "; ".join(f"{name} {value}" for name, value in _ALLOWED.items()),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Server": "mjtable",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

FOR_EVER = "public, max-age=31536000, immutable"
"""For what changes its address when it changes."""

ASK_AGAIN = "no-cache"
"""For what may be kept, but must be asked about every time."""

KEEP_NOTHING = "no-store"
"""For what is true only now."""
