"""A replay tells exactly what a change does, and counts what cannot be known."""

import json
from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.history.past_events import Segment
from policyhooks.history.replay_job import NO_RECORD, compare
from policyhooks.history.replaying import Replay, replay
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import find_segments, find_transcripts
from policyhooks.history.verdicts import ASKED_OUTSIDE, NOT_KEPT, Bench, Judged
from policyhooks.inspect.rulebook import of_compiled
from policyhooks.judge.prompt import digest_of
from policyhooks.report.replayed.formats import FORMATS, render
from policyhooks.report.screen.style import Style, columns
from tests.support.golden import assert_golden

HOME = Path(__file__).parents[1] / "data/history/home"
HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.past, title: Past, owner: appsec@acme.example}
rules:
"""
RULE = """\
  - id: NAME
    match: {events: [shell.before]}
    when: shell.command.contains("TEXT")
    effect: EFFECT
    message: {user: No., agent: No.}
"""


def rule(name: str, text: str, effect: str = "deny") -> str:
    return RULE.replace("NAME", name).replace("TEXT", text).replace("EFFECT", effect)


def bench(folder: Path, *rules: str) -> Bench:
    folder.mkdir()
    (folder / "p.yaml").write_text(HEAD + "".join(rules))
    return Bench(of_compiled(compile_policies([str(folder)], None)))


def journal(folder: Path, *inputs: dict[str, object], **more: object) -> list[Segment]:
    (folder / "journal").mkdir(parents=True)
    lines = []
    for number, values in enumerate(inputs, start=1):
        payload = {
            "session_id": "s",
            "transcript_path": "/home/dev/.claude/projects/p/s.jsonl",
            "cwd": "/w/project",
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": values,
            "tool_use_id": f"toolu_{number}",
        }
        head = {"kind": "decision", "client": "claude-code", "native": "PreToolUse", "session": "s", "verdict": "pass"}
        end = {"seq": number, "chain": "0" * 64}
        lines.append(
            json.dumps({**head, "time": f"2026-11-18T10:00:{number:02d}.000Z", "input": payload, **more, **end})
        )
    (folder / "journal/journal.jsonl").write_text("\n".join(lines) + "\n")
    return find_segments([folder], Skipped())


def counts(found: Replay) -> tuple[int, int, int, int]:
    return found.counts["denied"], found.counts["asked"], found.counts["freed"], found.counts["redacted"]


def test_a_seeded_change_is_reported_exactly(tmp_path: Path) -> None:
    old = bench(tmp_path / "old", rule("marker", "touch marker"), rule("cat", "cat /none", "ask"))
    new = bench(tmp_path / "new", rule("marker", "touch marker", "ask"), rule("echo", "echo one"))
    found = replay(find_transcripts(HOME, Skipped()), new, old)
    told = sorted((one.kind, one.client, one.text, one.before, one.after, one.rules) for one in found.records)
    echo, marker, cat = (("acme.past/echo",), ("acme.past/marker",), ("acme.past/cat",))
    clients = ("claude-code", "codex", "copilot-cli", "gemini-cli")
    expected = [("denied", client, "echo one", "pass", "deny", echo) for client in clients]
    # Codex and Gemini CLI cannot ask: there the weakened rule still denies, and the removed question was a deny.
    expected += [("freed", client, "touch marker", "deny", "ask", marker) for client in ("claude-code", "copilot-cli")]
    for client, was in (("claude-code", "ask"), ("codex", "deny"), ("copilot-cli", "ask"), ("gemini-cli", "deny")):
        expected.append(("freed", client, "cat /nonexistent-file", was, "pass", cat))
    assert told == sorted(expected)
    assert counts(found) == (4, 0, 6, 0)
    assert found.same == 21 - 10
    assert found.by["rule"]["acme.past/cat"] == {"freed": 4}
    assert found.hits("freed") == 6
    assert (found.hits("denied"), found.hits("any")) == (4, 10)


def test_rules_of_both_sides_say_what_they_are_about(tmp_path: Path) -> None:
    about = rule("marker", "touch marker").replace("    effect: deny", "    maps: {owasp: [ASI02]}\n    effect: deny")
    gone = rule("cat", "cat /none").replace("    effect: deny", "    maps: {attack: [T1005]}\n    effect: deny")
    old, new = bench(tmp_path / "old", gone), bench(tmp_path / "new", about, rule("echo", "echo one"))
    found = replay(find_transcripts(HOME, Skipped()), new, old)
    assert set(found.by["rule"]) == {"acme.past/cat", "acme.past/marker", "acme.past/echo"}
    told = {"acme.past/cat": {"attack": ["T1005"]}, "acme.past/marker": {"owasp": ["ASI02"]}}
    assert found.as_json()["maps"] == told


def test_the_same_policies_change_nothing(tmp_path: Path) -> None:
    one, other = (bench(tmp_path / name, rule("marker", "touch marker")) for name in ("one", "other"))
    found = replay(find_transcripts(HOME, Skipped()), one, other)
    assert counts(found) == (0, 0, 0, 0)
    assert found.same == found.events == 21


ALL = [Judged(verdict, redacts=redacts) for verdict in ("deny", "ask", "pass", "allow") for redacts in (False, True)]


@pytest.mark.parametrize("before", ALL)
@pytest.mark.parametrize("after", ALL)
def test_nothing_that_loosens_has_another_name(before: Judged, after: Judged) -> None:
    order = ["allow", "pass", "ask", "deny"]
    looser = order.index(after.verdict) < order.index(before.verdict)
    bared = before.redacts and not after.redacts and after.verdict != "deny"
    kind = compare(before, after)
    assert (kind == "freed") == (looser or bared)
    assert (kind == "") == (
        before.verdict == after.verdict and not (after.redacts and not before.redacts) and not bared
    )


BODY = {"length": 9, "hash": "00"}


def test_prose_that_no_rule_reads_does_not_matter(tmp_path: Path) -> None:
    segments = journal(tmp_path / "state", {"command": "touch marker", "description": BODY})
    old, new = bench(tmp_path / "old", rule("other", "xyz")), bench(tmp_path / "new", rule("marker", "touch marker"))
    found = replay(segments, new, old)
    assert counts(found) == (1, 0, 0, 0)
    assert found.records[0].person == "person-1"


def test_what_was_not_kept_is_never_guessed(tmp_path: Path) -> None:
    segments = journal(
        tmp_path / "state",
        {"command": "touch marker", "description": BODY},
        {"command": BODY},
        {"command": "curl -H [SECRET:token] touch marker"},
    )
    reading = rule("prose", "x").replace('shell.command.contains("x")', 'tool.input.description == "x"')
    old, new = bench(tmp_path / "old", reading), bench(tmp_path / "new", rule("marker", "touch marker"))
    found = replay(segments, new, old)
    assert found.unknown == {NOT_KEPT: 3}
    assert counts(found) == (0, 0, 0, 0)


def test_a_command_rule_is_not_known(tmp_path: Path) -> None:
    program = rule("program", "ls").replace("effect: deny", "command: {run: [/usr/bin/false]}")
    segments = journal(tmp_path / "state", {"command": "ls"})
    found = replay(segments, bench(tmp_path / "new", program), bench(tmp_path / "old", rule("other", "xyz")))
    assert found.unknown == {ASKED_OUTSIDE: 1}


JUDGED = """\
  - id: judged
    match: {events: [shell.before]}
    when: shell.command.contains("touch")
    judge: {prompt: "May this run? $ARGUMENTS", model: fast, not_ok: deny, timeout: 15s}
    message: {user: No., agent: No.}
"""
PROMPT = digest_of("May this run? $ARGUMENTS", stop=False)


def name_prompt(text: str, stop: bool) -> str:
    return digest_of(text, stop=stop)


def answered(folder: Path, outcome: str, **more: object) -> list[Segment]:
    judge = {"outcome": outcome, "model": "fast", "prompt": PROMPT, "ms": 1, **more}
    return journal(
        folder, {"command": "touch x"}, rules=[{"id": "acme.past/judged", "outcome": "fired", "judge": judge}]
    )


@pytest.mark.parametrize(
    ("outcome", "more", "wanted"),
    [
        ("not_ok", {}, {"denied": 1}),
        ("ok", {}, {"same": 1}),
        ("not_ok", {"prompt": "0" * 16}, {"unknown": 1}),
        ("not_ok", {"model": "strong"}, {"unknown": 1}),
    ],
)
def test_recorded_answers_count_where_the_same_is_asked(
    outcome: str, more: dict[str, object], wanted: dict[str, int], tmp_path: Path
) -> None:
    segments = answered(tmp_path / "state", outcome, **more)
    new, old = bench(tmp_path / "new", JUDGED), bench(tmp_path / "old", rule("other", "xyz"))
    knowing = Bench(new.rulebook, digest_of=name_prompt)
    found = replay(segments, knowing, old)
    told = {"denied": found.counts["denied"], "same": found.same, "unknown": sum(found.unknown.values())}
    assert {name: count for name, count in told.items() if count} == wanted
    assert replay(segments, new, old).unknown == {ASKED_OUTSIDE: 1}, "only where the judge's words are known"


def test_an_answer_to_other_data_does_not_count(tmp_path: Path) -> None:
    own = JUDGED.replace("judge: {", "judge: {input: {command: shell.command}, ")
    knowing = Bench(bench(tmp_path / "new", own).rulebook, digest_of=name_prompt)
    segments = answered(tmp_path / "state", "not_ok")
    found = replay(segments, knowing, bench(tmp_path / "old", rule("other", "xyz")))
    assert found.unknown == {ASKED_OUTSIDE: 1}
    (tmp_path / "more").mkdir()
    judge = {"outcome": "not_ok", "model": "fast", "prompt": PROMPT}
    same = journal(
        tmp_path / "more/state",
        {"command": "touch x"},
        rules=[{"id": "acme.past/judged", "judge": judge}],
        programs=[knowing.rulebook.digest],
    )
    assert counts(replay(same, knowing, bench(tmp_path / "before", rule("other", "xyz")))) == (1, 0, 0, 0)


def test_of_two_answers_of_a_rule_none_counts(tmp_path: Path) -> None:
    judge = {"outcome": "not_ok", "model": "fast", "prompt": PROMPT}
    one = {"id": "acme.past/judged", "judge": judge}
    segments = journal(tmp_path / "state", {"command": "touch x"}, rules=[one, {**one, "derived": "touch y"}])
    knowing = Bench(bench(tmp_path / "new", JUDGED).rulebook, digest_of=name_prompt)
    assert replay(segments, knowing, bench(tmp_path / "old", rule("o", "xyz"))).unknown == {ASKED_OUTSIDE: 1}


def test_against_what_was_journalled(tmp_path: Path) -> None:
    segments = journal(tmp_path / "state", {"command": "ls"}, {"command": "touch marker"})
    found = replay(segments, bench(tmp_path / "new", rule("marker", "touch marker")), None)
    assert counts(found) == (1, 0, 0, 0)
    assert found.same == 1
    found = replay(find_transcripts(HOME, Skipped()), bench(tmp_path / "more", rule("a", "b")), None)
    assert found.unknown == {NO_RECORD: 21}


@pytest.mark.parametrize("width", [80, 120])
def test_screens_golden(width: int, tmp_path: Path) -> None:
    old = bench(tmp_path / "old", rule("marker", "touch marker"), rule("cat", "cat /none", "ask"))
    new = bench(tmp_path / "new", rule("marker", "touch marker", "ask"), rule("echo", "echo one"))
    found = replay(find_transcripts(HOME, Skipped()), new, old, most=1)
    screen = render(
        found, "text", ("what the options name: policies", "what the options name: new"), Style(False, width)
    )
    assert max(map(columns, screen.splitlines())) <= width
    assert_golden(f"screens/replay-{width}.txt", screen)


def test_a_page_loads_nothing(tmp_path: Path) -> None:
    segments = journal(tmp_path / "state", {"command": "touch marker https://evil.example/x.js"})
    found = replay(
        segments, bench(tmp_path / "new", rule("marker", "touch")), bench(tmp_path / "old", rule("o", "xyz"))
    )
    page = render(found, "html", ("old", "new"))
    assert "default-src 'none'" in page
    assert not [word for word in ("<script", "src=", "href=", "url(", "@import") if word in page]


def test_text_of_events_is_no_markup(tmp_path: Path) -> None:
    hostile = "touch marker | `x` <script>[a](javascript:b) @team"
    segments = journal(tmp_path / "state", {"command": hostile})
    found = replay(
        segments, bench(tmp_path / "new", rule("marker", "touch marker")), bench(tmp_path / "old", rule("o", "xyz"))
    )
    for form in FORMATS:
        text = render(found, form, ("old", "new"))
        assert "touch marker" in text
        if form in ("html", "github"):
            assert "<script>" not in text
    summary = render(found, "github", ("old", "new")).splitlines()
    assert all(line.count("|") in (4, 6) for line in summary if line.startswith("|"))
    assert "[a](" not in "\n".join(summary)


def test_what_is_remembered_begins_with_the_first_event_of_a_journal(tmp_path: Path) -> None:
    folder = tmp_path / "policies"
    folder.mkdir()
    memory = "memory:\n  read: {flag: true, events: [file.read], when: '\"credential\" in file.path.tags'}\nrules:\n"
    sending = rule("sending", "curl").replace(
        'shell.command.contains("curl")', "memory.read.set && shell.hosts.size() > 0"
    )
    (folder / "p.yaml").write_text(HEAD.replace("rules:\n", memory) + sending)
    remembering = Bench(of_compiled(compile_policies([str(folder)], None)))
    calls = [
        {"command": text} for text in ("curl https://x.example", "cat ~/.aws/credentials", "curl https://x.example")
    ]
    segments = journal(tmp_path / "state", *calls)
    told = replay(segments, remembering, None)
    assert [(one.kind, one.line) for one in told.records] == [("denied", 3)]
    assert [one.line for one in replay(segments, remembering, None).records] == [3]
