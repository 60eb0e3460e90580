"""The engine on single events: errors, exceptions, modes, roll-out, derived events, rewrites, judges, follow-ups."""

import pytest

from policyhooks.clients.catalog import Row, rows
from policyhooks.core.event import Event, Held, HeldCommand
from policyhooks.core.records import EventInfo, File, Mcp
from policyhooks.core.shell_records import Cmd, PathRef, Shell
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine.selection import rolled_out
from tests.runtime.programs import (
    RuleSource,
    Still,
    decide_on,
    event,
    exception,
    fails,
    fails_to_hold,
    holds,
    program,
    rule,
)


def outcomes(decision: Decision) -> dict[str, tuple[str, str, str]]:
    return {result.rule.id: (result.outcome, result.effect, result.would) for result in decision.results}


def test_a_rule_that_fires_speaks_to_both_readers() -> None:
    says = {"user": lambda e: "for the user", "agent": lambda e: "for the agent"}
    decision = decide_on(program(rule("r", "deny", says)))
    assert (decision.verdict, decision.user, decision.agent) == ("deny", "for the user", "for the agent")
    assert decision.rules == ("managed/r",)


def test_a_rule_that_is_not_selected_has_no_result_and_one_that_is_clear_has_one() -> None:
    decision = decide_on(
        program(rule("a", "deny", {"select": fails_to_hold}), rule("b", "deny", {"when": fails_to_hold}))
    )
    assert outcomes(decision) == {"managed/b": ("clear", "", "")}
    assert decision.verdict == "pass"


@pytest.mark.parametrize("function", ["select", "when"])
def test_an_error_is_never_false(function: str) -> None:
    decision = decide_on(program(rule("r", "deny", {function: fails})))
    assert decision.verdict == "ask"
    assert outcomes(decision)["managed/r"] == ("error", "ask", "ask")
    assert "ZeroDivisionError" in decision.user


def test_a_condition_that_is_not_a_boolean_is_an_error() -> None:
    assert decide_on(program(rule("r", "deny", {"when": lambda e: 1}))).verdict == "ask"
    assert decide_on(program(rule("r", "deny", {"when": lambda e: None}))).verdict == "ask"


def test_an_error_where_nobody_can_be_asked_is_a_deny() -> None:
    asked = event(event=EventInfo(client="claude-code", native="PreToolUse", permission_mode="bypassPermissions"))
    assert decide_on(program(rule("r", "deny", {"when": fails})), on=asked).verdict == "deny"


@pytest.mark.parametrize(
    ("name", "native"), [("agent.stop", "Stop"), ("session.end", "SessionEnd"), ("tool.failed", "PostToolUseFailure")]
)
def test_an_error_on_an_event_that_cannot_be_stopped_is_only_recorded(name: str, native: str) -> None:
    decision = decide_on(program(rule("r", "deny", {"when": fails}, events=(name,))), on=event(name, native))
    assert decision.verdict == "pass"
    assert outcomes(decision) == {"managed/r": ("error", "", "")}


WITHHOLDING = [row for row in rows() if row.withholds]


@pytest.mark.parametrize("row", WITHHOLDING, ids=lambda row: f"{row.client}-{row.event}")
@pytest.mark.parametrize(
    ("effect", "on_error", "verdict"),
    [
        ("redact", "closed", "deny"),
        ("deny", "closed", "deny"),
        ("ask", "closed", "deny"),
        ("deny", "ask", "deny"),
        ("warn", "deny", "deny"),
        # Who does not guard the result has no reason to keep it back.
        ("context", "closed", "pass"),
        ("warn", "closed", "pass"),
        ("redact", "pass", "pass"),
    ],
)
def test_an_erring_rule_that_guards_a_result_withholds_it(row: Row, effect: str, on_error: str, verdict: str) -> None:
    erring = rule("r", effect, {"when": fails}, events=(row.event,), on_error=on_error)
    on = event(row.event, row.native, client=row.client)
    assert decide_on(program(erring), on=on).verdict == verdict


def test_a_redaction_that_cannot_be_done_is_the_end_of_the_decision_unless_it_may_pass() -> None:
    broken = {"detectors": (), "patterns": ["("], "with": "x"}
    for on_error, ends in (("closed", True), ("deny", True), ("pass", False)):
        mask = rule("r", "redact", events=("tool.after",), redact=broken, on_error=on_error)
        outside = Still(output={"stdout": "secret"})
        if ends:
            with pytest.raises(IndexError):
                decide_on(program(mask), on=event("tool.after", "PostToolUse"), outside=outside)
        else:
            decision = decide_on(program(mask), on=event("tool.after", "PostToolUse"), outside=outside)
            assert (decision.verdict, decision.output) == ("pass", None)
            assert outcomes(decision) == {"managed/r": ("error", "", "")}


def test_an_erroring_allow_never_allows() -> None:
    assert decide_on(program(rule("r", "allow", {"when": fails}, on_error="pass"))).verdict == "pass"
    assert decide_on(program(rule("r", "allow", {"when": fails}))).verdict == "ask"


def test_a_message_that_fails_leaves_the_effect() -> None:
    decision = decide_on(program(rule("r", "deny", {"user": fails, "agent": fails})))
    assert decision.verdict == "deny"
    assert decision.user == "Blocked by policy rule managed/r."


def test_exceptions_say_what_a_rule_would_have_done() -> None:
    excepted = rule("r", "deny", {"exception_0": holds}, exceptions=(exception("warn", conditional=True),))
    decision = decide_on(program(excepted))
    assert decision.verdict == "pass"
    assert outcomes(decision) == {"managed/r": ("fired", "warn", "deny")}
    assert decision.results[0].why == "exception EX-1"
    refused = rule(
        "r", "deny", {"exception_0": holds}, exceptions=(exception("warn", conditional=True),), exceptable=False
    )
    assert decide_on(program(refused)).verdict == "deny"
    ended = rule("r", "deny", exceptions=(exception("warn", expires=0),))
    assert decide_on(program(ended)).verdict == "deny"


@pytest.mark.parametrize(
    ("mode", "effect", "shown"), [("audit", "", ()), ("warn", "warn", ("m",)), ("disabled", None, ())]
)
def test_modes_lower_and_keep_what_would_have_been(mode: str, effect: str | None, shown: tuple[str, ...]) -> None:
    decision = decide_on(program(rule("r", "deny", {"user": lambda e: "m"}, mode=mode)))
    assert decision.verdict == "pass"
    assert decision.warnings == shown
    assert outcomes(decision) == ({} if effect is None else {"managed/r": ("fired", effect, "deny")})


def test_warn_mode_names_a_modifier_without_applying_it() -> None:
    decision = decide_on(program(rule("r", "context", {"context": lambda e: "text"}, mode="warn")))
    assert decision.contexts == ()
    assert decision.warnings == ("Policy rule managed/r would context (mode warn).",)


def test_roll_out_is_stable_and_near_its_percentage() -> None:
    from policyhooks.core.program import Rule

    one = Rule(id="p/r", rollout=30)
    chosen = [machine for machine in map(str, range(2000)) if rolled_out(one, machine)]
    assert chosen == [machine for machine in map(str, range(2000)) if rolled_out(one, machine)]
    assert 500 < len(chosen) < 700
    wider = Rule(id="p/r", rollout=60)
    assert all(rolled_out(wider, machine) for machine in chosen)


def test_clients_and_native_events_narrow() -> None:
    for fields, fires in [
        ({"clients": ("cursor",)}, False),
        ({"clients": ("claude-code",)}, True),
        ({"natives": ("PermissionRequest",)}, False),
        ({"natives": ("PreToolUse",)}, True),
        ({"natives": ("claude-code.PreToolUse",)}, True),
    ]:
        assert (decide_on(program(rule("r", **fields))).verdict == "deny") is fires


def test_degrade_replaces_only_what_the_event_cannot_express() -> None:
    degrade = {"claude-code.UserPromptSubmit": "warn", "claude-code": "ask"}
    source = rule(
        "r", "rewrite", {"rewrite": lambda e: {"prompt.text": "x"}}, degrade=degrade, events=("prompt.submit",)
    )
    decision = decide_on(program(source), on=event("prompt.submit", "UserPromptSubmit"))
    assert outcomes(decision) == {"managed/r": ("fired", "warn", "warn")}
    kept = rule("r", "ask", degrade=degrade)
    assert decide_on(program(kept)).verdict == "ask"


# ---- layers -----------------------------------------------------------------------------------


def test_lower_layers_tighten_and_loosen_only_when_delegated() -> None:
    managed = program(rule("quiet", "deny", {"when": fails_to_hold}))
    allow = rule("r", "allow")
    assert decide_on(managed, program(allow, layer="user")).verdict == "pass"
    claims = rule("r", "allow", delegated=True, rank=0, layer="managed")
    assert decide_on(managed, program(claims, layer="user")).verdict == "pass"
    assert decide_on(program(rule("a", "allow")), program(rule("b", "ask"), layer="project")).verdict == "ask"
    assert decide_on(program(rule("a", "allow")), program(layer="project")).verdict == "allow"


def test_a_higher_layer_delegates_by_globs_of_rule_ids() -> None:
    allow = program(rule("r", "allow"), layer="user")
    delegating = program(options={"delegate": ("user/*",)})
    assert decide_on(delegating, allow).verdict == "allow"
    assert decide_on(program(options={"delegate": ("user/other",)}), allow).verdict == "pass"
    below = program(layer="project", options={"delegate": ("user/*",)})
    assert decide_on(program(), below, allow).verdict == "pass"


def test_the_highest_layer_that_is_there_needs_nobodys_leave() -> None:
    allow = rule("r", "allow")
    assert decide_on(program(allow, layer="project")).verdict == "allow"
    assert decide_on(program(layer="user"), program(allow, layer="project")).verdict == "pass"
    judge = rule("j", "deny", kind="judge", judge={"prompt": "p"})
    assert decide_on(program(judge, layer="project"), outside=Still({"project/j": "not_ok"})).verdict == "deny"


def test_a_lower_layers_judge_does_not_even_run() -> None:
    judge = rule("j", "deny", kind="judge", judge={"prompt": "p"})
    outside = Still({"user/j": "not_ok"})
    decision = decide_on(program(), program(judge, layer="user"), outside=outside)
    assert decision.verdict == "pass"
    assert outside.asked == []
    assert outcomes(decision) == {"user/j": ("skipped", "", "deny")}


# ---- judges and commands ----------------------------------------------------------------------


def judge(name: str, effect: str = "deny", **fields: object) -> RuleSource:
    return rule(
        name, effect, kind="judge", judge={"prompt": "p", "may_allow": fields.pop("may_allow", False)}, **fields
    )


@pytest.mark.parametrize(
    ("answer", "on_error", "verdict"),
    [
        ("ok", "closed", "pass"),
        ("not_ok", "closed", "deny"),
        ("unknown", "closed", "ask"),
        ("unknown", "pass", "pass"),
        ("unknown", "deny", "deny"),
    ],
)
@pytest.mark.parametrize("kind", ["judge", "command"])
def test_what_the_outside_says(kind: str, answer: str, on_error: str, verdict: str) -> None:
    source = rule(
        "r", "deny", kind=kind, on_error=on_error, judge={"prompt": "p"}, command={"run": ["/x"], "timeout_ms": 1}
    )
    assert decide_on(program(source), outside=Still({"managed/r": answer})).verdict == verdict


def test_ok_is_pass_and_allows_only_where_the_rule_says_so() -> None:
    assert decide_on(program(judge("j")), outside=Still({"managed/j": "ok"})).verdict == "pass"
    allowing = judge("j", may_allow=True)
    assert decide_on(program(allowing), outside=Still({"managed/j": "ok"})).verdict == "allow"
    denied = decide_on(program(allowing, rule("d")), outside=Still({"managed/j": "ok"}))
    assert denied.verdict == "deny"


def test_nobody_is_asked_once_the_verdict_stands() -> None:
    outside = Still({"managed/j": "not_ok"})
    decision = decide_on(program(judge("j"), rule("d")), outside=outside)
    assert outside.asked == []
    assert outcomes(decision)["managed/j"] == ("skipped", "", "deny")
    still = Still()
    decide_on(program(judge("deny"), judge("ask", "ask", on_error="pass"), rule("a", "ask")), outside=still)
    assert still.asked == ["managed/deny"]


def test_judges_of_audit_rules_wait_until_the_answer_is_given() -> None:
    outside = Still()
    decision = decide_on(program(judge("j", mode="audit")), outside=outside)
    assert outside.asked == []
    assert [pending.rule.id for pending in decision.later] == ["managed/j"]


def test_the_reason_reaches_the_messages() -> None:
    source = judge("j")
    source.functions["user"] = lambda e, reason: f"Reviewer: {reason}"
    assert decide_on(program(source), outside=Still({"managed/j": "not_ok"})).user == "Reviewer: because"


# ---- follow-ups, redaction --------------------------------------------------------------------


def test_follow_ups_are_counted_and_end() -> None:
    source = rule("f", "followup", {"followup": lambda e: "go on"}, events=("agent.stop",), followup_limit=2)
    outside = Still()
    given = [decide_on(program(source), on=event("agent.stop", "Stop"), outside=outside).followup for _ in range(4)]
    assert given == ["go on", "go on", "", ""]


def test_redaction_keeps_the_shape_of_the_result() -> None:
    key = "AKIA" + "Z2X4C6V8B0N1M3L5"
    output = {"stdout": f"key {key} end", "lines": [key, 3, None], "interrupted": False}
    source = rule("r", "redact", redact={"detectors": ["secrets"], "with": "<{kind}>"}, events=("tool.after",))
    decision = decide_on(program(source), on=event("tool.after", "PostToolUse"), outside=Still(output=output))
    assert decision.output == {"stdout": "key <aws-key> end", "lines": ["<aws-key>", 3, None], "interrupted": False}
    clean = decide_on(program(source), on=event("tool.after", "PostToolUse"), outside=Still(output={"stdout": "fine"}))
    assert clean.output is None


# ---- derived events ---------------------------------------------------------------------------


def shell_event(**view: object) -> Event:
    shell = Shell(command="cat a", understood=True, **view)
    return event("shell.before", command="cat a", read_shell=lambda e: shell)


def on_path(expected: str) -> dict[str, object]:
    return {"when": lambda e: e.file.path.raw == expected and e.file.via != "tool"}


def test_a_file_rule_sees_the_paths_of_a_command_once_each() -> None:
    paths = [
        PathRef(raw="/etc/shadow", op="read"),
        PathRef(raw="/etc/shadow", op="read"),
        PathRef(raw="out", op="write"),
    ]
    seen: list[tuple[str, str, str]] = []

    def look(e: Event) -> bool:
        seen.append((e.name, e.file.path.raw, e.file.via))
        return e.file.path.raw == "/etc/shadow"

    decision = decide_on(
        program(
            rule("r", "deny", {"when": look}, events=("file.read", "file.write")),
            rule("t", "warn", {"when": fails_to_hold}),
        ),
        on=shell_event(commands=[Cmd(name="cat")], paths=paths),
    )
    assert seen == [("file.read", "/etc/shadow", "shell"), ("file.write", "out", "shell")]
    assert decision.verdict == "deny"
    assert [result.derived for result in decision.results if result.outcome == "fired"] == ["/etc/shadow"]


def test_no_command_is_parsed_when_no_rule_asks() -> None:
    def explode(_event: Event) -> Shell:
        raise AssertionError("parsed for nobody")

    quiet = event("shell.before", command="cat a", read_shell=explode)
    assert decide_on(program(rule("r", "warn")), on=quiet).verdict == "pass"


def test_an_mcp_call_carries_paths_and_commands() -> None:
    shell = Shell(command="rm x", commands=[Cmd(name="rm")], paths=[PathRef(raw="x", op="delete")])
    call = event(
        "mcp.before",
        mcp=Mcp(server="s", tool="run", arguments={"command": "rm x"}),
        held=Held(paths=[PathRef(raw="/etc/passwd", op="read")], commands=[HeldCommand(text="rm x")]),
        read_shell=lambda e: shell,
    )
    sees = {"when": lambda e: any(c.name == "rm" for c in e.shell.commands)}
    by_command = program(rule("shell", "ask", sees, events=("shell.before",)))
    assert decide_on(by_command, on=call).verdict == "ask"
    by_path = program(rule("file", "deny", on_path("/etc/passwd"), events=("file.read",)))
    assert decide_on(by_path, on=call).verdict == "deny"
    by_deleted = program(rule("file", "deny", on_path("x"), events=("file.write",)))
    assert decide_on(by_deleted, on=call).verdict == "deny"


def test_a_rule_on_the_parent_event_does_not_run_again_for_derived_ones() -> None:
    seen: list[str] = []
    source = rule("r", "warn", {"when": lambda e: bool(seen.append(e.name))})
    files = rule("f", "warn", {"when": fails_to_hold}, events=("file.read",))
    decide_on(program(source, files), on=shell_event(paths=[PathRef(raw="a", op="read")]))
    assert seen == ["shell.before"]


@pytest.mark.parametrize("on", ["file.read", "file.write", "shell.before"])
def test_a_part_of_a_call_never_allows_the_call(on: str) -> None:
    """Reading one file is allowed; what else the command, or the tool, does is another matter."""
    shell = Shell(command="rm x", paths=[PathRef(raw="docs/a", op="read"), PathRef(raw="x", op="delete")])
    carried = PathRef(raw="docs/a", op="read")
    held = Held(paths=[carried, but(carried, op="write")], commands=[HeldCommand(text="rm x")])
    mcp = Mcp(server="s", tool="run", arguments={"command": "rm x"})
    call = event("mcp.before", mcp=mcp, held=held, read_shell=lambda e: shell)
    decision = decide_on(program(rule("r", "allow", events=(on,))), on=call)
    assert decision.verdict == "pass"
    assert {result.why for result in decision.results} == {"allows a part of the call"}
    if on != "shell.before":
        of_shell = event("shell.before", command="rm x", read_shell=lambda e: shell)
        assert decide_on(program(rule("r", "allow", events=(on,))), on=of_shell).verdict == "pass"


def test_a_call_on_several_files_is_allowed_when_each_of_them_is() -> None:
    def patch(*names: str) -> Event:
        first, *others = [File(path=PathRef(raw=name, op="write"), op="edit", via="tool") for name in names]
        return event("file.write", file=first, files=others)

    docs = {"when": lambda e: e.file.path.raw.startswith("docs/")}
    allows = program(rule("r", "allow", docs, events=("file.write",)))
    assert decide_on(allows, on=patch("docs/a")).verdict == "allow"
    assert decide_on(allows, on=patch("docs/a", "docs/b")).verdict == "allow"
    assert decide_on(allows, on=patch("docs/a", ".git/hooks/x")).verdict == "pass"
    assert decide_on(allows, on=patch(".git/hooks/x", "docs/a")).verdict == "pass"


def test_a_judge_that_may_allow_does_not_allow_by_a_part() -> None:
    source = judge("j", may_allow=True, events=("file.read",))
    on = shell_event(paths=[PathRef(raw="docs/a", op="read")])
    assert decide_on(program(source), on=on, outside=Still({"managed/j": "ok"})).verdict == "pass"


# ---- rewrites ---------------------------------------------------------------------------------


class Rewriting(Still):
    """Surroundings in which a rewrite of the file path can be put into the client's words."""

    def reread(self, event: Event, changes: object) -> Event:
        if "file.path" not in changes:  # type: ignore[operator]
            raise LookupError
        return but(event, file=File(path=PathRef(raw=str(changes["file.path"]))))


def rewriting(value: str, name: str = "w") -> RuleSource:
    return rule(name, "rewrite", {"rewrite": lambda e: {"file.path": value}})


def test_only_what_is_said_to_the_rewritten_event_counts() -> None:
    original = event(file=File(path=PathRef(raw="old")))
    old = rule("old", "ask", {"when": lambda e: e.file.path.raw == "old"})
    new = rule("new", "deny", {"when": lambda e: e.file.path.raw == "new"})
    fine = decide_on(program(rewriting("new"), old), on=original, outside=Rewriting())
    assert (fine.verdict, fine.rewrite) == ("pass", {"file.path": "new"})
    worse = decide_on(program(rewriting("new"), new), on=original, outside=Rewriting())
    assert (worse.verdict, worse.rewrite) == ("deny", None)


def test_a_deny_is_never_rewritten_away() -> None:
    original = event(file=File(path=PathRef(raw="old")))
    old = rule("old", "deny", {"when": lambda e: e.file.path.raw == "old"})
    decision = decide_on(program(rewriting("new"), old), on=original, outside=Rewriting())
    assert (decision.verdict, decision.rewrite) == ("deny", None)


def test_two_different_rewrites_of_one_field_ask() -> None:
    decision = decide_on(program(rewriting("a"), rewriting("b", "v")), outside=Rewriting())
    assert (decision.verdict, decision.rewrite) == ("ask", None)
    assert "file.path" in decision.user


def test_a_rewrite_that_cannot_be_expressed_asks() -> None:
    source = rule("w", "rewrite", {"rewrite": lambda e: {"shell.command": "x"}})
    decision = decide_on(program(source), outside=Rewriting())
    assert (decision.verdict, decision.rewrite) == ("ask", None)


# ---- defaults ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("default", "verdict"), [("ask", "ask"), ("deny", "deny"), ("pass", "pass")])
def test_commands_that_are_not_understood(default: str, verdict: str) -> None:
    options = {"defaults": {"not_understood": default}}
    watching = program(rule("r", "deny", {"when": fails_to_hold}, events=("shell.before",)), options=options)
    unclear = event("shell.before", command="x", read_shell=lambda e: Shell(understood=False))
    assert decide_on(watching, on=unclear).verdict == verdict
    assert decide_on(program(options=options), on=unclear).verdict == "pass"


@pytest.mark.parametrize(("default", "verdict"), [("pass", "pass"), ("deny", "deny")])
def test_events_that_nobody_knows(default: str, verdict: str) -> None:
    options = {"defaults": {"unknown_event": default}}
    assert decide_on(program(options=options), on=event("other", "BrandNew")).verdict == verdict
    assert decide_on(program(options=options), on=event("other", "WorktreeRemove")).verdict == "pass"


def test_further_files_of_one_call_are_looked_at_too() -> None:
    files = [File(path=PathRef(raw=name), op="write", via="tool") for name in ("b", "c")]
    call = event("file.write", file=File(path=PathRef(raw="a"), op="write", via="tool"), files=files)
    third = rule("r", "deny", {"when": lambda e: e.file.path.raw == "c"}, events=("file.write",))
    decision = decide_on(program(third), on=call)
    assert decision.verdict == "deny"
    assert [result.derived for result in decision.results if result.outcome == "fired"] == ["c"]
