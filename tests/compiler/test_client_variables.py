"""`env.NAME` and `event.ci`: declared by the file, read from what the client was started with, told of by it alone."""

import io
import json
import os
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.catalog import rows, vouches_for
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.reading import in_pipeline
from policyhooks.clients.subject import from_string
from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import InvalidPolicies
from policyhooks.image.activation import Activation, activate
from policyhooks.inspect.program import load_modules
from policyhooks.inspect.session import Deciding
from tests.support import hooks

HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.stage, title: Stage, owner: appsec@acme.example}
"""
POLICY = (
    HEAD
    + """\
environment: [ACME_STAGE, ACME_TEAM]
variables:
  production: env.ACME_STAGE in ["prod", "live"]
match: {events: [shell.before]}
rules:
  - id: no-deploy
    match: {commands: ["make deploy"]}
    when: vars.production
    effect: deny
    message: {user: "Not in {{ env.ACME_STAGE }}, {{ env.ACME_TEAM }}.", agent: "Ask."}
    tests:
      quiet: ["make deploy"]
      cases:
        - {shell: {command: make deploy}, env: {ACME_STAGE: prod}, expect: deny}
        - {shell: {command: make deploy}, env: {ACME_STAGE: test, OTHER: prod}, expect: quiet}
  - id: not-alone
    match: {commands: ["make clean"]}
    when: event.ci
    effect: deny
    message: {user: "Nobody is there.", agent: "Leave it."}
    tests:
      quiet: ["make clean"]
      cases:
        - {shell: {command: make clean}, env: {CI: "true"}, expect: deny}
        - {shell: {command: make clean}, event: {ci: true}, expect: deny}
        - {shell: {command: make clean}, env: {CI: "false"}, expect: quiet}
"""
)
DEPLOY, CLEAN = "make deploy", "make clean"
# command, the client's variables, what is decided
DECISIONS = [
    (DEPLOY, {}, "pass"),
    (DEPLOY, {"ACME_STAGE": "prod"}, "deny"),
    (DEPLOY, {"ACME_STAGE": "live", "ACME_TEAM": "blue"}, "deny"),
    (DEPLOY, {"ACME_STAGE": ""}, "pass"),
    (DEPLOY, {"acme_stage": "prod"}, "pass"),
    (CLEAN, {}, "pass"),
    (CLEAN, {"CI": "1"}, "deny"),
    (CLEAN, {"CI": "no"}, "pass"),
    (CLEAN, {"TF_BUILD": "True"}, "deny"),
]


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stage") / "stage.yaml"
    path.write_text(POLICY)
    return path


@pytest.fixture(scope="module")
def active(policy: Path, tmp_path_factory: pytest.TempPathFactory) -> Activation:
    return activate(tmp_path_factory.mktemp("active") / "state", [compile_policies([str(policy)])])


@pytest.mark.parametrize("client", ["claude-code", "cursor"])
@pytest.mark.parametrize(("command", "environ", "expected"), DECISIONS)
def test_payloads_of_clients(policy: Path, client: str, command: str, environ: dict[str, str], expected: str) -> None:
    deciding = Deciding(compile_policies([str(policy)]).modules, environ=environ)
    native, payload = native_payload(client, from_string("shell.before", command))
    event, decision, _ = deciding.decide(client, native, payload)
    assert decision.verdict == expected
    assert event.supplied >= {"event.ci"}
    if "ACME_TEAM" in environ:
        assert 'Not in "live", "blue".' in decision.user


@pytest.mark.parametrize("client", ["claude-code", "cursor"])
@pytest.mark.parametrize(("command", "environ", "expected"), [DECISIONS[0], DECISIONS[2], DECISIONS[6]])
def test_the_installed_hook(
    active: Activation, client: str, command: str, environ: dict[str, str], expected: str
) -> None:
    native, payload = native_payload(client, from_string("shell.before", command))
    env = {"PATH": os.environ["PATH"], **environ}
    done = hooks.run(active, dict(payload), native=native, client=client, env=env)
    said = done.stdout.decode()
    assert ("deny" in said) == (expected == "deny"), (said, done.stderr)
    if "ACME_TEAM" in environ:
        assert "blue" in said


def test_what_nobody_declared_is_not_recorded(active: Activation) -> None:
    native, payload = native_payload("claude-code", from_string("shell.before", DEPLOY))
    env = {"PATH": os.environ["PATH"], "ACME_STAGE": "prod", "ACME_OTHER": "sesame-open"}
    hooks.run(active, dict(payload), native=native, env=env)
    journal = b"".join(path.read_bytes() for path in (active.state / "journal").iterdir())
    assert b"acme.stage/no-deploy" in journal
    assert b"sesame-open" not in journal


def test_decide_and_explain_take_them_from_the_command_line(
    policy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of this process are another's: they count for nothing."""
    monkeypatch.setenv("ACME_STAGE", "prod")
    words = ["--policies", str(policy), "--client", "claude-code"]
    line = json.dumps(native_payload("claude-code", from_string("shell.before", DEPLOY))[1]).encode()
    for given, expected in (([], "pass"), (["--env", "ACME_STAGE=live"], "deny")):
        monkeypatch.setattr("sys.stdin", type("Stdin", (), {"buffer": io.BytesIO(line + b"\n")}))
        assert run(["decide", *words, *given]) == 0
        assert json.loads(capsys.readouterr().out)["verdict"] == expected
        assert run(["explain", *words, *given, "--shell", DEPLOY, "--all"]) == 0
        told = capsys.readouterr().out
        assert ("Not in" in told) == bool(given)
        assert told.startswith(expected)
    assert run(["explain", *words, "--env", "ACME_STAGE", "--shell", DEPLOY]) == 2


def test_cases_say_what_the_client_was_started_with(policy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test", str(policy)]) == 0
    broken = policy.with_name("broken.yaml")
    broken.write_text(POLICY.replace("env: {ACME_STAGE: prod}, expect: deny", "env: {ACME_STAGE: dev}, expect: deny"))
    capsys.readouterr()
    assert run(["test", str(broken)]) == 4
    told = capsys.readouterr().out
    assert 'env.ACME_STAGE "dev"' in told
    assert "--env ACME_STAGE=dev" in told
    broken.unlink()


def rule(when: str, message: str = "No.") -> str:
    return (
        f"rules:\n  - id: one\n    match: {{events: [shell.before], commands: [make]}}\n    when: '{when}'\n"
        f"    effect: deny\n    message: {{user: '{message}', agent: 'No.'}}\n"
    )


# what the file says, the name of the diagnostic, a part of what is said
REFUSED = [
    (rule('env.ACME_STAGE == "prod"'), "undeclared-variable", "environment: [ACME_STAGE]"),
    ("environment: [ACME_STAGE]\n" + rule('env.ACME_STAG == "prod"'), "undeclared-variable", "`env.ACME_STAGE`"),
    ("environment: [ACME_STAGE]\n" + rule("true", "{{ env.HOME }}"), "undeclared-variable", "`HOME`"),
    ("environment: [ACME_STAGE]\n" + rule("size(env) > 0"), "unknown-name", "env"),
    ("environment: [ACME_STAGE]\n" + rule('env["HOME"] == "x"'), "unknown-name", "env"),
    ("environment: [ACME_STAGE]\n" + rule("env.ACME_STAGE > 3"), "", "string"),
    ("environment: [AWS_SECRET_ACCESS_KEY]\n" + rule("true"), "secret-variable", "is the name of a secret"),
    ("environment: [GITHUB_TOKEN]\n" + rule("true"), "secret-variable", "is the name of a secret"),
    ("environment: [A-B]\n" + rule("true"), "bad-name", ""),
]


@pytest.mark.parametrize(("text", "code", "part"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_not_declared_is_refused(tmp_path: Path, text: str, code: str, part: str) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(HEAD + text)
    with pytest.raises(InvalidPolicies) as refused:
        compile_policies([str(path)])
    first = refused.value.diagnostics[0]
    assert code in ("", first.code)
    assert part in f"{first.message} {first.help}"


def test_a_library_hands_on_what_it_declares(tmp_path: Path) -> None:
    library = HEAD.replace("kind: Policy", "kind: Library").replace("acme.stage", "acme.lib")
    (tmp_path / "lib.yaml").write_text(
        library + "environment: [ACME_STAGE]\nvariables: {live: 'env.ACME_STAGE == \"x\"'}\n"
    )
    (tmp_path / "p.yaml").write_text(HEAD + "imports: [acme.lib]\n" + rule('vars.live && env.ACME_STAGE != ""'))
    program = load_modules(compile_policies([str(tmp_path)]).modules)
    assert program is not None


PIPELINES = [
    ({}, False),
    ({"CI": "true"}, True),
    ({"CI": "woodpecker"}, True),
    ({"CI": ""}, False),
    ({"CI": "False"}, False),
    ({"CI": "0"}, False),
    ({"CI": "false", "JENKINS_URL": "http://x"}, True),
    ({"TEAMCITY_VERSION": ""}, False),
    ({"CODEBUILD_BUILD_ID": "a:b"}, True),
    ({"ci": "true"}, False),
]


@pytest.mark.parametrize(("environ", "expected"), PIPELINES)
def test_what_says_that_it_is_a_pipeline(environ: dict[str, str], expected: bool) -> None:
    assert in_pipeline(environ) is expected


def test_the_client_vouches_for_both() -> None:
    assert {vouches_for("event.ci"), vouches_for("env.ACME_STAGE")} == {"client"}
    assert all("event.ci" in row.fields for row in rows())
