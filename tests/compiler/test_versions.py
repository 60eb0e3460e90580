"""Versions against what a file requires."""

import pytest

from policyhooks.compiler.versions import lowest, satisfies, told_version

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


ASSUMED = (2, 4)
LOWEST = [
    (">=2.0", (2, 0)), ("2.3.41", (2, 3, 41)), ("==3", (3,)), (">2.4", (2, 4)), (">=2.4, <3", (2, 4)),
    (">=2, >=2.5", (2, 5)), ("<3", ASSUMED), ("<=2.4.0", ASSUMED), ("<2.4", (0,)), ("<=2", (0,)),
]  # fmt: skip


@pytest.mark.parametrize(("required", "expected"), LOWEST)
def test_the_lowest_version_that_is_allowed(required: str, expected: tuple[int, ...]) -> None:
    assert lowest(required, ASSUMED) == expected


SAID = [
    ("3.15.6\n0f0f0f\nx64\n", (3, 15, 6)), ("2026.10.01-e373342\n", (2026, 10, 1)), ("codex-cli 0.166.0", (0, 166, 0)),
    ("2.1.325 (Claude Code)", (2, 1, 325)), ("no display", ()), ("", ()), ("v7", ()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_what_a_program_says_of_itself(text: str, expected: tuple[int, ...]) -> None:
    assert told_version(text) == expected
