"""What the packs say of free-form input: MCP calls and tools that no table of a client knows, on every client."""

import importlib
import json
import random
from pathlib import Path

import pytest

from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.registry import CLIENTS
from policyhooks.clients.subject import Subject
from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.session import Deciding
from tests.policies.ordinary_calls import MCP, TOOLS
from tests.policies.planted_deeds import make_input
from tests.support.counts import scaled

POLICIES = Path(__file__).resolve().parents[2] / "policies"


@pytest.fixture(scope="module")
def deciding() -> Deciding:
    modules = compile_policies([str(POLICIES)]).modules
    return Deciding(modules, outside="unknown", home="/home/dev", links=False)


def verdict(deciding: Deciding, client: str, subject: Subject) -> tuple[str, list[tuple[str, str]]]:
    native, payload = native_payload(client, subject, native="preToolUse" if client == "cursor" else "")
    deciding.past = Past()  # packs remember what was done; here every call is the first
    _, decision, _ = deciding.decide(client, native, payload)
    return decision.verdict, [(one.rule.id, one.derived) for one in decision.results if one.outcome == "fired"]


def as_tool(tool: str, values: dict[str, object]) -> Subject:
    return Subject("tool.before", tool_name=tool, tool_input=values)


def as_mcp(server: str, tool: str, values: dict[str, object]) -> Subject:
    return Subject("mcp.before", server=server, tool=tool, arguments=values)


@pytest.mark.parametrize(("server", "tool", "arguments"), MCP)
def test_ordinary_mcp_calls_are_quiet(deciding: Deciding, server: str, tool: str, arguments: dict[str, object]) -> None:
    for client in ("claude-code", "codex", "gemini-cli", "copilot-cli"):
        found, rules = verdict(deciding, client, as_mcp(server, tool, arguments))
        assert found == "pass", (client, rules)


@pytest.mark.parametrize(("client", "tool", "values"), TOOLS)
def test_ordinary_tools_are_quiet(deciding: Deciding, client: str, tool: str, values: dict[str, object]) -> None:
    found, rules = verdict(deciding, client, as_tool(tool, values))
    assert found == "pass", rules


def own_tools(client: str) -> dict[str, object]:
    """What the client's own table of tools knows."""
    found: dict[str, object] = importlib.import_module(f"policyhooks.clients.{client.replace('-', '_')}.tools").TOOLS
    return found


@pytest.mark.parametrize("client", CLIENTS)
def test_no_planted_deed_is_silent(deciding: Deciding, client: str) -> None:
    for seed in range(scaled(2000)):
        tool, values = make_input(random.Random(f"{client} {seed}"))
        for subject in (as_tool(tool, values), as_mcp("server", tool, values)):
            if subject.event == "tool.before" and tool in own_tools(client) and values.get("command") == "ls":
                continue  # no client has an environment among the inputs of its own shell tool
            try:
                found, _ = verdict(deciding, client, subject)
            except MalformedPayload:
                continue  # a tool of the client's own, called in a way that it is not: blocked
            assert found in ("ask", "deny"), (seed, subject)


@pytest.mark.parametrize(
    "values",
    [
        {f"k{number}": f"./v{number}" for number in range(50_000)},
        {"files": [f"/srv/a{number}" for number in range(50_000)]},
        {"k": [[f"echo {number} > /etc/x{number}"] for number in range(5_000)]},
        {"k": json.dumps({f"k{number}": "x" for number in range(50_000)})},
        {"k": '{"command": "ls", "command": "rm -rf /"}'},
    ],
    ids=["keys", "paths", "commands", "JSON", "duplicate keys"],
)
def test_what_is_too_much_to_read_is_asked_about(deciding: Deciding, values: dict[str, object]) -> None:
    for subject in (as_tool("frobnicate", values), as_mcp("server", "frobnicate", values)):
        found, rules = verdict(deciding, "claude-code", subject)
        assert found in ("ask", "deny")
        assert {"packs.not-understood/unreadable", "packs.mcp/unreadable-arguments"} & {rule for rule, _ in rules}
