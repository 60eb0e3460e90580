"""A law of every client x native event: an ask, an error or a conflict is never answered with go ahead.

Every row of the catalog is put to the engine, through its fixtures, under every permission mode that some client has.
"""

import json

import pytest

from policyhooks.clients.catalog import natives, row_of, rows
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.event import Event
from policyhooks.core.events import EVENTS
from policyhooks.core.values import but
from policyhooks.core.verdict import Response
from policyhooks.runtime.engine.deciding import decide
from policyhooks.runtime.engine.selection import LoadedProgram
from tests.clients.fixtures import Fixture, load
from tests.runtime.programs import RuleSource, Still, fails, program, rule

FIXTURES = [fixture for client in CLIENTS for fixture in load(client)]
MODES = ("", *sorted({mode for row in rows() for mode in row.ask} - {"*"}), "auto")


def _rewrites(value: str) -> RuleSource:
    return rule(f"r{value}", "rewrite", {"rewrite": lambda e: {"tool.input": {"x": value}}}, events=EVENTS)


KEPT = {"rules": ("Bash",), "destination": "userSettings"}
OUTPUTS = [
    rule("b", "allow", events=EVENTS, remember=KEPT),
    rule("c", "retry", events=EVENTS),
    rule("d", "end", events=EVENTS),
    rule("e", "replace", {"replace": lambda e: "another result"}, events=EVENTS),
    rule("f", "context", {"context": lambda e: "told"}, events=EVENTS, suppress=True),
]


# name -> rules that hold on every event; none of them may come to a go ahead
TROUBLES = {
    "ask": [rule("a", "ask", events=EVENTS)],
    "ask beside allow": [rule("a", "ask", events=EVENTS), rule("b", "allow", events=EVENTS)],
    "error": [rule("a", "deny", {"when": fails}, events=EVENTS)],
    "error beside allow": [rule("a", "ask", {"when": fails}, events=EVENTS), rule("b", "allow", events=EVENTS)],
    "judge that does not answer": [rule("unknown", "deny", kind="judge", judge={"prompt": "p"}, events=EVENTS)],
    "judge that asks": [rule("no", "ask", kind="judge", judge={"prompt": "p"}, events=EVENTS)],
    "ask beside every output": [rule("a", "ask", events=EVENTS), *OUTPUTS],
    "error beside every output": [rule("a", "deny", {"when": fails}, events=EVENTS), *OUTPUTS],
    "an output that errs": [rule("a", "replace", {"replace": fails}, events=EVENTS)],
}


def _goes_ahead(event: Event, response: Response) -> bool:
    """Whether an answer would let the call run without a person."""
    if response.exit_code == 2:
        return False
    document = json.loads(response.stdout or b"{}")
    inner = document.get("hookSpecificOutput", {})
    answers = [document, inner, inner.get("decision")]
    words = {
        one.get(key)
        for one in answers
        if isinstance(one, dict)
        for key in ("permission", "decision", "permissionDecision", "behavior", "action", "continue")
        if not isinstance(one.get(key), dict)
    }
    if words & {"allow", "approve", "accept", True}:
        return True
    stopped = bool(words & {"deny", "block", "ask", "decline", False})
    # Where a dialog is on its way, silence is the question; where a result is kept back, its replacement is the deny.
    row = row_of(event)
    withheld = row is not None and row.withholds and bool(document)
    return not (stopped or withheld or (row is not None and row.event == "permission.request"))


@pytest.mark.parametrize("trouble", TROUBLES)
def test_trouble_is_never_a_go_ahead(trouble: str) -> None:
    built = program(*TROUBLES[trouble])
    tried = set()
    for fixture in FIXTURES:
        event = fixture.event()
        row = row_of(event)
        if row is None or row.deny == "none":
            continue
        for mode in MODES:
            for headless in (False, True):
                put = but(event, event=but(event.event, permission_mode=mode, headless=headless))
                response = _answer(put, built)
                assert not _goes_ahead(put, response), (fixture.name, mode, headless, response)
                assert b"updatedPermissions" not in response.stdout, (fixture.name, mode, headless, response)
                assert b"another result" not in response.stdout, (fixture.name, mode, headless, response)
                assert b"suppressOutput" not in response.stdout, (fixture.name, mode, headless, response)
        tried.add((event.client, event.native, event.name))
    assert tried == {(row.client, row.native, row.event) for row in rows() if row.deny != "none"}


class Alone(Still):
    """Surroundings in which no other entry of ours is there: where a question may be left to one is test_asking.py."""

    __slots__ = ()

    def has_entry(self, client: str, native: str) -> bool:
        return False


def _answer(event: Event, built: LoadedProgram) -> Response:
    decision = decide(event, [built], budget=1e12, outside=Alone({"managed/no": "not_ok"}))
    return adapter_for(event.client).render(event, decision)


def _rewritten() -> list[Fixture]:
    found = [(one, row_of(one.event())) for one in FIXTURES]
    return [one for one, row in found if row is not None and "rewrite" in row.effects]


@pytest.mark.parametrize("fixture", _rewritten(), ids=lambda one: one.name)
def test_two_rewrites_are_never_a_go_ahead(fixture: Fixture) -> None:
    event = fixture.event()
    response = _answer(event, program(_rewrites("1"), _rewrites("2")))
    assert not _goes_ahead(event, response)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_failure_is_never_a_go_ahead(client: str) -> None:
    for native in natives(client):
        response = adapter_for(client).fail(native, "No.")
        document = json.loads(response.stdout or b"{}")
        assert '"allow"' not in json.dumps(document), native
        assert document.get("continue") is not True, native
