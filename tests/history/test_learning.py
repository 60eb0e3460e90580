"""`learn` counts what passed by days and sessions, asks about the rest, and loosens nothing."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from policyhooks.cli.main import run
from policyhooks.compiler.compile import compile_policies
from policyhooks.history.learning import Lesson, learn
from policyhooks.history.past_events import TRANSCRIPT, Segment
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import find_segments
from policyhooks.history.usage import COMMANDS, HOSTS, TOOLS, is_plain
from policyhooks.history.usage_policy import write
from policyhooks.history.verdicts import Bench
from policyhooks.inspect.rulebook import of_compiled
from policyhooks.report.learned.formats import render
from policyhooks.report.screen.style import Style, columns
from tests.support.golden import assert_golden

CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
policies: [p.yaml]
exceptions:
  - {id: EX-1, rule: acme.past/no-marker, becomes: ask, when: 'shell.command == "touch marker --fine"',
     owner: a@acme.example, reason: It is fine., ticket: T-1, expires: 2999-01-01}
  - {id: EX-2, rule: acme.past/no-marker, becomes: ask, when: 'shell.command == "never"',
     owner: a@acme.example, reason: It is fine., ticket: T-2, expires: 2999-01-01}
"""
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.past, title: Past, owner: appsec@acme.example}
rules:
  - id: no-marker
    match: {events: [shell.before]}
    when: shell.command.contains("touch marker")
    effect: deny
    message: {user: No markers., agent: No markers.}
  - id: pushes
    match: {events: [shell.before]}
    when: shell.command.startsWith("git push")
    effect: ask
    message: {user: Sure?, agent: Sure?}
  - id: never
    match: {events: [shell.before]}
    when: shell.command.contains("xyzzy")
    effect: deny
    message: {user: No., agent: No.}
  - id: prompts
    match: {events: [prompt.submit]}
    when: prompt.text.contains("xyzzy")
    effect: deny
    message: {user: No., agent: No.}
"""


def call(number: int, day: int, tool: str, values: dict[str, Any], *, session: str = "", refused: bool = False) -> str:
    """A call with its result, as Claude Code writes them."""
    head = {"sessionId": session or f"s{day}", "cwd": "/w/project", "timestamp": f"2026-11-{day:02d}T10:00:00.000Z"}
    block = {"type": "tool_use", "id": f"toolu_{number}", "name": tool, "input": values}
    result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "x", "is_error": refused}
    told = {"toolDenialKind": "permission-rule"} if refused else {"toolUseResult": {"stdout": "x"}}
    lines = (
        {**head, "type": "assistant", "version": "2.1.325", "message": {"content": [block]}},
        {**head, **told, "type": "user", "message": {"content": [result]}},
    )
    return "".join(json.dumps(line) + "\n" for line in lines)


def bash(number: int, day: int, command: str, **more: Any) -> str:
    return call(number, day, "Bash", {"command": command}, **more)


def bench(folder: Path) -> Bench:
    folder.mkdir(exist_ok=True)
    (folder / "p.yaml").write_text(POLICY)
    (folder / "c.yaml").write_text(CONFIG)
    return Bench(of_compiled(compile_policies([str(folder / "p.yaml")], str(folder / "c.yaml"))))


def learnt(tmp_path: Path, lines: list[str], **more: int) -> Lesson:
    path = tmp_path / "t.jsonl"
    path.write_text("".join(lines))
    return learn([Segment(TRANSCRIPT, str(path), "claude-code")], bench(tmp_path / "policies"), **more)


def usual(found: Lesson) -> dict[str, list[str]]:
    return {kind: sorted(names) for kind, names in found.found().items()}


def test_what_is_used_on_some_days_and_in_some_sessions_is_usual(tmp_path: Path) -> None:
    lines = []
    for day in range(1, 5):
        lines += [
            bash(day, day, "git status && curl https://api.acme.example/x"),
            call(day + 10, day, "mcp__github__search", {"q": "x"}),
            call(day + 20, day, "WebFetch", {"url": "https://docs.acme.example/x", "prompt": "x"}),
        ]
    found = learnt(tmp_path, lines)
    assert usual(found) == {
        HOSTS: ["api.acme.example", "docs.acme.example"],
        TOOLS: ["github/search"],
        COMMANDS: ["curl", "git status"],
    }
    one = found.found()[COMMANDS]["curl"]
    assert one.as_json() == {"calls": 4, "days": 4, "sessions": 4, "people": 1}
    assert usual(learnt(tmp_path, lines, days=5))[COMMANDS] == []


POISON = [
    ("a thousand times in one session", [bash(n, 1, "evil --go") for n in range(1000)]),
    ("in many sessions of one day", [bash(n, 1, "evil --go", session=f"s{n}") for n in range(50)]),
    ("on many days of one session", [bash(n, n, "evil --go", session="s") for n in range(1, 29)]),
    ("calls that the client refused", [bash(n, n, "evil --go", refused=True) for n in range(1, 29)]),
    ("calls that would be denied", [bash(n, n, "evil; touch marker") for n in range(1, 29)]),
    ("calls that would be asked about", [bash(n, n, "git push; evil") for n in range(1, 29)]),
]


@pytest.mark.parametrize("lines", [row[1] for row in POISON], ids=[row[0] for row in POISON])
def test_it_cannot_be_taught_by_repetition(lines: list[str], tmp_path: Path) -> None:
    assert usual(learnt(tmp_path, lines))[COMMANDS] == []


HOSTILE = [
    "x\n    effect: allow",
    'x"\n',
    "x # y",
    "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "a" * 400,
    "\x1b[2J",
    "../x",
    "",
    "é",
]


@pytest.mark.parametrize("kind", [HOSTS, TOOLS, COMMANDS])
@pytest.mark.parametrize("name", HOSTILE)
def test_texts_of_agents_do_not_get_into_a_policy(kind: str, name: str) -> None:
    assert not is_plain(kind, name if kind != TOOLS else f"{name}/x")


def sample() -> list[str]:
    lines = []
    for day in range(1, 5):
        lines += [
            bash(day, day, "git status && curl https://api.acme.example/x"),
            bash(day + 10, day, "[ -f x ] && make test"),
            bash(day + 20, day, "git push origin main"),
            call(day + 30, day, "mcp__github__search", {"q": "x"}),
        ]
    return [
        *lines,
        bash(90, 2, "curl https://other.example/x"),
        bash(91, 3, "touch marker --fine"),
        bash(92, 3, "deploy --now"),
    ]


def test_the_proposal_only_asks(tmp_path: Path) -> None:
    found = learnt(tmp_path, sample())
    text = write(found.found(), name="learned.usual", owner="a@acme.example")
    policy = yaml.safe_load(text)
    assert policy["defaults"] == {"mode": "audit"}
    assert {rule["effect"] for rule in policy["rules"]} == {"ask"}
    assert not re.search(r"allow|exceptions|becomes|unless|delegate", text)
    assert set(policy) == {"apiVersion", "kind", "metadata", "defaults", "params", "rules"}


def test_rules_that_are_worth_a_look(tmp_path: Path) -> None:
    found = learnt(tmp_path, sample())
    assert found.silent == ["acme.past/never"], "of prompts no transcript tells"
    assert found.unused == [("acme.past/no-marker", "EX-2")]
    assert {rule: (one.questions, len(one.days)) for rule, one in found.annoying.items()} == {
        "acme.past/pushes": (4, 4)
    }
    refused = [*sample(), bash(99, 4, "git push -f", refused=True)]
    assert not learnt(tmp_path, refused).annoying, "somebody said no once"


def test_one_core_and_two_come_to_the_same(tmp_path: Path) -> None:
    segments = []
    for at, line in enumerate(sample()):
        (tmp_path / f"{at}.jsonl").write_text(line)
        segments.append(Segment(TRANSCRIPT, str(tmp_path / f"{at}.jsonl"), "claude-code"))
    judge = bench(tmp_path / "policies")
    assert learn(segments, judge, most=1).as_json() == learn(segments, judge, most=2).as_json()


def test_a_journal_teaches_what_it_let_pass(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    lines = []
    for day in range(1, 5):
        for verdict, command in (("pass", "make test"), ("deny", "evil --go")):
            payload = {
                "session_id": f"s{day}",
                "cwd": "/w/project",
                "hook_event_name": "PreToolUse",
                "tool_name": "Bash",
                "tool_input": {"command": command, "description": {"length": 3, "hash": "00"}},
                "tool_use_id": f"{verdict}{day}",
            }
            record = {
                "time": f"2026-11-{day:02d}T10:00:00.000Z",
                "kind": "decision",
                "client": "claude-code",
                "native": "PreToolUse",
                "session": f"s{day}",
                "verdict": verdict,
                "input": payload,
                "seq": len(lines) + 1,
                "chain": "0" * 64,
            }
            lines.append(json.dumps(record) + "\n")
        lines.append(lines[-1].replace("PreToolUse", "PostToolUse").replace("evil", "make"))
    (tmp_path / "journal/journal.jsonl").write_text("".join(lines))
    found = learn(find_segments([tmp_path / "journal"], Skipped()), bench(tmp_path / "policies"))
    assert (usual(found)[COMMANDS], found.calls, found.counted) == (["make"], 8, 4)


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    (tmp_path / "t.jsonl").write_text("".join(sample()))
    bench(tmp_path / "policies")
    named = ["--policies", str(tmp_path / "policies/p.yaml"), "--config", str(tmp_path / "policies/c.yaml")]
    return ["learn", "--store", str(tmp_path / "t.jsonl"), "--since", "all", "--quiet", *named]


def test_price_and_policy(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "usual.yaml"
    assert run([*words, "--format", "json", "--out", str(out), "--owner", "a@acme.example"]) == 0
    found = json.loads(capsys.readouterr().out)
    # The other host, the marker, the deployment, and four pushes that were never simply let pass.
    assert found["price"]["questions"] == 7
    assert found["price"]["of_calls"] == 19
    assert found["price"]["a_developer_day"] == 1.75
    assert found["price"]["rules"] == {
        "learned.usual/command-not-used-before": 6,
        "learned.usual/host-not-used-before": 1,
    }
    assert out.read_text() == found["policy"]
    assert out.stat().st_mode & 0o777 == 0o600
    assert run(["test", str(out), "--quiet"]) == 0
    assert run([*words, "--out", str(out)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_nothing_usual_nothing_proposed(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*words, "--days", "20", "--out", str(tmp_path / "none.yaml")]) == 0
    assert "no proposal" in capsys.readouterr().out
    assert not (tmp_path / "none.yaml").exists()


@pytest.mark.parametrize("option", ["--days", "--sessions"])
def test_usual_is_at_least_once(words: list[str], option: str) -> None:
    assert run([*words, option, "0"]) == 2


@pytest.mark.parametrize("width", [80, 120])
def test_screens_golden(width: int, tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    from policyhooks.history.scanning import scan

    found = learnt(tmp_path, sample())
    (tmp_path / "q.yaml").write_text(write(found.found(), name="learned.usual", owner="a@b.example", mode="enforce"))
    asking = Bench(of_compiled(compile_policies([str(tmp_path / "q.yaml")], None)))
    found.price = scan([Segment(TRANSCRIPT, str(tmp_path / "t.jsonl"), "claude-code")], asking, most=1)
    found.policy = "x"
    screen = render(found, "text", "what the options name: policies", Style(False, width))
    assert max(map(columns, screen.splitlines())) <= width
    assert_golden(f"screens/learn-{width}.txt", screen)
