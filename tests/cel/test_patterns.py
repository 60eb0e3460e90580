"""Patterns: the linear subset means what RE2 means, and its proof holds on texts made to break it."""

from __future__ import annotations

import _sre

import pytest
import re2
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from policyhooks.cel.patterns import is_linear, precompile, refusal
from policyhooks.cel.required_texts import required_literal, required_texts
from policyhooks.evaluation import regex
from tests.support.counts import scaled

LINEAR: tuple[str, ...] = (
    "",
    "abc",
    r"\bgit\s+push\b",
    r"AKIA[0-9A-Z]{16}",
    r"^https?://[^/]+/",
    r"(?i)password\s*=",
    r"(curl|wget)\s+\S+",
    r".*secret.*",
    r"[a-z]+@[a-z]+\.com",
    r"^a*$",
    r"(?m)^#!",
    r"[[:digit:]]{3}-\x41\x{42}",
    r"ghp_[A-Za-z0-9]{36,}",
    r"(?P<year>\d{4})-(?:\d\d)",
    r"^-[a-z]*c",
    r"^[a-z]+(:|,)[^,]*[a-z]x",
)
NOT_LINEAR: tuple[str, ...] = (
    r"rm .*-rf",
    r"^(?:a|aa)+$",
    r"^(a|a)+$",
    r"^(a+)+$",
    r"x(a*)*b",
    r"a\s*\s*b",
    r"(a?){30}a{30}b",
    r"\pL+x",
    r"(?i)é+x",
    r"a\Bb",
    r"x[a-z]+[a-y]+y",
    r"-[a-z]*c",
    r"(?m)^-[a-z]*c",
    r"^[a-z]*b[a-z]*c",
    r"^-[a-z]*n[a-z]*$",
    r"(^|,)[a-z]*c",
)
REFUSED: tuple[str, ...] = ("(", "[a", "a**", r"a\1", "(?=a)", "(?<!a)b", r"\Z", "x{1001}", "a{2,1}", "(?z)")


@pytest.mark.parametrize("pattern", LINEAR)
def test_linear(pattern: str) -> None:
    assert is_linear(pattern)


@pytest.mark.parametrize("pattern", NOT_LINEAR)
def test_not_linear(pattern: str) -> None:
    assert not is_linear(pattern)
    with pytest.raises(ValueError, match="not linear"):
        precompile(pattern)


@pytest.mark.parametrize("pattern", REFUSED)
def test_refused(pattern: str) -> None:
    assert refusal(pattern)
    assert not is_linear(pattern)


WORDS = (
    r"a b k s S é 1 _ \n \s \d \w \W \S . [ab] [^a] [^\s] [a-c1] \b ^ $ \A \z \. x{2} [[:alpha:]] \x41 []a] [a-] { ]"
    r" \p{Greek} \P{Greek} [a\p{Greek}] [^\p{Greek}a] \pL \p{^Greek}"
)
ATOMS = st.sampled_from(WORDS.split(" ")) | st.just(" ")


def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    quantifiers = st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "*?", "{2,}", "{,2}"])
    return st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]}|{pair[1]})"),
        st.tuples(inner, quantifiers).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
        st.tuples(st.sampled_from(["(?i)", "(?m)", "(?s)", "(?i-s)"]), inner).map("".join),
        st.tuples(st.sampled_from(["(?i:", "(?s:", "(?P<n>", "("]), inner).map(lambda pair: f"{pair[0]}{pair[1]})"),
    )


PATTERNS = st.recursive(ATOMS, grow, max_leaves=10)
TEXTS = st.text("abcksSKéαΩ1_ \n\v.xA\u212a\u017f\x85{]-", max_size=12)


@settings(max_examples=scaled(20_000), deadline=None)
@given(PATTERNS, st.lists(TEXTS, min_size=1, max_size=6))
def test_differential_with_re2(pattern: str, texts: list[str]) -> None:
    assume(not refusal(pattern))
    theirs = re2.compile(pattern)
    native = _sre.compile(*precompile(pattern)) if is_linear(pattern) else None
    for text in texts:
        found = theirs.search(text) is not None
        assert native is None or (native.search(text) is not None) == found
        assert not found or required_literal(pattern) in text
        assert regex.search_re2(pattern, required_literal(pattern), text) == found
        needed = required_texts(pattern)
        search = regex.search_folded if needed.folded else regex.search_behind
        search = regex.search_beyond_ascii if needed.beyond_ascii else search
        assert search(pattern, needed.groups, text) == found


@settings(max_examples=scaled(600), deadline=None)
@given(PATTERNS.filter(lambda pattern: not refusal(pattern) and is_linear(pattern)))
def test_fuzz_linear_patterns_end_on_texts_made_to_go_back(pattern: str) -> None:
    """Were the proof wrong, one of these would take the square or more of its length, and the run minutes."""
    native = _sre.compile(*precompile(pattern))
    for unit in ("a", " ", "ab", "a ", "1", "x1 ", "\n", "k s"):
        native.search((unit * 30_000)[:30_000])


def test_an_image_precompiles_what_the_hook_then_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    pattern = r"\bgit\s+push\b"
    monkeypatch.setattr(regex, "_search_re2", None)  # not even looked at
    monkeypatch.setitem(regex.PRECOMPILED, pattern, precompile(pattern))
    assert regex.search(pattern, "cd x; git  push origin")
    assert not regex.search(pattern, "digit push")
