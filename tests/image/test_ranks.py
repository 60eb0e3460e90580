"""Law 6 by ranks: whatever scope an installation has, a trusted layer beside it never loosens or runs anything.

Policies and Configs are compiled as they would be; the event, the scope and the names are drawn, so
that a trusted layer also comes under the ids of what is installed.
"""

import datetime as dt
import json
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from policyhooks.compiler.compile import compile_policies
from policyhooks.core.effects import STRICTNESS
from policyhooks.core.program import LAYERS, RANKS, TRUSTED, rank_of
from policyhooks.core.verdict import Decision, Response
from policyhooks.errors import InvalidPolicies
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.runtime.engine.session import decide_payload
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
from policyhooks.runtime.ports.outside_world import Outside
from tests.support.counts import scaled

PLACE = make_place(links=False)
WORDS = ("alpha", "beta", "gamma")
SECRET = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
STEPS = {"stop": 3}  # events of one session, so that counted follow-ups show
POOL = max(60, scaled(600))  # programs of each owner and event that pairs are drawn from
MODES = ("default", "bypassPermissions", "plan")
SPEECHLESS = ("output", "stop", "start")  # events without a verdict

# name: (client, native event, canonical event, what a rule may do there, the payload without its session)
EVENTS: Mapping[str, tuple[str, str, str, tuple[str, ...], Mapping[str, object]]] = {
    "shell": (
        "claude-code",
        "PreToolUse",
        "shell.before",
        ("deny", "ask", "allow", "allow", "warn", "rewrite", "rewrite", "context", "command", "judge"),
        {"tool_name": "Bash", "tool_use_id": "t", "tool_input": {"command": "alpha x"}},
    ),
    "unreadable": (
        "claude-code",
        "PreToolUse",
        "shell.before",
        ("deny", "ask", "allow", "warn"),
        {"tool_name": "Bash", "tool_use_id": "t", "tool_input": {"command": "alpha; eval $x"}},
    ),
    "cursor": (
        "cursor",
        "beforeShellExecution",
        "shell.before",
        ("deny", "ask", "allow", "warn", "command", "judge"),
        {"conversation_id": "s", "generation_id": "g", "command": "alpha x", "workspace_roots": ["/w/project"]},
    ),
    "output": (
        "claude-code",
        "PostToolUse",
        "shell.after",
        ("redact", "redact", "warn", "context"),
        {
            "tool_name": "Bash",
            "tool_use_id": "t",
            "tool_input": {"command": "alpha"},
            "tool_response": {"stdout": f"alpha {SECRET} beta", "stderr": "", "interrupted": False},
        },
    ),
    "withheld": (
        "codex",
        "PostToolUse",
        "shell.after",
        ("deny", "warn", "context", "command", "judge"),
        {
            "turn_id": "t",
            "model": "m",
            "transcript_path": None,
            "tool_name": "Bash",
            "tool_use_id": "t",
            "tool_input": {"command": "alpha"},
            "tool_response": "alpha",
        },
    ),
    "stop": (
        "claude-code",
        "Stop",
        "agent.stop",
        ("followup", "followup", "warn", "command", "judge"),
        {"stop_hook_active": False, "last_assistant_message": "alpha"},
    ),
    "start": ("claude-code", "SessionStart", "session.start", ("env", "context", "warn"), {"source": "startup"}),
    "prompt": ("claude-code", "UserPromptSubmit", "prompt.submit", ("deny", "context", "warn"), {"prompt": "alpha"}),
}
CONDITIONS = {
    "shell.before": 'shell.command.contains("alpha")',
    "shell.after": 'tool.output.contains("alpha")',
    "agent.stop": 'session.id != "other"',
    "session.start": 'session.id != "other"',
    "prompt.submit": 'prompt.text.contains("alpha")',
}
BROKEN = "int(session.id) == 1"  # an error: the session is called s


class Answering(Outside):
    """Judges and commands that answer as the name of their rule says; everything that is asked or counted is kept."""

    __slots__ = ("asked", "counted")

    def __init__(self) -> None:
        super().__init__("", "machine", {}, PLACE)
        self.asked: list[str] = []
        self.counted: Counter[str] = Counter()

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        self.asked += [f"{one.layer} {one.rule_id}" for one in judges]
        self.asked += [f"command {one.argv[-1]} {one.rule_id}" for one in commands]
        return (
            [JudgeOutcome(outcome=said(one.rule_id), reason="r") for one in judges],
            [CommandOutcome(outcome=said(one.rule_id), reason="r") for one in commands],
        )

    def count_followup(self, session: str, rule_id: str) -> int:
        self.counted[rule_id] += 1
        return self.counted[rule_id]


def said(rule_id: str) -> str:
    return next(word for word in ("not_ok", "unknown", "ok") if word.replace("_", "-") in rule_id)


def _deed(dice: Random, kind: str, event: str, owner: str) -> dict[str, object]:
    """What a rule does, as its keys."""
    message = {"user": f"{owner} why", "agent": f"{owner} instead"}
    if kind == "rewrite":
        return {"effect": kind, "rewrite": {"path": "shell.command", "expr": f'"echo {owner}"'}, "message": message}
    if kind == "context":
        return {"effect": kind, "context": f"context of {owner}"}
    if kind == "env":
        return {"effect": kind, "env": {"NAME": owner}}
    if kind == "redact":
        return {
            "effect": kind,
            "redact": dice.choice([{"detectors": ["secrets"]}, {"patterns": ["alpha"], "with": owner}]),
        }
    followup = {"text": f"go on, says {owner}", "limit": dice.randint(1, 2)}
    if kind == "followup":
        return {"effect": kind, "followup": followup}
    not_ok = dice.choice(["followup", "warn"] if event == "agent.stop" else ["deny", "warn", "ask"])
    extra = {"followup": followup} if not_ok == "followup" else {}
    if kind == "command":
        return {"command": {"run": ["/bin/true", owner], "not_ok": not_ok}, "message": message, **extra}
    if kind == "judge":
        return {"judge": {"prompt": f"Fine, says {owner}? $ARGUMENTS", "not_ok": not_ok}, "message": message, **extra}
    kept = {"acknowledge": {"owner": owner, "reason": "ranks are tried here"}} if kind == "allow" else {}
    return {"effect": kind, "message": message, "halt": kind == "deny" and dice.random() < 0.5, **kept}


def make_rule(dice: Random, event: str, kinds: tuple[str, ...], number: int, owner: str) -> dict[str, object]:
    word = dice.choice(["ok", "not-ok", "unknown"])
    rule: dict[str, object] = {"id": f"rule-{number}-{word}", **_deed(dice, dice.choice(kinds), event, owner)}
    names = [f'{name}.exists(w, w == "{WORDS[0]}")' for name in ("lists.words", "params.words", "lists.shared")]
    rule["when"] = dice.choice(["true", "true", BROKEN, CONDITIONS[event], CONDITIONS[event], *names])
    rule["mode"] = dice.choice(["enforce", "enforce", "enforce", "enforce", "warn", "audit", "disabled"])
    rule["rollout"] = dice.choice([100, 100, 100, 50, 0])
    rule["severity"] = dice.choice(["low", "critical"])
    rule["on_error"] = dice.choice(["closed", "pass", "deny", "ask", "warn"])
    if event.startswith("shell.") and dice.random() < 0.25:
        rule["unless"] = {"tools": [dice.choice(["Bash", "Other"])]}
    if dice.random() < 0.25:
        who = {"owner": "a@b.example", "reason": "r", "ticket": "T-1"}
        becomes, expires = dice.choice(["ask", "warn", "audit"]), dice.choice(["2099-01-01", "2020-01-01"])
        rule["exceptions"] = [{"id": "EX-1", "becomes": becomes, "expires": expires, **who}]
    return rule


def some_words(dice: Random) -> list[str]:
    return dice.sample(WORDS, dice.randint(0, 2))


def make_files(dice: Random, name: str, owner: str) -> dict[str, object]:
    """A policy, a library and a Config. The ids of two owners are the same, half the time."""
    client, _, event, kinds, _ = EVENTS[name]
    own = dice.choice(["acme.one", f"acme.{owner}"])
    head = {"apiVersion": "policyhooks/v1"}
    policy = {
        **head,
        "kind": "Policy",
        "metadata": {"id": own, "title": "T", "owner": "a@b.example"},
        "match": {"events": [event], "clients": [client]},
        "imports": ["acme.shared"],
        "lists": {"words": some_words(dice)},
        "params": {"words": {"type": "list<string>", "default": ["alpha"]}},
        "rules": [make_rule(dice, event, kinds, number, owner) for number in range(dice.randint(1, 3))],
    }
    library = {
        **head,
        "kind": "Library",
        "metadata": {"id": "acme.shared", "title": "S", "owner": "a@b.example"},
        "lists": {"shared": some_words(dice)},
    }
    config: dict[str, object] = {
        **head,
        "kind": "Config",
        "profile": dice.choice(["balanced", "balanced", "audit", "strict"]),
        "defaults": {
            "not_understood": dice.choice(["ask", "deny", "pass"]),
            "unknown_event": dice.choice(["pass", "deny"]),
        },
        "params": {own: {"words": some_words(dice)}},
    }
    if dice.random() < 0.3:
        config["rules"] = {f"{own}/*": {"mode": dice.choice(["enforce", "warn", "audit", "disabled"])}}
    if owner != "installed":
        config["delegate"] = ["*/*"]  # who was only trusted has nothing to give away
    return {"policy.yaml": policy, "library.yaml": library, "policyhooks.yaml": config}


@cache
def compiled(name: str, owner: str, seed: int) -> Mapping[str, str] | None:
    """A program as install and trust make it; None where the compiler refuses.

    What its text calls its layer is drawn too: no rank comes from there.
    """
    dice = Random(f"{name} {owner} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        for file, content in make_files(dice, name, owner).items():
            (Path(folder) / file).write_text(json.dumps(content))
        try:
            config = f"{folder}/policyhooks.yaml"
            return compile_policies([folder], config, layer=dice.choice(LAYERS), today=dt.date.min).modules
        except InvalidPolicies:
            return None


Program = tuple[int, Mapping[str, str]]


def decide(name: str, programs: Sequence[Program], mode: str) -> tuple[Answering, list[tuple[Decision, Response]]]:
    """The same event a few times in one session."""
    client, native, _, _, body = EVENTS[name]
    payload = {"session_id": "s", "cwd": "/w/project", "permission_mode": mode, "hook_event_name": native, **body}
    outside = Answering()
    loaded = [load_modules(modules, rank) for rank, modules in programs]
    steps = []
    for _ in range(STEPS.get(name, 1)):
        _, decision, response = decide_payload(client, native, payload, loaded, {}, outside=outside)
        steps.append((decision, response))
    return outside, steps


def is_withheld(told: Mapping[str, Mapping[str, object]]) -> bool:
    """Whether an answer replaces a tool's result by one that has nothing of it."""
    text = json.dumps(told["hookSpecificOutput"].get("updatedToolOutput", "beta"))
    return SECRET not in text and "beta" not in text


def assert_not_looser(before: tuple[Decision, Response], after: tuple[Decision, Response]) -> None:
    """Law 6 for one event, on the decision and on the client's own words."""
    was, now = before[0], after[0]
    assert STRICTNESS[now.verdict] >= STRICTNESS[was.verdict]
    if now.verdict != "deny":
        assert now.rewrite == was.rewrite
        assert list(now.contexts) == list(was.contexts)
    if now.rewrite == was.rewrite:
        assert set(now.contexts) <= set(was.contexts)
    else:
        # A deny leaves out the rewrite, so the installed rules have seen the command as it came. Nobody else speaks.
        assert now.verdict == "deny"
        assert not [text for text in now.contexts if "trusted" in text]
    assert now.rewrite in (None, was.rewrite)
    assert (now.env, now.output) == (was.env, was.output)
    assert now.halt or not was.halt
    if was.followup:
        assert now.followup == was.followup
    if now.verdict == "allow":
        assert list(now.rules) == list(was.rules)
    told_before, told = (json.loads(one.stdout or b"{}") for one in (before[1], after[1]))
    # Codex ends the turn with exit 0 and a document that blocks.
    assert after[1].exit_code >= before[1].exit_code or told["decision"] == "block"
    assert after[1].append_text == before[1].append_text
    for key in ("updatedToolOutput", "updatedInput"):
        if key in told_before.get("hookSpecificOutput", {}) and not after[1].exit_code:
            same = told["hookSpecificOutput"][key] == told_before["hookSpecificOutput"][key]
            assert same or (now.verdict in ("deny", "ask") and is_withheld(told))
    if told_before.get("decision") == "block":
        assert told.get("decision") == "block" or after[1].exit_code


seeds = st.integers(0, POOL - 1)
trusted_ones = st.lists(st.tuples(st.sampled_from(["user", "project"]), seeds), min_size=1, max_size=2)


@settings(max_examples=scaled(20_000), deadline=None, suppress_health_check=list(HealthCheck))
# An ask of the trusted layer withholds what the installed one would only redact.
@example("output", "managed", 432, [("user", 462)], "default")
# A deny of the trusted layer keeps the command as it came, of which an installed rule has something to say.
@example("shell", "managed", 164, [("user", 37)], "default")
@given(st.sampled_from(sorted(EVENTS)), st.sampled_from(LAYERS), seeds, trusted_ones, st.sampled_from(MODES))
def test_a_trusted_layer_never_loosens_whatever_the_scope(
    name: str, scope: str, seed: int, below: list[tuple[str, int]], mode: str
) -> None:
    installed = compiled(name, "installed", seed)
    found = [(rank_of(layer, trusted=True), compiled(name, "trusted", one)) for layer, one in below]
    trusted = [(rank, modules) for rank, modules in found if modules is not None]
    if installed is None or not trusted:
        return
    outside, before = decide(name, [(rank_of(scope), installed)], mode)
    other, after = decide(name, [(rank_of(scope), installed), *trusted], mode)
    for was, now in zip(before, after, strict=True):
        assert_not_looser(was, now)
    # Nothing of a trusted layer runs, and what is spared of the others is spared only for a stricter verdict.
    assert not [one for one in other.asked if "trusted" in one]
    assert set(other.asked) <= set(outside.asked)
    if name in SPEECHLESS:
        assert other.asked == outside.asked
    assert all(other.counted[rule] == count for rule, count in outside.counted.items())


@settings(max_examples=scaled(2_000), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(EVENTS)), st.sampled_from(["user", "project"]), seeds)
def test_what_is_trusted_alone_loosens_nothing_either(name: str, layer: str, seed: int) -> None:
    """Nobody stands above it, and still it has nobody's leave."""
    modules = compiled(name, "trusted", seed)
    if modules is None:
        return
    outside, steps = decide(name, [(rank_of(layer, trusted=True), modules)], "default")
    for decision, _ in steps:
        assert decision.verdict != "allow"
        assert (decision.rewrite, decision.env, decision.output, list(decision.contexts)) == (None, None, None, [])
    assert outside.asked == []


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_the_generator_makes_policies_that_compile_and_count(name: str) -> None:
    """Else the property would hold of nothing: what the trusted layers say does count where it is installed."""
    made = [modules for seed in range(POOL) if (modules := compiled(name, "trusted", seed)) is not None]
    assert len(made) >= POOL // 2
    effects: set[str] = set()
    for modules in made:
        outside, steps = decide(name, [(rank_of("project"), modules)], "default")
        effects.update(result.effect for decision, _ in steps for result in decision.results)
        effects.update(["asked"] if outside.asked else [])
        effects.update(["rewrite"] if any(decision.rewrite for decision, _ in steps) else [])
    assert {"asked" if kind in ("judge", "command") else kind for kind in EVENTS[name][3]} <= effects


def test_ranks_are_the_layers_and_below_them_what_was_trusted() -> None:
    assert RANKS == ("managed", "user", "project", "trusted user", "trusted project")
    installed = [rank_of(layer) for layer in LAYERS]
    trusted = [rank_of(layer, trusted=True) for layer in ("user", "project")]
    assert max(installed) < TRUSTED <= min(trusted)
    assert trusted == sorted(trusted)
