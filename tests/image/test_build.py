"""The image: stripping and splitting change when code is loaded, never what it does."""

import ast
import json
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from benchmarks.events import ORDINARY as CASES
from benchmarks.events import SHELL
from policyhooks.image import build as images
from policyhooks.image.groups import split_groups
from policyhooks.image.profile import ORDINARY
from policyhooks.image.split import split
from policyhooks.image.statements import read_modules
from policyhooks.image.strip import compile_tree, strip_source
from policyhooks.runtime.launch.waiting import Unmade, late, made_of, make_classes
from tests.support.hooks import hook_argv, install, payload, run


def test_stripping_keeps_behaviour_and_drops_words() -> None:
    text = '''
"""Module text."""
from __future__ import annotations
TYPE_CHECKING = False
if TYPE_CHECKING:
    from nowhere import Nothing
else:
    here = 1
count: int = 2
later: Nothing
class A:
    """Class text."""
    x: int = 3
    y: str
def f(a: Nothing, *b: Nothing, c: int = 1, **d: Nothing) -> Nothing:
    """Function text."""
    assert a, "stays"
    return a + c
def g() -> None:
    """Only text."""
'''
    space: dict[str, object] = {}
    code = compile_tree(strip_source(text, "m"), "m")
    exec(code, space)
    assert (space["here"], space["count"], space["A"].x) == (1, 2, 3)  # type: ignore[attr-defined]
    assert space["f"](1) == 2  # type: ignore[operator]
    assert space["g"]() is None  # type: ignore[operator]
    with pytest.raises(AssertionError):
        space["f"](0)  # type: ignore[operator]
    assert "__annotations__" not in space
    assert space["f"].__doc__ is None
    assert "text" not in repr(code.co_consts)


SPLIT = """
from other import helper, Kind, Rare
LIMIT = 3
def hot(x):
    return cold(x) + LIMIT if x else helper(x)
def cold(x):
    return TABLE[x]
TABLE = {1: 10}
class Used:
    pass
class Unused(Exception):
    pass
class Busy:
    def work(self):
        return 1
def check(x):
    if x > 5:
        raise Unused("no")
    if x < 0:
        return Busy()
    return isinstance(x, Kind)
"""
OTHER = """
class Kind(int):
    pass
class Rare(Exception):
    pass
def helper(x):
    return 7
"""


def parts() -> dict[str, tuple[str, str]]:
    trees = {"m": strip_source(SPLIT, "m"), "other": strip_source(OTHER, "other")}
    found = split(read_modules(trees), {"m": ["hot", "check"], "other": []})
    return {name: (ast.unparse(hot), ast.unparse(cold)) for name, (hot, cold) in found.items()}


def test_what_runs_first_and_what_waits() -> None:
    hot, cold = parts()["m"]
    assert "def hot" in hot
    assert "LIMIT = 3" in hot
    assert "def cold" in cold
    assert "TABLE" in cold
    assert "cold = _policyhooks_stub('m', 'cold')" in hot
    assert "helper = _policyhooks_stub('other', 'helper')" in hot
    assert "Kind = _policyhooks_taken('other', 'Kind')" in hot  # nothing is an instance of it before it is made
    assert "Unused = _policyhooks_unmade(globals()," in hot  # it is only called
    assert "Busy = _policyhooks_stub('m', 'Busy')" in hot  # the same, with methods
    assert "class Busy" in cold
    assert "Kind = _policyhooks_unmade(globals()," in parts()["other"][0]


CLASSES = """
class Base:
    zero = 0
class Called(Base):
    pass
class Tested(Base):
    pass
class Listed(Base):
    pass
class Given(Base):
    pass
def run(x):
    if isinstance(x, Tested | Called):
        return 1
    return table(Given) if x else (Called(), Listed())
def table(kind):
    return kind
"""
# What the importing module does with a class, and whether it then stands there unmade.
USES = {
    "return Called()": True,
    "return isinstance(x, Called)": True,
    "return isinstance(x, (Called, str))": True,
    "return isinstance(x, Called | str)": True,
    "return [Called]": False,
    "return Called.zero": False,
    "return type(x) is Called": False,
    "return issubclass(x, Called)": False,
    "return isinstance(Called, x)": False,
    "raise Called": True,
    "raise Called(1)": True,
    "try: x()\n    except Called: pass": True,
    "try: x()\n    except (OSError, Called): pass": True,
    "try: x()\n    except Called.zero: pass": False,
    "return told(Called, size=1)": True,
    "return told(x, Called)": False,
    "return listed(Called)": False,
    "raise ValueError from Called": False,
}


def test_classes_that_are_called_and_tested_alone_are_made_late() -> None:
    tree = strip_source(CLASSES, "m")
    hot, _ = split(read_modules({"m": tree}), {"m": ["run", "table", "Listed", "Called?"]})["m"]
    text = ast.unparse(hot)
    assert "isinstance(x, (Tested, Called))" in text
    late = {name for name in ("Base", "Called", "Tested", "Listed", "Given") if f"class {name}" not in text}
    assert late == {"Called", "Tested"}  # Base is a base of one that is made, Given is handed on


@pytest.mark.parametrize("use", USES)
def test_who_does_more_with_a_class_gets_it_made(use: str) -> None:
    trees = {
        "other": strip_source(CLASSES, "other"),
        "m": strip_source(f"from other import Called\ndef f(x):\n    {use}\n", "m"),
    }
    hot, _ = split(read_modules(trees), {"m": ["f"], "other": ["run", "Called?"]})["m"]
    assert ("_policyhooks_taken('other', 'Called')" in ast.unparse(hot)) == USES[use]
    assert ("import Called" in ast.unparse(hot)) != USES[use]


def test_a_class_is_made_by_its_first_call_with_its_bases() -> None:
    hot, _ = split(
        read_modules({"m": strip_source(CLASSES, "m")}), {"m": ["run", "Base?", "Called?", "Tested?", "Listed?"]}
    )["m"]
    space: dict[str, Any] = {"__name__": "m", "_policyhooks_unmade": Unmade, "_policyhooks_late": late}
    space["_policyhooks_stub"] = lambda module, name: None
    exec(compile_tree(hot, "m"), space)
    unmade = space["Called"]
    assert type(unmade) is Unmade
    assert not isinstance(1, unmade)
    value = unmade()
    assert isinstance(value, unmade)
    assert type(value) is space["Called"]
    assert type(value).__mro__[1] is space["Base"]
    assert space["run"](value) == 1
    assert type(space["Tested"]) is Unmade
    assert type(unmade()) is type(value)


ERRORS = """
class Wrong(Exception):
    pass
class Refused(Wrong):
    pass
class Late(Exception):
    pass
def ask(what):
    if what == 1:
        raise Refused
    if what == 2:
        raise Refused("so")
    if what == 3:
        raise Late
    if what == 4:
        raise Wrong
    if what == 5:
        raise KeyError
    return "fine"
def run(what):
    try:
        return ask(what)
    except Refused as problem:
        return "refused", problem.args
    except (Late, KeyError) as problem:
        return type(problem).__name__
    except Wrong:
        return "wrong"
"""


@pytest.mark.parametrize("order", list(permutations(range(6), 3)))
def test_errors_are_raised_and_caught_alike_whether_their_classes_are_made_or_not(order: tuple[int, ...]) -> None:
    tree = strip_source(ERRORS, "m")
    hot, _ = split(read_modules({"m": tree}), {"m": ["run", "ask", "Wrong?", "Refused?", "Late?"]})["m"]
    assert "class" not in ast.unparse(hot)
    split_space: dict[str, Any] = {"__name__": "m", "_policyhooks_unmade": Unmade, "_policyhooks_late": late}
    split_space |= {"_policyhooks_caught": made_of, "_policyhooks_made": make_classes}
    whole_space: dict[str, Any] = {"__name__": "m"}
    exec(compile_tree(hot, "m"), split_space)
    exec(compile_tree(strip_source(ERRORS, "m"), "m"), whole_space)
    assert [split_space["run"](what) for what in order] == [whole_space["run"](what) for what in order]


def test_names_that_are_defined_twice_keep_their_order() -> None:
    tree = strip_source("A = 1\ndef f():\n    return A\nA = 2\n", "m")
    hot, cold = split(read_modules({"m": tree}), {"m": ["f"]})["m"]
    assert " ".join(ast.unparse(hot).split()) == "A = 1 def f(): return A A = 2"
    assert cold.body == []


@pytest.mark.parametrize("listed", ["as measured", "nothing", "everything"])
def test_the_answer_does_not_depend_on_the_split(tmp_path: Path, listed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same events, deny and pass and error, through images that load different things first."""
    if listed == "nothing":
        monkeypatch.setattr(images, "ORDINARY", {"": {}})
    elif listed == "everything":
        modules = {
            name: [node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
            for name, text in images.closed_set().items()
            if name != "policyhooks.runtime.launch.boot"
        }
        monkeypatch.setattr(images, "ORDINARY", {"": modules})
    active = install(tmp_path)
    answers = [run(active, payload(do)) for do in ("nothing", "deny", "raise", "recurse", "print")]
    found = [(done.returncode, done.stdout) for done in answers]
    plain = install(tmp_path / "plain")
    expected = [run(plain, payload(do)) for do in ("nothing", "deny", "raise", "recurse", "print")]
    assert found == [(done.returncode, done.stdout) for done in expected]
    for client, native, event in [*CASES, SHELL]:
        done = subprocess.run(
            hook_argv(active.state, client, native), input=json.dumps(event).encode(), capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (64, b""), (client, native)


def test_what_is_listed_exists() -> None:
    """A name that is gone costs nothing, a module that is gone hides that the list is old."""
    sources = images.closed_set()
    listed = {name for group in ORDINARY.values() for name in group}
    assert listed <= set(sources), "run `python -m benchmarks.profile`"


def test_the_closed_set_is_closed() -> None:
    """Everything the hook's modules import is in the image or the interpreter's own."""
    sources = images.closed_set()
    # The last two: parts of dates in time zones, which no ordinary condition asks for.
    allowed = (*sys.builtin_module_names, *images.EXTENSIONS, "datetime", "zoneinfo")
    for name, text in sources.items():
        for node in ast.walk(strip_source(text, name)):
            if isinstance(node, ast.ImportFrom) and node.module:
                inside = node.module in sources or f"{node.module}.{node.names[0].name}" in sources
                assert inside or node.module in allowed, (name, node.module)
            elif isinstance(node, ast.Import):
                assert all(alias.name in allowed for alias in node.names), (name, ast.unparse(node))


def test_what_every_decision_loads_does_not_ask_for_the_shell() -> None:
    """A group that goes with a module is not imported by the first parts outside it."""
    trees = {name: strip_source(text, name) for name, text in images.closed_set().items()}
    parts = split_groups(trees, ORDINARY)
    waiting = {name for group, modules in ORDINARY.items() if group.startswith("policyhooks.") for name in modules}
    assert waiting
    for name in parts.keys() - waiting:
        hot, _ = parts[name]
        asked = {node.module for node in hot.body if isinstance(node, ast.ImportFrom)}
        assert not asked & waiting, name
