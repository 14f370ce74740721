"""Who may speak to the page from where: pure checks of a request's headers.

A browser inside the house is the only way in for a stranger's web site. It may send its visitor's
browser here under a name of its own (DNS rebinding), or post here from a page of its own; the
``Host`` and the ``Origin`` of the request tell.
"""

import re
from collections.abc import Collection
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from firmware_ctl.access.desk import Client

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::[0-9]{1,5})?")


def is_our_host(header: str | None, names: Collection[str]) -> bool:
    """Tell whether a ``Host`` header names this table: by an address, or by one of its names.

    An address cannot be pointed elsewhere, so every address is good.
    """
    named = _HOST.fullmatch(header or "")
    if named is None:
        return False
    host = (named[1] or named[2]).rstrip(".").lower()
    return host in names or _is_address(host)


def is_same_origin(host: str | None, origin: str | None, site: str | None) -> bool:
    """Tell whether a post comes from the page itself, or from no web page at all.

    ``site`` is the header ``Sec-Fetch-Site`` of Fetch Metadata. A browser sends the ``Origin`` of
    every post (Fetch standard, 3.1); only a program leaves both away.
    """
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == (host or "").lower()


def known_names(machine: str, more: str) -> frozenset[str]:
    """Return the host names that lead to a table, from its machine's and those configured."""
    own = machine.lower()
    return frozenset({"localhost", own, f"{own}.local", *more.lower().split()})


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


_HANDED_ON = frozenset({"forwarded", "x-forwarded-for", "x-real-ip", "via"})


def client_of(address: str | None, headers: Collection[str]) -> Client:
    """Return whom a request comes from; ``headers`` are the names of its headers.

    What another program handed on is nobody's at the machine itself. An IPv6 client is known by its
    network of 64 bits, of which it has every address.
    """
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return Client("unknown", local=False)
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    local = found.is_loopback and _HANDED_ON.isdisjoint(name.lower() for name in headers)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        found = IPv6Address(int(found) >> 64 << 64)
    return Client(str(found), local)
