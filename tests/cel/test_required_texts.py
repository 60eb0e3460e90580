"""What every match contains. That no text with a match lacks it, test_patterns.py asks RE2."""

from __future__ import annotations

import pytest
import re2

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
    ("\\pLabc", "abc"),
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
    ("\\pLabc", (("abc",),)),
    ("(while|for) +do.*& *done", (("done",), ("while", "for"), (" ",))),
    ("(while|for)+do.*& *done", (("done",), ("while", "for"), ("&",))),
)
FOLDED: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = (
    ("(?i)BEGIN.*key", (("begin",), ("key",))),
    ("(?i)(akia|ghp_|sk)", (("akia", "ghp_", "sk"),)),
    ("(?i)[0-9]-(ab|bcd)", (("ab", "bcd"), ("-",))),
)

# Whether every match has a character that is not of ASCII.
BEYOND_ASCII: tuple[tuple[str, bool], ...] = (
    (r"[a-z]\p{Greek}", True),
    (r"([a-z][\p{Cyrillic}\p{Greek}]|[\p{Armenian}][a-z])[^ ]*$", True),
    (r"\p{Greek}+", True),
    ("a\u0430", True),
    (r"[\x{80}-\x{ff}]", True),
    (r"\p{Greek}*", False),
    (r"(\p{Greek}|a)", False),
    (r"[a\p{Greek}]", False),
    (r"[^\p{Greek}]", False),
    (r"\P{Greek}", False),
    (r"\p{^Greek}", False),
    (r"\p{Latin}", False),
    (r"\p{Common}", False),
    (r"\p{Any}", False),
    (r"\p{Lu}", False),
    (r"\pL", False),
    (r"(?i)\p{Greek}", False),
)


@pytest.mark.parametrize(("pattern", "beyond"), BEYOND_ASCII)
def test_patterns_that_no_ascii_text_has(pattern: str, beyond: bool) -> None:
    assert required_texts(pattern).beyond_ascii == beyond
    if beyond:
        assert not re2.search(pattern, "".join(map(chr, range(128))) * 2)


@pytest.mark.parametrize("name", ["Arabic", "Armenian", "Braille", "Cherokee", "Cyrillic", "Greek", "Han", "Inherited"])
def test_ascii_has_no_characters_of_other_scripts(name: str) -> None:
    assert not re2.search(rf"\p{{{name}}}", "".join(map(chr, range(128))))


@pytest.mark.parametrize(("pattern", "literal"), LITERALS)
def test_one_literal(pattern: str, literal: str) -> None:
    assert required_literal(pattern) == literal


@pytest.mark.parametrize(("pattern", "groups"), EXACT)
def test_groups(pattern: str, groups: tuple[tuple[str, ...], ...]) -> None:
    assert required_texts(pattern) == Needed(groups, folded=False)


@pytest.mark.parametrize(("pattern", "groups"), FOLDED)
def test_groups_in_any_case(pattern: str, groups: tuple[tuple[str, ...], ...]) -> None:
    assert required_texts(pattern) == Needed(groups, folded=True)
