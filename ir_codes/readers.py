"""The protocols by name, and which readers a set of names needs beside NEC."""

from collections.abc import Iterable

from ir_codes.biphase import read_rc5, read_rc6
from ir_codes.frames import Protocol, Reader
from ir_codes.necx import read_necx
from ir_codes.sirc import read_sirc

_READERS: dict[Protocol, Reader] = {
    Protocol.NECX: read_necx,
    Protocol.TC9012: read_necx,
    Protocol.RC5: read_rc5,
    Protocol.RC6: read_rc6,
    Protocol.SIRC: read_sirc,
}

DISTINCT = (Protocol.RC5, Protocol.RC6, Protocol.SIRC)
"""Protocols that no damaged NEC frame looks like: a recording may be read as these unasked."""

EVERY = tuple(_READERS)


def readers_for(protocols: Iterable[Protocol]) -> tuple[Reader, ...]:
    """Return the readers for these protocols, each once; NEC and NEC2 need none."""
    wanted = set(protocols)
    return tuple(dict.fromkeys(read for name, read in _READERS.items() if name in wanted))
