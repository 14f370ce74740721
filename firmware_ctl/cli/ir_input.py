"""What the verbs of ``mjtable ir`` read: recordings, standard input, key maps, numbers."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, cast

from firmware_ctl.cli.errors import CliError
from firmware_ctl.cli.exits import ExitCode

if TYPE_CHECKING:
    from ir_codes.frames import Protocol
    from ir_codes.keymap import KeyMap
    from ir_codes.stream import PressStream

CHUNK = 65_536

MOST_TEXT = 1 << 26
"""A recording that is read as a whole may have so many bytes."""


@contextmanager
def opened(name: str) -> Iterator[BufferedReader]:
    """Give a recording, or standard input, which stays open.

    Raises:
        CliError: it cannot be opened or read.
    """
    try:
        if name == "-":
            yield cast("BufferedReader", sys.stdin.buffer)
            return
        with Path(name).open("rb") as stream:
            yield stream
    except BrokenPipeError:
        raise  # the reader of our output went away; that is no matter of the input
    except OSError as error:
        why = f"{shown(name)} cannot be read: {error.strerror}; name a recording, or -"
        raise CliError(why, ExitCode.USAGE) from error


def shown(name: str) -> str:
    """Return the name of an input for a person."""
    return "standard input" if name == "-" else name


def whole(head: bytes, stream: BufferedReader, name: str) -> str:
    """Return all of a stream as text, of which the head is already read.

    Raises:
        CliError: it is too long to be a recording.
    """
    data = head + stream.read(MOST_TEXT + 1 - len(head))
    if len(data) > MOST_TEXT:
        why = f"{shown(name)} has more than {MOST_TEXT >> 20} MiB; cut the recording"
        raise CliError(why, ExitCode.USAGE)
    return data.decode("utf-8", "replace")


def chunks(head: bytes, stream: BufferedReader) -> Iterator[bytes]:
    """Yield a stream of which the head is already read, as it comes."""
    while head:
        yield head
        head = stream.read1(CHUNK)


def key_map_of(name: str) -> "KeyMap":
    """Return a shipped key map or one from a file.

    Raises:
        CliError: it cannot be read or used.
    """
    from firmware_ctl.inputs.remote_maps import load_key_map  # noqa: PLC0415
    from ir_codes.errors import BadKeyMap  # noqa: PLC0415

    try:
        return load_key_map(name)
    except BadKeyMap as error:
        raise CliError(str(error), ExitCode.USAGE) from error


def stream_of(arguments: argparse.Namespace, key_map: "KeyMap | None") -> "PressStream":
    """Return a new stream for the key map, or for the protocols that were asked for."""
    from ir_codes.nec import NecDecoder  # noqa: PLC0415
    from ir_codes.readers import readers_for  # noqa: PLC0415
    from ir_codes.stream import PressStream, paired_stream  # noqa: PLC0415

    if key_map is not None:
        return paired_stream(key_map)
    return PressStream(NecDecoder(readers=readers_for(_protocols(arguments.protocols))))


def _protocols(wanted: str | None) -> "tuple[Protocol, ...]":
    from ir_codes.frames import Protocol  # noqa: PLC0415
    from ir_codes.readers import DISTINCT, EVERY  # noqa: PLC0415

    if wanted is None:
        return DISTINCT
    if wanted == "all":
        return EVERY
    try:
        return tuple(Protocol(name.strip()) for name in wanted.split(","))
    except ValueError:
        known = ", ".join(Protocol)
        why = f"protocols {wanted[:40]!r}: name some of {known}, or all"
        raise CliError(why, ExitCode.USAGE) from None
