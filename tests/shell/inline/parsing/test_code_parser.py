"""Outlines of inline code: what is called, bound, imported and only referred to."""

from __future__ import annotations

import pytest

from policyhooks.shell.inline.language_readers import outline_of
from policyhooks.shell.inline.nodes import Call, Element, Literal, Member, Name, Node, Several, Subscript


def written(node: Node) -> str:
    """A node as one would write it."""
    if isinstance(node, Literal):
        return repr(node.text)
    if isinstance(node, Name):
        return node.name
    if isinstance(node, Member):
        return f"{written(node.owner)}.{node.name}"
    if isinstance(node, Subscript):
        return f"{written(node.owner)}[{written(node.key)}]"
    if isinstance(node, Call):
        named = [f"{key}={written(value)}" for key, value in node.named.items()]
        return f"{written(node.function)}({', '.join([*map(written, node.arguments), *named])})"
    if isinstance(node, Several):
        return f"{type(node).__name__}({', '.join(map(written, node.items))})"
    return f"each {written(node.source)}" if isinstance(node, Element) else "?"


@pytest.mark.parametrize(
    ("lang", "text", "calls"),
    [
        ("javascript", "f(a, 'b')", ["f(a, 'b')"]),
        ("javascript", "a.b?.(1)\n  .then(c)", ["a.b(?)", "a.b(?).then(c)"]),
        ("javascript", "if (a) f()", ["f()"]),
        ("javascript", "f(a ? 'b' : 'c')", ["f(Either('b', 'c'))"]),
        ("javascript", "f('a' + b)", ["f(Joined('a', b))"]),
        ("javascript", "f({x: 'a'})", ["f(?)"]),
        ("javascript", "f`a`", ["f('a')"]),
        ("javascript", "x[0](1)", ["x[?](?)"]),
        ("perl", "system 'rm', 'x';", ["system('rm', 'x')"]),
        ("perl", "unlink;", ["unlink($_)"]),
        ("perl", "exec { 'a' } 'b', 'c'", ["exec('a', 'c')"]),
        ("perl", "f($x{y})", ["f($x['y'])"]),
        ("perl", "s/a/f(1)/e", ["f(?)"]),
        ("perl", "`ls`", ["qx('ls')"]),
        ("ruby", "puts 'a', b", ["puts('a', b)"]),
        ("ruby", "f *list", ["f(list)"]),
        ("lua", "f'a'", ["f('a')"]),
        ("php", "f('a' . $b);", ["f(Joined('a', $b))"]),
        ("applescript", 'do shell script "ls"', ["do-shell-script('ls')"]),
        ("python", "f('%s/x' % a)", ["f(Joined('', a, '/x'))"]),
        ("python", "f('{1}{0}'.format(a, b))", ["f(Joined('', b, '', a, ''))"]),
        ("python", "f(a / 'b', *c, d=1)", ["f(JoinedPath(a, 'b'), ?, d=?)"]),
    ],
)
def test_calls(lang: str, text: str, calls: list[str]) -> None:
    assert [written(node) for node in outline_of(lang, text).calls] == calls


@pytest.mark.parametrize(
    ("lang", "text", "name", "bound"),
    [
        ("javascript", "const {a, b: c} = d", "c", ["d.b"]),
        ("javascript", "const [a, b] = d", "b", ["d[?]"]),
        ("javascript", "for (const a of b) f()", "a", ["each b"]),
        ("javascript", "b.forEach(a => f(a))", "a", ["each b"]),
        ("javascript", "a = 'x'; a += 'y'", "a", ["Joined('x', 'y')"]),
        ("perl", "for my $a (@b) { f() }", "$a", ["each @b"]),
        ("perl", "f() for @b", "$_", ["each @b"]),
        ("php", "foreach ($b as $k => $a) {}", "$a", ["each $b"]),
        ("lua", "for i, a in ipairs(b) do f() end", "a", ["each b"]),
        ("ruby", "b.each { |a| f(a) }", "a", ["each b"]),
        ("ruby", "b.each do |a| f(a) end", "a", ["each b"]),
        ("python", "for i, a in enumerate(b): pass", "a", ["each b"]),
        ("python", "a, b = 'x', 'y'", "b", ["'y'"]),
    ],
)
def test_bindings(lang: str, text: str, name: str, bound: list[str]) -> None:
    assert [written(node) for node in outline_of(lang, text).bindings.get(name, [])] == bound


@pytest.mark.parametrize(
    ("lang", "text", "imports", "names"),
    [
        ("javascript", "import a, {b as c} from 'node:fs'", ["node:fs"], {"a": "fs", "c": "fs.b"}),
        ("perl", "use File::Path qw(rmtree)", ["File::Path"], {}),
        ("r", "library(httr)", ["httr"], {}),
        ("python", "from os import system as s", ["os"], {"s": "os.system"}),
    ],
)
def test_imports(lang: str, text: str, imports: list[str], names: dict[str, str]) -> None:
    outline = outline_of(lang, text)
    assert list(outline.imports) == imports
    assert outline.names == names


def test_functions_that_are_handed_on_are_referred_to() -> None:
    assert [written(node) for node in outline_of("javascript", "f(cp.exec)").references] == ["cp.exec"]


def test_text_that_is_no_code_is_not_parsed() -> None:
    assert not outline_of("javascript", "f('a").parsed
    assert not outline_of("python", "f('a").parsed


def test_a_method_of_what_a_call_returned_takes_words_in_perl() -> None:
    assert [written(node) for node in outline_of("perl", "f(a => 1)->g + 1").calls] == ["f(a=?)"]
