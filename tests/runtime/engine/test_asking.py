"""On Cursor no question is lost: the specific event of the same call puts it, or preToolUse denies."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from policyhooks.clients.cursor.following import FILE
from policyhooks.core.event import Event
from policyhooks.core.shell_records import Shell
from policyhooks.core.verdict import Decision, Response
from policyhooks.runtime.engine.completing import MachineView
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.engine.session import decide_payload
from policyhooks.runtime.ports.installed import has_entry
from tests.runtime.programs import RuleSource, Still, exception, fails, fails_to_hold, holds, program, rule
from tests.support.counts import scaled

COMMON: dict[str, Any] = {
    "conversation_id": "c",
    "generation_id": "g",
    "cursor_version": "3.15.6",
    "workspace_roots": ["/w"],
}
CALL: dict[str, Any] = {
    **COMMON,
    "hook_event_name": "preToolUse",
    "tool_name": "Shell",
    "tool_input": {"command": "make release", "cwd": "/w/app", "timeout": 5},
    "tool_use_id": "u",
    "cwd": "",
}
NARROW = ("cursor.preToolUse",)
SPECIFIC = ("cursor.beforeShellExecution",)


def _next(command: str, cwd: str, sandbox: bool) -> dict[str, Any]:
    own = {"hook_event_name": "beforeShellExecution", "command": command, "cwd": cwd, "sandbox": sandbox}
    return {**COMMON, **own}


class Entries(Still):
    """Surroundings in which our entries are there or not."""

    __slots__ = ("there",)

    def __init__(self, answers: dict[str, str] | None = None, there: bool = True) -> None:
        super().__init__(answers)
        self.there = there

    def has_entry(self, client: str, native: str) -> bool:
        return self.there


def _put(program: LoadedProgram, payload: dict[str, Any], outside: Still) -> tuple[Event, Decision, str]:
    native = payload["hook_event_name"]
    event, decision, response = decide_payload("cursor", native, payload, [program], {}, outside=outside)
    return event, decision, _said(response)


def _said(response: Response) -> str:
    return str(json.loads(response.stdout)["permission"])


def _on_generic(event: Event) -> bool:
    return event.native == "preToolUse"


def _by_use_id(event: Event) -> bool:
    return event.tool.use_id == "u"


def _by_input(event: Event) -> bool:
    return event.tool.input["timeout"] == 5  # only preToolUse carries it: an error on the specific event


def _not_by_input(event: Event) -> bool:
    return "timeout" not in event.tool.input


def _in_folder(event: Event) -> bool:
    return event.event.cwd == "/w/app"


def _errs_on_generic(event: Event) -> bool:
    if event.native == "preToolUse":
        raise ZeroDivisionError
    return False


SHELL = {"events": ("shell.before",)}
JUDGE = {**SHELL, "kind": "judge", "judge": {"prompt": "p"}}
COMMAND = {**SHELL, "kind": "command", "command": {"run": ["/bin/true"], "timeout_ms": 10}}
# name, rules, what preToolUse says; "allow" is an ask that is left to beforeShellExecution
CASES: list[tuple[str, list[RuleSource], str]] = [
    ("on both", [rule("a", "ask", **SHELL)], "allow"),
    ("of the parent event", [rule("a", "ask")], "allow"),
    ("narrowed", [rule("a", "ask", natives=NARROW, **SHELL)], "deny"),
    ("narrowed to the specific event", [rule("a", "ask", natives=SPECIFIC, **SHELL)], "allow"),
    ("narrowed to both", [rule("a", "ask", natives=(*NARROW, *SPECIFIC), **SHELL)], "allow"),
    ("one of two narrowed", [rule("a", "ask", **SHELL), rule("b", "ask", natives=NARROW, **SHELL)], "deny"),
    ("by the event's name", [rule("a", "ask", {"when": _on_generic}, **SHELL)], "deny"),
    ("by a field of one event", [rule("a", "ask", {"when": _by_use_id}, **SHELL)], "deny"),
    ("an error on the specific event asks", [rule("a", "ask", {"when": _by_input}, **SHELL)], "allow"),
    ("an error that passes there", [rule("a", "ask", {"when": _by_input}, on_error="pass", **SHELL)], "deny"),
    ("an error on the generic event", [rule("a", "warn", {"when": _errs_on_generic}, **SHELL)], "deny"),
    ("an error on both", [rule("a", "warn", {"when": fails}, **SHELL)], "allow"),
    ("by a folder that may differ", [rule("a", "ask", {"when": _in_folder}, **SHELL)], "deny"),
    ("clear", [rule("a", "ask", {"when": fails_to_hold}, **SHELL)], "allow"),
    ("denied there", [rule("a", "ask", natives=NARROW, **SHELL), rule("b", natives=SPECIFIC, **SHELL)], "allow"),
    ("judge on both", [rule("j", "ask", **JUDGE)], "allow"),
    ("judge narrowed", [rule("j", "ask", natives=NARROW, **JUDGE)], "deny"),
    ("judge that is silent, narrowed", [rule("unknown", "deny", natives=NARROW, **JUDGE)], "deny"),
    ("judge that is silent, on both", [rule("unknown", "deny", **JUDGE)], "allow"),
    ("judge whose condition errs", [rule("j", "ask", {"when": _errs_on_generic}, **JUDGE)], "deny"),
    ("command on both", [rule("j", "ask", **COMMAND)], "allow"),
    ("command narrowed", [rule("j", "ask", natives=NARROW, **COMMAND)], "deny"),
    (
        "two rewrites",
        [
            rule("a", "rewrite", {"rewrite": lambda e: {"shell.command": "a"}}, natives=NARROW, **SHELL),
            rule("b", "rewrite", {"rewrite": lambda e: {"shell.command": "b"}}, natives=NARROW, **SHELL),
        ],
        "deny",
    ),
    (
        "a rewrite, then a question",
        [
            rule("a", "rewrite", {"rewrite": lambda e: {"shell.command": "make dry"}}, natives=NARROW, **SHELL),
            rule("b", "ask", {"when": lambda e: e.command == "make dry"}, **SHELL),
        ],
        "allow",
    ),
    (
        "an exception of one event",
        [
            rule(
                "a",
                "deny",
                {"exception_0": lambda e: e.native == "preToolUse"},
                exceptions=(exception("ask", conditional=True),),
                **SHELL,
            )
        ],
        "allow",
    ),
    (
        "an exception of the other",
        [
            rule(
                "a",
                "ask",
                {"exception_0": lambda e: e.native != "preToolUse"},
                exceptions=(exception("audit", conditional=True),),
                **SHELL,
            )
        ],
        "deny",
    ),
]


@pytest.mark.parametrize(("rules", "said"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_where_a_question_goes(rules: list[RuleSource], said: str) -> None:
    outside = Entries({"managed/j": "not_ok"})
    assert _put(program(*rules), CALL, outside)[2] == said


def test_defaults_ask_on_both_events() -> None:
    """A command that cannot be read is asked about by the specific event."""
    options = {"defaults": {"not_understood": "ask"}}
    built = program(rule("a", "warn", {"when": fails_to_hold}, **SHELL), options=options)
    outside = Entries()
    outside.place = MachineView(links=False, read_shell=lambda event: Shell(understood=False))
    _, decision, said = _put(built, CALL, outside)
    assert (decision.verdict, said) == ("ask", "allow")
    assert _put(built, _next("make release", "/w", False), outside)[2] == "ask"


def test_without_our_entry_for_the_specific_event_it_is_a_deny() -> None:
    built = program(rule("a", "ask", **SHELL))
    assert _put(built, CALL, Entries(there=True))[2] == "allow"
    assert _put(built, CALL, Entries(there=False))[2] == "deny"


def _random_rule(chance: random.Random, number: int) -> RuleSource:
    kind = chance.choice(["effect"] * 4 + ["judge", "command"])
    effects = ["ask"] * 5 + ["rewrite", "rewrite", "warn", "allow"] + ["deny"] * (chance.random() < 0.1)
    effect = chance.choice(effects) if kind == "effect" else chance.choice(["ask", "ask", "deny", "warn"])
    conditions = [holds, fails, fails_to_hold, _on_generic, _by_use_id, _by_input, _not_by_input, _in_folder]
    functions: dict[str, Any] = {"when": chance.choice([*conditions, _errs_on_generic, holds, holds])}
    fields: dict[str, Any] = {"events": (chance.choice(["shell.before", "tool.before"]),)}
    if effect == "rewrite":
        text = chance.choice(["make a", "make b"])
        functions["rewrite"] = lambda e: {"shell.command": text}
        fields["degrade"] = {"cursor.beforeShellExecution": chance.choice(["pass", "ask", "deny", "warn"])}
    if chance.random() < 0.3:
        fields["exceptions"] = (exception(chance.choice(["ask", "warn", "audit"]), conditional=True),)
        functions["exception_0"] = chance.choice(conditions)
    if kind == "judge":
        fields["judge"] = {"prompt": "p", "may_allow": chance.random() < 0.3}
    if kind == "command":
        fields["command"] = {"run": ["/bin/true"], "timeout_ms": 10}
    natives = chance.choice([(), (), NARROW, SPECIFIC, (*NARROW, *SPECIFIC), ("preToolUse",)])
    modes = chance.choice(["enforce"] * 6 + ["warn", "audit", "disabled"])
    errors = chance.choice(["closed", "closed", "ask", "deny", "warn", "pass"])
    name = f"{chance.choice(['ok', 'no', 'unknown'])}{number}"
    fields.update(natives=natives, mode=modes, on_error=errors, delegated=True)
    return RuleSource(name, functions, effect=effect, kind=kind, **fields)


def test_a_question_is_put_or_denied_never_lost() -> None:
    """Random rules, matches and ways of asking. What Cursor sends next is chosen freely among what versions send."""
    chance = random.Random(20261117)
    counts = {"left": 0, "denied": 0}
    for _ in range(scaled(20_000)):
        sources = [_random_rule(chance, number) for number in range(chance.randint(1, 4))]
        built = program(*sources)
        words = {"ok": "ok", "no": "not_ok", "unknown": "unknown"}
        outside = Still({f"managed/{one.name}": words[one.name.rstrip("0123456789")] for one in sources})
        event, decision, said = _put(built, {**CALL, "cwd": chance.choice(["", "/w", "/w/app"])}, outside)
        asking = {result.rule.id for result in decision.results if result.effect == "ask"}
        clash = decision.verdict == "ask" and not asking
        if not (asking or clash):
            continue
        if said == "deny":
            counts["denied"] += 1
            continue
        counts["left"] += 1
        command = str((decision.rewrite or {}).get("shell.command", event.command))
        following = _next(command, chance.choice(["/w/app", "/w", "", event.event.cwd]), chance.random() < 0.5)
        if following["cwd"] == "/w" and event.payload["cwd"] == "/w/app":
            following["cwd"] = ""
        _, again, answer = _put(built, following, outside)
        assert answer in ("ask", "deny"), [one.__dict__ for one in sources]
        # A judge is not consulted where the verdict is an ask already: a person is asked either way.
        asked = {one.rule.id for one in again.results if one.effect == "ask" or one.why == "not needed: ask"}
        assert answer == "deny" or asking <= asked, "every question is among those that are put"
    assert min(counts.values()) > scaled(20_000) // 20, counts


OURS = {"command": "/py -I -S '/s/hook.py' cursor beforeShellExecution 30 || { exit 2; }"}
GENERIC = {"command": "/py -I -S '/s/hook.py' cursor preToolUse 30 || { exit 2; }"}
# what the client's file holds, whether our entry for beforeShellExecution is there
FILES: list[tuple[str | None, bool]] = [
    (json.dumps({"version": 1, "hooks": {"preToolUse": [GENERIC], "beforeShellExecution": [OURS]}}), True),
    ("\ufeff" + json.dumps({"hooks": {"beforeShellExecution": [{"command": "x"}, OURS]}}), True),
    (json.dumps({"version": 1, "hooks": {"preToolUse": [GENERIC]}}), False),
    (json.dumps({"version": 1, "hooks": {"preToolUse": [GENERIC, OURS]}}), False),
    (json.dumps({"version": 1, "hooks": {"beforeShellExecution": [GENERIC, {"command": "x"}, 1]}}), False),
    (json.dumps({"version": 1, "hooks": {"beforeShellExecution": {}}}), False),
    ("{", False),
    (None, False),
]


@pytest.mark.parametrize(("text", "there"), FILES)
def test_an_entry_is_looked_for_in_the_recorded_file(tmp_path: Path, text: str | None, there: bool) -> None:
    file = tmp_path / "project" / ".cursor" / "hooks.json"
    file.parent.mkdir(parents=True)
    if text is not None:
        file.write_text(text, "utf-8")
    installs = tmp_path / "state" / "installs"
    installs.mkdir(parents=True)
    (installs / "0.json").write_text(json.dumps({"file": str(file), "original": None, "written": "", "made": []}))
    (installs / "1.json").write_text(json.dumps({"file": "/nowhere/.claude/settings.json"}))
    (installs / "2.json").write_text("damaged")
    assert has_entry(str(tmp_path / "state"), "cursor", "beforeShellExecution", FILE) is there


def test_where_nothing_is_recorded_nobody_can_tell(tmp_path: Path) -> None:
    assert has_entry("", "cursor", "beforeShellExecution", FILE)
    assert has_entry(str(tmp_path), "cursor", "beforeShellExecution", FILE)
