"""A module's name is its own: two modules share one only for a reason that is written here. The list only shrinks."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import policyhooks

ROOT = Path(policyhooks.__file__).parent
A_CLIENT = "each client has the same parts, by the same names"
A_FORMAT = "each subject has the same formats, by the same names"
A_VERB = "the verb or sub-command, and what it is about"
A_PAGE = "the page of the reference, and what it describes"
A_MODEL = "the shape of that part of a policy file, and what is done with it"
A_TREE = "each tree has its own"
A_SIDE = "the same subject on the two sides of the wall, or on the two sides of a pipe"
UNLIKE = "two subjects with one word: the package says which"

REPEATED = {
    "answer": A_CLIENT,
    "arithmetic": UNLIKE,
    "break_glass": A_VERB,
    "budget": UNLIKE,
    "build": A_VERB,
    "calls": UNLIKE,
    "check": A_VERB,
    "commands": UNLIKE,
    "comparison": UNLIKE,
    "compile": A_VERB,
    "constants": UNLIKE,
    "doctor": A_CLIENT,
    "effects": UNLIKE,
    "entries": UNLIKE,
    "errors": A_SIDE,
    "events": A_CLIENT,
    "facts": UNLIKE,
    "fields": A_MODEL,
    "files": UNLIKE,
    "formats": UNLIKE,
    "functions": A_PAGE,
    "github": A_FORMAT,
    "globs": A_SIDE,
    "history": A_CLIENT,
    "hook": A_VERB,
    "html": A_FORMAT,
    "install": A_CLIENT,
    "journal": A_SIDE,
    "json": A_FORMAT,
    "literals": A_TREE,
    "loops": UNLIKE,
    "matching": A_SIDE,
    "names": A_TREE,
    "nodes": A_TREE,
    "options": UNLIKE,
    "packs": A_PAGE,
    "parse": A_CLIENT,
    "payloads": A_CLIENT,
    "memory": A_VERB,
    "place": UNLIKE,
    "places": UNLIKE,
    "policy": A_PAGE,
    "portable": A_VERB,
    "program": UNLIKE,
    "project": A_MODEL,
    "reading": UNLIKE,
    "recording": A_SIDE,
    "records": UNLIKE,
    "sarif": A_FORMAT,
    "scan": A_VERB,
    "schema": A_VERB,
    "session": A_SIDE,
    "statements": UNLIKE,
    "surroundings": UNLIKE,
    "tables": A_SIDE,
    "tags": A_SIDE,
    "text": A_FORMAT,
    "tools": A_CLIENT,
    "traps": UNLIKE,
    "trust": A_VERB,
    "values": A_TREE,
    "variables": A_SIDE,
    "words": UNLIKE,
}
# Words that tell a newcomer nothing about what is in a module.
RIDDLES = {
    "heads", "inner", "running", "crude", "choices", "written", "listings", "initialisers", "deeds", "codefold",
    "filling", "firing", "later", "shared", "derived", "outside", "ordinary", "utils", "helpers", "common", "misc",
    "base", "manager", "known", "known_further", "things", "stuff", "part2", "more", "extra",
}  # fmt: skip


def modules() -> dict[str, list[str]]:
    """Name -> the modules of that name."""
    found = defaultdict(list)
    for source in sorted(ROOT.rglob("*.py")):
        if not source.stem.startswith("__"):
            found[source.stem].append(source.relative_to(ROOT).as_posix())
    return found


def test_a_name_is_repeated_only_for_a_reason() -> None:
    repeated = {name: places for name, places in modules().items() if len(places) > 1}
    assert {name: places for name, places in repeated.items() if name not in REPEATED} == {}, "find another name"


def test_reasons_are_needed() -> None:
    found = modules()
    assert {name for name in REPEATED if len(found[name]) < 2} == set(), "drop these from the list"


def test_no_module_is_a_riddle() -> None:
    assert {name: places for name, places in modules().items() if name in RIDDLES} == {}


def test_every_module_says_what_it_owns() -> None:
    silent = [
        source.relative_to(ROOT).as_posix()
        for source in sorted(ROOT.rglob("*.py"))
        if source.read_text(encoding="utf-8").strip() and not ast.get_docstring(ast.parse(source.read_text()))
    ]
    assert silent == []
