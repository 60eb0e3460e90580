"""Matchers as they are written, on events: every key that takes globs takes all of them."""

from __future__ import annotations

import pytest

from policyhooks.compiler.matchers import TABLE, lower_match, lower_unless
from policyhooks.compiler.model.matching import Match
from policyhooks.compiler.placement import choose
from policyhooks.core import candidates, matching
from policyhooks.core.event import Event
from policyhooks.core.event_texts import text_of
from policyhooks.core.records import EventInfo, File, Mcp, Subagent, Tool, Web
from policyhooks.core.shell_records import Cmd, Host, PathRef, Shell


def read(path: str) -> Event:
    ref = PathRef(raw=path, norm=path, real=path)
    return Event(name="file.read", file=File(path=ref), home="/home/dev", event=EventInfo(workspace="/w/Project"))


def called(server: str, tool: str) -> Event:
    return Event(name="mcp.before", mcp=Mcp(server=server, tool=tool))


def visited(host: str) -> Event:
    return Event(name="web.before", web=Web(host=Host(name=host)))


def at(**keys: str) -> Event:
    return Event(name="tool.before", event=EventInfo(**keys))


def tool(name: str) -> Event:
    return Event(name="tool.before", tool=Tool(name=name))


def run(*argv: str) -> Event:
    return Event(name="shell.before", command="x", shell=Shell(commands=(Cmd(name=argv[0], args=argv[1:]),)))


ROWS: tuple[tuple[str, str, Event, bool], ...] = (
    ("paths", "**/*.{pem,key}", read("/w/x/a.key"), True),
    ("paths", "**/*.{pem,key}", read("/w/x/a.PEM"), True),
    ("paths", "**/*.{pem,key}", read("/w/x/a.txt"), False),
    ("paths", "~/.{ssh,aws}/**", read("/home/dev/.aws/config"), True),
    ("paths", "{~/.ssh,/etc}/*", read("/etc/passwd"), True),
    ("paths", "{~/.ssh,/etc}/*", read("/home/dev/.ssh/id"), True),
    ("paths", "{src,lib}/[A-M]*.py", read("/w/project/lib/cat.py"), True),
    ("paths", "{src,lib}/[A-M]*.py", read("/w/project/lib/zebra.py"), False),
    ("paths", "/var/log.[0-9]", read("/var/log.7"), True),
    ("paths", "/var/log.[!0-9]", read("/var/log.7"), False),
    ("paths", r"/app/\[id\]/page.tsx", read("/app/[id]/page.tsx"), True),
    ("paths", r"/app/\[id\]/page.tsx", read("/app/i/page.tsx"), False),
    ("workspaces", "/w/{project,other}", read("/x"), True),
    ("workspaces", "/w/[a-c]*", read("/x"), False),
    ("mcp", "{mail,chat}/[sp]*", called("Chat", "Post"), True),
    ("mcp", "{mail,chat}/[sp]*", called("chat", "read"), False),
    ("mcp", "{mail/send,chat/*}", called("mail", "send"), True),
    ("mcp", "{mail/send,chat/*}", called("mail", "read"), False),
    ("hosts", "*.acme.{example,test}", visited("a.acme.test"), True),
    ("hosts", "db[0-9].acme.example", visited("db7.acme.example"), True),
    ("hosts", "db[0-9].acme.example", visited("dbx.acme.example"), False),
    ("tools", "{Bash,Shell}", tool("shell"), True),
    ("tools", "mcp__[A-C]*", tool("mcp__Box"), True),
    ("tools", "mcp__[A-C]*", tool("mcp__zip"), False),
    ("repos", "github.com/{acme,corp}/*", at(repo="github.com/Corp/x"), True),
    ("users", "ci-[0-9]*", at(user="ci-7"), True),
    ("users", "{ci,bot}-*", at(user="dev-1"), False),
    ("subagents", "{a,b}", Event(name="subagent.start", subagent=Subagent(type="B")), True),
    ("commands", "npm[0-9] ru[mn]", run("npm8", "run"), True),
    ("commands", "npm[0-9] ru[mn]", run("npmx", "run"), False),
    ("commands", "[", run("[", "-f", "x"), True),
)


def holds(lowering: object, key: str, glob: str, event: Event) -> bool:
    [test] = lowering(Match.model_validate({key: [glob]}))  # type: ignore[operator]
    subject: object = event
    for part in test.subject.split(".")[1:]:
        subject = getattr(subject, part)
    return getattr(matching, test.helper)(subject, test.data)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("key", "glob", "event", "expected"), ROWS)
def test_a_glob_of_every_key(key: str, glob: str, event: Event, expected: bool) -> None:
    assert holds(lower_match, key, glob, event) is expected
    [test] = lower_match(Match.model_validate({key: [glob]}))
    if expected and test.need is not None:
        # INVARIANT: what matches is found by the index.
        assert any(is_met(*key, event) for key, _ in choose(test.need, {}).places)


def is_met(kind: str, value: str, event: Event) -> bool:
    if kind.startswith("gram "):
        return value in text_of(event, kind[5:])
    return value in candidates.VALUES[kind](event)


def test_what_is_spared_is_spared_in_its_own_case() -> None:
    assert holds(lower_unless, "mcp", "{mail,chat}/[sp]*", called("chat", "post"))
    assert not holds(lower_unless, "mcp", "{mail,chat}/[sp]*", called("chat", "Post"))
    assert not holds(lower_unless, "tools", "[a-c]*", tool("Bash"))
    assert holds(lower_unless, "paths", "/w/{a,b}/**", read("/w/b/x"))


def test_every_key_that_takes_globs_is_here() -> None:
    assert {key for key, *_ in ROWS} == TABLE.keys() - {"prompts", "os"}
