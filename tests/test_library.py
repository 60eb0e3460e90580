"""The engine for programs of others: what its page says runs, children answer as their parent, nothing is touched."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import policyhooks
from policyhooks import Engine
from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, PolicyHooksError, UsageError, VerificationFailed
from policyhooks.image.activation import activate
from policyhooks.library import LONGEST, Answer
from tests.support.bundles import archive_of, build, line_of, make_key, needs_ssh_keygen, signed, write_policies

PROJECT = Path(__file__).parents[1]
PAGE = PROJECT / "docs/how-to/decide-from-a-program.md"
COMMANDS = (
    "npm install",
    "npm ci",
    "ls -la",
    "for x in a b; do npm install $x; done",
    "if x; then npm ci; fi",
    "echo 'open",
)


def event(command: str) -> dict[str, object]:
    return {
        "hook_event_name": "PreToolUse",
        "session_id": "s1",
        "transcript_path": "/home/dev/.claude/projects/x/s1.jsonl",
        "cwd": "/w/project",
        "tool_name": "Bash",
        "tool_input": {"command": command},
    }


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_policies(tmp_path_factory.mktemp("library") / "policies")


@pytest.fixture(scope="module")
def engine(small: Path) -> Engine:
    return Engine.from_policies(small / "small.yaml")


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found
    shutil.copytree(PROJECT / "policies/destructive-filesystem", tmp_path / "policies")
    (tmp_path / "policyhooks.yaml").write_text("apiVersion: policyhooks/v1\nkind: Config\nprofile: balanced\n")
    monkeypatch.chdir(tmp_path)
    exec(compile(found[1], str(PAGE), "exec"), {})
    assert capsys.readouterr().out.startswith("deny ('packs.destructive-filesystem/")


def test_every_way_to_write_a_payload_is_the_same(engine: Engine) -> None:
    given = event("npm install")
    answers = {engine.decide("claude-code", one) for one in (given, json.dumps(given), json.dumps(given).encode())}
    (answer,) = answers
    assert (answer.verdict, answer.rules, answer.user) == ("deny", ("acme.small/no-install",), "No installs.")
    assert (answer.agent, answer.exit_code, answer.error) == ("Use npm ci.", 2, "")
    assert json.loads(answer.response)["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert engine.decide("claude-code", event("npm ci")).verdict == "pass"


def test_an_answer_is_what_the_verb_prints(engine: Engine, small: Path, tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(event(command)) for command in COMMANDS)
    argv = [
        sys.executable,
        "-m",
        "policyhooks",
        "decide",
        "--client",
        "claude-code",
        "--policies",
        str(small / "small.yaml"),
    ]
    done = subprocess.run(argv, input=lines, capture_output=True, text=True, check=True, cwd=tmp_path)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert told == [engine.decide("claude-code", event(command)).as_json() for command in COMMANDS]


@pytest.mark.parametrize(
    "payload",
    [b"", b"[]", b"7", b'{"a":1,"a":2}', b"{", b"\xff", "\ud800", {}, {"hook_event_name": "PreToolUse", "cwd": 7}],
)
def test_what_no_client_sends_is_no_answer(engine: Engine, payload: bytes | str | dict[str, object]) -> None:
    with pytest.raises(PolicyHooksError) as problem:
        engine.decide("claude-code", payload)
    assert problem.value.message


def test_a_payload_without_end(engine: Engine) -> None:
    with pytest.raises(PolicyHooksError, match="64 MiB"):
        engine.decide("claude-code", b'{"a": "' + b"x" * LONGEST + b'"}')


def test_an_unknown_client_or_way_is_said(engine: Engine, small: Path) -> None:
    with pytest.raises(UsageError, match="`vim`"):
        engine.decide("vim", event("ls"))
    with pytest.raises(UsageError, match="`maybe`"):
        Engine.from_policies(small / "small.yaml", outside="maybe")


def test_policies_that_do_not_compile(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("apiVersion: policyhooks/v1\nkind: Policy\nrules: 7\n")
    with pytest.raises(InvalidPolicies):
        Engine.from_policies(tmp_path)


@needs_ssh_keygen
def test_a_bundle_is_believed_by_its_signers_only(tmp_path: Path) -> None:
    build(tmp_path)
    for name in ("alice", "stranger"):
        make_key(tmp_path, name)
    (tmp_path / "signed.phb").write_bytes(signed(archive_of(tmp_path / "acme.phb"), tmp_path / "alice"))
    signers = tmp_path / "allowed_signers"
    signers.write_text(line_of(tmp_path / "alice", "alice@acme.example"))
    signers.chmod(0o644)
    opened = Engine.from_bundle(tmp_path / "signed.phb", allowed_signers=signers)
    assert opened.decide("claude-code", event("npm install")).verdict == "deny"
    for file in ("acme.phb", "gone.phb"):
        with pytest.raises(VerificationFailed):
            Engine.from_bundle(tmp_path / file, allowed_signers=signers)
    signers.write_text(line_of(tmp_path / "stranger", "alice@acme.example"))
    with pytest.raises(VerificationFailed):
        Engine.from_bundle(tmp_path / "signed.phb", allowed_signers=signers)


def test_an_installation_decides_as_it_was_installed(small: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    with pytest.raises(EnvironmentBroken):
        Engine.from_installation(state)
    activate(state, [compile_policies([str(small / "small.yaml")])])
    opened = Engine.from_installation(state)
    assert opened.digest == Engine.from_policies(small / "small.yaml").digest
    assert opened.decide("claude-code", event("npm install")).verdict == "deny"


def test_children_answer_as_their_parent(engine: Engine) -> None:
    """Four at once, each all events, from an engine that was opened before they were forked."""
    expected = [engine.decide("claude-code", event(command)).as_json() for command in COMMANDS * 5]
    children = []
    for _ in range(4):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                told = [engine.decide("claude-code", event(command)).as_json() for command in COMMANDS * 5]
                with os.fdopen(writing, "w") as out:
                    json.dump(told, out)
            finally:
                os._exit(0)
        os.close(writing)
        children.append((child, reading))
    for child, reading in children:
        with os.fdopen(reading) as told:
            assert json.load(told) == expected
        assert os.waitpid(child, 0)[1] == 0


def test_nothing_that_an_event_names_is_touched(tmp_path: Path) -> None:
    """A link leads to another verdict only where the events are said to be of this machine."""
    policy = tmp_path / "p.yaml"
    policy.write_text(
        "apiVersion: policyhooks/v1\nkind: Policy\nmetadata: {id: a.b, title: x, owner: a@b.example}\nrules:\n"
        "  - {id: c, match: {events: [file.read], paths: ['**/secret']}, effect: deny, message: {user: x, agent: x}}\n"
    )
    (tmp_path / "plain").symlink_to("secret")
    (tmp_path / "secret").write_text("x")
    read = event("") | {"cwd": str(tmp_path), "tool_name": "Read", "tool_input": {"file_path": str(tmp_path / "plain")}}
    assert Engine.from_policies(policy).decide("claude-code", read).verdict == "pass"
    assert Engine.from_policies(policy, links=True).decide("claude-code", read).verdict == "deny"


def test_a_command_rule_runs_only_where_it_was_asked_for(tmp_path: Path) -> None:
    policy = tmp_path / "p.yaml"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho run >> {tmp_path}/ran\n")
    program.chmod(0o700)
    policy.write_text(
        "apiVersion: policyhooks/v1\nkind: Policy\nmetadata: {id: a.b, title: x, owner: a@b.example}\nrules:\n"
        "  - id: c\n    match: {events: [shell.before], commands: [npm]}\n"
        f"    command: {{run: [{program}], not_ok: deny, on_error: deny}}\n    message: {{user: x, agent: x}}\n"
    )
    for outside, verdict, ran in (
        ("unknown", "deny", False),
        ("ok", "pass", False),
        ("not-ok", "deny", False),
        ("run", "pass", True),
    ):
        answer = Engine.from_policies(policy, outside=outside).decide("claude-code", event("npm ci"))
        assert (answer.verdict, (tmp_path / "ran").exists()) == (verdict, ran), outside


def test_the_package_names_it_and_nothing_else() -> None:
    assert policyhooks.Answer is Answer
    with pytest.raises(AttributeError, match="Nothing"):
        policyhooks.Nothing  # noqa: B018
