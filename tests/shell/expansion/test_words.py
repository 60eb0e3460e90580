"""From written words to argv: quotes, variables, braces, tildes; and what stays unknown."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


def argv(text: str) -> list[str]:
    return list(view(text).commands[-1].argv)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r''m -r\"f\" /", ["rm", "-rf", "/"]),
        ("\\rm a\\ b", ["rm", "a b"]),
        ("r\\\nm x", ["rm", "x"]),
        ("$'\\x72\\155' $'a\\tb' $'\\u00e9'", ["rm", "a\tb", "é"]),
        ("$'a\\0b' x", ["a", "x"]),
        ('e "a\\$b\\"c\\d"', ["e", 'a$b"c\\d']),
        ("e '' \"\" a''", ["e", "", "", "a"]),
        ("X=rm; $X -rf /", ["rm", "-rf", "/"]),
        ("X='rm -rf /'; $X", ["rm", "-rf", "/"]),
        ("X='a b'; e \"$X\"", ["e", "a b"]),
        ("X=a; X+=b; e $X", ["e", "ab"]),
        ("X=; e $X b", ["e", "b"]),
        ("e $HOME ~ ~/x \"$HOME/y\" '~'", ["e", "/home/dev", "/home/dev", "/home/dev/x", "/home/dev/y", "~"]),
        ("e $PWD $(pwd)/a", ["e", "/w", "/w/a"]),
        ("{rm,-rf,/}", ["rm", "-rf", "/"]),
        (
            "e a{b,c{d,e}}f {1..3} {a..c} {01..03}",
            ["e", "abf", "acdf", "acef", "1", "2", "3", "a", "b", "c", "01", "02", "03"],
        ),
        ("e {a} {a,b '{a,b}' \\{a,b}", ["e", "{a}", "{a,b", "{a,b}", "{a,b}"]),
        ("$(echo rm) x", ["rm", "x"]),
        ("e $(printf '\\141\\142')", ["e", "ab"]),
        ("set -- a b; e $2 $1", ["e", "b", "a"]),
        ("f() { e $2; }; f a b", ["e", "b"]),
        ("export X=a; e ${X} ${X:-b}", ["e", "a", "a"]),
    ],
)
def test_argv(text: str, expected: list[str]) -> None:
    assert argv(text) == expected


@pytest.mark.parametrize(
    ("text", "dynamic"),
    [
        ("e $X", [1]),
        ('e a "$X" b', [2]),
        ("e $(date) `date`", [1, 2]),
        ("e $((1 + 1))", [1]),
        ("e ${X%a} ${#X} ${!X}", [1, 2, 3]),
        ("read X; e $X", [1]),
        ("X=a; read X; e $X", [1]),
        ("if c; then X=a; fi; e $X", [1]),
        ("X=a; c && X=$(d); e $X", [1]),
        ("for X in $(ls); do e $X; done", [1]),
        ("X=a; while c; do e $X; X=b; done", [1]),
        ("X=a; . ./x; e $X", [1]),
        ("X=a; unset X; e $X", [1]),
        ("IFS=:; X=a:b; e $X", [1, 2]),
        ("e ~other/x <(a)", [1, 2]),
        ("X=(a b); e ${X[0]}", [1]),
        ("declare -l X=A; e $X", [1]),
        ("X=a bash -c 'e $X'", []),
    ],
)
def test_unknown_parts_are_marked(text: str, dynamic: list[int]) -> None:
    command = [item for item in view(text).commands if item.name == "e"][-1]
    if dynamic:
        assert list(command.dynamic_args) == dynamic
        assert command.dynamic


def test_loops_over_constants_are_unrolled() -> None:
    deletes = [path.norm for command in view("for d in a b; do rm -rf $d/x; done").commands for path in command.deletes]
    assert deletes == ["/w/a/x", "/w/b/x"]


def test_too_many_braces_are_not_understood() -> None:
    assert not view("e " + "{1..9}" * 6).understood


@pytest.mark.parametrize("text", ["[ -f x ]", "test -f x", "e a[b"])
def test_a_lone_bracket_is_no_pattern(text: str) -> None:
    assert view(text).understood


@pytest.mark.parametrize(
    ("text", "glob"), [("rm *.c", True), ("rm '*.c'", False), ("rm a?", True), ("rm [ab]", True), ("rm \\*", False)]
)
def test_glob(text: str, glob: bool) -> None:
    assert view(text).commands[0].glob is glob


@pytest.mark.parametrize("form", ["${=x}", "${~x}", "${^x}", "${==x}"])
def test_options_of_zsh_in_an_expansion_are_not_understood(form: str) -> None:
    text = f"x='a b'\nrm {form}"
    assert "unsupported_syntax" in view(text, "zsh").problems
