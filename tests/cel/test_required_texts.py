"""What every match contains. That no text with a match lacks it, test_patterns.py asks RE2."""

from __future__ import annotations

import pytest

from policyhooks.cel.required_texts import Needed, required_literal, required_texts

LITERALS: tuple[tuple[str, str], ...] = (
    ("rm .*-rf", "rm "),
    ("(a|b)cdef", "cdef"),
    ("(?i)abc", ""),
    ("ab+cd", "ab"),
    ("ab?cd", "cd"),
    ("ab*cd", "cd"),
    ("(?:ab)?cd", "cd"),
    ("a|b", ""),
    ("x{2}yz", "yz"),
    (r"\.env$", ".env"),
    ("\\pLabc", ""),
)
EXACT: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    ("rm .*-rf", (("rm ",), ("-rf",))),
    ("[$][{]?[A-Z]*(SECRET|TOKEN)", (("SECRET", "TOKEN"), ("$",))),
    ("^[$`][^ ]*[.][a-z]", ((".",), ("$", "`"))),
    ("(ab|c)+[.]", ((".",), ("ab", "c"))),
    ("(ab|c)*[.]", ((".",),)),
    ("(ab|)x", (("x",),)),
    ("(ab(cd|ef)|gh)", (("ab", "gh"),)),
    ("[a-z]+", ()),
    ("\\pLabc", ()),
)
FOLDED: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    ("(?i)BEGIN.*key", (("begin",), ("key",))),
    ("(?i)(akia|ghp_|sk)", (("akia", "ghp_", "sk"),)),
    ("(?i)[0-9]-(ab|bcd)", (("ab", "bcd"), ("-",))),
)


@pytest.mark.parametrize(("pattern", "literal"), LITERALS)
def test_one_literal(pattern: str, literal: str) -> None:
    assert required_literal(pattern) == literal


@pytest.mark.parametrize(("pattern", "groups"), EXACT)
def test_groups(pattern: str, groups: tuple[tuple[str, ...], ...]) -> None:
    assert required_texts(pattern) == Needed(groups, folded=False)


@pytest.mark.parametrize(("pattern", "groups"), FOLDED)
def test_groups_in_any_case(pattern: str, groups: tuple[tuple[str, ...], ...]) -> None:
    assert required_texts(pattern) == Needed(groups, folded=True)
