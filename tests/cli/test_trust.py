"""Layers in one hook: a project's own policies tighten once they are trusted, and only as they were trusted."""

import json
import subprocess
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.support.bundles import POLICY, build
from tests.support.hooks import hook_argv

PROJECT = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: project.own, title: Own, owner: team@acme.example}
match: {events: [shell.before], clients: [claude-code]}
rules:
  - id: no-yarn
    when: shell.command.contains("yarn")
    effect: deny
    message: {user: "No yarn.", agent: "Use npm."}
  - id: let-me
    when: shell.command.contains("frobnicate") || shell.command.contains("npm install")
    effect: allow
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A user's installation and a project with policies of its own."""
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "small.yaml").write_text(POLICY)
    assert run(["install", "--policies", str(tmp_path / "policies"), *words(tmp_path)]) == 0
    write(tmp_path, PROJECT)
    return tmp_path


def words(folder: Path, scope: str = "user") -> list[str]:
    place = ["--client", "claude-code", "--scope", scope, "--root", str(folder / "root")]
    return [*place, "--state", str(folder / "state")]


def write(folder: Path, policy: str) -> None:
    (folder / "project/.policyhooks").mkdir(parents=True, exist_ok=True)
    (folder / "project/.policyhooks/own.yaml").write_text(policy)


def trust(folder: Path, *more: str) -> int:
    return run(["trust", str(folder / "project"), *words(folder), *more])


def ask(folder: Path, command: str, where: str = "project") -> str:
    payload = {
        "session_id": "s",
        "cwd": str(folder / where),
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t",
        "tool_input": {"command": command},
    }
    done = subprocess.run(
        hook_argv(folder / "state"), input=json.dumps(payload).encode(), capture_output=True, check=False
    )
    if done.stdout:
        return str(json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"])
    assert (done.returncode, done.stderr) == (64, b"")
    return "pass"


def last_record(folder: Path) -> dict[str, object]:
    line = (folder / "state/journal/journal.jsonl").read_text().splitlines()[-1]
    return dict(json.loads(line))


def test_an_unknown_layer_is_not_there(home: Path) -> None:
    assert ask(home, "yarn x") == "pass"


def test_a_trusted_layer_tightens_and_never_loosens(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert trust(home) == 0
    assert "without effect unless the managed Config delegates it: project.own/let-me" in capsys.readouterr().out
    assert ask(home, "yarn x") == "deny"
    assert ask(home, "npm install") == "deny"
    assert ask(home, "frobnicate") == "pass"
    (rule,) = last_record(home)["rules"]  # type: ignore[misc]
    assert (rule["id"], rule["would"], rule["why"]) == ("project.own/let-me", "allow", "not delegated")
    assert ask(home, "yarn x", "project/deeper") == "deny"
    assert ask(home, "yarn x", "project-2") == "pass"
    assert ask(home, "yarn x", "elsewhere") == "pass"


CHANGES = {
    "another byte": lambda folder: write(folder, PROJECT + "\n"),
    "a file more": lambda folder: (folder / "project/.policyhooks/more.yaml").write_text(PROJECT),
    "a file less": lambda folder: (folder / "project/.policyhooks/own.yaml").unlink(),
    "a link": lambda folder: (folder / "project/.policyhooks/link").symlink_to("/etc/passwd"),
    "a pipe": lambda folder: __import__("os").mkfifo(folder / "project/.policyhooks/pipe"),
    "the folder gone": lambda folder: (folder / "project/.policyhooks").rename(folder / "project/gone"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_layer_is_ignored_journalled_and_shown(
    home: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    assert trust(home) == 0
    CHANGES[change](home)
    assert ask(home, "yarn x") == "pass"
    assert ask(home, "npm install") == "deny"
    ignored = [rule for rule in last_record(home)["rules"] if rule["id"] == "policyhooks/layer-ignored"]  # type: ignore[attr-defined]
    assert len(ignored) == 1
    assert "not those that were trusted" in ignored[0]["why"]
    capsys.readouterr()
    assert run(["trust", "--list", *words(home)]) == 0
    assert "IGNORED" in capsys.readouterr().out
    run(["doctor", *words(home)])
    assert "is ignored" in capsys.readouterr().out


def test_a_layer_that_was_never_trusted_is_told(home: Path) -> None:
    """Where layers are in use at all."""
    assert trust(home) == 0
    (home / "other/.policyhooks").mkdir(parents=True)
    assert ask(home, "yarn x", "other") == "pass"
    (rule,) = last_record(home)["rules"]  # type: ignore[misc]
    assert rule["id"] == "policyhooks/layer-ignored"
    assert "never trusted" in rule["why"]


def test_trusted_again_after_a_change(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert trust(home) == 0
    write(home, PROJECT.replace("yarn", "pnpm"))
    assert trust(home) == 0
    assert (ask(home, "yarn x"), ask(home, "pnpm x")) == ("pass", "deny")
    capsys.readouterr()
    assert run(["trust", "--list", *words(home)]) == 0
    assert capsys.readouterr().out.rstrip().endswith("trusted")
    assert trust(home, "--remove") == 0
    assert ask(home, "pnpm x") == "pass"
    assert trust(home, "--remove") == 2


def test_a_new_program_keeps_the_layers(home: Path) -> None:
    assert trust(home) == 0
    assert run(["install", "--policies", str(home / "policies"), *words(home)]) == 0
    assert ask(home, "yarn x") == "deny"
    bundle = build(home)
    assert run(["bundle", "activate", str(bundle), *words(home)]) == 0
    assert ask(home, "yarn x") == "deny"
    assert ask(home, "npm install") == "deny"


def test_the_users_layer_speaks_everywhere(home: Path) -> None:
    assert trust(home, "--layer", "user") == 0
    assert ask(home, "yarn x", "elsewhere") == "deny"


def test_the_managed_config_delegates(tmp_path: Path) -> None:
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "small.yaml").write_text(POLICY)
    config = tmp_path / "policyhooks.yaml"
    config.write_text("apiVersion: policyhooks/v1\nkind: Config\ndelegate: [project.own/*]\n")
    place = words(tmp_path, "managed")
    assert run(["install", "--policies", str(tmp_path / "policies"), "--config", str(config), *place]) == 0
    write(tmp_path, PROJECT)
    assert run(["trust", str(tmp_path / "project"), *place]) == 0
    assert ask(tmp_path, "frobnicate") == "allow"
    assert ask(tmp_path, "npm install") == "deny"


@pytest.mark.parametrize(
    ("policy", "code"), [("kind: Policy\n", 3), (PROJECT.replace('contains("yarn")', "nonsense("), 3)]
)
def test_what_does_not_compile_is_not_trusted(home: Path, policy: str, code: int) -> None:
    write(home, policy)
    assert trust(home) == code
    assert not (home / "state/layers").exists()


def test_nothing_to_trust(home: Path) -> None:
    assert run(["trust", str(home / "policies"), *words(home)]) == 2
    assert run(["trust", *words(home)]) == 2
    assert run(["trust", str(home / "project"), *words(home)[:-1], str(home / "nowhere")]) == 1
    (home / "project/.policyhooks/link").symlink_to("/etc/passwd")
    assert trust(home) == 2


def test_layers_are_private(home: Path) -> None:
    assert trust(home) == 0
    for path in (home / "state/layers", *(home / "state/layers").iterdir()):
        assert path.stat().st_mode & 0o077 == 0
