"""Tables in an image: every key is found where the built file has it, and nothing else is."""

from __future__ import annotations

import marshal
from typing import Any

from policyhooks.image.pieces import shipped_tables, store_tables
from policyhooks.shell.built_tables import read_value
from policyhooks.shell.tables import SHELVES, shelf_of


def stored(values: dict[str, Any]) -> tuple[bytes, list[tuple[int, int, bytes]]]:
    body = bytearray()
    offset, length, _ = store_tables(body, values)
    return bytes(body), marshal.loads(body[offset : offset + length])


def value_at(body: bytes, piece: tuple[int, int, bytes]) -> Any:
    return marshal.loads(body[piece[0] : piece[0] + piece[1]])


def test_every_key_is_on_its_shelf() -> None:
    values = shipped_tables()
    body, shelves = stored(values)
    assert len(shelves) == SHELVES
    found = {}
    for at, shelf in enumerate(shelves):
        for key, piece in value_at(body, shelf).items():
            assert shelf_of(key) == at
            found[key] = value_at(body, piece)
    assert found == values
    for key in ("programs/git", "programs/gmake", "programs/airflow", "variables", "languages/python", "dangerous"):
        assert found[key] == read_value(key)


def test_equal_values_are_stored_once() -> None:
    body, shelves = stored({"a": {"x": "y" * 1000}, "b": {"x": "y" * 1000}, "c": 1})
    assert len(body) < 3000 + len(marshal.dumps(shelves))


def test_shelves_are_even() -> None:
    """A shelf that is much longer than the others would be read by every command whose program stands on it."""
    counts = [0] * SHELVES
    for key in shipped_tables():
        counts[shelf_of(key)] += 1
    assert max(counts) < 3 * sum(counts) / SHELVES
    assert min(counts) > 0


def test_odd_names_have_a_shelf() -> None:
    for key in ("", "\ud800", "programs/ä\n", "x" * 10_000):
        assert 0 <= shelf_of(key) < SHELVES
