"""One run of a real client against a scripted model: its own home, project, network namespace and environment."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from policyhooks.cli.main import run
from policyhooks.inspect.journal import read_records
from policyhooks.installation.places import locate
from tests.realclient.binaries import find
from tests.realclient.drivers import DRIVERS, Driver

CHECKOUT = Path(__file__).resolve().parents[2]
HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: field.rules, title: Field, owner: appsec@acme.example}
rules:
"""
Turn = Mapping[str, object]


@dataclass(frozen=True)
class Outcome:
    """What came of a run."""

    code: int
    stdout: str
    stderr: str
    requests: Sequence[Mapping[str, Any]]

    def lane(self, name: str) -> list[str]:
        """The requests of a lane, each as one text."""
        return [json.dumps(request["body"], ensure_ascii=False) for request in self.requests if request["lane"] == name]

    def later(self, name: str = "main") -> str:
        """Every request of a lane after its first: what the model was told about its call."""
        return "\n".join(self.lane(name)[1:])


@dataclass(frozen=True)
class Stage:
    """A project and a home below a scratch folder."""

    driver: Driver
    folder: Path

    @property
    def project(self) -> Path:
        return self.folder / "project"

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def system(self) -> Path:
        return self.folder / "system"

    @property
    def hook(self) -> Path:
        """What the entries start."""
        share = self.home / ".local/share/policyhooks"
        return (share if self.driver.scope == "project" else self.state) / "bin/hook"

    @property
    def marker(self) -> Path:
        return self.project / "marker"

    def install(self, rules: str, *more: str, managed: bool = False, scope: str = "") -> Path:
        """Install a policy with these rules, where CLIENT stands for this client; the client's file.

        Into the driver's scope where none is said.

        What changes a call or asks outside (rewrite, redact, context, command, judge) is a managed
        policy's to do; its file lies where an administrator puts it, in a file system of the run's own.
        """
        managed = managed or scope == "managed"
        if managed and not namespace(mounts=True):
            pytest.skip("no file system of its own can be made here (unshare -m, overlay)")
        policies = self.folder / "policies"
        policies.mkdir(exist_ok=True)
        (policies / "field.yaml").write_text(HEAD + rules.replace("CLIENT", self.driver.client))
        scope = "managed" if managed else scope or self.driver.scope
        root = {"managed": self.system, "project": self.project, "user": self.home}[scope]
        words = ["--client", self.driver.client, "--scope", scope, "--root", str(root)]
        assert self.run("install", *words, "--state", str(self.state), "--policies", str(policies), *more) == 0
        return locate(self.driver.client, scope, str(root)).file

    def run(self, *words: str) -> int:
        """policyhooks, as the person in whose home this is."""
        with patch.dict(os.environ, HOME=str(self.home)):
            return run(list(words))

    def records(self) -> list[Mapping[str, Any]]:
        """What the hook has journalled; a managed state keeps each user's apart."""
        states = [self.state, *(self.state / "users").glob("*")]
        return [dict(record) for state in states for record in read_records(state)]

    def play(
        self,
        *turns: Turn,
        prompt: str = "Please do what has to be done.",
        more: Sequence[str] = (),
        sub: Sequence[Turn] = (),
        judge: Sequence[Turn] = (),
        sub_mark: str = "",
        environ: Mapping[str, str] | None = None,
        allowed: str = "",
    ) -> Outcome:
        """Start the client once. The lanes of the model are `turns`, `sub` and `judge`."""
        program = find(self.driver.client)
        assert program is not None
        result = self.folder / "result.json"
        managed = (self.system / "etc").is_dir()
        words = [word.replace("{prompt}", prompt) for word in self.driver.words]
        if allowed:  # in place of the tools that need no dialog
            words[words.index("--allowedTools") + 1] = allowed
        words = [word for word in words if not managed or word not in self.driver.not_if_managed]
        plan = {
            "script": {"lanes": {"main": list(turns), "sub": list(sub), "judge": list(judge)}, "sub_mark": sub_mark},
            "files": {str(self.home / name): text for name, text in self.driver.files.items()},
            "environ": {**self._environ(program), **self.driver.environ, **(environ or {})},
            "words": [*program, *words, *more],
            "folder": str(self.project),
            "limit_s": self.driver.limit_s,
            "result": str(result),
            "etc": str(self.system / "etc") if managed else "",
        }
        (self.folder / "plan.json").write_text(json.dumps(plan))
        inside = [sys.executable, "-m", "tests.realclient.inside", str(self.folder / "plan.json")]
        unshare = [*namespace(mounts=managed), "--pid", "--fork", "--kill-child"]
        done = subprocess.run(
            [*unshare, *inside],
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
            timeout=self.driver.limit_s + 60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(result.read_text())
        return Outcome(found["code"], found["stdout"], found["stderr"], found["requests"])

    def _environ(self, program: Sequence[str]) -> dict[str, str]:
        """Nothing of the developer's environment: hooks inherit the client's."""
        folders = [str(Path(program[0]).parent)] if program[0].endswith("/node") else []
        return {
            "HOME": str(self.home),
            "PATH": ":".join([*folders, "/usr/local/bin", "/usr/bin", "/bin"]),
            "TMPDIR": str(self.folder / "tmp"),
            "TERM": "dumb",
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
        }


@cache
def namespace(mounts: bool = False) -> list[str]:
    """The words that make a network namespace here, with `mounts` also one of file systems; empty where none can be."""
    unshare = shutil.which("unshare")
    proof = ["mount", "-t", "overlay", "overlay", "-o", "lowerdir=/etc:/usr", "/etc"] if mounts else ["true"]
    for words in (["-n"], ["-r", "-n"]):
        if unshare is None:
            break
        asked = [unshare, *words, *(["-m"] if mounts else [])]
        if subprocess.run([*asked, *proof], capture_output=True, check=False).returncode == 0:
            return asked
    return []


def missing(client: str) -> str:
    """Why a client cannot be run here, or nothing."""
    if not os.environ.get("POLICYHOOKS_REALCLIENT"):
        return "real clients run with `make realclient`"
    if client not in os.environ["POLICYHOOKS_REALCLIENT"].replace(",", " ").split():
        return f"{client} was not asked for"
    if not namespace():
        return "no network namespace can be made here (unshare -n)"
    if find(client) is None:
        return f"{client} is not installed; `make realclient` tries to"
    return ""


def make_stage(client: str, folder: Path) -> Stage:
    """A fresh stage; the test is skipped, with the reason, where the client cannot be run."""
    problem = missing(client)
    if problem:
        pytest.skip(problem)
    stage = Stage(DRIVERS[client], folder)
    for path in (stage.project, stage.home, folder / "tmp"):
        path.mkdir(parents=True)
    for name, text in stage.driver.settings.items():
        (stage.home / name).parent.mkdir(parents=True)
        (stage.home / name).write_text(text)
    return stage
