"""Allow rules that must be refused, each with an event that shows why, and narrow ones that must not be accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.compiler.compile import check_policies
from policyhooks.errors import Diagnostic

HEAD = """
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: team.allow, title: Allows, owner: a@b.example}
imports: [team.common]
params:
  hosts: {type: list<string>, default: [api.acme.example]}
lists:
  readers: [ls, cat]
  tests: [[npm, test], [make, check]]
variables:
  reading: shell.commands.all(c, c.read_only)
  exact: shell.command in ["npm test", "make check"]
  closed: shell.read_only && vars.reading
rules:
"""
LIBRARY = """
apiVersion: policyhooks/v1
kind: Library
metadata: {id: team.common, title: Shared, owner: a@b.example}
lists: {viewers: [git log, git show]}
"""
SHELL = "clients: [claude-code, cursor], events: [shell.before]"
PLAIN = "shell.understood && size(shell.redirects) == 0 && size(shell.env) == 0 && size(shell.defines) == 0"
ONE = f"{PLAIN} && size(shell.commands) > 0"


def check(tmp_path: Path, *rules: str, config: str = "", **more: int) -> list[Diagnostic]:
    """What the checker says of allow rules, each given without id and effect."""
    texts = [f"  - {{id: r{number}, effect: allow, {rule}}}\n" for number, rule in enumerate(rules)]
    (tmp_path / "policies").mkdir(exist_ok=True)
    (tmp_path / "policies" / "allow.yaml").write_text(HEAD + "".join(texts))
    (tmp_path / "policies" / "common.yaml").write_text(LIBRARY)
    if config:
        (tmp_path / "policyhooks.yaml").write_text(config)
    found = check_policies(
        [str(tmp_path / "policies")], str(tmp_path / "policyhooks.yaml") if config else None, **more
    ).diagnostics
    return [one for one in found if one.code not in ("understanding-unchecked", "allow-skips-nothing")]


def shell(when: str) -> str:
    return f"match: {{{SHELL}}}, when: '{when}'"


def on(events: str, when: str = "", **match: str) -> str:
    """A rule on events of clients that can allow."""
    clients = "claude-code" if "permission" in events + when else "claude-code, cursor, copilot-cli"
    keys = "".join(f", {key}: {value}" for key, value in match.items())
    condition = f", when: '{when}'" if when else ""
    return f"match: {{clients: [{clients}], events: [{events}]{keys}}}{condition}"


# The rule, and what must be in the event that is shown.
WIDE = [
    # by what a command is not asked
    (shell("vars.reading"), "x=1"),
    (shell("shell.understood && vars.reading && size(shell.commands) > 0"), "cat ~/.ssh/id_rsa"),
    (shell("shell.commands.all(c, c.inert) && size(shell.commands) > 0"), "cat ~/.ssh/id_rsa"),
    (shell("shell.commands.all(c, c.name in lists.readers)"), "x=1"),
    (shell("size(shell.commands) > 0 && shell.commands.all(c, c.name in lists.readers)"), "cat ~/.ssh/id_rsa"),
    (shell('!shell.commands.exists(c, c.name == "rm")'), "x=1"),
    (shell('size(shell.commands) > 0 && !shell.commands.exists(c, c.name in ["rm", "cat"])'), "LD_PRELOAD"),
    # by what stands around a command
    (shell('shell.command.startsWith("git log")'), "git log > ~/.bashrc"),
    (shell('shell.command.startsWith("git log ") && size(shell.redirects) == 0'), "git log"),
    (shell('shell.command.contains("git log") && size(shell.redirects) == 0'), "rm -rf build"),
    (shell('shell.command.endsWith("git status")'), "LD_PRELOAD=./x.so git status"),
    (shell('shell.command.matches("^(git|hg) (log|status)( .*)?$") && size(shell.redirects) == 0'), "git log && curl"),
    (shell("shell.commands.exists(c, c.argv in lists.tests)"), "npm test > ~/.bashrc"),
    (shell("size(shell.commands) == 1 && shell.commands.all(c, c.argv in lists.tests)"), "npm test > ~/.bashrc"),
    (shell("size(shell.redirects) == 0 && shell.commands.exists(c, c.argv in lists.tests)"), "rm -rf build"),
    (
        shell("size(shell.redirects) == 0 && size(shell.commands) > 0 && shell.commands.all(c, c.argv in lists.tests)"),
        "LD_PRELOAD=./x.so npm test",
    ),
    (shell("lists.viewers.exists(v, shell.command.startsWith(v)) && size(shell.redirects) == 0"), "rm -rf build"),
    ("match: {clients: [claude-code], commands: [git log]}", "git log > ~/.bashrc"),
    ("match: {clients: [claude-code], commands: [terraform plan]}", "terraform plan > ~/.bashrc"),
    ("match: {clients: [cursor], commands: [git log]}, when: 'shell.commands.all(c, c.inert)'", "git log > ~/.bashrc"),
    # by an option, a word, a program
    (shell(f'{ONE} && shell.commands.all(c, c.name == "sort")'), "sort -o"),
    (shell(f'{ONE} && shell.commands.all(c, c.name == "find")'), "find"),
    (shell(f'{ONE} && shell.commands.all(c, c.name == "git" && c.sub == "diff")'), "git diff"),
    (shell(f'{ONE} && shell.commands.all(c, c.program == "tree")'), "tree"),
    (shell(f'{ONE} && shell.commands.all(c, c.name == "curl") && shell.hosts.all(h, h.name in params.hosts)'), "curl"),
    (shell(f'{ONE} && shell.commands.all(c, c.name == "acme-lint")'), "acme-lint"),
    (shell(f'{ONE} && shell.commands.all(c, c.argv.join(" ").matches("^npm run test(?: .*)?$"))'), "npm run test"),
    # whoever else must be who
    (shell('event.user == "ci" && vars.reading'), "x=1"),
    (on("shell.before", 'event.permission_mode == "plan" && event.headless && vars.reading'), "x=1"),
    (shell('path_under(event.workspace, "/srv/mirror") && vars.reading'), "x=1"),
    (f"match: {{{SHELL}, users: [ci], os: [macos]}}, when: 'vars.reading'", "x=1"),
    # files
    (on("file.read", "file.path.in_workspace"), "read /w/project/.env"),
    (on("file.read", paths="[./docs/**]"), "read /w/project/docs/.env"),
    (on("file.read", paths='["**/*.md"]'), ".md"),
    (on("file.read", 'file.path.norm.endsWith(".txt")'), ".txt"),
    (on("file.read", 'file.path.raw.startsWith("docs/")'), "docs/"),
    (on("file.read", 'file.path.norm.matches("^/w/project/src/.*$")'), "/w/project/src/"),
    (on("file.write", "file.path.in_workspace"), "write /w/project/.git/hooks/pre-commit"),
    (on("file.write", paths="[./build/**]"), "write /w/project/build/.env"),
    (on("file.write", '!("credential" in file.path.tags)'), "write /home/dev/.bashrc"),
    (on("file.read, file.write", "file.path.in_workspace"), "/w/project/.env"),
    ("match: {clients: [cursor], events: [tab.read]}, when: 'file.path.in_workspace'", "read /w/project/.env"),
    # MCP
    (on("mcp.before", mcp="[github/*]"), "github/delete_file"),
    (on("mcp.before", mcp='["*/*_issue"]'), "_issue"),
    (on("mcp.before", mcp="[slack/post_message]"), "slack/post_message"),
    (on("mcp.before", 'mcp.server == "github"'), "github/"),
    (on("mcp.before", '!mcp.tool.startsWith("delete_")'), "any-server/"),
    (on("mcp.before", 'mcp.server in ["github", "linear"] && !mcp.tool.startsWith("delete")'), "github/"),
    (on("mcp.before", mcp="[db/query]"), "drop table users"),
    (on("mcp.before", 'mcp.tool == "query" && mcp.arguments.?sql.orValue("").startsWith("select")'), "drop table"),
    (on("mcp.before", mcp="[files/read_file]"), "/home/dev/.ssh/id_rsa"),
    # addresses
    (on("web.before", 'web.url != ""'), "https://evil.example/"),
    (on("web.before", 'web.host.name.endsWith("acme.example")'), "https://evilacme.example/"),
    (on("web.before", 'web.url.startsWith("https://docs.acme.example")'), "docs.acme.example.evil.example"),
    (on("web.before", 'web.url.contains("acme.example")'), "evil.example"),
    (on("web.before", 'web.url.matches("^https://docs[.]acme[.]example")'), "evil.example"),
    (on("web.before", 'web.host.name.contains("acme")'), "acme.evil.example"),
    # questions for leave, and any tool
    (on("permission.request", 'shell.command.startsWith("git ")'), "git"),
    (on("permission.request", 'tool.name == "Read"'), "/home/dev/.ssh/id_rsa"),
    (on("permission.request", 'tool.name == "Bash" && shell.commands.all(c, c.inert)'), "x=1"),
    (on("permission.request", mcp="[github/*]"), "github/delete_file"),
    (on("tool.before", tools="[Bash]"), "x=1"),
    (on("tool.before", 'tool.name in ["Read", "Glob"]'), "read /home/dev/.ssh/id_rsa"),
]

NARROW = [
    shell('shell.command == "npm test"'),
    shell('"npm test" == shell.command'),
    shell('shell.command in ["npm test", "make check"]'),
    shell('shell.command == "make check" || shell.command in lists.viewers'),
    shell("vars.exact"),
    shell('vars.exact && event.user == "ci"'),
    shell("shell.read_only"),
    shell("vars.closed"),
    shell("shell.read_only && shell.commands.all(c, c.name in lists.readers)"),
    shell('shell.read_only && !shell.paths.exists(p, p.norm.startsWith("/etc"))'),
    "match: {clients: [claude-code], commands: [git log, git show]}, when: shell.read_only",
    shell(f"{ONE} && shell.commands.all(c, size(c.wrappers) == 0 && c.argv in lists.tests)"),
    shell(
        f'{ONE} && shell.commands.all(c, size(c.wrappers) == 0 && !c.dynamic && c.program == "pytest"'
        ' && c.flags.all(f, f in ["-q", "-x"]) && c.args.all(a, a.startsWith("tests/") && !a.contains("..")))'
    ),
    shell(
        f'{ONE} && size(shell.commands) == 1 && shell.commands.all(c, size(c.wrappers) == 0'
        ' && c.argv.join(" ").matches("^npm run (test|lint)$"))'
    ),
    shell('shell.command.matches("^ls( -[a-z]+)*$")'),
    shell(
        f"{ONE} && shell.commands.all(c, c.read_only) && size(shell.hosts) == 0 && !shell.dynamic"
        ' && !shell.paths.exists(p, p.tags.exists(t, t in ["credential", "shell_history", "policy_state"]))'
        ' && shell.commands.all(c, c.name in ["ls", "cat", "head"])'
    ),
    on("file.read", 'file.path.in_workspace && !("credential" in file.path.tags)'),
    on("file.read", paths='["./docs/*.md"]'),
    on("file.read", 'file.path.norm == "/w/project/README.md"'),
    on("file.read", 'file.path.in_workspace && file.path.tags.all(t, t == "workspace")'),
    on("file.write", 'file.path.tags.all(t, t == "workspace")', paths="[./build/**]"),
    on("file.write", paths='["./docs/*.md"]'),
    on("mcp.before", mcp="[github/get_issue, github/list_issues]"),
    on("mcp.before", mcp='["linear/get_*"]'),
    on("mcp.before", 'mcp.tool.startsWith("get_") || mcp.tool.startsWith("list_")'),
    on("mcp.before", 'mcp.server == "github" && mcp.tool in ["get_issue", "search_code"]'),
    on("mcp.before", 'mcp.tool == "query" && mcp.sql_understood && size(mcp.sql) > 0'
       ' && mcp.sql.all(s, s.lowerAscii().startsWith("select "))'),
    on("web.before", hosts="[docs.acme.example]"),
    on("web.before", hosts='["*.acme.example"]'),
    on("web.before", 'web.host.name in ["docs.acme.example", "acme.example"]'),
    on("web.before", 'web.host.name == "docs.acme.example" || web.host.name.endsWith(".acme.example")'),
    on("web.before", 'web.url.startsWith("https://docs.acme.example/")'),
    on("web.before", 'web.url.matches("^https://([a-z]+[.])?acme[.]example(/|$)")'),
    on("permission.request", "shell.read_only"),
    on("permission.request", 'shell.command == "make check"'),
    on("tool.before", tools="[TodoWrite]"),
    "match: {clients: [claude-code], events: [subagent.start]}, when: 'subagent.type == \"Explore\"'",
]  # fmt: skip


@pytest.mark.parametrize(("rule", "shown"), WIDE)
def test_a_wide_allow_is_refused_with_an_event(tmp_path: Path, rule: str, shown: str) -> None:
    (found,) = check(tmp_path, rule)
    assert (found.code, found.severity) == ("wide-allow", "error"), found
    assert shown in found.message, found
    assert "acknowledge" in found.help


@pytest.mark.parametrize("rule", NARROW)
def test_a_narrow_allow_is_not_accused(tmp_path: Path, rule: str) -> None:
    assert check(tmp_path, rule) == []


def test_a_warning_where_only_the_rights_are_wide(tmp_path: Path) -> None:
    (found,) = check(tmp_path, shell(f"{ONE} && shell.commands.all(c, c.argv in lists.tests)"))
    assert (found.code, found.severity) == ("wide-allow", "warning")
    assert "sudo npm test" in found.message


def test_a_condition_that_nothing_meets_is_said_to_be_unproved(tmp_path: Path) -> None:
    strange = shell("shell.commands.all(c, size(c.argv) == 7 && c.argv[6].size() == 41) && size(shell.commands) == 1")
    (found,) = check(tmp_path, strange)
    assert (found.code, found.severity) == ("allow-unproved", "warning")


def test_the_own_tests_show_the_way(tmp_path: Path) -> None:
    """What no word of the rule gives away, its tests do."""
    hidden = "shell.commands.exists(c, size(c.argv) == 3 && c.argv[2].size() == 9)"
    (found,) = check(tmp_path, shell(hidden) + ", tests: {allow: [acme deploy --staging]}")
    assert found.code == "wide-allow"
    assert "acme deploy --staging" in found.message


@pytest.mark.parametrize("mode", ["audit", "warn"])
def test_a_rule_that_does_not_act_is_warned_of(tmp_path: Path, mode: str) -> None:
    (found,) = check(tmp_path, shell("vars.reading") + f", mode: {mode}")
    assert (found.code, found.severity) == ("wide-allow", "warning")


def test_a_disabled_rule_is_not_looked_at(tmp_path: Path) -> None:
    assert check(tmp_path, shell("vars.reading") + ", mode: disabled") == []


def test_policies_of_program_format_1_are_warned_of(tmp_path: Path) -> None:
    (found,) = check(tmp_path, shell("vars.reading"), program_format=1)
    assert (found.code, found.severity) == ("wide-allow", "warning")


def test_the_same_words_give_the_same_findings(tmp_path: Path) -> None:
    rules = [rule for rule, _ in WIDE[:12]]
    first = [repr(one) for one in check(tmp_path, *rules)]
    assert first == [repr(one) for one in check(tmp_path, *rules)]


def test_a_param_of_the_config_counts(tmp_path: Path) -> None:
    config = "apiVersion: policyhooks/v1\nkind: Config\nparams: {team.allow: {hosts: [other.example]}}\n"
    rule = on("web.before", "params.hosts.exists(h, web.url.contains(h))")
    (found,) = check(tmp_path, rule, config=config)
    assert "other.example" in found.message


KEPT = ", acknowledge: {owner: dana@acme.example, reason: scratch machines only%s}"


def test_somebody_may_answer_for_a_wide_allow(tmp_path: Path) -> None:
    (found,) = check(tmp_path, shell("vars.reading") + KEPT % "")
    assert (found.code, found.severity) == ("wide-allow-kept", "note")
    assert "dana@acme.example" in found.message
    assert "scratch machines only" in found.message


def test_an_acknowledgement_ends(tmp_path: Path) -> None:
    found = check(tmp_path, shell("vars.reading") + KEPT % ", expires: 2020-01-01")
    assert {(one.code, one.severity) for one in found} == {
        ("expired-acknowledgement", "error"),
        ("wide-allow", "error"),
    }
    (kept,) = check(tmp_path, shell("vars.reading") + KEPT % ", expires: 2999-01-01")
    assert kept.code == "wide-allow-kept"


@pytest.mark.parametrize(
    "given", ["[wide-allow]", "{owner: a@b.example}", "{reason: because}", "{owner: '', reason: x}", "true"]
)
def test_nothing_less_than_an_owner_and_a_reason_keeps_it(tmp_path: Path, given: str) -> None:
    found = check(tmp_path, shell("vars.reading") + f", acknowledge: {given}")
    assert any(one.severity == "error" for one in found)


def test_findings_of_both_kinds_can_be_answered_for(tmp_path: Path) -> None:
    both = ", acknowledge: {owner: a@b.example, reason: x, findings: [wide-allow, workspace-data]}"
    (found,) = check(tmp_path, shell('event.branch == "main" && vars.reading') + both)
    assert found.code == "wide-allow-kept"


def test_secrets_among_the_words_are_not_shown(tmp_path: Path) -> None:
    token = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    (found,) = check(tmp_path, shell(f'shell.command.startsWith("gh --token {token}")'))
    assert token not in found.message
    assert "[SECRET" in found.message
