"""The kernel's scancodes: one number for address and command, written differently by protocol.

Layouts: drivers/media/rc of the Linux kernel, as rc_keymaps files use them. ``tc9012`` and the
NECx leader have no name there; ours are marked so.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ir_codes.frames import Frame, Protocol


class Code(NamedTuple):
    """What identifies a key in a frame."""

    address: int
    extended: bool
    command: int
    protocol: Protocol = Protocol.NEC

    def __str__(self) -> str:
        """Return the code for a person: protocol, address, command."""
        return (
            f"{self.protocol} 0x{self.address:0{4 if self.extended else 2}x} 0x{self.command:02x}"
        )


def code_of(frame: Frame) -> Code:
    """Return what identifies the key of a frame."""
    return Code(frame.address, frame.extended, frame.command, frame.protocol)


@dataclass(frozen=True, slots=True)
class Layout:
    """One protocol and variant of rc_keymaps; ``bits`` is the length of its scancodes."""

    protocol: str
    variant: str
    bits: int
    written: str
    unpack: Callable[[int], Code]
    pack: Callable[[Code], int | None]

    @property
    def digits(self) -> int:
        """Return how many hex digits a scancode has."""
        return -(-self.bits // 4)


def _nec(number: int) -> Code:
    return Code(number >> 8, extended=False, command=number & 0xFF)


def _nec_scancode(code: Code) -> int | None:
    if code.protocol is not Protocol.NEC or code.extended:
        return None
    return code.address << 8 | code.command


def _extended(number: int) -> Code:
    first, second = number >> 16, number >> 8 & 0xFF
    if first ^ second == 0xFF:  # on the air this is an 8-bit address and its inverse
        return Code(first, extended=False, command=number & 0xFF)
    return Code(first | second << 8, extended=True, command=number & 0xFF)


def _extended_scancode(code: Code) -> int | None:
    if code.protocol is not Protocol.NEC or not code.extended:
        return None
    return (code.address & 0xFF) << 16 | code.address >> 8 << 8 | code.command


def _two_bytes(protocol: Protocol) -> tuple[Callable[[int], Code], Callable[[Code], int | None]]:
    def unpack(number: int) -> Code:
        return Code(number >> 8, extended=False, command=number & 0xFF, protocol=protocol)

    def pack(code: Code) -> int | None:
        return code.address << 8 | code.command if code.protocol is protocol else None

    return unpack, pack


def _necx_leader(number: int) -> Code:
    address = number >> 16 | (number >> 8 & 0xFF) << 8
    return Code(address, extended=True, command=number & 0xFF, protocol=Protocol.NECX)


def _necx_leader_scancode(code: Code) -> int | None:
    if code.protocol is not Protocol.NECX:
        return None
    return (code.address & 0xFF) << 16 | code.address >> 8 << 8 | code.command


def _sony(number: int) -> Code:
    address = number >> 16 & 0x1F | (number >> 8 & 0xFF) << 5
    return Code(address, extended=False, command=number & 0x7F, protocol=Protocol.SIRC)


def _sony_15(number: int) -> Code:
    address = number >> 16 & 0xFF
    return Code(address, extended=False, command=number & 0x7F, protocol=Protocol.SIRC)


def _sony_scancode(longest: int) -> Callable[[Code], int | None]:
    def pack(code: Code) -> int | None:
        if code.protocol is not Protocol.SIRC or code.address >= longest:
            return None
        if longest == 1 << 13:
            return (code.address & 0x1F) << 16 | code.address >> 5 << 8 | code.command
        return code.address << 16 | code.command

    return pack


LAYOUTS: tuple[Layout, ...] = (
    Layout("nec", "nec", 16, "0xAACC", _nec, _nec_scancode),
    Layout("nec", "necx", 24, "0xAAaaCC", _extended, _extended_scancode),
    Layout("nec", "tc9012", 16, "0xAACC", *_two_bytes(Protocol.TC9012)),  # ours
    Layout("nec", "necx-leader", 24, "0xAAaaCC", _necx_leader, _necx_leader_scancode),  # ours
    Layout("rc-5", "rc-5", 13, "0xAACC", *_two_bytes(Protocol.RC5)),
    Layout("rc-6", "rc-6-0", 16, "0xAACC", *_two_bytes(Protocol.RC6)),
    Layout("sony", "sony-12", 21, "0xAA00CC", _sony, _sony_scancode(1 << 5)),
    Layout("sony", "sony-15", 24, "0xAA00CC", _sony_15, _sony_scancode(1 << 8)),
    Layout("sony", "sony-20", 21, "0xAAaaCC", _sony, _sony_scancode(1 << 13)),
)

DEFAULT_VARIANTS: Mapping[str, str] = {
    "nec": "nec",
    "rc-5": "rc-5",
    "rc-6": "rc-6-0",
    "sony": "sony-12",
}


OTHER_NAMES: Mapping[object, str] = {"rc5": "rc-5", "rc6": "rc-6", "rc6_0": "rc-6-0"}
"""How the kernel's own files write some of the names."""


def default_variant(protocol: object) -> str | None:
    """Return the variant of a file that names none, or ``None`` for an unknown protocol."""
    return DEFAULT_VARIANTS.get(OTHER_NAMES.get(protocol, str(protocol)))


def layout(protocol: object, variant: object) -> Layout | None:
    """Return the layout of a protocol and variant by their names in a file, or ``None``."""
    protocol, variant = OTHER_NAMES.get(protocol, protocol), OTHER_NAMES.get(variant, variant)
    return next(
        (row for row in LAYOUTS if (row.protocol, row.variant) == (protocol, variant)), None
    )


def layout_of(code: Code) -> tuple[Layout, int]:
    """Return the first layout that can write a code, and the scancode."""
    for row in LAYOUTS:
        number = row.pack(code)
        if number is not None:
            return row, number
    raise AssertionError(f"no layout for {code}")  # every protocol has one
