"""`policyhooks explain`: screens, formats, exit codes."""

import json
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.native_payload import WRITERS, native_payload
from policyhooks.clients.subject import from_string
from policyhooks.report.screen.style import Style, columns
from tests.support.golden import assert_golden

DATA = Path(__file__).resolve().parents[1] / "data" / "suite"
PLACE = ["--cwd", "/w/project", "--home", "/home/dev"]


def explain(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    monkeypatch.chdir(DATA)
    code = run(["explain", "--policies", "complete.yaml", "commands.yaml", *PLACE, *words])
    out = capsys.readouterr().out
    return code, "\n".join(line for line in out.splitlines() if not line.startswith("combine:")) + "\n"


SCREENS = {
    "denied-command": ["--shell", "git push -f origin main"],
    "near-miss": ["--shell", "git push origin main"],
    "rewritten": ["--shell", "npm install"],
    "denied-file": ["--read", "secret.txt"],
    "path-in-a-command": ["--shell", "cat secret.txt"],
    "judged": ["--mcp", "github/delete_repo", "--arguments", '{"name": "x"}'],
    "prompt": ["--prompt", "use password=hunter2"],
    "nothing": ["--web", "https://example.com/"],
    "everything": ["--write", "locked.txt", "--all", "--client", "cursor"],
}


@pytest.mark.parametrize("name", SCREENS)
def test_golden_screen(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out = explain(capsys, monkeypatch, *SCREENS[name])
    assert code == 0
    assert_golden(f"explain/{name}.txt", out)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", ["denied-command", "judged", "everything"])
def test_golden_screen_in_a_terminal(
    name: str, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("policyhooks.cli.verbs.explain.style_of", lambda stream: Style(width=width))
    code, out = explain(capsys, monkeypatch, *SCREENS[name])
    assert code == 0
    assert [line for line in out.splitlines() if columns(line) > width] == []
    assert_golden(f"explain/{name}-{width}.txt", out)


@pytest.mark.parametrize(
    ("words", "code"),
    [(["--read", "secret.txt"], 5), (["--read", "open.txt"], 0), (["--write", "pipeline.yml"], 0)],
)
def test_exit_code(
    words: list[str], code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert explain(capsys, monkeypatch, "--exit-code", *words)[0] == code
    assert explain(capsys, monkeypatch, *words)[0] == 0


def test_json_holds_every_value(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, out = explain(capsys, monkeypatch, "--format", "json", "--shell", "git push -f")
    found = json.loads(out)
    assert found["verdict"] == "deny"
    assert found["rules"] == ["sample.commands/force-push"]
    assert [answer["client"] for answer in found["answers"]] == list(WRITERS)
    (view,) = [one for one in found["trace"] if one["rule"] == "sample.commands/force-push"]
    element = view["parts"][0]["parts"][0]
    assert element["text"] == "c = `git push -f`"
    assert [(part["text"], part["value"]) for part in element["parts"]] == [
        ('c.name == "git"', "true"),
        ('c.sub == "push"', "true"),
        ('"--force" in c.flags', "true"),
    ]


def test_a_payload_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, payload = native_payload("cursor", from_string("shell.before", "git push -f"))
    (tmp_path / "p.json").write_text(json.dumps(payload))
    _, out = explain(capsys, monkeypatch, "--client", "cursor", str(tmp_path / "p.json"))
    assert out.startswith(
        "deny   sample.commands/force-push\n       cursor beforeShellExecution (shell.before): git push -f"
    )


USAGE = [
    [],
    ["--arguments", "{}"],
    ["--mcp", "nothing"],
    ["--mcp", "a/b", "--arguments", "[1]"],
    ["--mcp", "a/b", "--arguments", "{"],
    ["--client", "cursor", "no-such-file.json"],
]


@pytest.mark.parametrize("words", USAGE, ids=range(len(USAGE)))
def test_usage(words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert explain(capsys, monkeypatch, *words)[0] == 2


@pytest.mark.parametrize(("outside", "verdict"), [("unknown", "deny"), ("ok", "pass"), ("not-ok", "ask")])
def test_judges_answer_as_told(
    outside: str, verdict: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out = explain(capsys, monkeypatch, "--mcp", "github/delete_repo", "--outside", outside)
    assert out.startswith(verdict)
