"""parallel makes lines of shell text: of arguments that are written out, and of arguments that nobody knows."""

import pytest

from policyhooks.inspect.place import find_shfmt
from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.view.shell import read

PARSER = Parser(find_shfmt())

# command, (name, args) that must be seen, understood
CASES = [
    ("parallel ::: 'rm -rf /'", ("rm", ["/"]), True),
    ("parallel bash -c ::: 'rm -rf /'", ("rm", ["/"]), True),
    ("parallel rm -rf {} ::: build /", ("rm", ["/"]), True),
    ("parallel rm -rf ::: build", ("rm", ["build"]), True),
    ("parallel -j2 rm -rf {} ::: a b", ("rm", ["b"]), True),
    ("parallel rm -rf :::: list.txt", ("rm", ["$_"]), True),
    ("parallel rm {.} ::: a.txt", ("rm", ["a"]), True),
    ("parallel " + "echo ::: " + " ".join("x" * 30), ("echo", ["x"]), True),
    ("parallel " + "echo ::: " + " ".join("x" * 130), ("echo", ["x"]), False),
    ("parallel " + "::: " + " ".join(["true"] * 130), ("true", []), False),
    ("echo / | parallel rm -rf", ("rm", ["/"]), True),
    ("printf 'a\nb\n' | parallel rm {}", ("rm", ["b"]), True),
    ("parallel mv {} {//}/old-{/.}.bak ::: d/x.txt", ("mv", ["d/x.txt", "d/old-x.bak"]), True),
    ("parallel cp {1} {2}/ ::: a b ::: x y", ("cp", ["b", "y/"]), True),
    ("parallel cp {1} {2} ::: a b :::+ x y", ("cp", ["b", "y"]), True),
    ("parallel cp {1.} {-1/} ::: a.c ::: q/r", ("cp", ["a", "r"]), True),
    ("parallel -j4 --halt soon,fail=1 --eta --bar -k -a list gzip {}", ("gzip", ["$_"]), True),
    ("find . -name '*.log' | parallel --dry-run gzip", ("gzip", ["./*.log"]), True),
    ("parallel -I% touch %.done ::: a", ("touch", ["a.done"]), True),
    ("parallel 'echo {#} {%} && touch {/}' ::: p/q", ("touch", ["q"]), True),
    ("parallel sh -c 'git clean -fdx' ::: one", ("git", ["clean"]), True),
    ("parallel -n2 git ::: push --force", ("git", ["push"]), True),
    ("parallel -X rm ::: a b", ("rm", ["a", "b"]), True),
    ("parallel -q perl -ne 'print if /a b/' ::: f", ("perl", ["f"]), True),
    ("cat jobs | parallel sh -c {}", ("sh", ["$_"]), False),
    ("cat jobs | parallel {}", ("$_", []), False),
    ("ls bin | parallel {}", ("./*", []), False),
    ("ls | parallel", ("parallel", []), False),
    ("parallel -a jobs.txt", ("parallel", []), False),
    ("parallel --rpl '{x} s/a/b/' rm {x} ::: a", ("rm", ["{x}", "a"]), False),
    ("parallel echo '{= $_=`id` =}' ::: a", ("id", []), False),
    ("cat rows.csv | parallel --colsep , echo {1} {2}", ("echo", ["$_", "$_"]), True),
    ("cat big.sql | parallel --pipe wc -l", ("wc", []), True),
]


@pytest.mark.parametrize(("command", "seen", "understood"), CASES)
def test_lines_of_parallel(command: str, seen: tuple[str, list[str]], understood: bool) -> None:
    view = read(command, dialect="bash", cwd="/w", workspace="/w", home="/h", resolve_links=False, parser=PARSER)
    assert seen in [(found.name, list(found.args)) for found in view.commands]
    assert view.understood is understood


def test_no_arguments_run_nothing() -> None:
    view = read("parallel :::", dialect="bash", cwd="/w", workspace="/w", home="/h", resolve_links=False, parser=PARSER)
    assert view.understood
    assert not view.commands
