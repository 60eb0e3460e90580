"""What counts as weaker, change by change: rows of what was installed, what is to be, and what is told about it."""

from pathlib import Path

import pytest

from policyhooks.bundle.kept_record import Record
from policyhooks.bundle.rule_record import make_record
from policyhooks.bundle.weakening import weigh
from policyhooks.compiler.compile import compile_policies

HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Small, owner: appsec@acme.example}
params: {words: {type: list<string>, default: [install]}}
lists: {programs: [npm, pnpm]}
variables: {installs: 'shell.command.contains("npm install")'}
rules:
"""
RULE = """\
  - id: no-install
    match: {events: [shell.before], commands: [npm, pnpm]}
    unless: {commands: [npm ci]}
    when: vars.installs || shell.commands.exists(c, c.name in lists.programs && c.sub in params.words)
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
    tests: {deny: ["npm install"], quiet: ["npm ci"]}
"""
SECOND = """\
  - id: no-yarn
    match: {events: [shell.before], commands: [yarn add]}
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
    tests: {deny: ["yarn add x"], quiet: ["npm ci"]}
"""
FILES = """\
  - id: no-keys
    match: {events: [file.read, file.write], paths: ["**/*.pem"]}
    effect: deny
    message: {user: "No keys.", agent: "Ask."}
    tests: {deny: ["/w/project/a.pem"], quiet: ["/w/project/a.txt"]}
"""
JUDGE = """\
  - id: no-install
    match: {events: [shell.before], commands: [npm]}
    judge: {prompt: "Is it right? $ARGUMENTS", model: fast, input: {command: shell.command}, not_ok: deny}
    message: {user: "No installs.", agent: "Use npm ci."}
    tests: {cases: [{shell: {command: npm install}, judge: {ok: false, reason: x}, expect: deny}]}
"""
CONFIG = "apiVersion: policyhooks/v1\nkind: Config\n"
MODEL = "judge: {models: {fast: {model: openai/large}}}\n"
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFbuJO9hoBb8u8G5wnM5pVYHTkgN8Jw1JWmXkYqUqeKq"
SIGNS = f"approvals: {{signers: {{dana: ['{KEY}']}}}}\n"
TEAM = "judge: {team: {redis: 'redis://localhost/1', key_env: TEAM_KEY, ok: false}}\n"
SERVERS = "servers: {docs: {url: 'https://acme.example/v1'}}\n"
EXCEPTION = """\
exceptions:
  - {rule: acme.small/no-install, when: 'event.user == "ci"', becomes: ask, id: EX-1, owner: a@acme.example,
     reason: nightly, ticket: SEC-1, expires: 2099-01-31}
"""

Texts = tuple[str, str]  # the policy file and the Config
BEFORE: Texts = (HEAD + RULE, "")


def changed(old: str, new: str, text: str = HEAD + RULE) -> str:
    assert old in text
    return text.replace(old, new)


# What was installed, what is to be, and what is told about it; nothing where nothing is weaker.
CHANGES: dict[str, tuple[Texts, Texts, str]] = {
    "as it was": (BEFORE, BEFORE, ""),
    "one more": (BEFORE, (HEAD + RULE + SECOND, ""), ""),
    "another message": (BEFORE, (changed("No installs.", "No."), ""), ""),
    "another severity": (BEFORE, (changed("effect: deny", "effect: deny\n    severity: low"), ""), ""),
    "more alternatives": (BEFORE, (changed("params.words)", 'params.words) || shell.command == "x"'), ""), ""),
    "no condition": (BEFORE, (changed(RULE.splitlines(keepends=True)[3], ""), ""), ""),
    "more commands": (BEFORE, (changed("[npm, pnpm]}\n    unless", "[npm, pnpm, bun]}\n    unless"), ""), ""),
    "nothing excused": (BEFORE, (changed("    unless: {commands: [npm ci]}\n", ""), ""), ""),
    "more is needed to be excused": (BEFORE, (changed("[npm ci]}", "[npm ci], users: [ci]}"), ""), ""),
    "an exception less": ((HEAD + RULE, EXCEPTION), (HEAD + RULE, ""), ""),
    "enforced by the Config": ((HEAD + RULE, "rules: {acme.small/*: {mode: audit}}\n"), BEFORE, ""),
    "what was disabled changes": (
        (HEAD + RULE, "rules: {acme.small/*: {mode: disabled}}\n"),
        (changed("pnpm]}", "bun]}"), "rules: {acme.small/*: {mode: disabled}}\n"),
        "",
    ),
    "gone": (BEFORE, (HEAD + SECOND, ""), "removed: was deny, enforce"),
    "another id": (BEFORE, (changed("no-install", "no-installs"), ""), "removed: was deny, enforce"),
    "asks": (BEFORE, (changed("deny", "ask"), ""), "effect: deny -> ask"),
    "audit": (BEFORE, (changed("effect: deny", "effect: deny\n    mode: audit"), ""), "mode: enforce -> audit"),
    "warn by the Config": (
        BEFORE,
        (HEAD + RULE, "rules: {acme.small/no-install: {mode: warn}}\n"),
        "mode: enforce -> warn",
    ),
    "disabled by the Config": (
        BEFORE,
        (HEAD + RULE, "rules: {'*/*': {mode: disabled}}\n"),
        "mode: enforce -> disabled",
    ),
    "audit by the profile": (BEFORE, (HEAD + RULE, "profile: audit\n"), "mode: enforce -> audit"),
    "no longer strict": (
        (changed("effect: deny", "effect: deny\n    mode: audit"), "profile: strict\n"),
        (changed("effect: deny", "effect: deny\n    mode: audit"), ""),
        "mode: enforce -> audit",
    ),
    "fewer clients": (BEFORE, (changed("shell.before]", "shell.before], clients: [cursor]"), ""), "clients: "),
    "fewer events": (
        (HEAD + FILES, ""),
        (HEAD + changed("file.read, file.write", "file.read", FILES), ""),
        "events: file.read, file.write -> file.read",
    ),
    "rolled out to some": (
        BEFORE,
        (changed("effect: deny", "effect: deny\n    rollout: 50"), ""),
        "rollout: 100 % -> 50 %",
    ),
    "errors pass": (
        BEFORE,
        (changed("effect: deny", "effect: deny\n    on_error: pass"), ""),
        "on_error: closed -> pass",
    ),
    "fewer commands": (BEFORE, (changed("[npm, pnpm]}\n", "[npm]}\n"), ""), "match.commands: without `pnpm`"),
    "one more key to match": (BEFORE, (changed("pnpm]}\n", "pnpm], users: [x]}\n"), ""), "match.users: none -> [x]"),
    "a matcher of the file": (
        BEFORE,
        (changed("rules:", "match: {os: [linux]}\nrules:"), ""),
        "match.os: none -> [linux]",
    ),
    "more excused": (BEFORE, (changed("[npm ci]", "[npm ci, npm i]"), ""), "unless.commands: also `npm i`"),
    "less is needed to be excused": (
        (changed("[npm ci]}", "[npm ci], users: [ci]}"), ""),
        BEFORE,
        "unless.users: [ci] -> none",
    ),
    "something excused": (
        (HEAD + SECOND, ""),
        (HEAD + changed("    effect", "    unless: {users: [ci]}\n    effect", SECOND), ""),
        "unless added",
    ),
    "one alternative less": (BEFORE, (changed("vars.installs || ", ""), ""), "condition changed"),
    "another condition": (BEFORE, (changed("c.sub in", "c.sub == 'x' && c.sub in"), ""), "condition changed"),
    "a condition where there was none": (
        (HEAD + SECOND, ""),
        (HEAD + changed("    effect", "    when: event.user == 'x'\n    effect", SECOND), ""),
        "condition changed",
    ),
    "another param": (
        BEFORE,
        (HEAD + RULE, "params: {acme.small: {words: [add]}}\n"),
        "param words: [install] -> [add]",
    ),
    "another default of a param": (
        BEFORE,
        (changed("default: [install]", "default: []"), ""),
        "param words: [install] -> []",
    ),
    "another list": (BEFORE, (changed("{programs: [npm, pnpm]}", "{programs: [npm]}"), ""), "list programs changed"),
    "another variable": (
        BEFORE,
        (changed("'shell.command.contains(\"npm install\")'", "'false'"), ""),
        "variable installs changed",
    ),
    "an exception more": (BEFORE, (HEAD + RULE, EXCEPTION), "exception EX-1: none -> ask until 2099-01-31"),
    "a longer exception": (
        (HEAD + RULE, EXCEPTION),
        (HEAD + RULE, changed("2099", "2100", EXCEPTION)),
        "exception EX-1: ask until 2099-01-31 -> ask until 2100-01-31",
    ),
    "a wider exception": (
        (HEAD + RULE, EXCEPTION),
        (HEAD + RULE, changed("when: 'event.user == \"ci\"', ", "", EXCEPTION)),
        "exception EX-1: it holds elsewhere than before",
    ),
    "a weaker exception": (
        (HEAD + RULE, EXCEPTION),
        (HEAD + RULE, changed("becomes: ask", "becomes: audit", EXCEPTION)),
        "exception EX-1: ask until 2099-01-31 -> audit until 2099-01-31",
    ),
    "another prompt": (
        (HEAD + JUDGE, MODEL),
        (HEAD + changed("Is it right?", "Say ok.", JUDGE), MODEL),
        "what its judge does changed",
    ),
    "another kind": ((HEAD + JUDGE, MODEL), (HEAD + RULE, MODEL), "kind: judge -> effect"),
    "another model": ((HEAD + JUDGE, MODEL), (HEAD + JUDGE, changed("large", "small", MODEL)), "changed"),
    "no model": ((HEAD + JUDGE, MODEL), (HEAD + JUDGE, ""), "removed"),
    "an ok of others": (
        (HEAD + RULE, TEAM),
        (HEAD + RULE, changed("false", "true", TEAM)),
        "an ok of other installations counts",
    ),
    "an ok of others elsewhere": (
        (HEAD + RULE, changed("false", "true", TEAM)),
        (HEAD + RULE, changed("false", "true", changed("/1", "/2", TEAM))),
        "an ok of other installations counts",
    ),
    "a server at another place": ((HEAD + RULE, SERVERS), (HEAD + RULE, changed("acme", "else", SERVERS)), "changed"),
    "a server less": ((HEAD + RULE, SERVERS), BEFORE, "removed"),
    "a signer more": (BEFORE, (HEAD + RULE, SIGNS), "added"),
    "a signer less": ((HEAD + RULE, SIGNS), BEFORE, ""),
    "another key of a signer": ((HEAD + RULE, SIGNS), (HEAD + RULE, changed("qeKq", "qeKr", SIGNS)), "another key"),
    "who asks": ((HEAD + RULE, SIGNS), (HEAD + RULE, SIGNS[:-2] + ", requesters: {'1000': [dana]}}\n"), "added"),
    "a lift": (BEFORE, (changed("effect: deny", "effect: deny\n    lift: {by: user}"), ""), "what its effect does"),
    "a server more": (BEFORE, (HEAD + RULE, SERVERS), "added"),
    "a journal that may fail": (BEFORE, (HEAD + RULE, "journal: {on_error: pass}\n"), "deny -> pass"),
}


def write(folder: Path, texts: Texts) -> tuple[str, str]:
    (folder / "policies").mkdir(parents=True, exist_ok=True)
    (folder / "policies/small.yaml").write_text(texts[0])
    (folder / "config.yaml").write_text(CONFIG + texts[1])
    return str(folder / "policies"), str(folder / "config.yaml")


def record(folder: Path, texts: Texts) -> Record:
    policies, config = write(folder, texts)
    return make_record(compile_policies([policies], config, layer="user"))


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_weaker(tmp_path: Path, change: str) -> None:
    before, after, told = CHANGES[change]
    found = [one.text for one in weigh(record(tmp_path, before), record(tmp_path, after))]
    assert bool(found) == bool(told), found
    assert any(text.startswith(told) for text in found) or not told, found


def test_of_an_allow_more_is_weaker(tmp_path: Path) -> None:
    rule = """\
  - id: reads
    match: {events: [shell.before], clients: [claude-code], commands: [git status]}
    when: shell.read_only
    effect: allow
    tests: {allow: [git status], quiet: [git push]}
"""
    before = record(tmp_path, (HEAD + rule, ""))
    for old, new, weaker in (
        ("[git status]}", "[git status, git log]}", True),
        ("when: shell.read_only", "when: shell.read_only && event.user == 'x'", False),
        ("when: shell.read_only", "when: shell.read_only && shell.understood || false", True),
        ("    when", "    unless: {users: [ci]}\n    when", False),
        ("effect: allow\n", "effect: allow\n    mode: audit\n", False),
    ):
        after = record(tmp_path, (HEAD + changed(old, new, rule), ""))
        assert bool(weigh(before, after)) == weaker, (new, weigh(before, after))


def test_shipped_rules_change_with_policyhooks(tmp_path: Path) -> None:
    """A newer pack has other conditions: that is no choice of whoever installs. Its params, modes and absence are."""
    before = record(tmp_path, BEFORE)
    shipped = {name: {**rule, "shipped": True} for name, rule in before["rules"].items()}
    (name,) = shipped
    rests = {**shipped[name]["rests_on"], "lists.programs": ["npm"]}
    newer = {name: {**shipped[name], "condition": "false", "match": {}, "acts": "x", "rests_on": rests}}
    assert weigh({**before, "rules": shipped}, {**before, "rules": newer}) == []
    assert weigh({**before, "rules": shipped}, {**before, "rules": {}})
    bound = {name: {**newer[name], "rests_on": {**rests, "params.words": []}}}
    assert [one.text for one in weigh({**before, "rules": shipped}, {**before, "rules": bound})] == [
        "param words: [install] -> []"
    ]
