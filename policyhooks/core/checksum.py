"""The CRC-32 of short texts, without an extension module: to load that costs a hook more than fifty keys here."""

from __future__ import annotations

MANY = 100  # texts, from which on it pays to load it


def _row(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (0xEDB88320 if value & 1 else 0)
    return value


# An image has it as data.
TABLE = tuple([_row(value) for value in range(256)])


def crc32(data: bytes) -> int:
    """What binascii.crc32 gives."""
    table, found = TABLE, 0xFFFFFFFF
    for byte in data:
        found = table[(found ^ byte) & 255] ^ found >> 8
    return found ^ 0xFFFFFFFF
