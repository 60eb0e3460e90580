"""A team with one repository: two people, two homes, two clones each; cloning, installing, upgrading, moving."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.installation.entries import commands_of, is_ours
from tests.cli.test_committed import FILES, NOT_HERE, POLICY, payload
from tests.support.homes import move_home

CLIENTS = ("claude-code", "codex")
PROJECT = """\
apiVersion: policyhooks/v1
kind: Config
project: p-00112233445566aa
policies: [policies]
packs: [git-history]
clients: [claude-code, codex]
requires: {clients: {claude-code: ">=2.1.100"}}
"""
MORE = POLICY[POLICY.index("  - id") :].replace("no-install", "no-yarn").replace("npm install", "yarn add")


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=dev", "-c", "user.email=dev@acme.example", "-c", "init.defaultBranch=main"]
    done = subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


class Clone:
    """Somebody's clone of the repository, in front of somebody's home."""

    def __init__(self, root: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.home, self.monkeypatch = root, home, monkeypatch

    def run(self, *words: str) -> int:
        with self.monkeypatch.context() as patch:
            patch.setenv("HOME", str(self.home))
            patch.delenv("XDG_STATE_HOME", raising=False)
            patch.chdir(self.root)
            return run(list(words))

    def set_up(self) -> None:
        """What everybody does in a clone, and after a pull that changed the policies."""
        assert self.run("trust", "policyhooks.yaml", "--yes") == 0
        assert self.run("install") == 0

    def answer(self, client: str, command: str) -> bytes:
        document = json.loads((self.root / FILES[client][0]).read_text())
        line = next(commands_of(one)[0] for one in document["hooks"][FILES[client][1]] if is_ours(one))
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            input=json.dumps(payload(client, self.root, command)).encode(),
            env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            cwd=self.root,
            timeout=60,
            check=False,
        )
        return done.stdout + done.stderr


@pytest.fixture
def team(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Clone]:
    """The first clone has the project as its author wrote it, installed and pushed; the others are only cloned."""
    move_home(monkeypatch, tmp_path / "home")  # where trust is kept
    bare = tmp_path / "origin.git"
    git(tmp_path, "init", "-q", "--bare", str(bare))
    clones = []
    for person in ("ann", "ben"):
        (tmp_path / person / "home").mkdir(parents=True)
        for name in ("one", "two"):
            root = tmp_path / person / name
            git(tmp_path, "clone", "-q", str(bare), str(root))
            clones.append(Clone(root, tmp_path / person / "home", monkeypatch))
            if len(clones) > 1:
                continue
            (root / "policies").mkdir()
            (root / "policies/small.yaml").write_text(POLICY)
            (root / "policyhooks.yaml").write_text(PROJECT)
            clones[0].set_up()
            push(clones[0])
    return clones


def push(clone: Clone) -> None:
    git(clone.root, "add", "-A")
    git(clone.root, "commit", "-qm", "policies")
    git(clone.root, "push", "-q", "origin", "HEAD")


def test_clone_install_upgrade(team: list[Clone], capsys: pytest.CaptureFixture[str]) -> None:
    first, *others = team
    for clone in others:
        # Somebody who has not installed, or not in this clone, is blocked and told what to do.
        told = clone.answer("claude-code", "npm ci")
        assert NOT_HERE in told or b"run `policyhooks install` here" in told
        capsys.readouterr()
        assert clone.run("install") == 7
        assert "policyhooks trust" in capsys.readouterr().err.replace("\n", " ")
        clone.set_up()
    for clone in team:
        assert git(clone.root, "status", "--porcelain") == "", "the files are the same bytes for everybody"
        for client in CLIENTS:
            assert b"Use npm ci." in clone.answer(client, "npm install")
            assert b"deny" in clone.answer(client, "git push --force origin main")
            assert clone.answer(client, "npm ci") == b""
    # An upgrade of the policies: a rule more, another least version of a client.
    (first.root / "policies/small.yaml").write_text(POLICY + MORE)
    (first.root / "policyhooks.yaml").write_text(PROJECT.replace("2.1.100", "2.1.295"))
    first.set_up()
    push(first)
    for clone in others:
        git(clone.root, "pull", "-q")
        assert b"Use npm ci." in clone.answer("claude-code", "npm install"), "until then what was installed decides"
        assert clone.run("install") == 7
        clone.set_up()
    for clone in team:
        assert git(clone.root, "status", "--porcelain") == ""
        for client in CLIENTS:
            assert b"Use npm ci." in clone.answer(client, "npm install")
            assert b"Use npm ci." in clone.answer(client, "yarn add x")
        assert clone.run("doctor", "--client", "claude-code", "--scope", "project") == 0, capsys.readouterr().out


def test_a_project_that_names_no_clients(team: list[Clone], capsys: pytest.CaptureFixture[str]) -> None:
    """The entries that a clone brings along say for which clients `install` is meant; another project's say nothing."""
    first, _, clone, _ = team
    named = "clients: [claude-code, codex]\n"
    (first.root / "policyhooks.yaml").write_text(PROJECT.replace(named, ""))
    first.set_up()
    strange = json.loads((first.root / FILES["claude-code"][0]).read_text().replace("p-00112233445566aa", "p-other"))
    (first.root / ".gemini").mkdir()
    (first.root / ".gemini/settings.json").write_text(json.dumps(strange))
    push(first)
    git(clone.root, "pull", "-q")
    assert NOT_HERE in clone.answer("claude-code", "npm ci")
    clone.set_up()
    assert git(clone.root, "status", "--porcelain") == ""
    for client in CLIENTS:
        assert b"Use npm ci." in clone.answer(client, "npm install")
        assert clone.answer(client, "npm ci") == b""
    (clone.root / FILES["claude-code"][0]).unlink()
    (clone.root / FILES["codex"][0]).unlink()
    shutil.rmtree(clone.home / ".local/state")
    capsys.readouterr()
    assert clone.run("install") == 2
    assert "no client is named" in capsys.readouterr().err


def test_a_clone_that_lags_behind_does_not_weaken_the_other(
    team: list[Clone], capsys: pytest.CaptureFixture[str]
) -> None:
    """Two clones of one person share what decides: installing from an older one would take a rule away."""
    newer, older = team[:2]
    (newer.root / "policies/small.yaml").write_text(POLICY + MORE)
    newer.set_up()
    assert older.run("trust", "policyhooks.yaml", "--yes") == 0
    capsys.readouterr()
    assert older.run("install") == 2
    assert "weaker: acme.small/no-yarn: removed: was deny, enforce" in capsys.readouterr().err
    assert b"Use npm ci." in newer.answer("claude-code", "yarn add x")


def test_another_id_is_no_way_round_the_rules(team: list[Clone], capsys: pytest.CaptureFixture[str]) -> None:
    """A changed `project:`, or a project file that is gone, leads to an empty state folder: nothing would be weaker."""
    first = team[0]
    weak = first.root.parent / "weak.yaml"
    weak.write_text(POLICY.replace("no-install", "no-publish").replace("npm install", "npm publish"))
    file = first.root / "policyhooks.yaml"
    committed = (first.root / FILES["claude-code"][0]).read_bytes()
    for spoil in (lambda: file.write_text(PROJECT.replace("p-00112233445566aa", "p-ffffffffffffffff")), file.unlink):
        spoil()
        capsys.readouterr()
        assert first.run("install", "--client", "claude-code", "--policies", str(weak)) == 2
        assert "weaker: acme.small/no-install: removed: was deny, enforce" in capsys.readouterr().err
        assert (first.root / FILES["claude-code"][0]).read_bytes() == committed
    assert b"Use npm ci." in first.answer("claude-code", "npm install")


def test_a_project_that_is_moved(team: list[Clone], capsys: pytest.CaptureFixture[str]) -> None:
    first = team[0]
    moved = Clone(first.root.with_name("moved"), first.home, first.monkeypatch)
    shutil.move(first.root, moved.root)
    assert b"run `policyhooks install` here" in moved.answer("claude-code", "npm ci")
    moved.set_up()
    assert moved.answer("claude-code", "npm ci") == b""
    assert b"Use npm ci." in moved.answer("claude-code", "npm install")
    assert git(moved.root, "status", "--porcelain") == ""


def test_what_a_clone_brings_along_chooses_nothing(team: list[Clone], tmp_path: Path) -> None:
    """A hostile project file in a clone, or above one: nothing of it is installed, started or asked before trust."""
    clone = team[2]
    mark = tmp_path / "mark"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    hostile = POLICY[: POLICY.index("  - id")].replace("acme.small", "evil.rules") + (
        f"  - id: runs\n    match: {{events: [shell.before]}}\n    command: {{run: [{program}], not_ok: deny}}\n"
        '    message: {user: "x", agent: "x"}\n'
        "    tests: {cases: [{shell: {command: ls}, command: {ok: false}, expect: deny}]}\n"
    )
    config = PROJECT.replace(
        "policies]", "policies]\njudge: {models: {fast: {model: evil/x, api_base: 'http://127.0.0.1:9'}}}"
    )
    for folder in (clone.root.parent, clone.root):
        (folder / "policies").mkdir(exist_ok=True)
        (folder / "policies/evil.yaml").write_text(hostile)
        (folder / "policyhooks.yaml").write_text(config)
    deeper = clone.root / "a/b"
    deeper.mkdir(parents=True)
    for where in (clone.root, deeper):
        visitor = Clone(where, clone.home, clone.monkeypatch)
        assert visitor.run("install") == 7
        assert visitor.run("install", "--client", "cursor") == 7
        assert visitor.run("bundle", "build", "--out", str(tmp_path / "x.phb")) == 7
        assert visitor.run("explain", "--shell", "ls", "--outside", "run") == 7
        for words in (["check"], ["test"], ["explain", "--shell", "ls"]):
            assert visitor.run(*words) == 0
    assert not mark.exists()
    assert not (clone.home / ".local/state").exists()
    assert not (clone.root / ".cursor").exists()
    assert not (tmp_path / "x.phb").exists()


@pytest.mark.parametrize(("version", "word"), [("2.1.200", "FAULT"), ("2.1.295", "ok"), ("3.0.0", "ok")])
def test_a_changed_version_of_the_client_is_told(
    team: list[Clone], tmp_path: Path, capsys: pytest.CaptureFixture[str], version: str, word: str
) -> None:
    client = tmp_path / "bin/claude"
    client.parent.mkdir()
    client.write_text(f"#!/bin/sh\necho '{version} (Claude Code)'\n")
    client.chmod(0o755)
    first = team[0]
    before = (first.root / FILES["claude-code"][0]).read_bytes()
    first.monkeypatch.setenv("PATH", f"{client.parent}:{os.environ['PATH']}")
    capsys.readouterr()
    assert first.run("doctor", "--client", "claude-code", "--scope", "project") == (1 if word == "FAULT" else 0)
    told = next(line for line in capsys.readouterr().out.splitlines() if " version " in line)
    assert told.split()[0] == word
    assert first.run("install") == 0
    assert (first.root / FILES["claude-code"][0]).read_bytes() == before, "entries do not depend on who installs them"
