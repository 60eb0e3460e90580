"""The judge is loaded when a session starts that may ask it, and gone when nobody can find it any more."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.errors import InvalidPolicies
from policyhooks.image.activation import activate
from policyhooks.installation.command_line import personal_command
from policyhooks.judge import place
from policyhooks.judge.control import tell
from tests.judge.conftest import Court
from tests.judge.test_worker import running
from tests.support.model_server import ModelServer

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: tests.warm, title: Warm, owner: sec@acme.example, version: 1.0.0}
rules:
  - id: deploys
    match: {events: [shell.before]}
    when: shell.command.contains("deploy")
    judge: {prompt: "Only harmless. $ARGUMENTS", model: MODEL, timeout: 15s, input: {c: shell.command}, OPTIONAL}
    message: {user: "No.", agent: "No."}
"""


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """An address; most of what is here asks nobody."""
    with ModelServer() as made:
        yield made


OPTIONAL = "optional: true, not_ok: deny, on_error: ask"


def compiled(
    folder: Path, server: ModelServer, model: str = "good", more: str = OPTIONAL, mode: str = "enforce"
) -> Compiled:
    """A program whose one rule asks a model; the Config names `good`."""
    (folder / "policy.yaml").write_text(POLICY.replace("MODEL", model).replace("OPTIONAL", more))
    config = {"apiVersion": "policyhooks/v1", "kind": "Config", "judge": server.config("good")}
    (folder / "config.yaml").write_text(json.dumps({**config, "rules": {"tests.warm/deploys": {"mode": mode}}}))
    return compile_policies([str(folder / "policy.yaml")], str(folder / "config.yaml"))


def send(state: Path, native: str, **fields: object) -> bytes:
    """What the installed hook says to Claude Code."""
    payload = {"session_id": "s", "transcript_path": "/t", "cwd": "/", "hook_event_name": native, **fields}
    command = personal_command(state, "claude-code", native, 30)
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=json.dumps(payload).encode(), capture_output=True, timeout=60
    )
    assert done.returncode == 0, done
    return done.stdout


def test_a_session_that_starts_loads_the_judge(new_court: Callable[[], Court]) -> None:
    court = new_court()
    activate(court.state, [compiled(court.state.parent, court.server)])
    before = len(court.server.requests)
    assert send(court.state, "SessionStart", source="startup") == b""
    end = time.monotonic() + 90
    while not (tell(court.folder, "status") or {}).get("loaded") and time.monotonic() < end:
        time.sleep(0.1)
    assert (tell(court.folder, "status") or {})["loaded"] is True
    assert len(court.server.requests) == before  # loaded, and nothing was asked
    worker = court.worker_pid()
    call = {"tool_name": "Bash", "tool_input": {"command": "deploy"}, "tool_use_id": "t", "permission_mode": "default"}
    assert send(court.state, "PreToolUse", **call) == b""
    assert (len(court.server.requests), court.worker_pid()) == (before + 1, worker)


@pytest.mark.parametrize(
    ("model", "more", "mode", "judged"),
    [
        ("good", OPTIONAL, "enforce", True),
        ("good", OPTIONAL, "audit", True),
        ("openai/direct", OPTIONAL, "enforce", True),
        ("good", OPTIONAL, "disabled", False),
    ],
)
def test_who_needs_a_judge(server: ModelServer, tmp_path: Path, model: str, more: str, mode: str, judged: bool) -> None:
    """Only where somebody can be asked the start of a session is looked at, and the hook told to load it."""
    program = compiled(tmp_path, server, model, more, mode)
    assert (("claude-code", "SessionStart") in program.used_events) is judged
    assert ("JUDGED = True" in program.modules["index"]) is judged


def test_no_judge_is_loaded_where_none_is_needed(server: ModelServer, tmp_path: Path) -> None:
    activate(tmp_path / "state", [compiled(tmp_path, server, mode="disabled")])
    assert send(tmp_path / "state", "SessionStart", source="startup") == b""
    time.sleep(0.5)
    assert not (tmp_path / "state" / place.FOLDER / place.SOCKET).exists()


def test_an_optional_judge_is_off_without_a_model(server: ModelServer, tmp_path: Path) -> None:
    for model, optional, mode in (("good", True, "enforce"), ("other", True, "disabled"), ("other", False, "enforce")):
        more = OPTIONAL if optional else OPTIONAL.replace("optional: true, ", "")
        (tmp_path / "policy.yaml").write_text(POLICY.replace("MODEL", model).replace("OPTIONAL", more))
        judge = server.config("good")
        (tmp_path / "c.yaml").write_text(json.dumps({"apiVersion": "policyhooks/v1", "kind": "Config", "judge": judge}))
        paths = [str(tmp_path / "policy.yaml")]
        if (model, optional) == ("other", False):
            with pytest.raises(InvalidPolicies, match="1 problems"):
                compile_policies(paths, str(tmp_path / "c.yaml"))
            continue
        program = compile_policies(paths, str(tmp_path / "c.yaml"))
        noted = [one.severity for one in program.diagnostics if one.code == "optional-model-missing"]
        assert (program.rules[0].mode, noted) == (mode, ["note"] if mode == "disabled" else [])
        assert compile_policies(paths).rules[0].mode == "disabled"


@pytest.mark.parametrize(
    ("profile", "mode"), [("audit", "audit"), ("balanced", "audit"), ("review", "enforce"), ("strict", "enforce")]
)
def test_profiles_and_recorded_judges(server: ModelServer, tmp_path: Path, profile: str, mode: str) -> None:
    """What is written with mode audit: `review` enforces it where a model is asked, and nothing else."""
    text = (
        POLICY.replace("MODEL", "good")
        .replace("OPTIONAL", OPTIONAL)
        .replace("rules:", "defaults: {mode: audit}\nrules:")
    )
    plain = '{id: plain, match: {events: [shell.before]}, when: shell.command == "x", effect: ask, '
    text += f"  - {plain}message: {{user: a, agent: b}}}}\n"
    (tmp_path / "policy.yaml").write_text(text)
    config = {
        "apiVersion": "policyhooks/v1",
        "kind": "Config",
        "profile": profile,
        "judge": server.config("good"),
    }
    (tmp_path / "c.yaml").write_text(json.dumps(config))
    judged, other = compile_policies([str(tmp_path / "policy.yaml")], str(tmp_path / "c.yaml")).rules
    assert (judged.mode, other.mode) == (mode, "enforce" if profile == "strict" else "audit")


def test_a_worker_whose_folder_is_gone_leaves(tmp_path: Path) -> None:
    folder = place.prepare(tmp_path / "state")
    with running(folder) as process:
        assert tell(folder, "status") is not None
        shutil.rmtree(tmp_path / "state")
        assert process.wait(timeout=60) == 0


def test_a_worker_whose_folder_is_anothers_leaves_that_one_alone(tmp_path: Path) -> None:
    folder = place.prepare(tmp_path / "state")
    with running(folder) as first:
        assert tell(folder, "status") is not None
        shutil.rmtree(tmp_path / "state")
        with running(place.prepare(tmp_path / "state")) as second:
            assert first.wait(timeout=60) == 0
            assert (folder / place.SOCKET).exists()
            assert second.poll() is None
            assert tell(folder, "status") is not None
