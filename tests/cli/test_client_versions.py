"""What is written into a client's file follows its version: the installed one, or what the project allows."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.cursor.loading import ACCEPTED, GENERATIONS
from tests.cli.test_install import POLICY

FIRST = {native for native, name in ACCEPTED.items() if GENERATIONS[name] == (0,)}
WRITES = """\
  - id: no-keys
    match: {events: [file.write], paths: ["**/*.pem"]}
    effect: deny
    message: {user: "No keys.", agent: "Leave keys alone."}
    tests:
      cases: [{file: {path: a.pem, op: write}, expect: deny}]
"""
NATIVE = """\
  - id: reviewed
    match: {clients: [cursor], events: [shell.before], native: [cursor.beforeShellExecution], tools: [Shell]}
    judge: {prompt: "Is this safe? $ARGUMENTS", native: true, not_ok: deny, timeout: 4s}
    message: {user: "No.", agent: "Ask."}
"""
PROJECT = """\
apiVersion: policyhooks/v1
kind: Config
policies: [small.yaml]
clients: [cursor]
"""


class Machine:
    """A project, a home, and what lies on the PATH."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.programs, self.policy = folder, folder / "bin", folder / "policies/small.yaml"
        self.programs.mkdir()
        self.policy.parent.mkdir()
        self.policy.write_text(POLICY + WRITES)
        monkeypatch.setenv("PATH", f"{self.programs}:{os.environ['PATH']}")

    def have(self, name: str, says: str) -> None:
        program = self.programs / name
        program.write_text(f"#!/bin/sh\n{says}\n")
        program.chmod(0o755)

    def run(self, verb: str, scope: str, *words: str) -> int:
        place = ["--client", "cursor", "--scope", scope, "--root", str(self.folder / "root")]
        return run([verb, *place, "--state", str(self.folder / "state"), *words])

    def install(self, scope: str, requires: str = "", *words: str) -> int:
        config = self.folder / "config.yaml"
        config.write_text(PROJECT.replace("[small.yaml]", "[policies/small.yaml]") + requires)
        return self.run("install", scope, "--policies", str(self.policy), "--config", str(config), *words)

    @property
    def events(self) -> dict[str, Any]:
        (file,) = (self.folder / "root").rglob("hooks.json")
        found: dict[str, Any] = json.loads(file.read_text())["hooks"]
        return found


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


OLD, NEW, TOLD = True, False, "3.15.6\n0f0f\nx64"
# What the programs on the PATH say, and whether the file is one that the first generation loads.
INSTALLED: list[tuple[dict[str, str], bool]] = [
    ({}, NEW),
    ({"cursor": "echo '2.3.41\n0f0f\nx64'"}, OLD),
    ({"cursor": "echo '2.4.0'"}, NEW),
    ({"cursor": f"echo '{TOLD}'"}, NEW),
    ({"cursor": "echo '99.1'"}, NEW),
    ({"cursor-agent": "echo 2026.10.01-e373342"}, NEW),
    ({"cursor": "echo 1.7.54", "cursor-agent": "echo 2026.10.01-e373342"}, OLD),
    ({"cursor": "echo no display; exit 1"}, NEW),
    ({"cursor": "kill -9 $$"}, NEW),
]


@pytest.mark.parametrize(("programs", "old"), INSTALLED, ids=str)
def test_a_personal_file_suits_the_installed_version(
    machine: Machine, capsys: pytest.CaptureFixture[str], programs: dict[str, str], old: bool
) -> None:
    for name, says in programs.items():
        machine.have(name, says)
    assert machine.install("user", "", "--every-event") == 0
    assert set(machine.events) == FIRST if old else {"preToolUse", *FIRST} < set(machine.events)
    told = " ".join(capsys.readouterr().err.split())
    assert ("is not known to have preToolUse" in told) is old


REQUIRED = [
    ("", NEW), ('requires: {clients: {cursor: ">=2.4"}}', NEW), ('requires: {clients: {cursor: ">=2.0"}}', OLD),
    ('requires: {clients: {cursor: "2.3.41"}}', OLD), ('requires: {clients: {cursor: ">3"}}', NEW),
    ('requires: {clients: {cursor: "<2"}}', OLD), ('requires: {clients: {cursor: "<=3"}}', NEW),
    ('requires: {clients: {claude-code: ">=1"}}', NEW),
]  # fmt: skip


@pytest.mark.parametrize(("requires", "old"), REQUIRED)
@pytest.mark.parametrize("here", ["1.7.54", "3.15.6"])
def test_a_committed_file_suits_every_version_that_the_project_allows(
    machine: Machine, capsys: pytest.CaptureFixture[str], requires: str, old: bool, here: str
) -> None:
    machine.have("cursor", f"echo {here}")
    assert machine.install("project", requires) == 0
    assert "beforeShellExecution" in machine.events
    assert ("preToolUse" not in machine.events) is old, "whatever is installed here"
    assert ("a version that `requires.clients` allows" in " ".join(capsys.readouterr().err.split())) is old


def test_check_tells_the_author(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    config = machine.folder / "config.yaml"
    for required, told in ((">=2.0", True), (">=2.4", False)):
        config.write_text(f'{PROJECT}requires: {{clients: {{cursor: "{required}"}}}}\n')
        run(["check", str(machine.policy), "--config", str(config)])
        assert ("[client-too-old]" in capsys.readouterr().out) is told


def test_a_version_without_prompt_hooks_gets_none(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.policy.write_text(POLICY + NATIVE)
    assert machine.install("project", 'requires: {clients: {cursor: ">=2.0"}}') == 3
    assert "version 2.0 has none" in capsys.readouterr().err
    machine.have("cursor", "echo 2.3.41")
    assert machine.install("user") == 3
    machine.have("cursor", "echo 2.4.1")
    assert machine.install("user") == 0


def test_doctor_finds_a_client_that_became_older(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.have("cursor", f"echo '{TOLD}'")
    assert machine.install("user", 'requires: {clients: {cursor: ">=2.4"}}') == 0
    capsys.readouterr()
    machine.run("doctor", "user")
    assert "cursor 3.15.6 accepts its file" in capsys.readouterr().out
    machine.have("cursor", "echo 2.3.41")
    assert machine.run("doctor", "user") == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "requires cursor `>=2.4`, and here is 2.3.41" in told
    assert "cursor 2.3.41 is not known to accept" in told


def test_an_administrator_starts_nothing_that_others_may_have_written(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = machine.folder / "started"
    machine.programs.chmod(0o777)
    machine.have("cursor", f"echo 2.3.41; : > {mark}")
    assert machine.install("managed") == 0
    assert not mark.exists()
    assert "preToolUse" in machine.events
