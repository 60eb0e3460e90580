"""Programs and arguments from variables: known in part, from arrays, and with one of several values."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


@pytest.mark.parametrize(
    ("text", "argvs"),
    [
        ('run=(go test); "${run[@]}" ./...', [["go", "test", "./..."]]),
        ('run=(go test); run+=(-run "$T"); "${run[@]}"', [["go", "test", "-run", "$T"]]),
        ('rest=(); ls "${rest[@]}" a', [["ls", "a"]]),
        ('for f in "${x[@]}"; do rm "$f"; done; x=(1)', [["rm", "${x}"]]),
        ('x=(p q); for f in "${x[@]}"; do rm "$f"; done', [["rm", "p"], ["rm", "q"]]),
        ("C='ruby a.rb'; C+=\" -x $V\"; $C", [["ruby", "a.rb", "-x", "$V"]]),
        ("B=$ROOT/bin/tool; $B -v", [["$ROOT/bin/tool", "-v"]]),
        ('B="$(pwd)/out/tool"; $B', [["/w/out/tool"]]),
        ('"$D/bin/tool" -v', [["$D/bin/tool", "-v"]]),
        ("$ANDROID_HOME/tools/adb devices", [["$ANDROID_HOME/tools/adb", "devices"]]),
        ("$(git rev-parse --show-toplevel)/run.sh", [["$(...)/run.sh"]]),
        ("$(which git) reset --hard", [["git", "reset", "--hard"]]),
        ("$(which nothing) rm -r a", [["rm", "-r", "a"], ["nothing", "rm", "-r", "a"], ["rm", "-r", "a"]]),
        ('"$(command -v node)" a.js', [["node", "a.js"]]),
        ('P=$(type -P git); "$P" push -f', [["git", "push", "-f"]]),
        ("if test -x a; then T=ls; else T=rm; fi; $T x", [["ls", "x"], ["rm", "x"]]),
        ("F=--soft; test a && F=--hard; git reset $F", [["git", "reset", "--hard"], ["git", "reset", "--soft"]]),
        ("case $1 in a) T=ls ;; *) T='cat -n' ;; esac; $T x", [["ls", "x"], ["cat", "-n", "x"]]),
        ('c=(rm); test a && c+=(-rf); "${c[@]}" y', [["rm", "-rf", "y"], ["rm", "y"]]),
        ('f() { rm "$@"; }; f -r a', [["rm", "-r", "a"]]),
        (
            'c=(gh edit); while read -r l; do c+=(--add "$l"); done; "${c[@]}"',
            [["gh", "edit", "$c", "--add", "$l"], ["gh", "edit", "$c"]],
        ),
        (
            'c=(git push); for i in 1; do c+=(--force); done; "${c[@]}"',
            [["git", "push", "$c", "--force"], ["git", "push", "$c"]],
        ),
        ("C='node a'; test x && C+=' b'; C+=\" $V\"; $C", [["node", "a", "b", "$V"], ["node", "a", "$V"]]),
        ("X=ls; while a; do printf '%s' b; done; $X", [["ls"]]),
        ("X=ls; while read -r y; do :; done; $X", [["ls"]]),
        ("sh -c 'rm \"$2\"' _ a b", [["rm", "b"]]),
        ("bash -c 'rm \"$0\"' a", [["rm", "a"]]),
        ("bash -c '\"$@\"' _ git push --force", [["git", "push", "--force"]]),
        ("bash -c 'rm $*' _ -r a", [["rm", "-r", "a"]]),
        ("bash -c 'rm \"$*\"' _ a b", [["rm", "a b"]]),
        ("bash -s -- -r a <<< 'rm \"$@\"'", [["rm", "-r", "a"]]),
        ("bash /dev/stdin a <<< 'rm \"$1\"'", [["rm", "a"]]),
        ("set -e -o pipefail a; rm $1", [["rm", "a"]]),
        ("set - a; rm $1", [["rm", "a"]]),
        ("bash -c 'for x; do rm \"$x\"; done' _ a b", [["rm", "a"], ["rm", "b"]]),
        ('f() { test -n "$2" && f "$2"; rm "$1"; }; f a b', [["rm", "b"], ["rm", "a"]]),
        ("printf '%s\\0' -r a | xargs -0 rm", [["rm", "-r", "a"]]),
        ("eval rm -- -- a", [["rm", "--", "--", "a"]]),
    ],
)
def test_readings(text: str, argvs: list[list[str]]) -> None:
    shell = view(text)
    assert shell.understood, shell.problems
    found = [list(item.argv) for item in shell.commands]
    assert [argv for argv in found if argv in argvs] == argvs


@pytest.mark.parametrize(
    "text",
    [
        ': .env; rm "$_"',
        "ls .env && rm $_",
        "x=(.env a); rm $x",
        "x=(.env); rm ${x[*]}",
        "bash -c 'rm ${1%.bak}' _ .env.bak",
        "bash -c 'rm ${!#}' _ a .env",
        "BASH_ARGV0=.env; rm $0",
        "printf 'rm \"$1\"\\n' > s; . ./s .env",
        "set -- *.x .env; shift; rm $1",
        "printf '%s\\0' a .env | while IFS= read -r -d '' f; do rm \"$f\"; done",
    ],
)
def test_paths_that_are_worked_out(text: str) -> None:
    """They are not certain, so the word stays dynamic, but its path is told."""
    assert "/w/.env" in [path.norm for path in view(text).paths if path.op == "delete"]


def test_a_wrapper_that_may_be_there() -> None:
    shell = view("S=; test -w / || S=sudo; $S make install")
    assert shell.understood, shell.problems
    assert sorted(item.elevated for item in shell.commands if item.name == "make") == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        '"${a[@]}" x',
        'a=($(cat f)); "${a[@]}"',
        'a=("$@"); "${a[@]}"',
        'a[1]=x; "${a[@]}"',
        'a=([2]=ls); "${a[@]}"',
        'a=(ls rm); "${a[@]:1}"',
        "X=rm; X+=$Y; $X z",
        "X=$(cat f); X+=' y'; $X",
        "X=$(cat f); $X/bin/tool",
        "read D; $D/bin/tool",
        "$(cat f)/bin/tool",
        "$D/$N",
        "$(which $N) x",
        "$(which a b) x",
        "$(command ls) x",
        "$(which ls | sed s/a/b/) x",
        "case $1 in a) T=ls ;; b) T=rm ;; esac; $T x",
        "if a; then T=ls; fi; $T x",
        "T=ls; while a; do T=$(b); done; $T x",
        "T=ls; trap 'T=rm' USR1; $T x",
        "T=ls; while read -r T; do :; done; $T",
        'T=ls; while read "$n"; do :; done; $T',
        "T=ls; while a; do printf -v T b; done; $T",
        "T=ls; for i in a; do T+=m; T=$i$T; done; $T",
        "T=ls; while a; do T+=$b; done; $T",
        "for i in a; do T+=' rm'; done; $T",
    ],
)
def test_unknown_programs_stay_unknown(text: str) -> None:
    assert not view(text).understood


def test_both_bodies_of_a_function_count() -> None:
    shell = view("if a; then f() { rm x; }; else f() { ls; }; fi; f")
    assert {"rm", "ls"} <= {item.name for item in shell.commands}


def test_a_branch_that_falls_through_runs_the_next() -> None:
    shell = view("case $1 in a) X=rm ;& b) $X y ;; esac")
    assert not shell.understood or "rm" in [item.name for item in shell.commands]
