"""What is kept of one table's past, and how it is written: small, versioned, never reset.

A state is saved with every deal, in the same commit, so that a power cut loses neither. When the
weights of the bets change, the evidence goes on as capital: new bets start with what the old ones
are worth now, but never with more than at the beginning.
"""

import json
import zlib
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

import numpy as np

from rules.errors import RulesError
from rules.integrity.engine import Evidence, State, fresh, weigh
from rules.integrity.hypotheses import VERSION

FORMAT = 1
_MAGIC = b"mjtable wall check\n"
_LARGEST = 1 << 22


class StateError(RulesError):
    """Bytes that hold no state of the wall check."""


class Mixing(StrEnum):
    """Where the walls come from."""

    DRUM = "drum"  # a machine mixes; that it mixes badly accuses nobody
    UNIFORM = "uniform"  # a random generator mixes; every order must be equally likely


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is judged.

    ``tolerated`` is the share of neighbours that the commissioned machine may keep, 0 to below 1.
    """

    mixing: Mixing = Mixing.DRUM
    tolerated: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.tolerated < 1:
            raise StateError(f"tolerated memory {self.tolerated}: give a share from 0 to below 1")


@dataclass(frozen=True, slots=True)
class Wealth:
    """Natural logs of the e-values: against all nulls, and against each; by tile set for null B."""

    full: float = 0.0
    a: float = 0.0
    b: float = 0.0
    c: float = 0.0
    b_sets: tuple[float, float] = (0.0, 0.0)

    def with_capital(self, capital: "Wealth") -> "Wealth":
        """Return this wealth on top of a capital."""
        one, other = self.b_sets
        return Wealth(
            self.full + capital.full,
            self.a + capital.a,
            self.b + capital.b,
            self.c + capital.c,
            (one + capital.b_sets[0], other + capital.b_sets[1]),
        )

    def at_least(self, other: "Wealth") -> "Wealth":
        """Return the larger of each."""
        return Wealth(
            max(self.full, other.full),
            max(self.a, other.a),
            max(self.b, other.b),
            max(self.c, other.c),
            (max(self.b_sets[0], other.b_sets[0]), max(self.b_sets[1], other.b_sets[1])),
        )

    def at_most_nothing(self) -> "Wealth":
        """Return what new bets may start with: never more than at the beginning."""
        one, other = self.b_sets
        return Wealth(
            min(0.0, self.full),
            min(0.0, self.a),
            min(0.0, self.b),
            min(0.0, self.c),
            (min(0.0, one), min(0.0, other)),
        )


@dataclass(frozen=True, slots=True)
class TableState:
    """One table's past.

    ``past`` has one row. ``capital`` is what earlier versions left, ``peak`` the highest wealth
    ever, which is what a red verdict goes by.
    """

    settings: Settings
    past: State = field(default_factory=fresh)
    capital: Wealth = field(default_factory=Wealth)
    peak: Wealth = field(default_factory=Wealth)

    @property
    def wealth(self) -> Wealth:
        """Return the wealth as it stands."""
        return wealth_of(weigh(self.past), 0).with_capital(self.capital)

    def to_bytes(self) -> bytes:
        """Return the state as bytes: a line of JSON that tells what follows, then the arrays."""
        arrays = {one.name: getattr(self.past, one.name) for one in fields(State)}
        head = {
            "format": FORMAT,
            "version": VERSION,
            "mixing": self.settings.mixing.value,
            "tolerated": self.settings.tolerated,
            "wealth": _numbers(self.wealth),
            "capital": _numbers(self.capital),
            "peak": _numbers(self.peak),
            "arrays": [
                [name, array.dtype.str, list(array.shape)] for name, array in arrays.items()
            ],
        }
        body = b"".join(
            (json.dumps(head).encode(), b"\n", *(array.tobytes() for array in arrays.values()))
        )
        packed = zlib.compress(body, 1)
        return _MAGIC + zlib.crc32(packed).to_bytes(4, "big") + packed

    @staticmethod
    def from_bytes(data: bytes) -> "TableState":
        """Return the state that ``to_bytes`` wrote; one of other weights becomes capital.

        Raises:
            StateError: the bytes are damaged, or of a later format.
        """
        head, body = _opened(data)
        try:
            settings = Settings(Mixing(head["mixing"]), float(head["tolerated"]))
            capital, peak = _wealth(head["capital"]), _wealth(head["peak"])
            if head["version"] != VERSION:
                left = _wealth(head["wealth"]).at_most_nothing()
                return TableState(settings, fresh(), left, peak)
            return TableState(settings, _past(head["arrays"], body), capital, peak)
        except (KeyError, TypeError, ValueError) as error:
            raise StateError(f"the wall check's state is incomplete: {error}") from None


def wealth_of(evidence: Evidence, table: int) -> Wealth:
    """Return one table's evidence as numbers."""
    return Wealth(
        float(evidence.full[table]),
        float(evidence.a[table]),
        float(evidence.b[table]),
        float(evidence.c[table]),
        (float(evidence.b_sets[table, 0]), float(evidence.b_sets[table, 1])),
    )


def _opened(data: bytes) -> tuple[dict[str, Any], bytes]:
    packed = data[len(_MAGIC) + 4 :]
    if (
        not data.startswith(_MAGIC)
        or zlib.crc32(packed).to_bytes(4, "big") != data[len(_MAGIC) : len(_MAGIC) + 4]
    ):
        raise StateError(
            "the wall check's state is damaged: restore it from the record, or start it anew"
        )
    line, _, body = zlib.decompressobj().decompress(packed, _LARGEST).partition(b"\n")
    head = json.loads(line)
    if head.get("format") != FORMAT:
        raise StateError(
            f"the wall check's state has format {head.get('format')}; this program reads "
            f"{FORMAT}: use the program that wrote it, or a later one"
        )
    return head, body


def _past(arrays: object, body: bytes) -> State:
    read: dict[str, Any] = {}
    at = 0
    expected = fresh()
    if not isinstance(arrays, list):
        raise StateError("the wall check's state names no arrays")
    for name, kind, shape in arrays:
        wanted = getattr(expected, name)
        if list(wanted.shape) != shape or wanted.dtype.str != kind:
            raise StateError(f"the wall check's state holds {name} in another shape")
        read[name] = np.frombuffer(body, wanted.dtype, wanted.size, at).reshape(wanted.shape)
        at += wanted.nbytes
    return replace(expected, **read)


def _numbers(wealth: Wealth) -> list[float]:
    return [wealth.full, wealth.a, wealth.b, wealth.c, *wealth.b_sets]


def _wealth(numbers: object) -> Wealth:
    if not isinstance(numbers, list) or len(numbers) != len(_numbers(Wealth())):
        raise StateError("the wall check's state holds no wealth")
    full, a, b, c, one, other = map(float, numbers)
    return Wealth(full, a, b, c, (one, other))
