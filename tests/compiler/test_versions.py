"""Versions against what a file requires."""

import pytest

from policyhooks.compiler.versions import satisfies

TABLE = [
    ("0.2", ">=0.2", True), ("0.2.0", ">=0.2", True), ("0.2", ">=0.2.0", True), ("0.1.9", ">=0.2", False),
    ("0.10", ">=0.9", True), ("1", ">=0.99.99", True), ("0.2", ">0.2", False), ("0.2.1", ">0.2", True),
    ("0.2", "==0.2.0", True), ("0.2.1", "==0.2", False), ("0.2", "<=0.2", True), ("0.2", "<0.2", False),
    ("0.1", "<0.2", True), ("0.2.1", "<=0.2", False), ("0.5", ">=0.2,<1", True), ("1.0", ">=0.2 , < 1", False),
    ("0.2.0rc1", ">=0.2", True), ("0.2.dev3", ">=0.2", True), ("0.2", ">= 0.2", True), ("2.1.295", ">=2.1.30", True),
]  # fmt: skip


@pytest.mark.parametrize(("version", "required", "expected"), TABLE)
def test_a_version_meets_what_is_required(version: str, required: str, expected: bool) -> None:
    assert satisfies(version, required) is expected
