"""Write a chain as a signed journal; its form is :mod:`rules.integrity.commitment.lines`."""

from collections.abc import Callable, Iterable, Iterator

from firmware_ctl.store.chain import START, Link
from rules.integrity.commitment.lines import (
    Header,
    SignatureLine,
    header_line,
    record_line,
    signature_line,
    signed_bytes,
)

SIGN_EVERY = 64
"""After so many records stands a signature, so that one that is wrong narrows down where."""

Sign = Callable[[bytes], bytes]


def journal_lines(
    links: Iterable[Link],
    sign: Sign,
    *,
    table: str,
    key: str,
    since: Callable[[Link], bool] = lambda _: True,
) -> Iterator[bytes]:
    """Yield a journal's lines, each with its end; it begins with the first link that ``since`` is.

    ``key`` is the public key that belongs to ``sign``, in hexadecimal.
    """
    header = b""
    begun = False
    before, last, unsigned = START, 0, 0
    for link in links:
        if not begun and since(link):
            begun = True
            header = header_line(Header(table, key, before.hex(), link.sequence))
            yield header + b"\n"
        before, last = link.hash, link.sequence
        if not begun:
            continue
        yield record_line(link.hash, link.body) + b"\n"
        unsigned += 1
        if unsigned == SIGN_EVERY:
            unsigned = 0
            yield _signed(header, last, before, sign, end=False)
    if not begun:
        header = header_line(Header(table, key, before.hex(), last + 1))
        yield header + b"\n"
    yield _signed(header, last, before, sign, end=True)


def _signed(header: bytes, upto: int, hash_: bytes, sign: Sign, *, end: bool) -> bytes:
    signature = sign(signed_bytes(header, upto, hash_, end=end))
    return signature_line(SignatureLine(upto, signature, end)) + b"\n"
