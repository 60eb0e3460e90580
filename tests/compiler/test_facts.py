"""Index keys are sound: a rule whose condition is true or fails is always among the candidates."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.compiler.compile import compile_policies
from policyhooks.compiler.emit.keys import keys_of
from policyhooks.core.candidates import candidates
from policyhooks.core.event import Event
from policyhooks.core.program import source_loader
from policyhooks.core.records import File, Mcp, Prompt, Tool
from policyhooks.core.shell_records import Cmd, Define, Env, Flow, Host, PathRef, Shell
from tests.compiler.policy_text import compile_text, policy, rule
from tests.support.counts import scaled

Load = Callable[[str], Mapping[str, object]]
KEYS = [
    ('tool.name == "Bash" && event.os == "linux"', [("tool", "bash")]),
    ('"Bash" == tool.name', [("tool", "bash")]),
    ('shell.commands.exists(c, c.name == "rm" && "-r" in c.flags)', [("command", "rm")]),
    ('shell.commands.exists(c, c.name in ["b", "a"])', [("command", "a"), ("command", "b")]),
    ("shell.commands.exists(c, c.name in lists.w)", [("command", "mkfs"), ("command", "shred")]),
    ("vars.v && shell.understood", [("word", "push")]),
    ('shell.commands.exists(c, c.name == "a") || shell.flows.exists(f, f.certain)',
     [("command", "a"), ("trait", "shell.flows")]),
    ("!shell.understood", [("trait", "!shell.understood")]),
    ("shell.commands.exists(c, c.elevated)", [("trait", "command.elevated")]),
    ('shell.commands.exists(c, c.via.exists(v, v == "eval"))', [("word", "eval")]),
    ('shell.commands.exists(c, c.via.exists(v, v != "eval"))', [("trait", "command.via")]),
    ('shell.commands.exists(c, c.name == "git" && "-f" in c.flags)', [("command", "git")]),
    ('shell.commands.exists(c, "sudo" in c.wrappers)', [("command", "sudo")]),
    ('shell.commands.exists(c, c.name.lowerAscii() == "git")', [("command", "git")]),
    ('shell.commands.exists(c, c.argv.exists(a, a.lowerAscii() in ["x-secret-1", "http"]))',
     [("word", "http"), ("word", "x-secret-1")]),
    ('shell.flows.exists(f, f.sink == "network")', [("trait", "shell.flows.sink=network")]),
    ('shell.paths.exists(p, p.norm.startsWith("/dev/tcp/"))', [("part", "dev")]),
    ('shell.paths.exists(p, p.norm == "/etc/shadow" || p.norm.endsWith("/a/.env"))',
     [("part", ".env"), ("part", "shadow")]),
    ('shell.paths.exists(p, p.norm.matches("^/proc/[0-9]+/fd"))', [("part", "proc")]),
    ('shell.commands.exists(c, c.name.startsWith("mkfs."))', [("start", "mk")]),
    ('shell.env.exists(x, x.name == "LD_PRELOAD")', [("env", "LD_PRELOAD")]),
    ('shell.paths.exists(p, "credential" in p.tags && p.op == "read")', [("tag", "credential")]),
    ('shell.command.contains("curl https")', [("gram shell.command", "curl")]),
    ('shell.command.matches("x-secret-[0-9]+")', [("gram shell.command", "x-se")]),
    ('shell.commands.exists(shell, shell.args.exists(c, c == "x"))', [("word", "x")]),
    ('shell.command.lowerAscii().contains("abcdef")', [("gram ~shell.command", "abcd")]),
    ('shell.commands.exists(c, c.argv.exists(a, a.startsWith("--delete-")))', [("gram words", "--de")]),
    ('shell.commands.exists(c, c.argv.exists(a, a.startsWith("a-b-")))', [("gram words", "a-b-")]),
    ('shell.hosts.exists(h, h.name == "Evil.example")', [("host", "evil.example")]),
    ('shell.hosts.exists(h, host_matches(h.name, "*.evil.example"))', [("host", "evil.example")]),
    ('shell.hosts.exists(h, h.name.endsWith(".evil.example"))', [("gram hosts", "l.ex")]),
    ('shell.command.matches("(?i)unit-7")', [("gram ~shell.command", "it-7")]),
    ('has(tool.input.x) && tool.input.x == "v"', [("argument", "+tool.input.x")]),
    ('tool.input.x == "v"', [("argument", "!tool.input.x"), ("argument", "=tool.input.x=v")]),
    ('tool.input["x"] in ["v", "w"]',
     [("argument", "!tool.input.x"), ("argument", "=tool.input.x=v"), ("argument", "=tool.input.x=w")]),
    ('tool.input.?x.orValue("") == "v"', [("argument", "=tool.input.x=v")]),
    ('tool.input.?x.orValue("").contains("unit-7")', [("argument", "?tool.input.x"), ("gram tool.input.x", "it-7")]),
    # no key can be relied on
    ('tool.input.?x.orValue("v") == "v"', []),
    ('!has(tool.input.x)', []),
    ("shell.commands.all(c, c.name == \"a\")", []),
    ('!(tool.name == "Bash")', []),
    ('tool.name != "Bash"', []),
    ('shell.commands.exists(c, c.name == "a" || c.dynamic)', []),
    ('shell.command.contains("abc")', []),
    ('shell.commands.exists(c, c.name.lowerAscii() == "\u00e9")', []),
    ('shell.commands.exists(c, c.argv.exists(a, a.startsWith("x")))', []),
    ('shell.commands.exists(c, c.argv.exists(a, a.startsWith("delete-")))', [("word", "delete-")]),
    ('shell.commands.exists(c, c.argv.exists(a, a.startsWith("db:")))', [("word", "db:")]),
    ('shell.paths.exists(p, p.raw == "/etc/shadow")', [("trait", "shell.paths")]),
    ('(tool.name == "Bash" ? true : shell.dynamic)', []),
]  # fmt: skip


ELSEWHERE = [
    ("file.read", 'file.path.norm.matches("^/srv/[a-z]+/unit-7[.]pem$")', [("gram file.path.norm", "-7.p")]),
    ("file.read", 'glob(file.path.norm, "/srv/**/unit-7/*")', [("gram file.path.norm", "it-7")]),
    ("file.read", 'path_under(file.path.norm, "/srv/unit-7")', [("gram file.path.norm", "it-7")]),
    ("prompt.submit", 'prompt.text.matches("(?i)unit-7")', [("gram ~prompt.text", "it-7")]),
    ("web.before", 'host_matches(web.host.name, "*.Evil.example")', [("host", "evil.example")]),
    ("web.before", 'host_matches(web.host.name, "*")', []),
]


@pytest.mark.parametrize(("event", "condition", "expected"), ELSEWHERE)
def test_the_keys_of_a_condition_on_another_event(
    event: str, condition: str, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    document = policy([rule(match={"events": [event]}, when=condition)])
    assert list(keys_of(compile_text(tmp_path, document).rules[0])) == expected


MATCHED = [
    ({"commands": ["git push --force"]}, [("word", "push")]),
    ({"commands": ["acme unit-7"]}, [("command", "acme")]),
    ({"commands": ["acme*"]}, [("gram words", "acme")]),
    ({"commands": ["* --to=unit-7"]}, [("word", "--to=unit-7"), ("word", "unit-7")]),
    ({"events": ["file.read"], "paths": ["**/unit-7*.pem"]}, [("gram paths", "it-7"), ("part", "*")]),
    ({"events": ["prompt.submit"], "prompts": ["Unit-7"]}, [("gram ~prompt.text", "it-7")]),
    ({"events": ["web.before"], "hosts": ["unit-7-*.acme.example"]}, [("gram ~hosts", "xamp")]),
    ({"events": ["mcp.before"], "mcp": ["*/unit-7"]}, [("gram ~mcp.tool", "it-7")]),
]


@pytest.mark.parametrize(("match", "expected"), MATCHED)
def test_the_keys_of_a_matcher(match: dict[str, object], expected: list[tuple[str, str]], tmp_path: Path) -> None:
    document = policy([rule(match=match)])
    assert list(keys_of(compile_text(tmp_path, document).rules[0])) == expected


@pytest.mark.parametrize(("condition", "expected"), KEYS)
def test_the_keys_of_a_condition(condition: str, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    document = policy(
        [rule(when=condition)],
        lists={"w": ["mkfs", "shred"]},
        variables={"v": 'shell.commands.exists(c, c.name == "git" && c.sub == "push")'},
    )
    assert list(keys_of(compile_text(tmp_path, document).rules[0])) == expected


WORDS = st.sampled_from(
    [
        "",
        "git",
        "GIT",
        "X-Secret-1",
        "rm",
        "mkfs",
        "mkfs.ext4",
        "curl",
        "a",
        "LD_PRELOAD",
        "credential",
        "x-secret-1",
        "http",
    ]
)
TAGS = st.lists(st.sampled_from(["credential", "agent_config", "device", "system", "ci_config"]), max_size=2)
PATHS = st.builds(
    lambda norm, tags, glob, op: PathRef(raw=norm, norm=norm, folded=norm.casefold(), tags=tags, glob=glob, op=op),
    st.sampled_from(["/home/dev/.ssh/id_rsa", "/w/project/.env", "/W/p/A.PEM", "/home/dev/.s*/id", "/etc/passwd",
                     "/etc/shadow", "/a/.env", "/dev/tcp/h/1", "/proc/1/fd"]),
    TAGS, st.booleans(), st.sampled_from(["read", "write", "delete"]),
)  # fmt: skip
COMMANDS = st.builds(
    lambda name, sub, flags, elevated, via, wrappers, argv: Cmd(
        name=name, sub=sub, subs=(sub,) if sub else (), args=(sub,), flags=flags, elevated=elevated, via=via,
        wrappers=wrappers, argv=argv
    ),
    WORDS, st.sampled_from(["", "push", "apply"]), st.lists(st.sampled_from(["--force", "-r", "-f"]), max_size=2),
    st.booleans(), st.lists(st.sampled_from(["eval", "pipe"]), max_size=1),
    st.lists(st.sampled_from(["sudo", "env"]), max_size=1), st.lists(WORDS, max_size=2),
)  # fmt: skip
SHELLS = st.builds(
    lambda command, commands, paths, env, hosts, defines, understood, flows: Shell(
        command=command, commands=commands, paths=paths, env=env, hosts=hosts, defines=defines, understood=understood,
        flows=flows
    ),
    st.sampled_from(["", "curl https://x", "git push --force", "x-secret-12", "rm -rf /"]),
    st.lists(COMMANDS, max_size=3), st.lists(PATHS, max_size=2),
    st.lists(st.builds(lambda n: Env(name=n), WORDS), max_size=2),
    st.lists(st.builds(lambda n: Host(name=n), st.sampled_from(["evil.example", "a.acme.example"])), max_size=1),
    st.lists(st.builds(lambda n: Define(kind="function", name=n), WORDS), max_size=1), st.booleans(),
    st.lists(st.builds(Flow, source=st.just("file"), sink=st.sampled_from(["network", "file"])), max_size=1),
)  # fmt: skip


def shell_event(shell: Shell) -> Event:
    return Event(name="shell.before", client="claude-code", native="PreToolUse", command=shell.command, shell=shell,
                 tool=Tool(name="Bash"), home="/home/dev")  # fmt: skip


def file_event(path: PathRef, name: str) -> Event:
    return Event(name=name, client="cursor", native="preToolUse", file=File(path=path, op="read"), home="/home/dev")


def mcp_event(server: str, tool: str, paths: list[PathRef]) -> Event:
    mcp = Mcp(server=server, tool=tool, paths=paths)
    return Event(name="mcp.before", client="cursor", native="beforeMCPExecution", mcp=mcp, home="/home/dev")


SERVERS = st.sampled_from(["github", "GitHub", "mail"])
EVENTS = st.one_of(
    SHELLS.map(shell_event),
    st.builds(file_event, PATHS, st.sampled_from(["file.read", "file.write"])),
    st.builds(mcp_event, SERVERS, st.sampled_from(["send", "read"]), st.lists(PATHS, max_size=1)),
    st.builds(lambda text: Event(name="prompt.submit", prompt=Prompt(text=text)), st.text(max_size=30)),
)  # fmt: skip

MIXED = policy(
    [
        *(rule(f"k{number}", when=condition) for number, (condition, _) in enumerate(KEYS)),
        rule("cmd", match={"commands": ["git push --force", "mkfs*"]}),
        rule("wrapped", match={"commands": ["sudo"]}),
        rule("paths", match={"events": ["file.read", "shell.before"], "paths": ["~/.ssh/**", "**/*.pem", "**/.env"]}),
        rule("glob", match={"events": ["file.read"], "paths": ["**/*.pem"]}),
        rule("hosts", match={"events": ["shell.before"], "hosts": ["*.acme.example", "evil.example"]}),
        rule("mcp", match={"events": ["mcp.before"], "mcp": ["GITHUB/*"]}),
        rule("spared", match={"events": ["mcp.before"]}, unless={"mcp": ["github/*"]}),
    ],
    lists={"w": ["mkfs", "shred"]},
    variables={"v": 'shell.commands.exists(c, c.name == "git" && c.sub == "push")'},
)


@pytest.fixture(scope="module")
def loads(tmp_path_factory: pytest.TempPathFactory) -> list[Load]:
    shipped = Path(__file__).resolve().parents[2] / "policies"
    compiled = [compile_text(tmp_path_factory.mktemp("mixed"), MIXED)]
    if shipped.is_dir():
        compiled.append(compile_policies([str(shipped)]))
    return [source_loader(one.modules) for one in compiled]


@settings(max_examples=scaled(4000), deadline=None)
@given(event=EVENTS)
def test_no_rule_that_fires_or_fails_is_left_out(event: Event, loads: list[Load]) -> None:
    for load in loads:
        chosen = set(candidates(load, event))
        index = load("index")
        for number in range(index["RULE_COUNT"]):  # type: ignore[call-overload]
            namespace = load(f"bucket_{number // index['BUCKET_SIZE']:03d}")  # type: ignore[operator]
            one = namespace["RULES"][number]  # type: ignore[index]
            if number in chosen or not set(one.events) & set(event.names):
                continue
            selected = "select" not in one.functions or namespace[f"select_{number}"](event)  # type: ignore[operator]
            assert not selected or namespace[f"when_{number}"](event) is False, one.id  # type: ignore[operator]
