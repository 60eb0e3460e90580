"""shfmt's nodes are taken whole: what comes in is there afterwards, and what is not known is an error."""

from __future__ import annotations

import inspect
import json
import subprocess
from typing import Any

import pytest

from policyhooks.shell.syntax.decoding import ANY, KINDS, NAME, VALUE, UnknownNode, decode, decode_file
from policyhooks.shell.syntax.nodes import Lit, Statement, below
from policyhooks.shell.syntax.rare_nodes import Comment
from policyhooks.shell.syntax.shfmt_place import locate
from tests.shell.reading import view
from tests.shell.syntax.shapes import bare, shape
from tests.support.shared import shared

# One of each kind of node, in bash.
TEXTS = [
    "a=1 b+=2 c 'd' \"e $f\" $'g' $\"h\" > i 2>> j < k <<< l &",
    "! a | b |& c && d || e",
    "( a; b ) > c; { d; e; }",
    "cat <<E\nx $y $(z)\nE\n",
    "cat <<-'E'\n\tx\n\tE\n",
    "if a; then b; elif c; then d; else e; fi",
    "while a; do b; done; until c; do d; done",
    "for i in a b; do c; done; for i; do d; done; select j in k; do l; done",
    "for ((i = 0; i < 3; i++)); do a; done",
    "case $x in a | b) c ;; *) d ;;& e) f ;& esac",
    "f() { a; }; function g { b; }",
    "[[ -f a && ! b == c || ( d -eq e ) ]]",
    "((x = 1, y++, -z ? (a) : b)); echo $((a[1] + b)) $[c]",
    "time -p a; time; coproc a { b; }; coproc c",
    "x=(a [1]=b [c]= $(d)); y[e]=f; declare -a z=(g) h -i",
    "echo @(a|b) <(c) >(d) `e` $(f # g\n)",
    "echo ${a} ${!b} ${#c} ${d:-e} ${f:1:2} ${g/h/i} ${j//k} ${l[@]} ${!m*} ${n@Q} ${o^^}",
    "{fd}> a; exec 3>&- 4<&0 &> b &>> c >| d <> e",
]
DIALECTS = [
    ("zsh", "${(f)a} ${b[(r)c]} ${d:h} ${+e} ${=f} ${~g} ${^h} ${${i}}"),
    ("zsh", "() { a; }; function b c { d; }; e &!"),
    ("mksh", "${ a;} ${|b;} $((# 1)) ${%c}; d |&"),
]


def written(text: str, language: str = "bash") -> Any:
    command = [locate(), "--to-json", "-ln", language]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    return json.loads(done.stdout) if not done.returncode else None


def lost(text: str, language: str = "bash") -> str:
    """Empty where all that shfmt says is in the nodes."""
    given = written(text, language)
    if given is None:
        return ""
    theirs = bare(given).get("Stmts", [])
    ours = [shape(statement) for statement in decode_file(given)[0]]
    return "" if ours == theirs else f"{text!r}\n ours {ours}\n shfmt {theirs}"


@pytest.mark.parametrize(("language", "text"), [*(("bash", text) for text in TEXTS), *DIALECTS])
def test_nothing_is_lost(language: str, text: str) -> None:
    assert written(text, language) is not None, "not in this language"
    assert not lost(text, language)


def test_nothing_of_real_commands_is_lost() -> None:
    lines = shared("corpora/benign-ci-dev.jsonl").read_text().splitlines()[::20]
    assert not [problem for line in lines for problem in [lost(json.loads(line)["command"])] if problem]


def test_every_field_of_a_node_can_come_from_shfmt() -> None:
    placed = {"start", "end", "semicolon", "several_lines", "comments"}  # from positions, and from several fields
    for kind, (made, fields) in KINDS.items():
        named = {attribute for attribute, _ in fields.values()} | placed
        declared = {name for owner in made.__mro__ for name in inspect.get_annotations(owner)}
        assert declared - {"text", "name"} <= named, kind
        assert named - placed <= declared, kind


def test_every_kind_of_a_field_is_known() -> None:
    for kind, (_, fields) in KINDS.items():
        for field, (_, inner) in fields.items():
            assert inner in (VALUE, NAME, ANY, "Word", *KINDS), f"{kind}.{field}"


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"Type": "Poem", "Lines": []}, ANY),
        ({"Type": "Lit", "Value": "a", "Colour": "red"}, ANY),
        ({"Cmd": {"Type": "CallExpr", "Args": [{"Parts": [{"Type": "Riddle"}]}]}}, "Stmt"),
        ({"Parts": [{"Value": "a"}]}, "Word"),
    ],
)
def test_what_is_not_in_the_table_is_an_error(given: Any, kind: str) -> None:
    with pytest.raises(UnknownNode):
        decode(given, kind)


def test_an_unknown_field_of_the_file_is_an_error() -> None:
    with pytest.raises(UnknownNode):
        decode_file({"Type": "File", "Stmts": [], "Mood": "good"})


def test_an_unknown_node_is_never_an_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(KINDS, "CaseClause")
    shell = view("case $x in a) rm b ;; esac")
    assert not shell.understood
    assert "parser_failed" in shell.problems


def test_places_that_are_kept() -> None:
    statements, comments = decode_file(written("a; b # c\nd\n# e"))
    assert [(node.start, node.end, node.semicolon) for node in statements] == [
        (0, 2, True),
        (3, 4, False),
        (9, 10, False),
    ]
    assert [node.start for node in below([statements, comments]) if isinstance(node, Comment)] == [5, 11]


def test_a_walk_goes_in_the_order_of_the_text() -> None:
    statements, _ = decode_file(written('if a "b c$d" e; then f > g; else h; fi'))
    texts = [node.text for node in below(statements) if isinstance(node, Lit)]
    assert texts == ["a", "b c", "e", "f", "g", "h"]
    assert not [node for node in below(statements, (Statement,)) if isinstance(node, Lit)]
