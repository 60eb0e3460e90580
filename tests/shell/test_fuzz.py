"""Nothing crashes or hangs: every text gets an answer, and every field of it can be computed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shell.reading import every_field, view
from tests.support.counts import FUZZ, scaled

PIECES = [
    "rm -rf /",
    "sudo",
    "env -S",
    "bash -c",
    "'",
    '"',
    "`",
    "$(",
    ")",
    "${",
    "}",
    "$((",
    "))",
    "<(",
    "<<E\n",
    "\nE\n",
    "<<<",
    ">",
    ">>",
    "&",
    "&&",
    "||",
    "|",
    ";",
    "\n",
    "\\",
    "$x",
    "${x:-",
    "{a,b}",
    "*",
    "?",
    "[",
    "]",
    "!",
    "if",
    "then",
    "fi",
    "for",
    "in",
    "do",
    "done",
    "case",
    "esac",
    "f() {",
    "function",
    "eval",
    "trap",
    "alias a=",
    "export A=",
    "cd",
    "~",
    "xargs",
    "find . -exec",
    "python3 -c",
    "git -c",
    "curl",
    "https://a@b:1/",
    "/dev/tcp/a/1",
    "x=",
    "x+=",
    "(",
    "--",
    "-",
    "=",
    ",",
    "..",
    "{1..9}",
    "\t",
    "#",
    "\u00a0",
    "é",
    "\x00",
    "\r",
    "time",
    "coproc",
    "[[",
    "]]",
    "=~",
    "{}",
    "+",
    "awk 'BEGIN{system(\"a\")}'",
    "sed 1e",
    "%",
    "${x@P}",
    "${!x}",
    "$'\\x'",
    "exec 3<>",
    "2>&1",
    "select",
    "let",
    "declare -n",
    "read",
    "printf -v",
    "0",
    "-rf",
    "--x=y",
]


@settings(max_examples=scaled(6_000), deadline=None)
@given(st.text(max_size=60))
def test_fuzz_any_text(text: str) -> None:
    every_field(view(text))


@settings(max_examples=scaled(4_000), deadline=None)
@given(st.binary(max_size=80))
def test_fuzz_any_bytes(data: bytes) -> None:
    every_field(view(data.decode("utf-8", "surrogateescape")))


@pytest.mark.parametrize("chunk", range(4))
def test_fuzz_pieces(chunk: int) -> None:
    source = random.Random(random.random() if FUZZ else chunk)
    for _ in range(scaled(3_000)):
        text = "".join(source.choice(PIECES) + source.choice(["", " ", " "]) for _ in range(source.randint(1, 14)))
        shell = view(text)
        every_field(shell)
        assert "internal" not in shell.problems, text


@pytest.mark.parametrize(
    "unit",
    [
        "(",
        "{ ",
        "$(",
        "`",
        "${x:-",
        '"',
        "'",
        "<(",
        "[[ ",
        "if a; then ",
        "for x in a; do ",
        "a | ",
        "a && ",
        "f() { ",
        "\\",
        "{a,",
        "<<E ",
        "! ",
        "(( ",
        "a=( ",
        "sudo ",
        "env -S '",
        "eval ",
        "bash -c ",
    ],
)
@pytest.mark.parametrize("count", [30, 3_000])
def test_deep_and_unterminated(unit: str, count: int) -> None:
    shell = view((unit * count)[: 16 << 10])
    every_field(shell)
    if unit not in ("sudo ", "eval ", "bash -c ", "\\", "! ", "{a,", "env -S '"):
        assert not shell.understood


@pytest.mark.parametrize(
    "text", ["x" * 16_000, "x " * 8_000, "$a" * 8_000, "a;" * 8_000, "{a,b}" * 3_000, "'a'" * 5_000, "a|" * 8_000 + "b"]
)
def test_sixteen_kilobytes(text: str) -> None:
    every_field(view(text))


@pytest.mark.parametrize(
    "text",
    [
        "f() { f; }; f",
        "f() { g; }; g() { f; }; f",
        "alias a=b b=a\na",
        "f() { eval f; }; f",
        "x=x; eval $x",
        "trap 'trap x EXIT' EXIT",
        "ln -s a b; ln -s b a; cat a/x",
    ],
)
def test_cycles_end(text: str) -> None:
    every_field(view(text))
