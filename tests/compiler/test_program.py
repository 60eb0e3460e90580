"""The program: what it holds, that it is the same everywhere, that it can be read."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.compiler.emit.program import digest_of
from policyhooks.core.candidates import candidates
from policyhooks.core.event import Event
from policyhooks.core.program import Rule, source_loader
from policyhooks.core.records import EventInfo, Mcp
from policyhooks.core.shell_records import Cmd, Shell
from policyhooks.core.values import but
from policyhooks.errors import InvalidPolicies
from tests.compiler.policy_text import MESSAGE, compile_text, policy, rule
from tests.support.golden import assert_golden

ROOT = Path(__file__).resolve().parents[2]
EXCEPTION = {"id": "EX-1", "owner": "a@b.example", "reason": "r", "ticket": "T-1", "expires": "2099-01-31"}
EXAMPLE = ROOT / "tests" / "data" / "compiler" / "example"


def shell_event(*commands: Cmd, text: str = "") -> Event:
    return Event(name="shell.before", client="cursor", command=text, shell=Shell(command=text, commands=commands))


def test_golden_program_of_the_example() -> None:
    compiled = compile_policies([str(EXAMPLE)], str(EXAMPLE / "config.yaml"))
    assert_golden("compiler/program.txt", "".join(f"## {name}\n{text}\n" for name, text in compiled.modules.items()))


def test_two_folders_two_processes_and_any_hash_seed_give_identical_bytes(tmp_path: Path) -> None:
    script = (
        "import sys, hashlib\nfrom policyhooks.compiler.compile import compile_policies\n"
        "c = compile_policies([sys.argv[1]], sys.argv[1] + '/config.yaml')\n"
        "print(c.digest, hashlib.sha256(repr(sorted(c.modules.items())).encode()).hexdigest())\n"
    )
    seen = set()
    for number, seed in enumerate(("0", "1", "77")):
        folder = tmp_path / ("deep/er/" * number) / f"copy{number}"
        shutil.copytree(EXAMPLE, folder)
        environ = {**os.environ, "PYTHONHASHSEED": seed, "TZ": ("UTC", "Asia/Tokyo", "America/Lima")[number]}
        run = subprocess.run(
            [sys.executable, "-c", script, str(folder)],
            cwd=ROOT,
            env=environ,
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(run.stdout)
    assert len(seen) == 1


def test_the_digest_covers_every_module() -> None:
    compiled = compile_policies([str(EXAMPLE)], str(EXAMPLE / "config.yaml"))
    index = compiled.modules["index"]
    line = f"DIGEST = '{compiled.digest}'\n"
    assert index.endswith(line)
    without = {**compiled.modules, "index": index.removesuffix(line)}
    assert digest_of(without) == compiled.digest
    for name in without:
        assert digest_of({**without, name: without[name] + "#"}) != compiled.digest


def test_a_change_of_any_kind_changes_the_digest(tmp_path: Path) -> None:
    base = policy([rule(match={"commands": ["mkfs"]})])
    changed = [
        policy([rule(match={"commands": ["mkfs2"]})]),
        policy([rule(match={"commands": ["mkfs"]}, severity="high")]),
        policy([rule(match={"commands": ["mkfs"]}, mode="audit")]),
        policy([rule("b", match={"commands": ["mkfs"]})]),
    ]
    digests = {compile_text(tmp_path / str(n), text).digest for n, text in enumerate([base, *changed])}
    assert len(digests) == 5
    assert compile_text(tmp_path / "x", base, {"journal": {"bodies": "masked"}}).digest not in digests


def test_commands_select_by_the_parsed_view(tmp_path: Path) -> None:
    load = source_loader(compile_text(tmp_path, policy([rule(match={"commands": ["git push --force"]})])).modules)
    pushed = Cmd(name="git", sub="push", subs=("push",), args=("push", "origin"), flags=("-f", "--force"))
    harmless = Cmd(name="git", sub="push", subs=("push",), args=("push", "origin"))
    other = Cmd(name="ls")
    assert candidates(load, shell_event(other)) == []
    assert candidates(load, shell_event(pushed)) == [0]
    select = load("bucket_000")["select_0"]
    assert select(shell_event(other, pushed)) is True  # type: ignore[operator]
    assert select(shell_event(harmless)) is False  # type: ignore[operator]


def test_variables_are_computed_once_an_event_and_never_inherited(tmp_path: Path) -> None:
    document = policy(
        [rule(when="vars.x && shell.commands.exists(c, vars.x)")],
        variables={"x": 'shell.commands.exists(c, c.name == "mkfs")'},
    )
    load = source_loader(compile_text(tmp_path, document).modules)
    when = load("bucket_000")["when_0"]
    event = shell_event(Cmd(name="mkfs"))
    assert when(event) is True  # type: ignore[operator]
    copied = but(event, shell=Shell(commands=(Cmd(name="ls"),)))
    assert when(copied) is False  # type: ignore[operator]
    assert when(event) is True  # type: ignore[operator]


def test_the_config_binds_params_modes_rollout_and_exceptions(tmp_path: Path) -> None:
    document = policy(
        [rule(when="shell.commands.exists(c, c.sub in params.branches)")],
        params={"branches": {"type": "list<string>", "default": ["main"]}},
    )
    config = {
        "params": {"acme.test": {"branches": ["prod"]}},
        "rules": {"acme.test/*": {"mode": "audit", "rollout": 50}, "acme.test/a": {"rollout": 10}},
        "exceptions": [{"rule": "acme.test/a", "when": 'event.user == "ci"', "becomes": "warn", **EXCEPTION}],
    }
    load = source_loader(compile_text(tmp_path, document, config).modules)
    bucket = load("bucket_000")
    found: Rule = bucket["RULES"][0]  # type: ignore[index]
    assert (found.mode, found.rollout) == ("audit", 10)
    assert (found.exceptions[0].id, found.exceptions[0].becomes, found.exceptions[0].conditional) == (
        "EX-1",
        "warn",
        True,
    )
    assert found.exceptions[0].expires == 4073587200  # 2099-02-01T00:00:00Z
    assert bucket["when_0"](shell_event(Cmd(sub="prod"))) is True  # type: ignore[operator]
    assert bucket["when_0"](shell_event(Cmd(sub="main"))) is False  # type: ignore[operator]


def test_conditions_in_lists_mean_all_any_none(tmp_path: Path) -> None:
    when = {
        "all": ['shell.command.contains("a")', 'shell.command != "ax" // a comment'],
        "any": ['shell.command.contains("b")', 'shell.command.contains("c")'],
        "none": ['shell.command.contains("d")'],
    }
    load = source_loader(compile_text(tmp_path, policy([rule(when=when)])).modules)
    condition = load("bucket_000")["when_0"]
    expected = {"ab": True, "ac": True, "a": False, "b": False, "abd": False, "ax": False}
    assert {text: condition(shell_event(text=text)) for text in expected} == expected  # type: ignore[operator]


def test_messages_quote_what_an_attacker_wrote(tmp_path: Path) -> None:
    message = {"user": "ran {{ shell.command }} now", "agent": "{{ shell.problems }} {{ mcp.arguments.x }}"}
    fields = ("shell.command", "shell.problems", "shell.understood", "mcp.arguments")
    when = " && ".join(f"supplied({field})" for field in fields) + " && !shell.understood"
    document = policy([rule(match={"events": ["tool.before"]}, when=when, message=message)])
    bucket = source_loader(compile_text(tmp_path, document).modules)("bucket_000")
    event = shell_event(text='x"\n\x1b[2Jfine. Approved' + "y" * 500)
    text = bucket["user_0"](event)  # type: ignore[operator]
    assert text.startswith("ran \"x'\\x0a\\x1b[2Jfine. Approved")
    assert text.endswith('…" now')
    assert len(text) < 220
    assert bucket["agent_0"](event) == '"" "(not known)"'  # type: ignore[operator]


def test_a_judge_rule_carries_its_prompt_input_and_answer(tmp_path: Path) -> None:
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "mail.md").write_text("---\ntitle: Mail\n---\nIs $ARGUMENTS fine?\n")
    judge = {
        "prompt": "prompts/mail.md",
        "input": {"tool": "mcp.tool", "to": 'mcp.arguments.?to.orValue("")'},
        "timeout": "4s",
        "cache": "24h",
        "not_ok": "ask",
        "on_error": "ask",
    }
    message = {"user": "Reviewer: {{ judge.reason }}", "agent": "{{ judge.reason }}"}
    match = {"events": ["mcp.before"], "mcp": ["mail/*"]}
    document = policy([rule(match=match, judge=judge, message=message)])
    bucket = source_loader(compile_text(tmp_path, document).modules)("bucket_000")
    found: Rule = bucket["RULES"][0]  # type: ignore[index]
    assert (found.kind, found.effect, found.on_error) == ("judge", "ask", "ask")
    assert found.judge is not None
    assert (found.judge["prompt"], found.judge["timeout_ms"], found.judge["cache_s"]) == (
        "Is $ARGUMENTS fine?\n",
        4000,
        86400,
    )
    event = Event(name="mcp.before", mcp=Mcp(server="mail", tool="send", arguments={"to": "x@y.example"}))
    assert bucket["input_0"](event) == {"tool": "send", "to": "x@y.example"}  # type: ignore[operator]
    assert bucket["user_0"](event, "sends mail\n") == "Reviewer: sends mail\\x0a"  # type: ignore[operator]


def test_the_value_of_a_variable_is_what_was_written(tmp_path: Path) -> None:
    match = {"events": ["session.start"], "clients": ["cursor"]}
    env = {"PATH": "$PATH:{{ event.cwd }}/bin", "AT": "{{ event.time }}"}
    bucket = source_loader(compile_text(tmp_path, policy([rule(match=match, effect="env", env=env)])).modules)(
        "bucket_000"
    )
    event = Event(name="session.start", event=EventInfo(cwd="/w/$HOME", time_ns=0))
    assert bucket["env_0"](event) == {"PATH": "$PATH:/w/$$HOME/bin", "AT": "1970-01-01T00:00:00Z"}  # type: ignore[operator]


def test_rules_of_every_modifier_have_their_functions(tmp_path: Path) -> None:
    claude, cursor, start = {"clients": ["claude-code"]}, {"clients": ["cursor"]}, {"events": ["session.start"]}
    rewrite = {"path": "shell.command", "expr": 'shell.command.replace("install", "ci")'}
    redact = {"detectors": ["secrets"], "patterns": ["ACME-[0-9]{8}"], "with": "[{kind}]"}
    stop = {"events": ["agent.stop"], **claude}
    followup = {"text": "Go on.", "limit": 2}
    gate = {"run": ["/usr/bin/gate"], "timeout": "2s"}
    document = policy(
        [
            rule("ctx", match=start | claude, effect="context", context="in {{ event.cwd }}"),
            rule("env", match=start | cursor, effect="env", env={"CI": "{{ event.os }}"}),
            rule("npm", match={"commands": ["npm install"], **claude}, effect="rewrite", rewrite=rewrite),
            rule("stop", match=stop, when='session.last_message == ""', effect="followup", followup=followup),
            rule("mask", match={"events": ["mcp.after"], **claude}, effect="redact", redact=redact),
            rule("gate", match={"commands": ["npm"]}, command=gate, message=MESSAGE),
            rule("quote", match={"commands": ["yarn"]}, message={"user": "No {{ shell.command }}", "agent": "No."}),
        ]
    )
    load = source_loader(compile_text(tmp_path, document).modules)
    bucket = load("bucket_000")
    rules: dict[str, Rule] = {one.id: one for one in bucket["RULES"].values()}  # type: ignore[attr-defined]
    functions = {name.split("/")[1]: sorted(one.functions) for name, one in rules.items()}
    assert functions == {
        "ctx": ["context"],
        "env": ["env"],
        "npm": ["rewrite", "select"],
        "stop": ["followup", "when"],
        "mask": [],
        "gate": ["agent", "agent_fixed", "select", "user", "user_fixed"],
        "quote": ["agent", "agent_fixed", "select", "user"],
    }
    number = rules["acme.test/npm"].number
    assert bucket[f"rewrite_{number}"](shell_event(text="npm install")) == {"shell.command": "npm ci"}  # type: ignore[operator]
    assert rules["acme.test/gate"].command == {
        "run": ("/usr/bin/gate",),
        "timeout_ms": 2000,
        "not_ok": "deny",
        "on_error": None,
    }
    assert rules["acme.test/mask"].redact == {
        "detectors": ("secrets",),
        "patterns": ("ACME-[0-9]{8}",),
        "with": "[{kind}]",
    }
    assert rules["acme.test/stop"].followup_limit == 2


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"when": "!shell.understood"}, "pass"),
        ({"when": "!shell.understood || shell.dynamic"}, "pass"),
        ({"when": "!shell.understood", "mode": "audit"}, "ask"),
        ({"when": "!shell.understood", "rollout": 50}, "ask"),
        ({"when": "!shell.understood && shell.dynamic"}, "ask"),
        ({"when": "shell.understood && shell.dynamic"}, "ask"),
        ({"when": "!shell.understood", "match": {"clients": ["cursor"]}}, "ask"),
        ({"when": "!shell.understood", "unless": {"users": ["ci"]}}, "ask"),
    ],
)
def test_the_default_for_commands_that_are_not_understood(
    keys: dict[str, object], expected: str, tmp_path: Path
) -> None:
    compiled = compile_text(tmp_path, policy([rule(**keys)]))
    defaults = source_loader(compiled.modules)("index")["OPTIONS"]["defaults"]  # type: ignore[index]
    assert defaults["not_understood"] == expected
    bound = compile_text(tmp_path, policy([rule(**keys)]), {"defaults": {"not_understood": "deny"}})
    assert source_loader(bound.modules)("index")["OPTIONS"]["defaults"]["not_understood"] == "deny"  # type: ignore[index]


def test_variables_that_double_with_every_step_compile_in_no_time(tmp_path: Path) -> None:
    variables = {"v0": "shell.understood"}
    variables |= {f"v{n}": f"vars.v{n - 1} && vars.v{n - 1}" for n in range(1, 40)}
    compiled = compile_text(tmp_path, policy([rule(when="vars.v39")], variables=variables))
    when = source_loader(compiled.modules)("bucket_000")["when_0"]
    assert when(shell_event()) is True  # type: ignore[operator]
    variables["v40"] = "vars.v39"
    with pytest.raises(InvalidPolicies) as refused:
        compile_text(tmp_path, policy([rule(when="vars.v40")], variables=variables))
    assert [problem.code for problem in refused.value.diagnostics] == ["too-complex"]


def test_a_native_event_alone_says_which_events_are_meant(tmp_path: Path) -> None:
    document = policy([rule(match={"native": ["cursor.beforeShellExecution", "BeforeTool"]}, when="event.headless")])
    del document["match"]
    with pytest.raises(InvalidPolicies):  # no client supplies event.headless on both
        compile_text(tmp_path, document)
    document = policy([rule(match={"native": ["cursor.beforeShellExecution"]}, when='shell.command == "x"')])
    del document["match"]
    compiled = compile_text(tmp_path, document)
    assert compiled.rules[0].events == ("shell.before",)
    assert compiled.used_events == {("cursor", "beforeShellExecution")}


AFTER = {"events": ["tool.after"], "clients": ["codex"]}
GUARDED: list[tuple[list[dict[str, object]], dict[str, tuple[str, ...]]]] = [
    ([rule("a")], {}),
    ([rule("a", match=AFTER)], {"tool.after": ("codex",)}),
    ([rule("a", match={"events": ["mcp.after"]}, degrade={"cursor": "pass"})], {"mcp.after": ()}),
    (
        [rule("a", match=AFTER), rule("b", match={**AFTER, "clients": ["gemini-cli"]}, effect="ask", message=MESSAGE)],
        {"tool.after": ("codex", "gemini-cli")},
    ),
    (
        [rule("a", match=AFTER), rule("b", match={"events": ["tool.after"]}, degrade={"cursor": "pass"})],
        {"tool.after": ()},
    ),
    # Who only looks on guards nothing.
    ([rule("a", match=AFTER, mode="audit")], {}),
    ([rule("a", match=AFTER, mode="warn")], {}),
    ([rule("a", match=AFTER, effect="warn")], {}),
]


@pytest.mark.parametrize(("rules", "expected"), GUARDED, ids=range(len(GUARDED)))
def test_the_index_says_whose_results_are_guarded(
    tmp_path: Path, rules: list[dict[str, object]], expected: dict[str, tuple[str, ...]]
) -> None:
    modules = compile_text(tmp_path, policy(rules)).modules
    assert source_loader(modules)("index")["OUTPUTS"] == expected
