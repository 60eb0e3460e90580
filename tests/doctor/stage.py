"""A healthy installation to break, what doctor says of it, and the repairs that it prints, run."""

import json
import re
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from policyhooks.cli.main import run

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
NOTICED = """\
  - id: noticed
    match: {events: [notification], clients: [claude-code]}
    effect: warn
    message: {user: "Noticed."}
"""
JUDGED = """\
  - id: reviewed
    match: {events: [shell.before]}
    when: shell.command.contains("curl")
    judge: {prompt: "Is this safe? $ARGUMENTS", model: fast, not_ok: deny}
    message: {user: "Reviewer: {{ judge.reason }}", agent: "Ask."}
"""


@dataclass(frozen=True)
class Stage:
    """One installation below a scratch folder."""

    folder: Path
    client: str
    capsys: pytest.CaptureFixture[str]

    @property
    def place(self) -> list[str]:
        root, state = str(self.root), str(self.state)
        return ["--client", self.client, "--scope", "project", "--root", root, "--state", state]

    @property
    def root(self) -> Path:
        return self.folder / "project"

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def system(self) -> Path:
        return self.folder / "system"

    @property
    def policy(self) -> Path:
        return self.folder / "policies" / "small.yaml"

    @property
    def file(self) -> Path:
        names = {
            "claude-code": ".claude/settings.json",
            "cursor": ".cursor/hooks.json",
            "codex": ".codex/hooks.json",
            "gemini-cli": ".gemini/settings.json",
            "copilot-cli": ".github/hooks/policyhooks.json",
        }
        return self.root / names[self.client]

    def install(self, *words: str) -> None:
        policies = ["--policies", str(self.policy.parent), *words]
        assert run(["install", *self.place, *policies]) == 0
        self.capsys.readouterr()
        if self.client == "codex":
            self.review()

    def review(self) -> None:
        """What Codex notes when a person has reviewed every hook of the file."""
        natives = json.loads(self.file.read_text())["hooks"]
        names = [re.sub(r"(?<!^)(?=[A-Z])", "_", native).lower() for native in natives]
        notes = [f'[hooks.state."{self.file}:{name}:0:0"]\ntrusted_hash = "sha256:00"\n' for name in names]
        (self.home / ".codex").mkdir(exist_ok=True)
        (self.home / ".codex/config.toml").write_text("".join(notes))

    def edit(self, change: Any) -> None:
        """Change the client's file by a function of its document."""
        document = json.loads(self.file.read_text())
        change(document)
        self.file.write_text(json.dumps(document, indent=2))

    def doctor(self, *words: str, everywhere: bool = False) -> tuple[int, list[dict[str, str]]]:
        """Exit code and findings."""
        place = ["--root", str(self.root), "--client", self.client] if everywhere else self.place
        self.capsys.readouterr()
        machine = ["--home", str(self.home), "--system", str(self.system)]
        code = run(["doctor", *place, *machine, "--format", "json", *words])
        report: Mapping[str, Any] = json.loads(self.capsys.readouterr().out)
        assert report["healthy"] == (code == 0)
        return code, [finding for one in report["installations"] for finding in one["findings"]]


def faults(findings: list[dict[str, str]]) -> dict[str, str]:
    """The repairs by the check that found a fault."""
    return {one["check"]: one["repair"] for one in findings if one["level"] == "fault"}


def run_repair(line: str) -> None:
    """A repair as printed: our own verbs in this process, the rest by the shell's words."""
    for step in line.split(" && "):
        words = shlex.split(step)
        if words[0] == "policyhooks":
            assert run(words[1:]) == 0, step
        else:
            subprocess.run(words, check=True, timeout=30)


def make_stage(folder: Path, client: str, capsys: pytest.CaptureFixture[str], policy: str = POLICY) -> Stage:
    stage = Stage(folder, client, capsys)
    for path in (stage.root, stage.home, stage.system, stage.policy.parent):
        path.mkdir(parents=True)
    stage.policy.write_text(policy)
    return stage
