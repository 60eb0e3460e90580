"""Files that a team shares: the same bytes for everybody, and each person's own hook behind them."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.installation.entries import commands_of, is_ours
from tests.clients.fixtures import load

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Small, owner: appsec@acme.example}
rules:
  - id: no-install
    match: {events: [shell.before]}
    when: shell.command.contains("npm install")
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
    tests: {deny: ["npm install"], quiet: ["npm ci"]}
"""
FILES = {
    "claude-code": (".claude/settings.json", "PreToolUse"),
    "cursor": (".cursor/hooks.json", "beforeShellExecution"),
    "codex": (".codex/hooks.json", "PreToolUse"),
    "gemini-cli": (".gemini/settings.json", "BeforeTool"),
    "copilot-cli": (".github/hooks/policyhooks.json", "preToolUse"),
}
NOT_HERE = b"policyhooks is not installed here or could not run, so this is blocked."


def payload(client: str, root: Path, command: str) -> dict[str, object]:
    """A command as this client announces it, in this folder."""
    fixture = next(one for one in load(client) if one.native == FILES[client][1])
    text = json.dumps(fixture.payload).replace("/w/project", str(root)).replace("npm install", command)
    return dict(json.loads(text))


class Person:
    """Somebody with a home folder and a clone of the repository."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home = folder / "home"
        self.root = folder / "work" / "repository"
        self.monkeypatch = monkeypatch
        (self.root / ".git").mkdir(parents=True)
        self.home.mkdir()
        (self.home / "policies").mkdir()
        (self.home / "policies/small.yaml").write_text(POLICY)

    def install(self, client: str, *words: str, root: Path | None = None) -> int:
        with self.monkeypatch.context() as patch:
            patch.setenv("HOME", str(self.home))
            patch.delenv("XDG_STATE_HOME", raising=False)
            patch.chdir(root or self.root)
            return run(["install", "--client", client, "--policies", str(self.home / "policies"), *words])

    def command(self, client: str, root: Path | None = None) -> str:
        file, native = FILES[client]
        document = json.loads(((root or self.root) / file).read_text())
        return next(commands_of(one)[0] for one in document["hooks"][native] if is_ours(one))

    def ask(self, client: str, command: str, root: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        where = root or self.root
        return subprocess.run(
            ["/bin/sh", "-c", self.command(client, where)],
            input=json.dumps(payload(client, where, command)).encode(),
            env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            cwd=where,
            timeout=60,
            check=False,
        )


def pull(source: Person, target: Person) -> None:
    """What version control carries from one clone to the other."""
    for name in ("policyhooks.yaml", *(file for file, _ in FILES.values())):
        if (source.root / name).exists():
            (target.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source.root / name, target.root / name)


@pytest.mark.parametrize("client", FILES)
def test_two_people_one_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: str) -> None:
    ann, ben, cleo = (Person(tmp_path / name, monkeypatch) for name in ("ann", "ben", "cleo"))
    assert ann.install(client) == 0
    committed = (ann.root / FILES[client][0]).read_bytes()
    for person in (ben, cleo):
        pull(ann, person)
    assert NOT_HERE in ben.ask(client, "npm ci").stderr
    assert ben.install(client) == 0
    assert (ben.root / FILES[client][0]).read_bytes() == committed
    assert (ben.root / "policyhooks.yaml").read_bytes() == (ann.root / "policyhooks.yaml").read_bytes()
    assert str(tmp_path).encode() not in committed
    for person in (ann, ben):
        denied = person.ask(client, "npm install")
        # Cursor takes a deny as JSON with exit 0.
        assert denied.returncode == (0 if client == "cursor" else 2)
        assert (b'"deny"' in denied.stdout, b"Use npm ci." in denied.stdout) == (True, True), denied
        passed = person.ask(client, "npm ci")
        assert (passed.returncode, passed.stderr) == (0, b""), passed
    blocked = cleo.ask(client, "npm ci")
    assert (blocked.returncode, NOT_HERE in blocked.stderr) == (2, True)


def test_another_folder_with_the_same_id_is_blocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody copies a project's id into a repository of their own: its calls are not decided by that project."""
    ann = Person(tmp_path / "ann", monkeypatch)
    assert ann.install("claude-code") == 0
    other = tmp_path / "ann/work/other"
    shutil.copytree(ann.root, other)
    done = ann.ask("claude-code", "npm ci", other)
    assert done.returncode == 2
    assert b"run `policyhooks install` here" in done.stderr
    assert ann.install("claude-code", root=other) == 0
    assert ann.ask("claude-code", "npm ci", other).returncode == 0
    assert ann.ask("claude-code", "npm ci").returncode == 0


def test_a_project_reached_by_another_way_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Person(tmp_path / "ann", monkeypatch)
    assert ann.install("claude-code") == 0
    link = tmp_path / "link"
    link.symlink_to(ann.root)
    deeper = ann.root / "a/b"
    deeper.mkdir(parents=True)
    command = ann.command("claude-code")
    for where in (link, deeper, Path(f"{ann.root}/"), Path(f"{ann.root}/a/../a"), link / "a"):
        event = payload("claude-code", where, "npm install")
        event["cwd"] = f"{where}//"
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            input=json.dumps(event).encode(),
            env={"HOME": str(ann.home)},
            capture_output=True,
            check=False,
        )
        assert b"Use npm ci." in done.stderr, (where, done)


@pytest.mark.parametrize("project", ["../../../evil", "..", ".", "", "p-0123456789abcdef/../x", "p-unknown-project"])
def test_a_project_id_leads_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: str) -> None:
    ann = Person(tmp_path / "ann", monkeypatch)
    assert ann.install("claude-code") == 0
    (ann.home / ".local/share/evil/claude-code/current").mkdir(parents=True)
    mark = tmp_path / "mark"
    (ann.home / ".local/share/evil/claude-code/current/start").write_text(f"/bin/sh\n1\nx\nx\n{mark}\n1\nx\n")
    hook = ann.home / ".local/share/policyhooks/bin/hook"
    line = [str(hook), "2", project, "claude-code", "PreToolUse", "30"]
    done = subprocess.run(line, input=b"{}", capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (70, b"")
    assert b"policyhooks blocks" in done.stderr


def test_what_stands_below_home_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Person(tmp_path / "ann", monkeypatch)
    assert ann.install("claude-code") == 0
    share = ann.home / ".local/share/policyhooks"
    assert (share / "bin/hook").stat().st_mode & 0o777 == 0o700
    for path in [share, *share.rglob("*")]:
        if not path.is_symlink():
            assert path.stat().st_mode & 0o077 == 0, path
    share.chmod(0o777)
    done = ann.ask("claude-code", "npm ci")
    assert (done.returncode, b"others can write" in done.stderr) == (2, True)


def test_a_share_folder_that_cannot_be_written_leaves_the_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = Person(tmp_path / "ann", monkeypatch)
    (ann.home / ".local").mkdir()
    (ann.home / ".local/share").write_text("not a folder")
    assert ann.install("claude-code") == 1
    assert "the entries were not written" in capsys.readouterr().err
    assert not (ann.root / ".claude").exists()


@pytest.mark.parametrize(("missing", "code"), [("block", 2), ("ask", 0), ("pass", 0)])
def test_what_a_colleague_without_an_installation_meets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str, code: int
) -> None:
    ann, cleo = (Person(tmp_path / name, monkeypatch) for name in ("ann", "cleo"))
    file = ann.root / "policyhooks.yaml"
    file.write_text(
        f"apiVersion: policyhooks/v1\nkind: Config\nproject: p-00112233445566aa\nmissing: {missing}\n# https://evil.example\n"
    )
    assert ann.install("claude-code") == 0
    pull(ann, cleo)
    done = cleo.ask("claude-code", "npm install")
    assert done.returncode == code
    assert (b'"ask"' in done.stdout) == (missing == "ask")
    assert b"evil" not in done.stdout + done.stderr
    assert ann.ask("claude-code", "npm install").returncode == 2


def test_entries_stay_the_same_over_changes_of_policies_and_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Codex drops its trust in an entry that changes."""
    ann = Person(tmp_path / "ann", monkeypatch)
    assert ann.install("codex") == 0
    before = (ann.root / FILES["codex"][0]).read_bytes()
    (ann.home / "policies/small.yaml").write_text(POLICY.replace("npm install", "yarn add"))
    assert ann.install("codex", "--state", str(tmp_path / "elsewhere"), "--replace") == 0
    assert (ann.root / FILES["codex"][0]).read_bytes() == before
    assert ann.ask("codex", "yarn add x").returncode == 2
    assert os.path.isdir(tmp_path / "elsewhere/generations")
