"""Decode a recorded signal at one go."""

from collections.abc import Iterable, Sequence

from ir_codes.frames import Frame, Protocol, Result
from ir_codes.nec import NecDecoder
from ir_codes.pulses import from_durations
from ir_codes.readers import EVERY, readers_for
from ir_codes.scancodes import Code, code_of
from ir_codes.stream import ENDLESS_US


def decode(
    durations_us: Iterable[int],
    codes: Sequence[int] = (),
    protocols: Iterable[Protocol] = (),
) -> list[Result]:
    """Return all that alternating marks and spaces say, silence following; a mark comes first.

    Args:
        durations_us: whole µs.
        codes: 32-bit frames of paired remotes, or nothing.
        protocols: read beside NEC.
    """
    decoder = NecDecoder(codes, readers_for(protocols))
    results = [
        found for kind, us in from_durations(durations_us) for found in decoder.feed(kind, us)
    ]
    return [*results, *decoder.idle(ENDLESS_US)]


def first_code(durations_us: Iterable[int]) -> Code | None:
    """Return the first key in a recording, of any protocol, or ``None``."""
    results = decode(durations_us, protocols=EVERY)
    return next((code_of(found) for found in results if isinstance(found, Frame)), None)
