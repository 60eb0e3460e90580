"""MCP servers by what they are: name, command line and address come to one identity; who took a name is another one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.registry import CLIENTS
from policyhooks.clients.subject import Subject
from policyhooks.compiler.compile import compile_policies
from policyhooks.core.event import Event
from policyhooks.core.program import RANKS
from policyhooks.core.records import Mcp
from policyhooks.errors import EnvironmentBroken
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.runtime.engine.deciding import as_seen
from policyhooks.runtime.engine.selection import LoadedProgram, check_format
from policyhooks.runtime.engine.servers import (
    NOT,
    identity_of,
    normal_address,
    normal_command,
    recognize,
)
from policyhooks.runtime.engine.session import read_event
from tests.runtime.programs import decide_on
from tests.support.counts import scaled

URL = "https://mcp.acme.example/v1"
LINE = "npx -y @acme/mcp@1.2.0"
KNOWN = {"github": (URL, LINE), "docs": ("https://docs.acme.example", "")}
PLACE = make_place(links=False)
CONFIG = """apiVersion: policyhooks/v1
kind: Config
servers:
  github: {url: "https://MCP.acme.example:443/v1/", command: [npx, -y, "@acme/mcp@1.2.0"]}
  docs: {url: "https://docs.acme.example/"}
"""
POLICY = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.mcp, title: MCP, owner: a@b.example}
match: {events: [mcp.before]}
rules:
  - id: no-deletes
    match: {mcp: ["github/delete_*"]}
    effect: deny
    message: {user: "No.", agent: "No."}
  - id: only-known
    match: {mcp: ["*/*"]}
    unless: {mcp: ["github/*", "docs/*"]}
    effect: deny
    message: {user: "Unknown.", agent: "Unknown."}
"""
ALLOWS = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.reads, title: Reads, owner: a@b.example}
match: {events: [mcp.before], clients: [cursor]}
rules:
  - id: reads
    match: {mcp: ["github/get_me"]}
    effect: allow
"""

# what a client tells of the server: name, command, url -> the server that rules see, and what it resembles
SERVERS = [
    # told by one thing each, and the same server every time
    ("github", "", "", "github", ()),
    ("github", LINE, "", "github", ()),
    ("github", "", URL, "github", ()),
    (LINE, LINE, "", "github", ()),
    (URL, "", URL, "github", ()),
    ("hub", "", URL, "github", ("hub",)),
    # other spellings of the same address
    ("github", "", "https://MCP.Acme.Example/v1", "github", ()),
    ("github", "", "HTTPS://mcp.acme.example/v1/", "github", ()),
    ("github", "", "https://mcp.acme.example:443/v1", "github", ()),
    ("github", "", "https://mcp.acme.example./v1", "github", ()),
    ("github", "  npx  -y @acme/mcp@1.2.0 ", "", "github", ()),
    # another address under the name
    ("github", "", "https://mcp.acme.example:8443/v1", "!github", ("github",)),
    ("github", "", "http://mcp.acme.example/v1", "!github", ("github",)),
    ("github", "", "https://mcp.acme.example/V1", "!github", ("github",)),
    ("github", "", "https://mcp.acme.example/v1/x", "!github", ("github",)),
    ("github", "", "https://mcp.acme.example/v1?to=evil", "!github", ("github",)),
    ("github", "", "https://mcp.acme.example/v1/../evil", "!github", ("github",)),
    ("github", "", "https://mcp.acme.example/v1%2f", "!github", ("github",)),
    ("github", "", "https://dev@mcp.acme.example/v1", "!github", ("github",)),
    ("github", "", "https://@mcp.acme.example/v1", "!github", ("github",)),
    ("github", "", "https://mcp.acme.example@evil.example/v1", "!github", ("github",)),
    ("github", "", "https://mcp.acme.example\\@evil.example/v1", "!github", ("github",)),
    ("github", "", "https://evil.example/mcp.acme.example/v1", "!github", ("github",)),
    ("GitHub", "", "https://evil.example/v1", "!github", ("GitHub",)),
    # another command under the name
    ("github", "npx -y @acme/mcp", "", "!github", ("github",)),
    ("github", "npx -y @acme/mcp@latest", "", "!github", ("github",)),
    ("github", "npx -y @acme/mcp@1.2.0 --unsafe", "", "!github", ("github",)),
    ("github", "env NODE_OPTIONS=--require=/tmp/x npx -y @acme/mcp@1.2.0", "", "!github", ("github",)),
    ("github", "sh -c 'npx -y @acme/mcp@1.2.0'", "", "!github", ("github",)),
    ("github", "/tmp/npx -y @acme/mcp@1.2.0", "", "!github", ("github",)),
    ("github", "node /tmp/evil.js", "", "!github", ("github",)),
    # no name is told: what resembles a known server is restricted like it, and never approved as it
    ("npx -y @acme/mcp@2", "npx -y @acme/mcp@2", "", "npx -y @acme/mcp@2", ("github",)),
    ("x", "env A=1 npx --yes @acme/mcp", "", "x", ("github",)),
    ("x", 'sh -c "exec npx @acme/mcp"', "", "x", ("github",)),
    ("x", "", "https://u:p@mcp.acme.example:1/v9", "x", ("github",)),
    # a command or an address that is spelled as a known name
    ("github", "github", "", "!github", ("github",)),
    ("Docs", "Docs", "", "!docs", ("Docs",)),
    # both are told, and only one of them is right
    ("github", LINE, "https://evil.example", "!github", ("github",)),
    ("github", LINE, URL, "github", ()),
    # unknown servers stay what they are
    ("linear", "", "", "linear", ()),
    ("linear", "npx -y @linear/mcp", "", "linear", ()),
    ("linear", "", "https://mcp.linear.example", "linear", ()),
]


@pytest.mark.parametrize(("name", "command", "url", "server", "alike"), SERVERS)
def test_what_rules_see_of_a_server(name: str, command: str, url: str, server: str, alike: tuple[str, ...]) -> None:
    mcp = Mcp(server=name, tool="t", command=command, url=url)
    found = recognize(mcp, KNOWN)
    taken = server.startswith(NOT)
    assert found.server == server
    assert set(alike) <= set(found.alike)
    assert bool(found.alike) is bool(alike)
    assert (found.how == "taken") is taken
    known = identity_of(Mcp(server="github", tool="t"), KNOWN["github"])
    assert (identity_of(mcp, found.entry) == known) is (server == "github")


def program(folder: Path, rank: str, policy: str, config: str = "") -> LoadedProgram:
    """A policy with a Config, at a rank."""
    (folder / f"{rank}.yaml").write_text(policy)
    (folder / f"{rank}-config.yaml").write_text(config or CONFIG.partition("servers")[0])
    compiled = compile_policies([str(folder / f"{rank}.yaml")], str(folder / f"{rank}-config.yaml"))
    return load_modules(compiled.modules, RANKS.index(rank))


def call(client: str, tool: str, **told: object) -> Event:
    """An MCP call to `github` in a client's words, with what the payload tells besides."""
    native, payload = native_payload(client, Subject("mcp.before", server="github", tool=tool))
    if client == "gemini-cli":
        told = {"mcp_context": {"server_name": "github", "tool_name": tool, **told}}
    return read_event(client, native, {**payload, **told}, {}, PLACE)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_name_holds_on_every_client(client: str, tmp_path: Path) -> None:
    one = program(tmp_path, "managed", POLICY, CONFIG)
    assert decide_on(one, on=call(client, "delete_repo")).rules == ("acme.mcp/no-deletes",)
    assert decide_on(one, on=call(client, "get_me")).verdict == "pass"


@pytest.mark.parametrize("native", ["beforeMCPExecution", "preToolUse"])
@pytest.mark.parametrize("told", [{"url": URL + "/"}, {"command": LINE}])
def test_cursor_tells_a_server_by_what_runs(native: str, told: dict[str, str], tmp_path: Path) -> None:
    one = program(tmp_path, "managed", POLICY, CONFIG)
    seen = call("cursor", "t").payload
    payload = {**seen, "tool_input": "{}", "hook_event_name": native, "tool_use_id": "u", **told}
    for name, verdict in (("delete_repo", "deny"), ("get_me", "pass")):
        event = read_event(
            "cursor", native, {**payload, "tool_name": name if "before" in native else f"MCP:{name}"}, {}, PLACE
        )
        assert event.mcp.server in (URL + "/", LINE)
        assert decide_on(one, on=event).verdict == verdict


TAKEN = [
    ("cursor", {"url": "https://evil.example/v1"}),
    ("cursor", {"command": "npx -y @evil/mcp"}),
    ("gemini-cli", {"url": "https://evil.example/v1"}),
    ("gemini-cli", {"command": "npx", "args": ["-y", "@acme/mcp@1.3.0"]}),
]


@pytest.mark.parametrize(("client", "told"), TAKEN)
def test_who_took_a_name_is_not_approved_and_still_restricted(
    client: str, told: dict[str, object], tmp_path: Path
) -> None:
    one = program(tmp_path, "managed", POLICY, CONFIG)
    assert decide_on(one, on=call(client, "get_me", **told)).rules == ("acme.mcp/only-known",)
    assert "acme.mcp/no-deletes" in decide_on(one, on=call(client, "delete_repo", **told)).rules
    if client != "cursor":
        return
    allows = program(tmp_path, "managed", ALLOWS, CONFIG)
    assert decide_on(allows, on=call(client, "get_me", **told)).verdict == "pass"
    assert decide_on(allows, on=call(client, "get_me")).verdict == "allow"
    unnamed = program(tmp_path, "managed", ALLOWS)
    assert decide_on(unnamed, on=call(client, "get_me", **told)).verdict == "allow"  # no Config says who github is


def test_gemini_tells_the_whole_command_line(tmp_path: Path) -> None:
    event = call("gemini-cli", "get_me", command="npx", args=["-y", "@acme/mcp@1.2.0"])
    assert event.mcp.command == LINE
    assert as_seen(event, [program(tmp_path, "managed", POLICY, CONFIG)])[0][0].mcp.server == "github"


def test_a_lower_rank_renames_nothing_for_a_higher_one(tmp_path: Path) -> None:
    renamed = CONFIG.replace("github:", "evil:").replace("docs: {", "github: {")
    upper, lower = program(tmp_path, "managed", POLICY, CONFIG), program(tmp_path, "project", POLICY, renamed)
    event = call("cursor", "delete_repo", url=URL)
    for one, group in as_seen(event, [upper, lower]):
        assert one.mcp.server == "github", group  # the managed name counts for both
    alone = as_seen(event, [lower])[0][0]
    assert (alone.mcp.server, alone.alike) == ("evil", ("github",))
    bare = program(tmp_path, "user", POLICY)
    assert [(one.mcp.server, len(group)) for one, group in as_seen(event, [bare, lower])] == [
        ("github", 1),
        ("evil", 1),
    ]


def test_the_identity_is_a_digest(tmp_path: Path) -> None:
    told, other = call("cursor", "t", url=URL), call("cursor", "t", url="https://evil.example")
    assert told.mcp.identity == call("cursor", "t", url=URL.upper().replace("/V1", "/v1/")).mcp.identity
    assert told.mcp.identity != other.mcp.identity
    assert [len(part) for part in told.mcp.identity.split("/")] == [32, 1]
    known = program(tmp_path, "managed", POLICY, CONFIG)
    seen = {
        as_seen(call("cursor", "t", **one), [known])[0][0].mcp.identity for one in ({"url": URL}, {"command": LINE}, {})
    }
    assert len(seen) == 1
    assert as_seen(other, [known])[0][0].mcp.identity == other.mcp.identity


def test_an_engine_that_does_not_know_servers_refuses_the_program(tmp_path: Path) -> None:
    index = dict(program(tmp_path, "managed", POLICY, CONFIG).index)
    assert index["FEATURES"] == ("servers",)
    check_format(index)
    with pytest.raises(EnvironmentBroken, match="later"):
        check_format({**index, "FEATURES": ("servers", "later")})
    assert program(tmp_path, "user", POLICY).index["FEATURES"] == ()


texts = st.text(st.sampled_from("abAB019.:/@-_%?#\\[] \t='\"é"), max_size=24)
urls = st.one_of(texts, texts.map(lambda text: f"https://{text}"), texts.map(lambda text: f"{URL}{text}"))


@settings(max_examples=scaled(2000))
@given(texts, texts, urls)
def test_only_the_known_address_or_command_is_the_server(name: str, command: str, url: str) -> None:
    """It is `github` only by its address or its command line, or by the name where nothing else is told."""
    assert normal_address(normal_address(url)) == normal_address(url)
    found = recognize(Mcp(server=name or "github", tool="t", command=command, url=url), KNOWN)
    if found.server == "github" and (url or command.strip()):
        assert not url or normal_address(url) == URL
        assert not command.strip() or normal_command(command) == LINE
