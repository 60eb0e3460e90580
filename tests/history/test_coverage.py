"""Coverage: sessions that the real clients wrote, against journals that our hooks wrote beside them.

A healthy run has no finding. Each row takes something away, or changes it, and the calls that this concerns are named.
"""

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from policyhooks.history.coverage.flights import Watch
from policyhooks.history.coverage.gap_causes import EVENT, OLDER, SESSION, SINGLE, SUBAGENT, TOOL
from policyhooks.history.coverage.measured_coverage import (
    AMBIGUOUS,
    COVERED,
    DUPLICATE,
    EARLIER,
    IGNORED,
    LATE,
    NOT_RUN,
    OUTSIDE,
    UNCOVERED,
    UNDATED,
    UNFINISHED,
    Coverage,
)
from policyhooks.history.coverage.measuring import measure
from policyhooks.history.coverage.windows import alike
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import find_transcripts
from tests.history.test_store import mutate

RECORDED = Path(__file__).parents[1] / "data/history/recorded"
SOAK = bool(os.environ.get("POLICYHOOKS_SOAK"))
CALLS = {"claude-code": 8, "codex": 5, "gemini-cli": 7, "copilot-cli": 7}  # that ran, or that a hook stopped
SINCE = "2026-11-18T00:00:00.000Z"
Line = dict[str, Any]


def stage(client: str, folder: Path) -> Path:
    """A copy of what the client and our hook wrote."""
    return Path(shutil.copytree(RECORDED / client, folder / client))


def journal(place: Path) -> Path:
    return place / "state/journal/journal.jsonl"


def change(path: Path, how: Callable[[Line], list[Line]]) -> None:
    """Every record of a file becomes what the function makes of it."""
    records = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(new) + "\n" for one in records for new in how(one)))


def look(client: str, place: Path, **more: Any) -> Coverage:
    watch = {"roots": ("/w/project",), "since": SINCE, **more}
    watches = [Watch(client, "project", "settings.json", str(place / "state"), **watch)]
    return measure(find_transcripts(place / "home", Skipped()), watches, most=1)


def remarks(found: Coverage) -> list[tuple[str, str, str, str]]:
    return sorted((one.kind, one.cause, one.call.tool, one.call.use_id) for one in found.remarks)


def is_call(one: Line) -> bool:
    return one["native"] in ("PreToolUse", "BeforeTool", "preToolUse")


@pytest.mark.parametrize("client", CALLS)
def test_a_healthy_run_has_no_finding(client: str) -> None:
    found = look(client, RECORDED / client)
    assert remarks(found) == []
    assert found.states[COVERED] == CALLS[client]
    # A plan that Codex does not support and an agent that Gemini CLI does not have were never run.
    assert found.states[NOT_RUN] == {"codex": 1, "gemini-cli": 1}.get(client, 0)
    assert not found.skipped
    assert found.measured == CALLS[client]


def drop(*which: Callable[[Line], bool]) -> Callable[[Line], list[Line]]:
    return lambda one: [] if any(fits(one) for fits in which) else [one]


def of_tool(tool: str) -> Callable[[Line], bool]:
    return lambda one: is_call(one) and one.get("tool") == tool


def of_id(use_id: str) -> Callable[[Line], bool]:
    return lambda one: is_call(one) and one["input"].get("tool_use_id") == use_id


def of_agent(one: Line) -> bool:
    return bool((one.get("input") or {}).get("agent_id"))


BASH = [("Bash", f"toolu_{number}") for number in (1, 3, 7, 8)]
EVERY = sorted([*BASH, ("Read", "toolu_4"), ("Write", "toolu_5"), ("Agent", "toolu_6")])
GONE = [
    ("a tool", drop(of_tool("Bash")), TOOL, BASH),
    ("one call", drop(of_id("toolu_3")), SINGLE, [("Bash", "toolu_3")]),
    ("sub-agents", drop(of_agent), SUBAGENT, [("Bash", "toolu_7")]),
    ("the event", drop(is_call), EVENT, EVERY),
    ("everything", drop(lambda one: True), SESSION, EVERY),
]


@pytest.mark.parametrize(("how", "cause", "named"), [row[1:] for row in GONE], ids=[row[0] for row in GONE])
def test_calls_without_a_decision_are_named(
    how: Callable[[Line], list[Line]], cause: str, named: list[tuple[str, str]], tmp_path: Path
) -> None:
    place = stage("claude-code", tmp_path)
    change(journal(place), how)
    found = look("claude-code", place)
    assert remarks(found) == sorted((UNCOVERED, cause, tool, use_id) for tool, use_id in named)
    assert found.states[UNCOVERED] == len(named)
    assert {one.call.agent != "" for one in found.remarks if one.call.use_id == "toolu_7"} <= {True}
    assert all(one.call.version == "2.1.325" and one.call.mode == "default" for one in found.remarks)


@pytest.mark.parametrize(
    ("client", "tool"), [("codex", "Bash"), ("gemini-cli", "run_shell_command"), ("copilot-cli", "bash")]
)
def test_a_tool_without_decisions_on_other_clients(client: str, tool: str, tmp_path: Path) -> None:
    place = stage(client, tmp_path)
    change(journal(place), drop(of_tool(tool)))
    found = look(client, place)
    assert {(one.kind, one.call.tool) for one in found.remarks} == {(UNCOVERED, tool)}
    assert found.states[UNCOVERED] == 3, "the denied call did not run"


@pytest.mark.parametrize("client", ["gemini-cli", "copilot-cli"])
@pytest.mark.parametrize("which", [0, 1])
def test_of_two_calls_that_are_alike_the_right_one_is_named(client: str, which: int, tmp_path: Path) -> None:
    """Their hooks are told no tool-use id, but each waited at its own time."""
    place = stage(client, tmp_path)
    times = [one.at for one in _echoes(client, place)]
    seen: list[Line] = []

    def one_of_two(one: Line) -> list[Line]:
        if is_call(one) and "echo one" in json.dumps(one["input"]):
            seen.append(one)
            return [] if len(seen) == which + 1 else [one]
        return [one]

    change(journal(place), one_of_two)
    (remark,) = look(client, place).remarks
    assert (remark.kind, remark.call.at) == (UNCOVERED, times[which])


def _echoes(client: str, place: Path) -> list[Any]:
    from policyhooks.history.coverage.flights import call_of
    from policyhooks.history.store import read_segment

    calls = [
        call_of(past) for one in find_transcripts(place / "home", Skipped()) for past in read_segment(one, Skipped())
    ]
    return sorted((call for call in calls if "echo one" in json.dumps(call.given)), key=lambda call: call.at)


def test_alike_at_the_same_time_is_ambiguous(tmp_path: Path) -> None:
    place = stage("copilot-cli", tmp_path)
    (events,) = place.glob("home/.copilot/session-state/*/events.jsonl")
    begun, done = "2026-11-18T20:21:32.545Z", "2026-11-18T20:21:33.390Z"

    def at_once(one: Line) -> list[Line]:
        if (one.get("data") or {}).get("toolCallId") in ("call1", "call3"):
            return [{**one, "timestamp": begun if one["type"].endswith("start") else done}]
        return [one]

    change(events, at_once)
    assert remarks(look("copilot-cli", place)) == [], "each has a decision, whichever it is"
    first = iter([True])
    change(
        journal(place),
        lambda one: [] if is_call(one) and "echo one" in json.dumps(one["input"]) and next(first, False) else [one],
    )
    found = look("copilot-cli", place)
    assert [(one.kind, one.call.use_id) for one in found.remarks] == [(AMBIGUOUS, "call1"), (AMBIGUOUS, "call3")]
    assert found.faults == 0


def set_to(fits: Callable[[Line], bool], **more: Any) -> Callable[[Line], list[Line]]:
    return lambda one: [{**one, **more} if fits(one) else one]


def twice(fits: Callable[[Line], bool]) -> Callable[[Line], list[Line]]:
    return lambda one: [one, one] if fits(one) else [one]


def of_command(text: str) -> Callable[[Line], bool]:
    return lambda one: is_call(one) and text in json.dumps(one["input"])


WRONG = [
    ("claude-code", set_to(of_id("toolu_1"), verdict="deny"), [(IGNORED, "toolu_1")]),
    ("claude-code", set_to(of_id("toolu_8"), verdict="deny"), [(IGNORED, "toolu_8")]),
    ("codex", set_to(of_id("call3"), verdict="deny"), [(IGNORED, "call3")]),
    ("copilot-cli", set_to(of_command("notes.txt"), verdict="deny"), [(IGNORED, "call4")]),
    ("claude-code", set_to(of_id("toolu_4"), time="2026-11-18T20:25:00.000Z"), [(LATE, "toolu_4")]),
    ("copilot-cli", set_to(of_command("notes.txt"), time="2026-11-18T20:25:00.000Z"), [(LATE, "call4")]),
    ("claude-code", twice(of_id("toolu_4")), [(DUPLICATE, "toolu_4")]),
    ("copilot-cli", twice(of_command("notes.txt")), [(DUPLICATE, "call4")]),
    # An answer that came too late was not ignored.
    ("claude-code", set_to(of_id("toolu_4"), time="2026-11-18T20:25:00.000Z", verdict="deny"), [(LATE, "toolu_4")]),
]


@pytest.mark.parametrize(("client", "how", "wanted"), WRONG)
def test_what_else_can_be_wrong(
    client: str, how: Callable[[Line], list[Line]], wanted: list[tuple[str, str]], tmp_path: Path
) -> None:
    place = stage(client, tmp_path)
    change(journal(place), how)
    found = look(client, place)
    assert [(one.kind, one.call.use_id) for one in found.remarks] == wanted
    assert found.faults == sum(kind != DUPLICATE for kind, _ in wanted)
    assert found.states[COVERED] == CALLS[client]


def test_a_session_that_is_older_than_the_installation(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    change(journal(place), drop(lambda one: True))
    found = look("claude-code", place, since="2026-11-18T20:21:01.000Z")
    assert {one.cause for one in found.remarks} == {OLDER}
    assert (found.states[EARLIER], found.states[UNCOVERED]) == (4, 4)


def test_a_session_elsewhere_is_nobodys_business(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    change(journal(place), drop(lambda one: True))
    found = look("claude-code", place, roots=("/w/proj",))
    assert found.states == {OUTSIDE: 8}
    assert not found.remarks


def test_where_a_journal_no_longer_goes_back_nothing_is_missing(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    change(journal(place), drop(lambda one: one["seq"] < 6))
    found = look("claude-code", place)
    assert not found.remarks
    assert (found.states[EARLIER], found.states[COVERED]) == (4, 4)


def test_an_event_that_could_not_be_read_leaves_a_doubt(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)

    def unread(one: Line) -> list[Line]:
        if not of_id("toolu_4")(one):
            return [one]
        return [
            {name: one[name] for name in ("time", "kind", "client", "native", "seq", "chain")} | {"event": "unreadable"}
        ]

    change(journal(place), unread)
    assert [(one.kind, one.call.use_id) for one in look("claude-code", place).remarks] == [(AMBIGUOUS, "toolu_4")]


def test_a_fork_of_a_session_has_the_decisions_of_what_it_copied(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    (main,) = place.glob("home/.claude/projects/-w-project/*.jsonl")
    text = main.read_text()
    main.with_name("fork.jsonl").write_text(text.replace(main.stem, "00000000-0000-4000-8000-000000000001"))
    found = look("claude-code", place)
    assert (remarks(found), found.states[COVERED]) == ([], 8)


def test_a_call_without_a_result_is_no_finding(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    change(journal(place), drop(of_id("toolu_4")))
    (main,) = place.glob("home/.claude/projects/-w-project/*.jsonl")
    lines = [line for line in main.read_text().splitlines() if '"tool_use_id":"toolu_4"' not in line]
    main.write_text("\n".join(lines) + "\n")
    found = look("claude-code", place)
    assert (remarks(found), found.states[UNFINISHED]) == ([], 1)


def test_a_call_without_a_time_is_not_measured(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    change(journal(place), drop(of_id("toolu_4")))
    (main,) = place.glob("home/.claude/projects/-w-project/*.jsonl")
    change(main, lambda one: [{**one, "timestamp": ""} if "toolu_4" in json.dumps(one) else one])
    found = look("claude-code", place)
    assert (remarks(found), found.states[UNDATED]) == ([], 1)


def test_two_installations_each_decide(tmp_path: Path) -> None:
    place = stage("claude-code", tmp_path)
    shutil.copytree(place / "state", place / "other")
    change(place / "other/journal/journal.jsonl", drop(of_tool("Read")))
    watches = [
        Watch("claude-code", scope, f"{scope}.json", str(place / folder), (), SINCE)
        for scope, folder in (("project", "state"), ("user", "other"))
    ]
    found = measure(find_transcripts(place / "home", Skipped()), watches, most=1)
    assert [(one.kind, one.call.tool, one.watch.scope) for one in found.remarks] == [(UNCOVERED, "Read", "user")]


@pytest.mark.parametrize(
    ("given", "kept", "same"),
    [
        ("curl -u bob:hunter2 x", "curl -u bob:[SECRET:given] x", True),
        ("curl -u bob:hunter2 y", "curl -u bob:[SECRET:given] x", False),
        ("a [x] b z", "[SECRET:a] b [SECRET:b]", True),
        ("a", "a[SECRET:b]a", False),
        (5, {"length": 5, "hash": "00"}, True),
        (6, {"length": 5, "hash": "00"}, False),
        ("abcde", {"length": 5, "hash": "00"}, True),
        (5, "abcde", True),
        (6, "abcde", False),
        (1, True, False),
        (1, 1, True),
        ({"a": [1, "x"]}, {"a": [1, "x"]}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"key-1": 1}, {"[SECRET:key]": 1}, True),
        (None, None, True),
    ],
)
def test_arguments_as_journals_keep_them(given: object, kept: object, same: bool) -> None:
    assert alike(given, kept) is same


@pytest.mark.parametrize("client", CALLS)
def test_mutated_files_never_crash(client: str, tmp_path: Path) -> None:
    chance = random.Random(f"coverage {client}")
    place = stage(client, tmp_path)
    files = [*(Path(one.path) for one in find_transcripts(place / "home", Skipped())), journal(place)]
    whole = {path: path.read_bytes() for path in files}
    kinds: set[str] = set()
    for _ in range(2500 if SOAK else 40):
        path = chance.choice(files)
        path.write_bytes(mutate(chance, whole[path]))
        found = look(client, place)
        assert found.calls == sum(found.states.values())
        kinds |= {one.kind for one in found.remarks}
        path.write_bytes(whole[path])
    assert UNCOVERED in kinds, "the changes do harm"
