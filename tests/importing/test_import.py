"""Import as people run it: rules that compile, tests that hold, and everything else said."""

import json
from pathlib import Path

import pytest
import yaml

from policyhooks.cli.main import run
from policyhooks.importing.claude_permissions import command_pattern, path_patterns
from policyhooks.importing.hookify import translate as translate_hookify

PERMISSIONS = {
    "permissions": {
        "deny": [
            "Bash(curl:*)",
            "Bash(git push --force *)",
            "Bash(npm publish)",
            "Read(./.env)",
            "Read(.env.*)",
            "Read(~/.ssh/**)",
            "Read(//etc/shadow)",
            "Edit(/infra/)",
            "WebFetch(domain:evil.example)",
            "mcp__github",
            "mcp__mail__send",
            "NotebookEdit",
            "Skill(deploy)",
            "Read(secrets/[a-z]*)",
            "not a rule (",
        ],
        "ask": ["Bash(terraform apply*)", "Agent(Explore)", "WebSearch"],
        "allow": ["Bash(ls:*)", "Bash(npm run test *)", "Read", "Edit(src/**)"],
        "defaultMode": "acceptEdits",
    }
}
CURSOR = {
    "version": 1,
    "hooks": {
        "beforeShellExecution": [
            {"command": "./guard.sh", "matcher": "curl|wget"},
            {"command": "./look.sh", "matcher": "(?!safe)rm"},
            {"command": "./deploy.sh", "matcher": "kubectl delete"},
        ],
        "preToolUse": [{"type": "prompt", "prompt": "Is this safe? $ARGUMENTS", "matcher": "Write", "timeout": 7}],
        "beforeReadFile": [{"command": "./read.sh"}],
        "afterFileEdit": [{"command": "./format.sh"}],
    },
}
HOOKIFY = {
    "rm": "---\nname: block-rm\nenabled: true\nevent: bash\naction: block\npattern: rm\\s+-rf\n---\n\nDo **not**.\n",
    "log": "---\nname: warn-log\nenabled: true\nevent: file\npattern: console\\.log\\(\n---\nUse the logger.\n",
    "env": "---\nname: env-files\nenabled: false\nevent: file\naction: block\nconditions:\n"
    "  - field: file_path\n    operator: ends_with\n    pattern: .env\n"
    "  - field: new_text\n    operator: not_contains\n    pattern: EXAMPLE\n---\nNo.\n",
    "prompt": "---\nname: deploys\nenabled: true\nevent: prompt\npattern: deploy to prod\n---\nThink twice.\n",
    "stop": "---\nname: tests\nenabled: true\nevent: stop\npattern: .*\n---\nRun the tests.\n",
    "all": "---\nname: everything\nenabled: true\nevent: all\npattern: x\n---\nNo.\n",
    "look": "---\nname: ahead\nenabled: true\nevent: bash\npattern: rm(?! -i)\n---\nNo.\n",
    "bare": "no front matter",
}


def _import(
    kind: str, path: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[int, dict[str, dict[str, object]], str]:
    code = run(["import", kind, str(path), "--out", str(out), "--owner", "appsec@acme.example"])
    screen = capsys.readouterr().err
    assert run(["check", str(out)]) == 0, capsys.readouterr()
    capsys.readouterr()
    rules = yaml.safe_load(out.read_text())["rules"]
    return code, {rule["id"]: rule for rule in rules}, screen


def test_permissions_of_claude_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "settings.json"
    source.write_text(json.dumps(PERMISSIONS))
    code, rules, screen = _import("claude-permissions", source, tmp_path / "out.yaml", capsys)
    assert code == 0, screen
    assert len(rules) == 17
    for left in ("Skill(deploy)", "secrets/[a-z]*", "not a rule (", "defaultMode", "left: Read: ", "Edit(src/**)"):
        assert left in screen
    assert rules["deny-mcp-github"]["match"] == {"events": ["mcp.before"], "mcp": ["github/*"]}
    assert "Skill(deploy)" in (tmp_path / "out.yaml").read_text()


DECISIONS = [
    ("curl https://x.example", "deny"),
    ("cd /tmp && curl https://x.example", "deny"),
    ("curlx", "pass"),
    ("npm publish", "deny"),
    ("npm publish --dry-run", "pass"),
    ("git push --force origin main", "deny"),
    ("git push --force", "deny"),
    ("git push origin main", "pass"),
    ("terraform apply-all", "ask"),
    ("cat ~/.ssh/id_rsa", "deny"),
    ("ls -la", "allow"),
    ("npm run test", "allow"),
    ("npm run test && npm run test", "allow"),
    ("npm run test unit", "pass"),
    ("npm run test > out.txt", "pass"),
    ("npm run test; x=1", "pass"),
    ("ls -la && ls src", "allow"),
    ("ls -la && npm run test unit", "pass"),
    ("LD_PRELOAD=./x.so ls", "pass"),
    ("./ls", "pass"),
    ("ls -la && make", "pass"),
    ("ls > out.txt", "pass"),
    ("X=1 ls", "pass"),
]


def test_imported_permissions_decide_as_the_client_would(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "settings.json"
    source.write_text(json.dumps(PERMISSIONS))
    _import("claude-permissions", source, tmp_path / "policies" / "out.yaml", capsys)
    for command, verdict in DECISIONS:
        words = ["explain", "--shell", command, "--policies", str(tmp_path / "policies"), "--client", "claude-code"]
        run([*words, "--format", "json"])
        report = json.loads(capsys.readouterr().out)
        assert report["verdict"] == verdict, command


@pytest.mark.parametrize(
    ("inner", "pattern"),
    [
        (None, ""),
        ("*", ""),
        ("npm test", "^npm test$"),
        ("npm run:*", "^npm run(?: .*)?$"),
        ("npm run *", "^npm run(?: .*)?$"),
        ("git * main", "^git .* main$"),
        ("ls*", "^ls.*$"),
        ("a.b *", "^a\\.b(?: .*)?$"),
    ],
)
def test_patterns_of_commands(inner: str | None, pattern: str) -> None:
    assert command_pattern(inner) == pattern


@pytest.mark.parametrize(
    ("inner", "patterns"),
    [
        (".env", ["**/.env", "**/.env/**"]),
        ("./.env", ["./.env", "./.env/**"]),
        ("/src/a.ts", ["./src/a.ts", "./src/a.ts/**"]),
        ("//etc/passwd", ["/etc/passwd", "/etc/passwd/**"]),
        ("~/.ssh/**", ["~/.ssh/**"]),
        ("secrets/", ["**/secrets/**"]),
        ("src/**", ["src/**"]),
        ("**/*.pem", ["**/*.pem", "**/*.pem/**"]),
        ("src/{a,b}/**", [r"src/\{a,b\}/**"]),
    ],
)
def test_patterns_of_paths(inner: str, patterns: list[str]) -> None:
    assert path_patterns(inner) == patterns


@pytest.mark.parametrize("inner", ["!keep", "a[bc]", "a?b", "x**y"])
def test_paths_without_a_counterpart(inner: str) -> None:
    with pytest.raises(ValueError, match="counterpart"):
        path_patterns(inner)


def test_whatever_is_imported_compiles_and_its_tests_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the how-to promises: braces are letters, a prompt without a matcher is asked about everything."""
    permissions = {"deny": ["Edit(src/{a,b}/**)", "Read(~/.ssh/**)", "Agent(x[1])"], "ask": ["Bash(npm run:*)"]}
    hooks = {"beforeShellExecution": [{"type": "prompt", "prompt": "Is it safe? $ARGUMENTS"}, {"command": "./x.sh"}]}
    for kind, document in (
        ("claude-permissions", {"permissions": permissions}),
        ("cursor-hooks", {"version": 1, "hooks": hooks}),
    ):
        source = tmp_path / f"{kind}.json"
        source.write_text(json.dumps(document))
        code, rules, screen = _import(kind, source, tmp_path / f"{kind}.yaml", capsys)
        assert (code, "does not hold" in screen) == (0, False), screen
        assert len(rules) == len(permissions["deny"]) + 1 if kind == "claude-permissions" else len(rules) == 2


def test_hooks_of_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "hooks.json"
    source.write_text(json.dumps(CURSOR))
    code, rules, screen = _import("cursor-hooks", source, tmp_path / "out.yaml", capsys)
    assert code == 0, screen
    assert rules["beforeshellexecution-curl-wget"]["when"] == 'shell.command.matches("curl|wget")'
    assert rules["beforeshellexecution-curl-wget"]["mode"] == "audit"
    judged = [rule for rule in rules.values() if "judge" in rule]
    assert [rule["when"] for rule in judged] == ['tool.name.matches("Write")']
    assert "hooks.beforeShellExecution[1]: RE2" in screen
    assert "hooks.afterFileEdit[0]" in screen


def test_files_of_hookify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / ".claude"
    folder.mkdir()
    for name, text in HOOKIFY.items():
        (folder / f"hookify.{name}.local.md").write_text(text)
    code, rules, screen = _import("hookify", folder, tmp_path / "out.yaml", capsys)
    assert code == 0, screen
    assert sorted(rules) == ["block-rm", "deploys", "env-files", "warn-log"]
    assert rules["block-rm"]["effect"] == "deny"
    assert rules["env-files"]["mode"] == "disabled"
    for left in ("left: stop:", "left: all:", "left: look: RE2", "left: bare:"):
        assert left in screen


def test_a_pattern_that_is_no_yaml_is_read_as_the_plugin_reads_it() -> None:
    text = "---\nname: odd\nevent: bash\naction: block\npattern: *evil: x\n---\nNo.\n"
    done = translate_hookify("odd", text.replace("*evil", "[e]vil"))
    assert len(done.rules) == 1
    assert not translate_hookify("odd", text).rules, "a lone star is no regular expression"


def test_what_cannot_be_imported_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "settings.json"
    source.write_text("{")
    assert run(["import", "claude-permissions", str(source)]) == 1
    source.write_text('{"permissions": {"allow": ["Read"]}}')
    assert run(["import", "claude-permissions", str(source)]) == 1
    assert "left: Read" in capsys.readouterr().err
    source.write_text(json.dumps(PERMISSIONS))
    assert run(["import", "claude-permissions", str(source), "--out", str(source)]) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{\n  // ours\n  "permissions": {}\n}', "line 2 has a comment (`//`): it is JSON with comments"),
        ('{"permissions": {},}', "line 1 has a comma behind the last value"),
        ("{", "line 1, column 2: "),
    ],
)
def test_comments_in_json_are_named_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    source = tmp_path / "settings.json"
    source.write_text(text)
    assert run(["import", "claude-permissions", str(source)]) == 1
    assert f"{source} is not strict JSON: {told}" in capsys.readouterr().err


def test_braces_that_a_shell_expands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The client compares the text; rules see the words of each command, where the braces are gone. That is said."""
    source = tmp_path / "settings.json"
    source.write_text(json.dumps({"permissions": {"deny": ["Bash(rm -rf /{etc,usr}/*)"]}}))
    code, rules, screen = _import("claude-permissions", source, tmp_path / "out.yaml", capsys)
    assert code == 0, screen
    assert "left: Bash(rm -rf /{etc,usr}/*): is found as a whole line" in screen
    assert rules["deny-bash-rm-rf-etc-usr"]["tests"] == {"deny": ["rm -rf /{etc,usr}/any"], "quiet": ["echo unrelated"]}
