"""Law 6 as a property: whatever a lower layer says, the answer is never looser than the managed layer's own."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.core.effects import STRICTNESS
from policyhooks.core.program import rank_of
from policyhooks.core.verdict import Decision
from policyhooks.errors import InvalidPolicies
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.runtime.engine.session import decide_payload
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.judging import NOT_OK, OK, JudgeOutcome, JudgeRequest
from policyhooks.runtime.ports.outside_world import Outside
from tests.support.counts import scaled

PLACE = make_place(links=False)
WORDS = ("alpha", "beta", "gamma")
CONDITIONS = (
    "true",
    'shell.command.contains("alpha")',
    'shell.commands.exists(c, c.name == "beta")',
    'tool.input["absent"] == "x"',  # an error
    "lists.words.exists(w, shell.command.contains(w))",
    "params.words.exists(w, shell.command.contains(w))",
    "shell.understood",
)


class Answering(Outside):
    """Judges and commands that answer as the name of their rule says."""

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        return (
            [JudgeOutcome(outcome=OK if "fine" in one.rule_id else NOT_OK, reason="r") for one in judges],
            [CommandOutcome(outcome="ok" if "fine" in one.rule_id else "not_ok", reason="r") for one in commands],
        )


def _effect(draw: st.DrawFn, context: str) -> dict[str, object]:
    kind = draw(st.sampled_from(["deny", "ask", "allow", "allow", "warn", "rewrite", "context", "command", "judge"]))
    message = {"user": "why", "agent": "instead"}
    if kind == "rewrite":
        return {"effect": kind, "rewrite": {"path": "shell.command", "expr": '"echo rewritten"'}, "message": message}
    if kind == "context":
        return {"effect": kind, "context": context}
    if kind == "command":
        return {"command": {"run": ["/bin/true"], "not_ok": draw(st.sampled_from(["deny", "ask"]))}, "message": message}
    if kind == "judge":
        judge = {"prompt": "Fine? $ARGUMENTS", "not_ok": draw(st.sampled_from(["deny", "ask", "warn"]))}
        return {"judge": judge, "message": message}
    return {"effect": kind, "message": message}


@st.composite
def policies(
    draw: st.DrawFn, owner: str, context: str = "of the managed layer"
) -> tuple[dict[str, object], dict[str, object]]:
    """A policy and a Config for it; `context` is what its rules tell the agent."""
    rules = []
    for number in range(draw(st.integers(1, 4))):
        name = f"rule-{number}-{draw(st.sampled_from(['fine', 'bad']))}"
        rule: dict[str, object] = {"id": name, **_effect(draw, context)}
        rule["when"] = draw(st.sampled_from(CONDITIONS))
        rule["mode"] = draw(st.sampled_from(["enforce", "enforce", "warn", "audit", "disabled"]))
        rule["rollout"] = draw(st.sampled_from([100, 100, 50, 0]))
        rule["severity"] = draw(st.sampled_from(["low", "critical"]))
        rule["on_error"] = draw(st.sampled_from(["closed", "pass", "deny", "ask", "warn"]))
        if draw(st.booleans()):
            rule["exceptions"] = [
                {
                    "id": "EX-1",
                    "becomes": draw(st.sampled_from(["ask", "warn", "audit"])),
                    "owner": "a@b.example",
                    "reason": "r",
                    "ticket": "T-1",
                    "expires": draw(st.sampled_from(["2099-01-01", "2020-01-01"])),
                }
            ]
        rules.append(rule)
    policy = {
        "apiVersion": "policyhooks/v1",
        "kind": "Policy",
        "metadata": {"id": owner, "title": "T", "owner": "a@b.example"},
        "match": {"events": ["shell.before"], "clients": ["claude-code"]},
        "lists": {"words": draw(st.lists(st.sampled_from(WORDS), max_size=2))},
        "params": {"words": {"type": "list<string>", "default": ["alpha"]}},
        "rules": rules,
    }
    config: dict[str, object] = {
        "apiVersion": "policyhooks/v1",
        "kind": "Config",
        "profile": draw(st.sampled_from(["balanced", "audit", "strict"])),
        "defaults": {
            "not_understood": draw(st.sampled_from(["ask", "deny", "pass"])),
            "unknown_event": draw(st.sampled_from(["pass", "deny"])),
        },
        "params": {owner: {"words": draw(st.lists(st.sampled_from(WORDS), max_size=2))}},
        "rules": {f"{owner}/*": {"mode": draw(st.sampled_from(["enforce", "audit", "disabled"]))}},
    }
    if owner != "managed":
        config["delegate"] = ["*/*"]  # a lower layer gives nothing away
    return policy, config


def compiled(policy: dict[str, object], config: dict[str, object], layer: str) -> Compiled | None:
    """The program as the compiler makes it; None where it refuses."""
    import datetime as dt

    with tempfile.TemporaryDirectory() as folder:
        path, bound = Path(folder) / "policy.yaml", Path(folder) / "config.yaml"
        path.write_text(json.dumps(policy))
        bound.write_text(json.dumps(config))
        try:
            return compile_policies([str(path)], str(bound), layer=layer, today=dt.date.min)
        except InvalidPolicies as problem:
            note(str([str(one) for one in problem.diagnostics]))
            return None


COMMANDS = st.sampled_from(
    [
        "alpha",
        "beta x",
        "gamma; alpha",
        "echo $(beta)",
        "eval $x",
        "ls",
        "",
        "cat <<'E'\nalpha\nE",
        "if",
        "beta | alpha",
    ]
)


def decide(command: str, programs: Sequence[Compiled], mode: str) -> Decision:
    payload = {
        "session_id": "s",
        "cwd": "/w/project",
        "permission_mode": mode,
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_use_id": "t",
        "tool_input": {"command": command},
    }
    loaded = [load_modules(one.modules, rank_of(one.layer)) for one in programs]
    outside = Answering("", "machine", {}, PLACE)
    return decide_payload("claude-code", "PreToolUse", payload, loaded, {}, outside=outside)[1]


@settings(max_examples=scaled(3000), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    policies("managed"),
    st.sampled_from(["managed", "other"]).flatmap(lambda owner: policies(owner, "of the project")),
    policies("users", "of the user"),
    COMMANDS,
    st.sampled_from(["default", "bypassPermissions", "plan"]),
    st.booleans(),
)
def test_a_lower_layer_never_loosens(
    managed: tuple[dict[str, object], dict[str, object]],
    project: tuple[dict[str, object], dict[str, object]],
    user: tuple[dict[str, object], dict[str, object]],
    command: str,
    mode: str,
    three: bool,
) -> None:
    first, lower = compiled(*managed, "managed"), compiled(*project, "project")
    middle = compiled(*user, "user") if three else None
    if first is None or lower is None:
        return
    alone = decide(command, [first], mode)
    together = decide(command, [first, *([middle] if middle else []), lower], mode)
    assert STRICTNESS[together.verdict] >= STRICTNESS[alone.verdict]
    if together.verdict == alone.verdict != "deny":  # what is denied does not run, rewritten or not
        assert together.rewrite == alone.rewrite
    assert together.rewrite in (None, alone.rewrite)
    assert set(together.contexts) <= {"of the managed layer"}
    if together.rewrite == alone.rewrite:  # where a deny took the rewrite away, rules look at the text as it came
        assert set(together.contexts) <= set(alone.contexts)
    assert (together.env, together.output) == (alone.env, alone.output)
    if together.verdict == "allow":
        assert set(together.rules) <= set(alone.rules)


@pytest.mark.parametrize("layer", ["managed", "user", "project"])
def test_the_generator_makes_policies_that_compile(layer: str) -> None:
    """Else the property would hold of nothing."""
    made: list[bool] = []

    # The same examples at every run: with others a few in a hundred runs would have too few.
    @settings(max_examples=100, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(policies("managed"))
    def count(one: tuple[dict[str, object], dict[str, object]]) -> None:
        made.append(compiled(*one, layer) is not None)

    count()
    assert sum(made) >= len(made) // 3, (sum(made), len(made))
