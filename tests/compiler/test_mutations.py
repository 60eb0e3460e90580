"""Broken policies of every shape: diagnostics with a place, never an exception."""

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.compiler.compile import check_policies
from policyhooks.compiler.nodes import plain_data
from policyhooks.compiler.source import read_document
from tests.support.counts import scaled

EXAMPLE = Path(__file__).resolve().parents[1] / "data" / "compiler" / "example"
NAMES = ("shell.yaml", "other.yaml", "common.yaml", "config.yaml")
VALUES = [
    None, True, 0, -1, 3.5, "", "x", "x y", "{{", "{{ shell. }}", "true", "vars.x", "lists.wipers", "shell.command",
    "[1, 2", "a" * 3000, [], [None], ["x"], [[]], [{}], {}, {"x": 1}, {"id": "a"}, "deny", "judge", "**", "../x",
    "/", "a/b", "1 +", '"\\', "2026-02-30", "4s", ["shell.before"], {"commands": ["rm"]}, {"all": []},
    {"any": ["true"]}, "prompts/mail.md",
]  # fmt: skip


def load(name: str) -> Any:
    document, _ = read_document(str(EXAMPLE / name))
    assert document is not None
    return plain_data(document.root)


def places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(place for key, item in inner for place in places(item, (*here, key)))]


DOCUMENTS = {name: load(name) for name in NAMES}
PLACES = {name: places(document)[1:] for name, document in DOCUMENTS.items()}
MUTATION = st.sampled_from(NAMES).flatmap(
    lambda name: st.tuples(
        st.just(name),
        st.sampled_from(PLACES[name]),
        st.sampled_from(["set", "drop", "rename", "repeat"]),
        st.sampled_from(VALUES),
    )
)


def mutate(documents: dict[str, Any], name: str, place: tuple[Any, ...], how: str, value: Any) -> None:
    """Change one place, where an earlier change has left it."""
    here = documents[name]
    for step in place[:-1]:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return
    key = place[-1]
    if not isinstance(here, (dict, list)) or (isinstance(here, dict) and key not in here):
        return
    if isinstance(here, list) and (not isinstance(key, int) or key >= len(here)):
        return
    if how == "drop":
        del here[key]
    elif how == "rename" and isinstance(here, dict):
        here[f"{key}s"] = here.pop(key)
    elif how == "repeat" and isinstance(here, list):
        here.append(copy.deepcopy(here[key]))
    else:
        here[key] = copy.deepcopy(value)  # a later change must not change the table, or put a value into itself


@settings(max_examples=scaled(2000), deadline=None)
@given(mutations=st.lists(MUTATION, min_size=1, max_size=4))
def test_fuzz_no_mutation_raises(mutations: list[Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    documents = copy.deepcopy(DOCUMENTS)
    for mutation in mutations:
        mutate(documents, *mutation)
    folder = tmp_path_factory.getbasetemp() / f"mutations-{os.getpid()}"
    folder.mkdir(exist_ok=True)
    for name, document in documents.items():
        (folder / name).write_text(json.dumps(document, indent=1), encoding="utf-8")
    paths = [str(folder / name) for name in NAMES[:3]]
    for problem in check_policies(paths, str(folder / "config.yaml")).diagnostics:
        assert problem.path
        assert problem.line > 0
        assert 0 < problem.column < problem.end_column
        assert problem.message == problem.message.strip().rstrip(".")
