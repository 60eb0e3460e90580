"""Which payload fields are really needed: without any of the others an event is decided, without these it is not."""

import json
import random
from itertools import combinations
from typing import Any

import pytest

from policyhooks.clients.catalog import denies, find, natives, required
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision
from policyhooks.runtime.engine.session import decide_payload
from tests.clients.fixtures import DATA, Fixture, load
from tests.runtime.programs import Still, program
from tests.support.counts import scaled


def _documented() -> list[Fixture]:
    """Payloads with the fields that the vendors' documents list for them, and no others."""
    found = json.loads((DATA / "documented.json").read_text("utf-8"))
    return [
        Fixture(client, "documented", payload["hook_event_name"], payload)
        for client, payloads in found.items()
        for payload in payloads
    ]


DOCUMENTED = _documented()
FIXTURES = [*DOCUMENTED, *(one for client in CLIENTS for one in load(client))]
NUMBERED = [pytest.param(one, id=f"{number}-{one.name}") for number, one in enumerate(FIXTURES)]
NOTHING = program()
# By these fields the server of a call is known; beforeMCPExecution needs one of them.
SERVER = ("url", "command", "server_name", "server", "mcp_server_name")


def _names(fixture: Fixture) -> list[set[str]]:
    """The needed fields, each with all of its names."""
    event = fixture.event()
    needed = [set(names.rstrip("?").split("|")) for names in required(event.client, event.native)]
    return [*needed, set(SERVER)] if event.native == "beforeMCPExecution" else needed


def _without(fixture: Fixture, names: set[str]) -> Fixture:
    kept = {name: value for name, value in fixture.payload.items() if name not in names}
    return Fixture(fixture.client, fixture.generation, fixture.native, kept)


def _is_decided(fixture: Fixture) -> Event:
    """Read, decided and answered as no opinion: neither ignored nor blocked."""
    event, decision, response = decide_payload(
        fixture.client, fixture.native, fixture.payload, [NOTHING], {}, outside=Still()
    )
    assert (decision.verdict, response.exit_code) == ("pass", 0)
    said = json.loads(response.stdout or b"{}")
    assert said.get("permission", "allow") == "allow"
    assert said.get("continue", True) is True
    return event


@pytest.mark.parametrize("fixture", DOCUMENTED, ids=lambda one: one.name)
def test_a_payload_with_no_more_than_its_documented_fields_is_decided(fixture: Fixture) -> None:
    _is_decided(fixture)


# client, native event, the fields that its documents do not list: they have their zeros and are not supplied
LEFT_OUT: list[tuple[str, str, tuple[str, ...]]] = [
    ("claude-code", "Stop", ("event.cwd", "event.workspace")),
    ("claude-code", "SubagentStop", ("event.cwd", "subagent.type")),
    ("claude-code", "SessionStart", ("event.cwd",)),
    ("claude-code", "PreCompact", ("event.cwd",)),
    ("cursor", "workspaceOpen", ("session.id", "event.model")),
]


@pytest.mark.parametrize(("client", "native", "fields"), LEFT_OUT)
def test_what_is_left_out_is_not_supplied(client: str, native: str, fields: tuple[str, ...]) -> None:
    (fixture,) = [one for one in DOCUMENTED if (one.client, one.native) == (client, native)]
    event = _is_decided(fixture)
    for field in fields:
        root, _, name = field.partition(".")
        assert field not in event.supplied
        assert getattr(getattr(event, root), name) == getattr(type(getattr(event, root)), name), "its zero"


def test_the_project_is_known_from_the_environment_where_the_payload_does_not_say() -> None:
    (fixture,) = [one for one in DOCUMENTED if (one.client, one.native) == ("claude-code", "PreCompact")]
    event = fixture.event({"CLAUDE_PROJECT_DIR": "/w/project"})
    assert (event.event.cwd, event.event.workspace) == ("", "/w/project")


@pytest.mark.parametrize("fixture", NUMBERED)
def test_without_any_field_that_is_not_needed_the_event_is_decided(fixture: Fixture) -> None:
    needed = {name for names in _names(fixture) for name in names}
    spare = sorted(set(fixture.payload) - needed)
    chance = random.Random(fixture.name)
    dropped = [{name} for name in spare] + [set(two) for two in combinations(spare, 2)][: scaled(200)] + [set(spare)]
    dropped += [{name for name in spare if chance.random() < 0.5} for _ in range(scaled(200))]
    whole = fixture.event()
    for names in dropped:
        event = _is_decided(_without(fixture, names))
        assert event.name == whole.name
        assert event.supplied <= whole.supplied


@pytest.mark.parametrize("fixture", NUMBERED)
def test_without_a_needed_field_it_is_malformed_and_fails_closed(fixture: Fixture) -> None:
    event = fixture.event()
    for names in _names(fixture):
        if not names & set(fixture.payload):
            continue
        with pytest.raises(MalformedPayload):
            _without(fixture, names).event()
        row = find(event.client, event.native, event.name)
        response = adapter_for(event.client).fail(event.native, "No.")
        denied = adapter_for(event.client).render(event, Decision(verdict="deny", user="No."))
        if row is not None and row.deny != "none":
            # What is withheld of a payload that cannot be read has no shape of its own.
            assert (
                response.exit_code == 2
                or response.stdout == denied.stdout
                or (row.withholds and b"No." in response.stdout)
            )


def test_null_is_as_good_as_missing() -> None:
    for fixture in FIXTURES:
        for names in _names(fixture):
            present = names & set(fixture.payload)
            if not present or present == {"tool_response"}:  # a tool may really return null
                continue
            payload: dict[str, Any] = {**fixture.payload, **dict.fromkeys(present)}
            with pytest.raises(MalformedPayload):
                Fixture(fixture.client, "", fixture.native, payload).event()


def test_what_can_be_stopped_needs_what_is_judged() -> None:
    """An event that denies has needs of its own, but for those that carry nothing a rule could judge."""
    nothing = {"PreCompact", "TaskCreated", "TaskCompleted", "PreModelSwitch"}
    for client in CLIENTS:
        for native in natives(client):
            own = set(required(client, native)) - {"hook_event_name"}
            assert not denies(client, native) or own or native in nothing, (client, native)
