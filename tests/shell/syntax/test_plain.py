"""The closed-world parser gives the nodes of shfmt, or refuses."""

from __future__ import annotations

import json
import random
import re
import subprocess
from typing import Any

import pytest

from policyhooks.shell.syntax.plain import parse
from policyhooks.shell.syntax.plain_words import NotSimple
from policyhooks.shell.syntax.shfmt import LET, choose_stand_in
from policyhooks.shell.syntax.shfmt_place import locate
from tests.shell.syntax.shapes import bare, shape
from tests.support.counts import FUZZ, scaled
from tests.support.shared import shared

ATOMS = [
    "a",
    "rm",
    "-rf",
    "x",
    "'q q'",
    "''",
    '"d $x"',
    '"$(a b)"',
    "$x",
    "${x}",
    "${x:-y}",
    "${x%.*}",
    "${x:+}",
    "$1",
    "$@",
    "$?",
    "\\ ",
    "\\\\",
    "\\'",
    "*",
    "?",
    "[a]",
    "[",
    "]",
    "{a,b}",
    "{",
    "}",
    "~",
    "=",
    "A=1",
    "A=$x",
    "B+=c",
    "--o=v",
    "#",
    "a#b",
    " ",
    "  ",
    "\t",
    "\n",
    ";",
    ";;",
    "&",
    "&&",
    "||",
    "|",
    "|&",
    ">",
    "<",
    ">>",
    "<<<",
    "<<E\nbody\nE\n",
    "<<'E'\n$x\nE\n",
    "<<E\nE\n",
    "2>&1",
    "&>",
    "&>>",
    ">|",
    ">&",
    "<&",
    "<>",
    "2>",
    "(",
    ")",
    "$(",
    "$((",
    "`",
    "'",
    '"',
    "$",
    "!",
    "! ",
    "if ",
    "then ",
    "else ",
    "elif ",
    "fi",
    "while ",
    "do ",
    "done",
    "for i in ",
    "in ",
    "until ",
    "[[ ",
    " ]]",
    " == ",
    " -f ",
    "case ",
    "esac",
    "function ",
    "time ",
    "export ",
    "export A=b",
    "local x",
    "let ",
    "\\\n",
    "{ ",
    "; }",
    "$'a'",
    '$"a"',
    "a=(",
    "a[1]=2",
    "é",
    "coproc ",
    "select ",
    "()",
    "declare -x Q",
]
FORMS = [
    "until {0}\n  # x\ndo {1}\n # y\ndone",
    "if {0}\n # x\nthen {1}\n # y\nfi",
    "{0} `{1}` {2}",
    '{0} "a `{1} {2}` b"',
    "{0} $(({1}+{2}))",
    "{0} $(( {1} ))",
    "cat <<E\n{0} $x {1} ${{y}}\nE\n{2}",
    "git commit -m \"$(cat <<'E'\n{0} $x\nE\n)\" {1} && {2}",
    '{0} "$(cat <<E\n{1}\nE\n)" {2}',
    "( cat <<E\n{0}\nE\n{1} )",
    "{0} {1} && {2}",
    "if {0}; then {1}; fi",
    "if {0}; then {1}; elif {2}; then a; else b; fi",
    "for i in {0} {1}; do {2}; done",
    "while {0}; do {1}; done",
    "until {0}\ndo {1}\ndone < {2}",
    "{0} | {1} > {2}",
    "{{ {0}; {1}; }} > {2}",
    "( {0} ; {1} )",
    "! {0} | {1}",
    "[[ {0} == {1} ]] && {2}",
    '{0} "$({1} {2})"',
    "A={0} {1}",
    "export {0}={1}",
    "[[ -f {0} || {1} && {2} ]]",
    "[[ ! -f {0} ]] && {1}",
    "[[ -f {0} && {1} || {2} && a ]]",
    "cat <<E > {0}\n{1}\nE\n{2}",
    "{0} # {1}\n{2}",
    "{0} \\\n {1}",
    "{0} & {1} & wait",
]


def by_shfmt(text: str) -> Any:
    given = text.encode()
    stand_in = choose_stand_in(given)  # `let` is no word of the language: see shfmt.py
    command = [locate(), "--to-json", "-ln", "bash"]
    done = subprocess.run(command, input=given.replace(LET, stand_in), capture_output=True, check=False)
    return None if done.returncode else bare(json.loads(done.stdout.replace(stand_in, LET))).get("Stmts", [])


def disagreement(text: str) -> str:
    """Empty where the parsers agree or ours refuses."""
    try:
        ours = [shape(statement) for statement in parse(text)]
    except NotSimple:
        return ""
    if re.search(r"#.*\\\n", text) or re.search(r"[^\s;&|()]#", text):
        return ""  # shfmt continues such a comment, or sees one inside a word, and bash does not: guards of their own
    theirs = by_shfmt(text)
    return "" if ours == theirs else f"{text!r}\n ours {ours}\n shfmt {theirs}"


@pytest.mark.parametrize("chunk", range(4))
def test_differential_with_shfmt(chunk: int) -> None:
    source = random.Random(random.random() if FUZZ else chunk)
    found = []
    compared = 0
    for _ in range(scaled(4_000)):
        if source.random() < 0.4:
            text = "".join(source.choice(ATOMS) + source.choice(["", " "]) for _ in range(source.randint(1, 9)))
        else:
            fill = ["".join(source.choice(ATOMS) for _ in range(source.randint(1, 3))) for _ in range(3)]
            text = source.choice(FORMS).format(*fill)
            if source.random() < 0.3:
                text = source.choice(FORMS).format(text, source.choice(ATOMS), source.choice(ATOMS))
        found += [problem for problem in [disagreement(text)] if problem]
        compared += 1
    assert compared
    assert not found, "\n".join(found[:5])


def test_corpus_differential() -> None:
    lines = shared("corpora/benign-ci-dev.jsonl").read_text().splitlines()
    commands = [json.loads(line)["command"] for line in lines][:: scaled(20) if scaled(20) > 1 else 20]
    refused = 0
    for command in commands:
        assert not disagreement(command)
        try:
            parse(command)
        except NotSimple:
            refused += 1
    assert refused < len(commands) * 0.15, "most real commands must not need a process"


@pytest.mark.parametrize(
    "text",
    [
        "case a in a) b;; esac",
        "f() { a; }",
        "a=(1 2)",
        "((1))",
        "time a",
        "coproc a",
        "echo ${x/a/b}",
        "echo ${!x}",
        "a <(b)",
        "a 'b",
        'a "b',
        "a $(b",
        "a |",
        "a &&",
        "if a; then b",
        "{ a",
        "a ;; b",
        "cat <<E\nx",
        "cat <<E\n$(a)\nE",
        "echo `a \\`b\\``",
        "echo $((1 + 2 * 3))",
        "echo $((a[1]))",
        "cat <<E $(b\n)\nE",
        "echo ?(a)",
        "a[1]=2",
        "select x in a; do b; done",
        "echo $'a'",
        ")",
        "fi",
        "[[ a =~ b ]]",
        "for ((;;)); do a; done",
        "{fd}> x",
        "echo \\",
        "! ! a",
    ],
)
def test_refuses(text: str) -> None:
    with pytest.raises(NotSimple):
        parse(text)
