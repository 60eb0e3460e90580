"""`policyhooks trust policyhooks.yaml`: shows everything that the file would bring about, then asks."""

import io
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.installation.project_file import NAME
from tests.support.golden import assert_golden
from tests.support.homes import move_home

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.own, title: Own, owner: appsec@acme.example}
rules:
  - id: gate
    match: {events: [shell.before], commands: ["npm install"]}
    command: {run: [/usr/local/bin/gate, --json, "\\e[2Jall is well"]}
    message: {user: "gate", agent: "gate"}
  - id: inner
    match: {events: [shell.before], commands: ["npm ci"]}
    command: {run: [ROOT/tools/gate]}
    message: {user: "gate", agent: "gate"}
  - id: mail
    match: {events: [mcp.before], mcp: ["mail/*"]}
    judge: {prompt: "Fine? $ARGUMENTS", input: {to: mcp.arguments}, escalate: strong, not_ok: ask, on_error: ask}
    message: {user: "{{ judge.reason }}", agent: ask}
  - id: everything
    match: {events: [mcp.before], mcp: ["web/*"]}
    judge: {prompt: "Fine? $ARGUMENTS", not_ok: ask, on_error: ask}
    message: {user: "{{ judge.reason }}", agent: ask}
  - id: let
    match: {clients: [claude-code], events: [shell.before], commands: ["npm test"]}
    effect: allow
    acknowledge: {owner: team@acme.example, reason: what a layer may say is tested here}
"""
CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
policies: [rules]
packs: [git-history]
clients: [cursor, claude-code]
missing: pass
profile: audit
defaults: {not_understood: pass}
journal: {on_error: pass}
servers: {docs: {command: [npx, -y, "@acme/mcp"]}, web: {url: "https://mcp.acme.example"}}
rules: {packs.git-history/*: {mode: disabled}}
delegate: [acme.own/*]
exceptions:
  - rule: packs.git-history/force-push-protected
    becomes: audit
    id: EX-1
    owner: a@acme.example
    reason: r
    ticket: T-1
    expires: 2099-12-31
judge:
  models:
    fast: {model: openai/small, api_base: "https://llm.acme.example/v1", api_key_env: ACME_KEY}
    strong: {model: anthropic/large, params: {ca_file: /etc/acme.pem}}
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    move_home(monkeypatch, tmp_path / "home")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    folder = tmp_path / "project"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "own.yaml").write_text(POLICY.replace("ROOT", str(folder)))
    (folder / NAME).write_text(CONFIG)
    (folder / NAME).chmod(0o644)
    monkeypatch.chdir(folder)
    return folder


def test_the_screen(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trust", NAME, "--yes"]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    digests = [word for word in shown.split() if len(word) == 64]
    text = shown.replace(digests[0], "DIGEST").replace(digests[0][:16], "DIGEST").replace(str(root), "/w/project")
    assert_golden("trust/project_file.txt", text)


def test_without_a_terminal_it_shows_and_refuses(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trust", NAME]) == 2
    shown = capsys.readouterr()
    assert "run program" in shown.out
    assert "add --yes" in shown.err
    assert not (root.parent / "home" / ".local").exists()


@pytest.mark.parametrize(("answer", "code"), [("yes\n", 0), ("y\n", 1), ("\n", 1), ("", 1), ("no\n", 1)])
def test_a_terminal_is_asked(root: Path, answer: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO(answer)
    monkeypatch.setattr(said, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin", said)
    assert run(["trust", NAME]) == code
    assert (root.parent / "home" / ".local").exists() is (code == 0)


def test_what_changed_while_it_was_read_is_not_accepted(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Person(io.StringIO):
        def isatty(self) -> bool:
            return True

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            (root / NAME).write_text(CONFIG + "# more\n")
            return "yes\n"

    monkeypatch.setattr("sys.stdin", Person())
    assert run(["trust", NAME]) == 2
    assert "changed while it was read" in capsys.readouterr().err


def test_list_and_remove(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["trust", "--list"]) == 0
    assert "no project file is trusted" in capsys.readouterr().out
    assert run(["trust", NAME, "--yes"]) == 0
    capsys.readouterr()
    assert run(["trust", "--list"]) == 0
    assert capsys.readouterr().out == f"{root / NAME}  trusted\n"
    (root / "rules" / "more.yaml").write_text(POLICY.replace("own", "more"))
    assert run(["trust", "--list"]) == 0
    assert "NOT TRUSTED: since it was, `rules/more.yaml` is new" in capsys.readouterr().out
    (root / NAME).unlink()
    assert run(["trust", "--list"]) == 0
    assert "NOT TRUSTED: " in capsys.readouterr().out
    assert run(["trust", str(root / NAME), "--remove"]) == 0
    assert run(["trust", str(root / NAME), "--remove"]) == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["trust"], 2),
        (["trust", "."], 2),
        (["trust", "rules/own.yaml", "--yes"], 2),
        (["trust", "gone/policyhooks.yaml", "--yes"], 1),
        (["trust", NAME, "--client", "cursor", "--state", "nowhere"], 1),
    ],
)
def test_what_is_no_project_file(root: Path, words: list[str], code: int) -> None:
    assert run(words) == code


def test_what_is_refused_cannot_be_trusted(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / NAME).chmod(0o666)
    assert run(["trust", NAME, "--yes"]) == 7
    (root / NAME).unlink()
    (root / NAME).symlink_to("rules/own.yaml")
    assert run(["trust", NAME, "--yes"]) == 7
    assert not (root.parent / "home" / ".local").exists()


def test_what_does_not_compile_is_not_trusted(root: Path) -> None:
    (root / "rules" / "own.yaml").write_text(POLICY.replace("effect: allow", "effect: alow"))
    assert run(["trust", NAME, "--yes"]) == 3
    assert not (root.parent / "home" / ".local").exists()
