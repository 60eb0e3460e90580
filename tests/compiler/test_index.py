"""Decisions with the index and without it are the same: random rules, random events, crowded keys."""

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from policyhooks.compiler import placement
from policyhooks.compiler.emit import screens, tables
from policyhooks.core.candidates import candidates
from policyhooks.core.event import Event
from policyhooks.core.program import source_loader
from policyhooks.core.records import EventInfo, File, Mcp, Prompt, Tool, Web
from policyhooks.core.shell_records import Cmd, Host, PathRef, Shell
from policyhooks.evaluation.errors import EvaluationError
from tests.compiler.policy_text import compile_text, policy, rule
from tests.support.counts import scaled

Load = Callable[[str], Mapping[str, object]]
PROGRAMS = scaled(200)
RULES = 40
EVENTS = 60
NAMES = ("git", "kubectl", "Tool", "env")
WORDS = ("unit-1", "unit-2", "UNIT-1", "push", "delete-all", "x", "--unit-1", "--to=unit-2", "-rf", "-f", "*.pem")
PATHS = ("/srv/shared/unit-1.pem", "/srv/Shared/a/unit-2", "/srv/app/unit-1/key.old", "/home/dev/.env", "/srv/*/unit-1")
HOSTS = ("unit-1.acme.example", "db-unit-2-a.acme.example", "Unit-1.Acme.Example.", "evil.example", "")
TEXTS = ("", "deploy unit-1", "Deploy  UNIT-2 now", "unit", "\u017funit-1", "stra\u00dfe unit-2")
VALUES: tuple[object, ...] = (*TEXTS, "unit-1", "unit-2", 7, None, ["unit-1"], {"x": "unit-1"})
GLOBS = ("/srv/shared/unit-*.pem", "**/unit-1*", "/srv/**/unit-2", "~/.env", "**/[su]hared/*/unit-?", "unit-1/**")
PATTERNS = ("unit-[12]", "(?i)UNIT-1", "^/srv/[a-z]+/unit-1[.]pem$", "(unit-1|unit-2)$", "[a-z]{3}", "deploy +unit")


def pick(source: random.Random, values: tuple[str, ...]) -> str:
    return source.choice(values).replace('"', "")


def text_search(source: random.Random, subject: str) -> str:
    how = source.choice(("contains", "startsWith", "endsWith", "matches", "=="))
    if source.random() < 0.2:
        subject += ".lowerAscii()"
    if how == "==":
        return f'{subject} == "{pick(source, (*TEXTS, *PATHS, *WORDS))}"'
    return f'{subject}.{how}("{pick(source, PATTERNS if how == "matches" else (*TEXTS, *WORDS, *PATHS))}")'


def command_condition(source: random.Random) -> str:
    one = (
        f'c.name == "{pick(source, NAMES)}"',
        f'c.sub in ["{pick(source, WORDS)}", "{pick(source, WORDS)}"]',
        f'"{pick(source, WORDS)}" in c.flags',
        f"c.args.exists(a, {text_search(source, 'a')})",
        text_search(source, "c.name"),
        "c.elevated",
    )
    both = source.choice((" && ", " || ")).join(source.sample(one, 2))
    return f"shell.commands.exists(c, {both})"


def shell_condition(source: random.Random) -> str:
    return source.choice(
        (
            command_condition(source),
            f"shell.paths.exists(p, {text_search(source, 'p.norm')})",
            f'shell.paths.exists(p, glob(p.norm, "{pick(source, GLOBS)}"))',
            f"shell.hosts.exists(h, {text_search(source, 'h.name')})",
            f'shell.hosts.exists(h, host_matches(h.name, "*.{pick(source, HOSTS[:4])}"))',
            text_search(source, "shell.command"),
            "!shell.understood",
        )
    )


def argument_condition(source: random.Random) -> str:
    name = source.choice(("x", "y"))
    read = source.choice((f"mcp.arguments.{name}", f'mcp.arguments["{name}"]', f'mcp.arguments.?{name}.orValue("")'))
    guard = source.choice(("", f"has(mcp.arguments.{name}) && ", f'"{name}" in mcp.arguments && '))
    return guard + text_search(source, read)


SHAPES = {
    "shell.before": shell_condition,
    "file.read": lambda source: source.choice(
        (
            text_search(source, "file.path.norm"),
            f'glob(file.path.norm, "{pick(source, GLOBS)}")',
            f'path_under(file.path.norm, "{pick(source, PATHS)}")',
        )
    ),
    "prompt.submit": lambda source: text_search(source, "prompt.text"),
    "mcp.before": argument_condition,
    "web.before": lambda source: source.choice(
        (text_search(source, "web.host.name"), f'host_matches(web.host.name, "{pick(source, HOSTS[:4])}")')
    ),
}


def some_match(source: random.Random, event: str) -> dict[str, object]:
    """A matcher that events of this kind can fit."""
    command = f"{source.choice((*NAMES, 'kube*'))} {pick(source, WORDS)} {pick(source, WORDS)}"
    options: dict[str, list[dict[str, object]]] = {
        "shell.before": [{"commands": [command, pick(source, NAMES)][: source.randint(1, 2)]},
                         {"hosts": ["*.acme.example", "db-*-a.acme.example"]}, {"paths": [pick(source, GLOBS)]}],
        "file.read": [{"paths": [pick(source, GLOBS), pick(source, GLOBS)]}, {"users": ["dev*"]}],
        "prompt.submit": [{"prompts": [source.choice(TEXTS[1:])]}, {"workspaces": ["/srv/*"]}],
        "mcp.before": [{"mcp": [source.choice(("github/unit-*", "*/unit-1", "GitHub/x"))]}, {"tools": ["*unit-1*"]}],
        "web.before": [{"hosts": [source.choice(("unit-?.acme.example", "*.acme.example", "evil.example"))]}],
    }  # fmt: skip
    return source.choice([*options[event], {}])


def some_rule(source: random.Random, number: int) -> dict[str, object]:
    event = source.choice([*SHAPES])
    condition = SHAPES[event](source)
    if source.random() < 0.5:
        condition = f"({condition}) {source.choice(('&&', '||'))} ({SHAPES[event](source)})"
    keys: dict[str, object] = {"when": condition} if source.random() < 0.8 else {}
    match = {"events": [event], **some_match(source, event)}
    return rule(f"r{number}", match=match, **keys)


def some_of(source: random.Random, values: tuple[str, ...]) -> list[str]:
    return [source.choice(values) for _ in range(source.randint(0, 2))]


def some_path(source: random.Random) -> PathRef:
    norm = source.choice(PATHS)
    return PathRef(raw=norm, norm=norm, real=norm, folded=norm.casefold(), glob="*" in norm)


def some_event(source: random.Random) -> Event:
    name = source.choice([*SHAPES])
    commands = [
        Cmd(
            name=source.choice((*NAMES, "kubectx")), argv=(some := some_of(source, WORDS)), args=some,
            subs=(subs := some_of(source, WORDS[:4])[:1]), sub=subs[0] if subs else "", elevated=source.random() < 0.3,
            flags=[word for word in some_of(source, WORDS) if word.startswith("-")], short=["r", "f"],
            opts={"--to": some_of(source, WORDS)}, wrappers=some_of(source, NAMES),
        )
        for _ in range(source.randint(0, 2))
    ]  # fmt: skip
    hosts = [Host(name=one) for one in some_of(source, HOSTS)]
    info = EventInfo(user=source.choice(("dev", "root")), workspace=source.choice(("/srv/app", "/home/x")))
    common = {"client": "claude-code", "native": "PreToolUse", "home": "/home/dev", "event": info}
    if name == "shell.before":
        paths = [some_path(source) for _ in range(source.randint(0, 2))]
        shell = Shell(command=source.choice(TEXTS), commands=commands, paths=paths, hosts=hosts,
                      understood=source.random() < 0.7)  # fmt: skip
        return Event(name=name, command=shell.command, shell=shell, tool=Tool(name="Bash"), **common)  # type: ignore[arg-type]
    arguments = {key: source.choice(VALUES) for key in ("x", "y") if source.random() < 0.7}
    mcp = Mcp(server=source.choice(("github", "mail")), tool=source.choice(("unit-1", "x")), arguments=arguments)
    rest: dict[str, dict[str, object]] = {
        "file.read": {"file": File(path=some_path(source), op="read")},
        "prompt.submit": {"prompt": Prompt(text=source.choice(TEXTS))},
        "mcp.before": {"mcp": mcp, "tool": Tool(name=f"mcp__{mcp.server}__{mcp.tool}")},
        "web.before": {"web": Web(host=Host(name=source.choice(HOSTS)))},
    }
    return Event(name=name, **common, **rest[name])  # type: ignore[arg-type]


def concerned(load: Load, event: Event) -> set[int]:
    """The rules that fire or fail, every one of them asked."""
    index = load("index")
    found = set()
    for number in range(index["RULE_COUNT"]):  # type: ignore[call-overload]
        namespace = load(f"bucket_{number // index['BUCKET_SIZE']:03d}")  # type: ignore[operator]
        one = namespace["RULES"][number]  # type: ignore[index]
        if not set(one.events) & set(event.names):
            continue
        try:
            if "select" in one.functions and not namespace[f"select_{number}"](event):  # type: ignore[operator]
                continue
            if "when" not in one.functions or namespace[f"when_{number}"](event) is not False:  # type: ignore[operator]
                found.add(number)
        except EvaluationError:
            found.add(number)
    return found


@pytest.mark.parametrize("crowd", [1, 32])
def test_the_index_names_every_rule_that_fires_or_fails(
    crowd: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placement, "CROWD", crowd)
    monkeypatch.setattr(tables, "CROWD", crowd)
    monkeypatch.setattr(tables, "MANY_GRAMS", crowd)
    monkeypatch.setattr(screens, "LEAST", crowd)
    monkeypatch.setattr(screens, "JOINED", 3)
    hits = looked = divided = 0
    for seed in range(PROGRAMS):
        source = random.Random(seed)
        made = [some_rule(source, number) for number in range(RULES)]
        document = policy([*{json.dumps({**one, "id": ""}): one for one in made}.values()])
        modules = compile_text(tmp_path / str(seed), document).modules
        divided += any(name.startswith("second_") for name in modules)
        load = source_loader(modules)
        for _ in range(EVENTS):
            event = some_event(source)
            chosen, wanted = set(candidates(load, event)), concerned(load, event)
            assert wanted <= chosen, (seed, [document["rules"]], wanted - chosen, event)
            hits, looked = hits + len(wanted), looked + len(chosen)
    # The index is worth something, and the events do meet rules.
    assert hits > PROGRAMS * EVENTS / 2
    assert looked < PROGRAMS * EVENTS * RULES / 5
    assert divided or crowd > 1
