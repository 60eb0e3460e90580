"""The checksum of keys: the same as the interpreter's own."""

from __future__ import annotations

import binascii

from hypothesis import given
from hypothesis import strategies as st

from policyhooks.core.checksum import crc32


@given(st.binary(max_size=300))
def test_it_is_what_binascii_gives(data: bytes) -> None:
    assert crc32(data) == binascii.crc32(data)
