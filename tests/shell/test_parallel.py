"""parallel makes lines of shell text: of arguments that are written out, and of arguments that nobody knows."""

import pytest

from policyhooks.shell.parser import Parser
from policyhooks.shell.view import read
from policyhooks.suite.place import find_shfmt

# command, (name, args) that must be seen, understood
CASES = [
    ("parallel ::: 'rm -rf /'", ("rm", ["/"]), True),
    ("parallel bash -c ::: 'rm -rf /'", ("rm", ["/"]), True),
    ("parallel rm -rf {} ::: build /", ("rm", ["/"]), True),
    ("parallel rm -rf ::: build", ("rm", ["build"]), True),
    ("parallel -j2 rm -rf {} ::: a b", ("rm", ["b"]), True),
    ("parallel rm -rf :::: list.txt", ("rm", ["$_"]), False),
    ("parallel rm {.} ::: a.txt", ("rm", ["{.}"]), False),
    ("parallel " + "echo ::: " + " ".join("x" * 30), ("echo", ["x"]), False),
    ("echo / | parallel rm -rf", ("rm", []), True),
]


@pytest.mark.parametrize(("command", "seen", "understood"), CASES)
def test_lines_of_parallel(command: str, seen: tuple[str, list[str]], understood: bool) -> None:
    parser = Parser(find_shfmt())
    view = read(command, dialect="bash", cwd="/w", workspace="/w", home="/h", resolve_links=False, parser=parser)
    assert seen in [(found.name, list(found.args)) for found in view.commands]
    assert view.understood is understood
