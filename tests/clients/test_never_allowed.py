"""A law of every client x native event: an ask, an error or a conflict is never answered with go ahead.

Every row of the catalog is put to the engine, through its fixtures, under every permission mode that some client has,
with and without a person, in the client's own file and in another's, and by every version of a client whose answers
differ. What an answer means is read as the client reads it (readers.py).
"""

import json
from collections.abc import Iterator
from itertools import product

import pytest

from policyhooks.clients.catalog import denies, natives, row_of, rows
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.event import Event
from policyhooks.core.events import EVENTS
from policyhooks.core.values import but
from policyhooks.core.verdict import Response
from policyhooks.runtime.engine.deciding import decide
from policyhooks.runtime.engine.selection import LoadedProgram
from tests.clients.fixtures import Fixture, load
from tests.clients.readers import ASKS, READERS, RUNS, STOPS, read
from tests.runtime.programs import RuleSource, Still, fails, program, rule
from tests.support.counts import SOAK

FIXTURES = [fixture for client in CLIENTS for fixture in load(client)]
# Of a client whose answers depend on it; the last ones nobody knows.
VERSIONS = {"cursor": ("", "1.7.54", "2.3.41", "2.4.0", "2.6.22", "3.15.6", "2026.10.01-e373342", "99.0", "next")}
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
    "two denies beside allow": [rule("a", "deny", events=EVENTS), rule("b", "deny", events=EVENTS), OUTPUTS[0]],
}


def _situations(event: Event) -> Iterator[Event]:
    """Every mode, version and owner of the entry; together only in a longer run."""
    own = event.event.version
    axes = [(mode, own, False) for mode in MODES]
    axes += [("", version, False) for version in VERSIONS.get(event.client, ())] + [("", own, True)]
    if SOAK:
        axes = list(product(MODES, VERSIONS.get(event.client, (own,)), (False, True)))
    for (mode, version, foreign), headless in product(axes, (False, True)):
        said = but(event.event, permission_mode=mode, headless=headless, version=version)
        yield but(event, event=said, foreign=foreign)


def _reading(event: Event, response: Response) -> str:
    said = event.event
    return read(event.client, event.native, response, mode=said.permission_mode, version=said.version)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_trouble_is_never_a_go_ahead(trouble: str) -> None:
    built = program(*TROUBLES[trouble])
    tried = set()
    for fixture in FIXTURES:
        event = fixture.event()
        row = row_of(event)
        if row is None or row.deny == "none":
            continue
        for put in _situations(event):
            response = _answer(put, built)
            told = (fixture.name, put.event, put.foreign, response)
            assert _reading(put, response) in ((STOPS,) if put.event.headless else (STOPS, ASKS)), told
            for word in (b"updatedPermissions", b"another result", b"suppressOutput"):
                assert word not in response.stdout, told
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


def test_what_is_meant_is_what_is_read() -> None:
    """A deny stops, an ask asks wherever the catalog says so, and nothing else does."""
    assert READERS.keys() == set(CLIENTS)
    alone = {name: program(rule("a", name, events=EVENTS)) for name in ("deny", "ask", "allow")}
    for fixture in FIXTURES:
        event = fixture.event()
        row = row_of(event)
        if row is None or row.deny == "none":
            continue
        dialog = row.event == "permission.request"
        for version in VERSIONS.get(event.client, (event.event.version,)):
            put = but(event, event=but(event.event, version=version, permission_mode="default"))
            read_as = {name: _reading(put, _answer(put, built)) for name, built in alone.items()}
            asks = row.ask_becomes("default") == "ask"
            assert read_as == {"deny": STOPS, "ask": ASKS if asks else STOPS, "allow": RUNS}, (fixture.name, version)
            assert _reading(put, _answer(put, program())) == (ASKS if dialog else RUNS), (fixture.name, version)


def _rewritten() -> list[Fixture]:
    found = [(one, row_of(one.event())) for one in FIXTURES]
    return [one for one, row in found if row is not None and "rewrite" in row.effects]


@pytest.mark.parametrize("fixture", _rewritten(), ids=lambda one: one.name)
def test_two_rewrites_are_never_a_go_ahead(fixture: Fixture) -> None:
    built = program(_rewrites("1"), _rewrites("2"))
    for put in _situations(fixture.event()):
        assert _reading(put, _answer(put, built)) != RUNS, (put.event, put.foreign)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_failure_is_never_a_go_ahead(client: str) -> None:
    for native in natives(client):
        response = adapter_for(client).fail(native, "No.")
        document = json.loads(response.stdout or b"{}")
        assert '"allow"' not in json.dumps(document), native
        assert document.get("continue") is not True, native
        for version in VERSIONS.get(client, ("",)) if denies(client, native) else ():
            assert read(client, native, response, version=version) == STOPS, (native, version)
