"""Globs as people write them: braces, sets, escapes; what is malformed; and what a real shell says of them."""

from __future__ import annotations

import random
import subprocess
from fnmatch import fnmatchcase

import pytest

from policyhooks.evaluation.glob_items import BadGlob
from policyhooks.evaluation.glob_reader import escape, fits, read_glob, read_pair_glob, read_path_glob
from policyhooks.evaluation.globs import SETS, components_match, glob_matches, globs_overlap
from tests.support.counts import scaled

NAMES: tuple[tuple[str, str, bool], ...] = (
    ("a.py", "*.{py,pyi}", True),
    ("a.pyi", "*.{py,pyi}", True),
    ("a.pyc", "*.{py,pyi}", False),
    ("abd", "a{b,c}d", True),
    ("abcd", "a{b,c}d", False),
    ("x.tar.gz", "x.{tar.{gz,xz},zip}", True),
    ("x.zip", "x.{tar.{gz,xz},zip}", True),
    ("x.tar.bz2", "x.{tar.{gz,xz},zip}", False),
    ("x", "x{,.bak}", True),
    ("x.bak", "x{,.bak}", True),
    ("k7", "k[0-9]", True),
    ("kx", "k[0-9]", False),
    ("k", "k[0-9]", False),
    ("kx", "k[!0-9]", True),
    ("kx", "k[^0-9]", True),
    ("k7", "k[!0-9]", False),
    ("a]", "a[]]", True),
    ("a-", "a[a-]", True),
    ("ab", "a[!]]", True),
    ("a]", "a[!]]", False),
    ("a]", r"a[\]]", True),
    ("a*", r"a\*", True),
    ("ab", r"a\*", False),
    ("a?b", r"a\?b", True),
    ("axb", r"a\?b", False),
    ("a[b]", r"a\[b]", True),
    ("{a}", r"\{a\}", True),
    ("a,b", "{a\\,b,c}", True),
    ("a\\b", r"a\\b", True),
    ("xxa7yy", "*[a-c][0-9]*", True),
    ("xxd7yy", "*[a-c][0-9]*", False),
    ("aab", "*[a]b", True),
    ("{", "[{]", True),
    ("a[", "*[[]", True),
    ("*", "[*]", True),
    ("a", "[*]", False),
)


@pytest.mark.parametrize(("text", "glob", "expected"), NAMES)
def test_a_name(text: str, glob: str, expected: bool) -> None:
    assert fits(text, glob) is expected


PATHS: tuple[tuple[str, str, bool], ...] = (
    ("/w/src/a.ts", "/w/{src,lib}/*.ts", True),
    ("/w/lib/a.ts", "/w/{src,lib}/*.ts", True),
    ("/w/doc/a.ts", "/w/{src,lib}/*.ts", False),
    ("/w/a/b/c", "/w/{a/b,d}/c", True),
    ("/w/d/c", "/w/{a/b,d}/c", True),
    ("/w/x/y/k.pem", "{/w/**,/srv}/*.{pem,key}", True),
    ("/srv/k.key", "{/w/**,/srv}/*.{pem,key}", True),
    ("/srv/x/k.key", "{/w/**,/srv}/*.{pem,key}", False),
    ("/w/v1/a", "/w/v[0-9]/**", True),
    ("/w/vx/a", "/w/v[0-9]/**", False),
    ("/w/**/a", r"/w/\*\*/a", True),
    ("/w/x/a", r"/w/\*\*/a", False),
)


@pytest.mark.parametrize(("path", "glob", "expected"), PATHS)
def test_a_path(path: str, glob: str, expected: bool) -> None:
    assert any(components_match(path.split("/"), one, False) for one in read_path_glob(glob)) is expected


def test_a_glob_without_sets_is_compiled_as_it_stands() -> None:
    assert read_glob("a*b?.txt") == ["a*b?.txt"]
    assert read_glob("{a,b}*") == ["a*", "b*"]
    assert read_glob(r"\[a\]") == ["[a]"]
    assert read_glob("[a]b")[0] == "ab"
    assert read_glob("[ab]")[0].startswith(SETS)
    assert read_pair_glob("mail{,er}/[st]end*") == [("mail", "\0?[=sstt\0end*"), ("mailer", "\0?[=sstt\0end*")]


@pytest.mark.parametrize(
    ("text", "glob", "expected"),
    [
        ("abc", "[A-C]*", True),
        ("dbc", "[A-C]*", False),
        ("_x", "[A-z]x", True),
        ("a", "[!A]", False),
        ("b", "[!A]", True),
    ],
)
def test_sets_that_are_compared_in_any_case(text: str, glob: str, expected: bool) -> None:
    [compiled] = read_glob(glob, fold=True)
    assert glob_matches(text, compiled) is expected
    assert compiled.casefold() == compiled


MALFORMED = (
    "",
    "[a",
    "[",
    "[]",
    "[!]",
    "{a",
    "{a,b",
    "a}",
    "}",
    "{a}",
    "{}",
    "{1..3}",
    "***",
    "a***b",
    "[z-a]",
    "[[:alpha:]]",
    "a\\",
)


@pytest.mark.parametrize("glob", MALFORMED)
def test_what_is_malformed_is_refused_with_what_to_write(glob: str) -> None:
    for read in (read_glob, read_path_glob, read_pair_glob):
        with pytest.raises(BadGlob) as caught:
            read(glob)
        assert caught.value.hint


@pytest.mark.parametrize("glob", ["{a,b}" * 12, "{" * 30 + "a" + ",b}" * 30, "a\nb", "a\0b"])
def test_too_much_is_refused_too(glob: str) -> None:
    with pytest.raises(BadGlob):
        read_glob(glob)
    assert read_path_glob(glob, strict=False)


def test_a_pattern_that_is_computed_is_always_read() -> None:
    chooser = random.Random(7)
    for _ in range(scaled(20_000)):
        glob = "".join(chooser.choice("ab*?[]{},!-^\\/\0") for _ in range(chooser.randint(0, 12)))
        for one in read_path_glob(glob, strict=False):
            components_match(["a", "\0", ""], one, True)


def test_a_text_that_is_escaped_fits_itself_alone() -> None:
    chooser = random.Random(11)
    for _ in range(scaled(20_000)):
        text = "".join(chooser.choice("ab*?[]{},!-^\\") for _ in range(chooser.randint(1, 8)))
        assert fits(text, escape(text))
        assert not fits(text + "a", escape(text))


def piece(chooser: random.Random, depth: int = 0) -> str:
    """A part of a glob that bash and we read alike: braces hold no brackets of their own."""
    kind = chooser.randrange(8 if depth < 2 else 6)
    if kind < 2:
        return chooser.choice("abc.-")
    if kind == 2:
        return chooser.choice("*?")
    if kind == 3:
        return chooser.choice((r"\*", r"\?", r"\[", r"\{", r"\}", r"\a", r"\,"))
    if kind < 6:
        members = chooser.choice(("a", "ab", "a-c", "b-", "]a", "*?", "a-bc", ".c"))
        return f"[{chooser.choice(('', '!', '^'))}{members}]"
    options = ["".join(piece(chooser, depth + 1) for _ in range(chooser.randint(0, 2))) for _ in range(2)]
    return "{" + ",".join(options) + "}"


def ask_bash(cases: list[tuple[str, list[str]]]) -> list[list[bool]]:
    """For every glob and its names, what `[[ name == glob ]]` says after bash has expanded the braces."""
    lines = [
        "set -f",
        "LC_ALL=C",
        "t() { local n=$1 g; shift; for g; do [[ $n == $g ]] && { echo 1; return; }; done; echo 0; }",
    ]
    for glob, names in cases:
        # Single quotes keep backslashes for the comparison; braces and commas stay outside of them.
        lines.append(f"g=({quoted(glob)})")
        lines += [f't {quoted_name(name)} "${{g[@]}}"' for name in names]
    # By standard input: a script of this size is too long for an argument.
    done = subprocess.run(["/bin/bash", "--norc"], input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = iter(done.stdout.split())
    return [[next(answers) == "1" for _ in names] for _, names in cases]


def quoted(glob: str) -> str:
    text, at = "", 0
    while at < len(glob):
        if glob[at] == "\\":
            text += "'" + glob[at : at + 2] + "'"
            at += 2
        elif glob[at] in "{},":
            text += glob[at]
            at += 1
        else:
            text += "'" + glob[at] + "'"
            at += 1
    return text or "''"


def is_empty_for_bash(glob: str) -> bool:
    """Whether an alternative stands for nothing at all."""
    try:
        read_glob(glob)
    except BadGlob as bad:
        return "empty" in str(bad)
    return False


def quoted_name(name: str) -> str:
    return "'" + name + "'"


def test_property_globs_mean_what_bash_takes_them_for() -> None:
    chooser = random.Random(20261118)
    cases = []
    for _ in range(scaled(6_000)):
        glob = "".join(piece(chooser) for _ in range(chooser.randint(1, 5)))
        names = ["".join(chooser.choice("abc.-*?[]{},") for _ in range(chooser.randint(1, 5))) for _ in range(12)]
        cases.append((glob, names))
    expected = ask_bash(cases)
    told = 0
    for (glob, names), answers in zip(cases, expected, strict=True):
        if "***" in glob or is_empty_for_bash(glob):
            continue  # refused, and bash would take it
        assert [fits(name, glob) for name in names] == answers, (glob, names)
        told += sum(answers)
    assert told > 100


def test_property_sets_mean_what_fnmatch_takes_them_for() -> None:
    chooser = random.Random(3)
    for _ in range(scaled(20_000)):
        members = chooser.choice(("a", "ab", "a-c", "!a", "!a-b", "]", "!]", "a-"))
        glob = f"{chooser.choice('a*?')}[{members}]{chooser.choice(('', 'b', '*'))}"
        text = "".join(chooser.choice("abc]-") for _ in range(chooser.randint(0, 4)))
        assert fits(text, glob) == fnmatchcase(text, glob), (text, glob)


def test_property_a_glob_that_fits_overlaps_with_the_text() -> None:
    chooser = random.Random(5)
    for _ in range(scaled(20_000)):
        glob = "".join(piece(chooser, 2) for _ in range(chooser.randint(1, 4)))
        text = "".join(chooser.choice("abc.-") for _ in range(chooser.randint(1, 4)))
        if "***" not in glob and fits(text, glob):
            assert any(globs_overlap(text, one) for one in read_glob(glob)), (text, glob)
            assert any(globs_overlap(text[0] + "*", one) for one in read_glob(glob)), (text, glob)


def test_no_glob_blows_up() -> None:
    [glob] = read_glob("*[ab]" * 40 + "c")
    assert not glob_matches("a" * 3000 + "b", glob)
