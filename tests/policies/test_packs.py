"""The shipped packs: complete, tested, answered in the clients' words, and true to their own advice."""

import re
from pathlib import Path

import pytest
import yaml

from benchmarks import mutation
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import GUARDED, Subject
from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import UsageError
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.session import Deciding
from policyhooks.suite.run import run_suite, trials_of
from tests.support.counts import SOAK
from tests.support.golden import assert_golden

ROOT = Path(__file__).resolve().parents[2]
POLICIES = ROOT / "policies"
PACKS = sorted(path for path in POLICIES.glob("*/*.yaml") if "kind: Policy" in path.read_text(encoding="utf-8"))
LIBRARIES = sorted(path for path in POLICIES.glob("*/*.yaml") if "kind: Library" in path.read_text(encoding="utf-8"))

ASKED_OF_PACKS = {
    "not-understood",
    "self-protection",
    "destructive-filesystem",
    "git-history",
    "credential-files",
    "exfiltration",
    "remote-code",
    "encoded-execution",
    "environment-injection",
    "inline-interpreters",
    "privilege-escalation",
    "container-escape",
    "persistence",
    "package-supply-chain",
    "build-configuration",
    "cloud",
    "kubernetes",
    "infrastructure",
    "databases",
    "shell-state",
    "mcp",
    "mcp-allow-list",
    "prompts-and-output",
    "network-egress",
    "subagents",
    "sessions",
    "stop-conditions",
    "services",
    "machine",
    "review",
}


def test_every_pack_is_there() -> None:
    assert {path.parent.name for path in PACKS} == ASKED_OF_PACKS


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.parent.name)
def test_the_tests_of_a_pack_pass_and_every_rule_has_both_kinds(path: Path) -> None:
    result = run_suite([str(path), *map(str, LIBRARIES)])
    assert [case for case in result.cases if not case.passed] == []
    assert [gap.rule for gap in result.gaps] == []
    assert result.exit_code == 0


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.parent.name)
def test_every_rule_says_who_how_bad_and_what_instead(path: Path) -> None:
    policy = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert policy["metadata"]["owner"]
    for rule in policy["rules"]:
        assert rule.get("severity"), rule["id"]
        if rule.get("effect") in ("deny", "ask"):
            assert set(rule["message"]) == {"user", "agent"}, rule["id"]


@pytest.fixture(scope="module")
def deciding() -> Deciding:
    modules = compile_policies([str(POLICIES)]).modules
    return Deciding(modules, outside="unknown", home="/home/dev", links=False, guarded=GUARDED)


# Command lines that messages suggest: in backticks, and beginning with a program.
SUGGESTED = sorted(
    {
        text
        for path in PACKS
        for rule in yaml.safe_load(path.read_text(encoding="utf-8"))["rules"]
        for text in re.findall(r"`([a-z][^`]*)`", str(rule.get("message", {}).get("agent", "")))
    }
)


def test_messages_suggest_commands() -> None:
    assert {"git stash", "git clean -n", "kubectl get"} <= set(SUGGESTED)


@pytest.mark.parametrize("command", SUGGESTED)
def test_no_rule_stops_what_a_message_suggests(deciding: Deciding, command: str) -> None:
    native, payload = native_payload("claude-code", Subject(event="shell.before", command=command))
    deciding.past = Past()
    _, decision, _ = deciding.decide("claude-code", native, payload)
    assert decision.verdict == "pass", decision.rules


@pytest.mark.parametrize("client", ["cursor", "claude-code"])
def test_golden_answers(deciding: Deciding, client: str) -> None:
    lines = []
    for rule in sorted(compile_policies([str(POLICIES)]).rules, key=lambda rule: rule.id):
        trial = next((trial for trial in trials_of(rule) if trial.expect != "quiet"), None)
        if trial is None:
            continue
        try:
            deciding.past = Past()  # packs remember what was done: an answer is that of its own steps
            for call, one in enumerate((*trial.past, trial)):
                native, payload = native_payload(client, one.subject)
                numbered = payload | ({"tool_use_id": f"call {call}"} if "tool_use_id" in payload else {})
                _, decision, response = deciding.decide(client, native, numbered)
        except (UsageError, MalformedPayload) as problem:
            lines.append(f"{rule.id}\n  {trial.title}\n  no such event: {problem}\n")
            continue
        lines.append(
            f"{rule.id}\n  {trial.title}\n  {native}: {decision.verdict}, exit {response.exit_code}\n"
            f"  stdout {response.stdout.decode()}\n  stderr {response.stderr.decode()}\n"
        )
    assert_golden(f"policies/{client}.txt", "\n".join(line.replace("\n\n", "\n") for line in lines))


MUTANTS = [
    (path, name, mutant)
    for path in PACKS
    for name, mutant in mutation.mutants(yaml.safe_load(path.read_text(encoding="utf-8")))
]


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_the_rules_as_they_are_break_none(path: Path, tmp_path: Path) -> None:
    """So that what breaks a test is the change, and not the place where a mutant is tried."""
    assert mutation.survives(yaml.safe_load(path.read_text(encoding="utf-8")), LIBRARIES, tmp_path)


@pytest.mark.parametrize(
    ("path", "name", "mutant"),
    MUTANTS if SOAK else MUTANTS[::20],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_changed_rule_breaks_a_test(path: Path, name: str, mutant: mutation.Document, tmp_path: Path) -> None:
    survived = mutation.survives(mutant, LIBRARIES, tmp_path)
    assert not survived or name in mutation.REASONS
