"""The lines of a journal: a header, records of the table's chain, signatures; all of them bytes.

A line has one form only, so that no byte of a file can be another and mean the same. A record's
bytes stand in its line as they are in the chain, where they are hashed; nothing is written anew.

The header names the table, its key, the first record and the hash that this one follows. Every
signature (Ed25519, RFC 8032) is over the header, a record's number and its hash, which covers all
records before; the last line says ``end``, so that a journal that was cut off can be told.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

FORMAT = 1
MOST_LINE_BYTES = 1 << 20
"""No record of a table is nearly so long."""

_HASH = rb"[0-9a-f]{64}"
_NUMBER = rb"(?:0|[1-9][0-9]{0,17})"
_RECORD = re.compile(rb'\{"hash":"(' + _HASH + rb')","record":(\{.*\})\}')
_SIGNATURE = re.compile(rb'\{"(end|upto)":(' + _NUMBER + rb'),"signature":"([0-9a-f]{128})"\}')
_PURPOSE = b"mjtable: journal of a table, 1"


class BadLine(ValueError):
    """A line has none of the forms that a journal's lines have."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a journal is of; ``key`` and ``after`` are hexadecimal, ``first`` a record's number."""

    table: str
    key: str
    after: str
    first: int


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record's bytes, its hash, and what the bytes say."""

    hash: bytes
    body: bytes
    envelope: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SignatureLine:
    """A signature over everything up to this record; the last one is the end."""

    upto: int
    signature: bytes
    end: bool


Line = RecordLine | SignatureLine


def canonical(value: object) -> bytes:
    """Return plain data as bytes: JSON, sorted keys, no spaces, UTF-8.

    Raises:
        ValueError: a number or a text that JSON in UTF-8 does not have.
    """
    text = json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
    )
    return text.encode()


def header_line(header: Header) -> bytes:
    """Return a header as a line, without its end."""
    return canonical(
        {
            "after": header.after,
            "first": header.first,
            "key": header.key,
            "mjtable-journal": FORMAT,
            "table": header.table,
        }
    )


def record_line(hash_: bytes, body: bytes) -> bytes:
    """Return a record as a line, without its end."""
    return b'{"hash":"%s","record":%s}' % (hash_.hex().encode(), body)


def signature_line(line: SignatureLine) -> bytes:
    """Return a signature as a line, without its end."""
    name = b"end" if line.end else b"upto"
    return b'{"%s":%d,"signature":"%s"}' % (name, line.upto, line.signature.hex().encode())


def signed_bytes(header: bytes, upto: int, hash_: bytes, *, end: bool) -> bytes:
    """Return what a signature is over: the header's line, a record's number and its hash."""
    parts = (sha256(header).digest(), bytes([end]), upto.to_bytes(8, "big"), hash_)
    return _PURPOSE + b"".join(parts)


def read_header(line: bytes) -> Header:
    """Return a journal's header.

    Raises:
        BadLine: the line is none, or one of another format.
    """
    told = _object(line)
    if told.get("mjtable-journal") != FORMAT:
        raise BadLine("it is no journal of a table, or one of a newer version")
    match told:
        case {"table": str(table), "key": str(key), "after": str(after), "first": int(first)}:
            header = Header(table, key, after, first)
        case _:
            raise BadLine("its header lacks table, key, after or first")
    hashes = (re.fullmatch("[0-9a-f]{64}", text) for text in (key, after))
    if not all(hashes) or not 0 < first < 1 << 60 or header_line(header) != line:
        raise BadLine("its header is not written as a journal's is")
    return header


def read_line(line: bytes) -> Line:
    """Return any other line of a journal.

    Raises:
        BadLine: the line has no form that a journal's lines have.
    """
    if signature := _SIGNATURE.fullmatch(line):
        upto, mark = int(signature[2]), bytes.fromhex(signature[3].decode())
        return SignatureLine(upto, mark, end=signature[1] == b"end")
    record = _RECORD.fullmatch(line)
    if record is None:
        raise BadLine("it is neither a record nor a signature")
    return RecordLine(bytes.fromhex(record[1].decode()), record[2], _object(record[2]))


def _object(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
        same = canonical(told) == line
    except (ValueError, RecursionError) as error:
        raise BadLine("it is no JSON") from error
    if not isinstance(told, dict) or not same:
        raise BadLine("it is not written as a journal's lines are")
    return told
