"""Golden files: every client x native event x effect, and every schema generation of Cursor, to the byte."""

import json

import pytest

from policyhooks.clients.catalog import DENY_FORMS, find, natives, rows, specific
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision, Response
from tests.clients.fixtures import Fixture, load
from tests.support.golden import assert_golden

TEXTS = {"user": "For the user: é.", "agent": "For the agent."}


def _decisions(event: Event, effects: frozenset[str]) -> dict[str, Decision]:
    """Every verdict, and every modifier that the event can express."""
    found = {verdict: Decision(verdict=verdict, **TEXTS) for verdict in ("deny", "ask", "allow", "pass")}
    if specific(event.client, event.native, event.name):
        found["ask, left"] = Decision(verdict="ask", left=True, **TEXTS)
    found["deny+halt"] = Decision(verdict="deny", halt=True, **TEXTS)
    found["deny, no texts"] = Decision(verdict="deny")
    found["warn"] = Decision(warnings=["First.", "Second."])
    found["everything"] = Decision(
        warnings=["W."],
        contexts=["C."],
        feedback=["Fb."] if "feedback" in effects else (),
        followup="F.",
        env={"A": "it's"},
        rewrite=_rewrite(event) if "rewrite" in effects else None,
        output=adapter_for(event.client).output_of(event) if "redact" in effects else None,
    )
    if "rewrite" in effects:
        found["ask+rewrite"] = Decision(verdict="ask", left=True, rewrite=_rewrite(event), **TEXTS)
    return found


def _rewrite(event: Event) -> dict[str, object]:
    if event.command is not None:
        return {"shell.command": "npm ci"}
    return {"tool.input": {**event.tool.input, "rewritten": True}}


def _show(response: Response) -> str:
    text = f"exit {response.exit_code}"
    if response.stdout:
        json.loads(response.stdout)
        text += f"  stdout {response.stdout.decode('ascii').rstrip()}"
    if response.stderr:
        text += f"  stderr {response.stderr.decode().rstrip()}"
    if response.append_path:
        text += f"  append {response.append_path} {response.append_text.decode().rstrip()}"
    return text


def _page(fixture: Fixture) -> str:
    event = fixture.event({"CLAUDE_ENV_FILE": "/tmp/env"})
    row = find(event.client, event.native, event.name)
    effects = row.effects if row else frozenset()
    lines = [f"== {fixture.name} -> {event.name}"]
    seen: dict[str, list[str]] = {}
    for name, decision in _decisions(event, effects).items():
        shown = _show(adapter_for(event.client).render(event, decision))
        seen.setdefault(shown, []).append(name)
    lines += [f"{', '.join(names)}: {shown}" for shown, names in seen.items()]
    return "\n".join(lines)


@pytest.mark.parametrize("client", CLIENTS)
def test_answers_golden(client: str) -> None:
    assert_golden(f"clients/{client}.txt", "\n\n".join(_page(fixture) for fixture in load(client)) + "\n")


@pytest.mark.parametrize("client", CLIENTS)
def test_fixtures_cover_every_row_of_the_catalog(client: str) -> None:
    found = {(event.native, event.name) for event in (fixture.event() for fixture in load(client))}
    assert {(row.native, row.event) for row in rows(client)} <= found


def test_fail_answers_golden() -> None:
    lines = []
    for client in CLIENTS:
        for native in (*natives(client), "someUnknownEvent"):
            forms = {row.deny for row in rows(client, native=native)} or {"none"}
            (form,) = forms - {"none"} or {"none"}
            lines.append(f"{client:12} {native:22} {form:9} {_show(adapter_for(client).fail(native, 'No.'))}")
    assert {line.split()[2] for line in lines} <= set(DENY_FORMS)
    assert_golden("clients/fail.txt", "\n".join(lines) + "\n")
