"""The image: stripping and splitting change when code is loaded, never what it does."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.events import ORDINARY as CASES
from benchmarks.events import SHELL
from policyhooks.image import build as images
from policyhooks.image.profile import ORDINARY
from policyhooks.image.split import split
from policyhooks.image.strip import compile_tree, strip_source
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
def check(x):
    if x > 5:
        raise Unused("no")
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
    found = split(trees, {"m": ["hot", "check"], "other": []})
    return {name: (ast.unparse(hot), ast.unparse(cold)) for name, (hot, cold) in found.items()}


def test_what_runs_first_and_what_waits() -> None:
    hot, cold = parts()["m"]
    assert "def hot" in hot
    assert "LIMIT = 3" in hot
    assert "def cold" in cold
    assert "TABLE" in cold
    assert "cold = _policyhooks_stub('m', 'cold')" in hot
    assert "helper = _policyhooks_stub('other', 'helper')" in hot
    assert "import Kind" in hot  # isinstance must see the class itself
    assert "Unused = _policyhooks_stub('m', 'Unused')" in hot  # it is only called
    assert "class Unused" in cold
    assert "class Kind" in parts()["other"][0]


def test_names_that_are_defined_twice_keep_their_order() -> None:
    tree = strip_source("A = 1\ndef f():\n    return A\nA = 2\n", "m")
    hot, cold = split({"m": tree}, {"m": ["f"]})["m"]
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
    parts = images.split_groups(trees, ORDINARY)
    waiting = {name for group, modules in ORDINARY.items() if group.startswith("policyhooks.") for name in modules}
    assert waiting
    for name in parts.keys() - waiting:
        hot, _ = parts[name]
        asked = {node.module for node in hot.body if isinstance(node, ast.ImportFrom)}
        assert not asked & waiting, name
