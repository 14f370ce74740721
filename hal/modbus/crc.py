"""The check sum of an RTU frame: CRC-16 with polynomial 0xA001, start 0xFFFF, low byte first."""

POLYNOMIAL = 0xA001


def _table() -> tuple[int, ...]:
    rows = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ POLYNOMIAL if value & 1 else value >> 1
        rows.append(value)
    return tuple(rows)


_TABLE = _table()


def crc16(data: bytes | bytearray | memoryview) -> int:
    """Return the CRC of some bytes (Modbus over Serial Line V1.02, 6.2.2)."""
    crc, table = 0xFFFF, _TABLE
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF]
    return crc


def sealed(body: bytes) -> bytes:
    """Return a frame's bytes with their CRC behind them."""
    return body + crc16(body).to_bytes(2, "little")


def is_sealed(frame: bytes | bytearray | memoryview) -> bool:
    """Tell whether a frame's last two bytes are the CRC of the others.

    The CRC of a frame with its own CRC behind it is 0.
    """
    return len(frame) > 2 and crc16(frame) == 0
