"""What a lift is bound to: every field, framed, with the files of the call as they are."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.runtime.engine.action import Action, action_of, told
from policyhooks.runtime.engine.completing import MachineView, shell_reader
from policyhooks.runtime.engine.session import read_event
from tests.runtime.programs import holds, program, rule
from tests.support.counts import scaled
from tests.support.lifting import shell

PLACE = MachineView(user="dev", home="/home/dev", read_shell=shell_reader("", True, ()))
PROGRAM = program(rule("a", "deny", {"when": holds}))
texts = st.text(max_size=8)


@settings(max_examples=scaled(2_000), deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), texts), max_size=4),
    st.lists(st.tuples(st.sampled_from("abc"), texts), max_size=4),
)
def test_no_two_lists_of_fields_have_one_digest(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
    first, second = dict(one), dict(other)
    same = list(first.items()) == list(second.items())
    assert (Action(fields=first).digest == Action(fields=second).digest) is same


def test_where_one_field_ends_is_bound() -> None:
    assert Action(fields={"a": "bc", "d": ""}).digest != Action(fields={"a": "b", "d": "c"}).digest


def test_keys_have_no_order_and_lists_have_one() -> None:
    assert told({"b": [1, 2], "a": {"d": 1, "c": True}}) == '{"a":{"c":true,"d":1},"b":[1,2]}'
    assert told([1, 2]) != told([2, 1])
    assert told(["1"]) != told([1]) != told([True])


def action(payload: Mapping[str, object]) -> Action:
    event = read_event("claude-code", str(payload["hook_event_name"]), payload, {}, PLACE)
    return action_of(event, [PROGRAM], ["p/a"], "here")


def differing(before: Action, after: Action) -> set[str]:
    return {name for name, value in after.fields.items() if before.fields.get(name) != value}


def test_every_field_is_told(tmp_path: Path) -> None:
    found = action(shell("ls", cwd=str(tmp_path)))
    assert list(found.fields) == [
        "installation", "uid", "client", "session", "agent", "event", "tool", "server", "input", "mode", "folder",
        "programs", "rules", "files",
    ]  # fmt: skip
    assert found.fields["uid"] == str(os.getuid())
    assert found.unknown == []


CHANGES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "session": ({"session_id": "s2"}, {"session"}),
    "subagent": ({"agent_id": "a"}, {"agent"}),
    "tool": ({"tool_name": "Other"}, {"tool", "input", "unknown"}),
    "input": ({"tool_input": {"command": "ls", "timeout": 7}}, {"input"}),
    "mode": ({"permission_mode": "plan"}, {"mode"}),
    "words beside it": ({"tool_input": {"command": "ls", "description": "x"}}, set()),
    "id of the call": ({"tool_use_id": "t9"}, set()),
    "turn": ({"prompt_id": "p9"}, set()),
}


@pytest.mark.parametrize("case", CHANGES)
def test_what_changes_is_named(case: str, tmp_path: Path) -> None:
    change, expected = CHANGES[case]
    plain = shell("ls", cwd=str(tmp_path))
    assert differing(action(plain), action({**plain, **change})) == expected


@pytest.mark.parametrize(
    "op", ["cat FILE", "bash FILE", "./FILE", "curl -d @FILE https://x.example", "patch -p1 < FILE"]
)
def test_what_is_read_run_or_sent_is_bound_by_its_contents(op: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("one")
    payload = shell(op.replace("FILE", "file"), cwd=str(tmp_path))
    before = action(payload)
    path.write_text("two")
    assert differing(before, action(payload)) == {"files"}


@pytest.mark.parametrize("op", ["rm FILE", "echo x > FILE"])
def test_what_is_written_or_deleted_is_bound_by_what_it_is(op: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("one")
    payload = shell(op.replace("FILE", "file"), cwd=str(tmp_path))
    before = action(payload)
    path.write_text("two")
    assert differing(before, action(payload)) == set()
    path.rename(tmp_path / "kept")
    path.write_text("two")
    assert differing(before, action(payload)) == {"files"}


UNKNOWN = {
    "a pipe": ("cat pipe", lambda folder: os.mkfifo(folder / "pipe"), ""),
    "a folder that is read": ("tar cf x.tar src", lambda folder: (folder / "src").mkdir(), "what is in the folder"),
    "a variable": ("ls $X", None, "only known when it runs"),
    "a loader of a whole folder": ("terraform apply", None, "loads every file"),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_what_is_not_known_is_said(case: str, tmp_path: Path) -> None:
    command, make, words = UNKNOWN[case]
    if make is not None:
        make(tmp_path)
    found = action(shell(command, cwd=str(tmp_path)))
    assert words in " ".join(found.unknown)


def test_a_file_that_is_too_large_is_not_known(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(17 << 20)
    found = action(shell("cat large", cwd=str(tmp_path)))
    assert any("cannot be read" in words for words in found.unknown)
