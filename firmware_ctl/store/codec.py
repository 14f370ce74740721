"""Turn records into canonical bytes and back: JSON, keys sorted, no spaces, UTF-8, no fractions.

Equal records have equal bytes, so a hash of the bytes is a hash of the record.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Decoder = Callable[[object], Any]

_ENCODER = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
)
_PLAIN = (int, str, NoneType)


class BadRecord(ValueError):
    """Bytes are no record; the text says which part is wrong."""


def canonical(value: object) -> bytes:
    """Return plain data as canonical bytes.

    Raises:
        ValueError: a number that JSON does not have.
        TypeError: something that is not plain.
    """
    return _ENCODER.encode(value).encode()


def plain(value: object) -> object:
    """Return a record, or a part of one, as plain data."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    kind: Any = type(value)
    return {name: plain(getattr(value, name)) for name in _names(kind)}


def typed(kind: type, value: object) -> Any:  # noqa: ANN401 -- the type is the caller's
    """Return plain data as an instance of a dataclass; fields that it does not have are left out.

    Raises:
        BadRecord: a field is absent or of another type.
    """
    return _decoder(kind)(value)


@cache
def _names(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 -- any dataclass
    return tuple(field.name for field in fields(kind))


@cache
def _decoder(hint: Any) -> Decoder:  # noqa: ANN401 -- a type hint has no common type
    if is_dataclass(hint):
        return _of_dataclass(hint)
    origin = get_origin(hint)
    if origin is tuple:
        return _of_tuple(get_args(hint))
    if origin in (Union, UnionType):
        return _of_union(get_args(hint))
    return _of_scalar(hint)


def _of_scalar(kind: type) -> Decoder:
    def decode(value: object) -> object:
        if type(value) is not kind:
            raise BadRecord(f"{value!r} is not of type {kind.__name__}")
        return value

    return decode


def _of_union(hints: tuple[Any, ...]) -> Decoder:
    decoders = [_decoder(hint) for hint in hints if hint is not NoneType]

    def decode(value: object) -> object:
        if value is None and NoneType in hints:
            return None
        for decoder in decoders:
            try:
                return decoder(value)
            except BadRecord as error:
                last = error
        raise last

    return decode


def _of_tuple(hints: tuple[Any, ...]) -> Decoder:
    any_length = hints[-1] is Ellipsis
    decoders = [_decoder(hint) for hint in hints if hint is not Ellipsis]

    def decode(value: object) -> tuple[object, ...]:
        if not isinstance(value, list):
            raise BadRecord(f"{value!r} is not a list")
        if any_length:
            return tuple(decoders[0](one) for one in value)
        if len(value) != len(decoders):
            raise BadRecord(f"{value!r} should have {len(decoders)} items")
        return tuple(decoder(one) for decoder, one in zip(decoders, value, strict=True))

    return decode


def _of_dataclass(kind: Any) -> Decoder:  # noqa: ANN401 -- constructed by its own field names
    hints = get_type_hints(kind)
    parts = [(field.name, _decoder(hints[field.name])) for field in fields(kind)]
    needed = {field.name for field in fields(kind) if field.default is MISSING}

    def decode(value: object) -> object:
        if not isinstance(value, dict):
            raise BadRecord(f"{value!r} is not an object")
        if absent := needed - value.keys():
            raise BadRecord(f"{kind.__name__} lacks {', '.join(sorted(absent))}")
        return kind(**{name: decode(value[name]) for name, decode in parts if name in value})

    return decode
