"""Under which address a page that this machine serves is reached."""

import socket

ANY = ("0.0.0.0", "::")  # noqa: S104 -- compared, not listened on


def page_address(host: str, port: int) -> str:
    """Return the page's address, for a person in the house."""
    if host in ANY:
        host = address_in_the_house()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_local(host: str) -> bool:
    """Tell whether nobody but this machine reaches what listens on an address."""
    return host in ("localhost", "::1") or host.startswith("127.")


def address_in_the_house() -> str:
    """Return the address under which others in the house reach this machine; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
        except OSError:
            return "127.0.0.1"
        host: str = probe.getsockname()[0]
        return host
