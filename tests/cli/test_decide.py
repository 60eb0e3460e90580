"""`policyhooks decide`: one object a line, errors in their place, the client's own words."""

import io
import json
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import Subject, from_string
from policyhooks.inspect.session import home_of
from tests.support.shared import shared

SAMPLE = str(Path(__file__).resolve().parents[1] / "data" / "suite" / "complete.yaml")


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def decide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: bytes, *options: str
) -> tuple[int, list[dict]]:
    monkeypatch.setattr("sys.stdin", Stdin(data))
    code = run(["decide", "--policies", SAMPLE, *options])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def payload(client: str, subject: Subject, native: str = "") -> bytes:
    return json.dumps(native_payload(client, subject, native=native)[1]).encode() + b"\n"


SECRET = from_string("file.read", "/w/project/secret.txt")
OPEN = from_string("file.read", "/w/project/open.txt")


def test_a_denial_in_claude_codes_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, (answer,) = decide(monkeypatch, capsys, payload("claude-code", SECRET), "--client", "claude-code")
    assert code == 0
    assert answer["verdict"] == "deny"
    assert answer["rules"] == ["sample.complete/deny-path"]
    assert answer["messages"] == {"user": "No.", "agent": "Ask the user."}
    assert answer["exit_code"] == 2
    assert json.loads(answer["response"])["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_a_denial_in_cursors_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, (answer,) = decide(monkeypatch, capsys, payload("cursor", SECRET), "--client", "cursor")
    assert (answer["verdict"], answer["exit_code"]) == ("deny", 0)
    assert json.loads(answer["response"])["permission"] == "deny"


def test_no_opinion(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, (answer,) = decide(monkeypatch, capsys, payload("claude-code", OPEN), "--client", "claude-code")
    assert answer == {
        "verdict": "pass",
        "rules": [],
        "messages": {"user": "", "agent": ""},
        "response": "",
        "exit_code": 0,
    }


def test_cursor_gets_its_own_words_from_claude_codes_entry(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = payload("cursor", SECRET, "preToolUse").replace(b'"preToolUse"', b'"PreToolUse"')
    _, (answer,) = decide(monkeypatch, capsys, line, "--client", "claude-code")
    assert json.loads(answer["response"])["permission"] == "deny"


BAD = [
    b"nonsense\n",
    b"[]\n",
    b'{"a": 1, "a": 2}\n',
    b"\xff\xfe\n",
    b'{"hook_event_name": "PreToolUse"}\n',
    b'{"x": NaN}\n',
    b"[" * 5000 + b"\n",
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_a_bad_line_stays_in_its_place(
    bad: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = payload("claude-code", SECRET)
    code, answers = decide(monkeypatch, capsys, good + bad + b"\n" + good, "--client", "claude-code")
    assert code == 1
    assert [answer.get("verdict") for answer in answers] == ["deny", None, "deny"]
    assert list(answers[1]) == ["error"]


def test_an_error_never_repeats_the_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = b'{"hook_event_name": "PreToolUse", "cwd": 7, "s": "hunter2"}\n{"hunter2" "x"\n'
    _, answers = decide(monkeypatch, capsys, line, "--client", "claude-code")
    assert "hunter2" not in json.dumps(answers)


@pytest.mark.parametrize(
    ("outside", "verdict"), [("ok", "pass"), ("not-ok", "ask"), ("unknown", "deny"), ("run", "deny")]
)
def test_judges_answer_as_told(
    outside: str, verdict: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = payload("claude-code", Subject("mcp.before", server="github", tool="delete_repo"))
    _, (answer,) = decide(monkeypatch, capsys, line, "--client", "claude-code", "--outside", outside)
    assert answer["verdict"] == verdict


def test_invalid_policies_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.yaml").write_text("kind: Policy\n")
    assert run(["decide", "--client", "cursor", "--policies", str(tmp_path)]) == 3
    assert "error[" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("transcript", "home"),
    [
        ("/home/dev/.claude/projects/x.jsonl", "/home/dev"),
        ("/h/.cursor/p/c.jsonl", "/h"),
        (None, ""),
        ("x", ""),
        (7, ""),
    ],
)
def test_the_home_that_a_payload_speaks_of(transcript: object, home: str) -> None:
    assert home_of({"transcript_path": transcript}) == home


@pytest.mark.parametrize("client", ["claude-code", "cursor"])
def test_recorded_payloads_are_decided(
    client: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shared("payloads") / {"claude-code": "claude-code-2.1.325", "cursor": "cursor-public-shapes"}[client]
    documents = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    named = [document for document in documents if "hook_event_name" in document]
    data = b"".join(json.dumps(document).encode() + b"\n" for document in named)
    code, answers = decide(monkeypatch, capsys, data, "--client", client)
    assert code == 0
    assert len(answers) == len(named)
