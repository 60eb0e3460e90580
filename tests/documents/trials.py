"""The statements of the documents, and how each is tried on the real code."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from policyhooks.clients.facts import edition_of, install_of, installable
from policyhooks.clients.registry import adapter_for
from policyhooks.compiler.compile import compile_policies
from policyhooks.compiler.versions import told_version
from policyhooks.core.event import Event
from policyhooks.core.events import EVENTS
from policyhooks.core.program import rank_of, source_loader
from policyhooks.core.strict_json import parse
from policyhooks.core.values import Record
from policyhooks.inspect.place import make_place
from policyhooks.installation.entries import timeout_of
from policyhooks.runtime.engine.deciding import decide
from policyhooks.runtime.engine.selection import open_program
from policyhooks.runtime.engine.session import read_event
from policyhooks.runtime.ports.outside_world import Outside
from tests.runtime.programs import NOW, RuleSource, program, rule

HERE = Path(__file__).resolve().parent
TABLE = HERE / "statements.yaml"
KINDS = ("reads", "lacks", "answers", "fails", "entry", "natives", "knows", "place", "tells", "matches", "test", "open")
PLACE = make_place(links=False)
COMMON = {
    "cursor": {"conversation_id": "conv-1", "generation_id": "gen-1", "workspace_roots": ["/w/project"]},
    "claude-code": {},
}
WORDS = {"user": lambda e: "USER", "agent": lambda e: "AGENT"}
RULES: dict[str, list[RuleSource]] = {
    "none": [],
    "deny": [rule("deny", "deny", WORDS, events=EVENTS)],
    "ask": [rule("ask", "ask", WORDS, events=EVENTS)],
    "allow": [rule("allow", "allow", WORDS, events=EVENTS)],
    "halt": [rule("halt", "deny", WORDS, events=EVENTS, halt=True)],
    "warn": [rule("warn", "warn", {"user": lambda e: "WARN"}, events=EVENTS)],
    "context": [rule("context", "context", {"context": lambda e: "CONTEXT"}, events=EVENTS)],
    "context+context": [
        rule("a", "context", {"context": lambda e: "CONTEXT"}, events=EVENTS),
        rule("b", "context", {"context": lambda e: "MORE"}, events=EVENTS),
    ],
    "feedback": [rule("feedback", "feedback", WORDS, events=EVENTS)],
    "followup": [rule("followup", "followup", {"followup": lambda e: "FOLLOWUP"}, events=EVENTS)],
    "env": [rule("env", "env", {"env": lambda e: {"A": "1"}}, events=EVENTS)],
    "rewrite": [rule("rewrite", "rewrite", {"rewrite": lambda e: {"shell.command": "npm ci"}}, events=EVENTS)],
}
RULES["silent"] = [rule("silent", "context", {"context": lambda e: "CONTEXT"}, events=EVENTS, suppress=True)]
RULES["end"] = [rule("end", "end", {"user": lambda e: "USER"}, events=EVENTS)]
RULES["end+followup"] = [*RULES["end"], *RULES["followup"]]
RULES["rewrite+allow"] = [*RULES["rewrite"], *RULES["allow"]]
RULES["rewrite+ask"] = [*RULES["rewrite"], *RULES["ask"]]
POLICY = {
    "apiVersion": "policyhooks/v1",
    "kind": "Policy",
    "metadata": {"id": "statement", "title": "t", "owner": "a@acme.example"},
}


@dataclass(frozen=True)
class Statement:
    """One row, with what its section says."""

    id: str
    document: str
    at: str
    says: str
    kind: str
    client: str
    native: str
    payload: Mapping[str, Any]
    row: Mapping[str, Any]

    @property
    def sent(self) -> dict[str, Any]:
        """The payload as the client would send it."""
        whole = {**COMMON[self.client], "hook_event_name": self.native, **self.payload}
        return {key: value for key, value in whole.items() if key != self.row.get("without")}

    def read(self, payload: Mapping[str, Any] | None = None) -> Event:
        environ = self.row.get("environ", {})
        return read_event(self.client, self.native, dict(payload or self.sent), environ, PLACE)


class Here(Outside):
    """Surroundings without a state folder."""

    def now(self) -> float:
        return NOW

    def count_followup(self, session: str, rule_id: str) -> int:
        return 1


@cache
def load() -> tuple[Mapping[str, str], tuple[Statement, ...]]:
    """The documents by name, and every statement."""
    with TABLE.open(encoding="utf-8") as file:
        table = yaml.safe_load(file)
    found = []
    for section in table["sections"]:
        for row in section["rows"]:
            (kind,) = [kind for kind in KINDS if kind in row]
            found.append(
                Statement(
                    row["id"],
                    section["document"],
                    section["at"],
                    row["says"],
                    kind,
                    section["client"],
                    row.get("native", section["native"]),
                    row.get("payload", section.get("payload", {})),
                    row,
                )
            )
    return table["documents"], tuple(found)


def value_at(whole: Any, path: str) -> Any:
    """What stands at a dotted path of a record, a map or a list; None where there is nothing."""
    for part in path.split("."):
        if isinstance(whole, Record):
            whole = getattr(whole, part)
        elif isinstance(whole, (list, tuple)):
            whole = whole[int(part)] if int(part) < len(whole) else None
        else:
            whole = whole.get(part) if isinstance(whole, dict) else None
    return list(whole) if isinstance(whole, tuple) else whole


def is_supplied(event: Event, field: str) -> bool:
    names = field.split(".")
    return names[0] in event.supplied or ".".join(names[:2]) in event.supplied or names[0] == "shell"


def try_reads(one: Statement) -> None:
    ((key, field),) = one.row["reads"].items()
    event = one.read()
    found = value_at(event, field)
    if "has" in one.row:
        assert one.row["has"] in found
        return
    assert found == one.row.get("is", value_at(one.sent, key)), (field, found)
    assert is_supplied(event, field), f"{field} is not supplied"


def try_lacks(one: Statement) -> None:
    assert one.row["lacks"] not in one.read().supplied


def try_answers(one: Statement) -> None:
    ((name, wanted),) = one.row["answers"].items()
    event = one.read()
    outside = Here("", "", {}, PLACE)
    decision = decide(event, [program(*RULES[name])], budget=1e12, outside=outside)
    compare(one, adapter_for(one.client).render(event, decision), wanted)


def try_fails(one: Statement) -> None:
    compare(one, adapter_for(one.client).fail(one.native, "it broke"), one.row["fails"])


def compare(one: Statement, response: Any, wanted: Mapping[str, Any]) -> None:
    document = parse(response.stdout) if response.stdout else {}
    if not wanted:
        assert document == {}, document
    for path, value in wanted.items():
        assert value_at(document, path) == value, (path, document)
    if "exit" in one.row:
        assert response.exit_code == one.row["exit"]
    assert one.row.get("stderr", "") in str(response.stderr)


def try_entry(one: Statement) -> None:
    ((path, value),) = one.row["entry"].items()
    client = install_of(one.client)
    made = client.handler(one.native, "COMMAND", timeout_of(one.client, one.native), 10).document()
    whole = {**made, "skeleton": dict(client.skeleton), "plugin_root": client.plugin_root}
    assert value_at(whole, path) == value, whole


def try_natives(one: Statement) -> None:
    assert [native for native in one.row["natives"] if not installable(one.client, native)] == []


def try_knows(one: Statement) -> None:
    ((version, known),) = one.row["knows"].items()
    edition = edition_of(one.client, told_version(version))
    assert edition is not None
    assert sorted(edition.natives) == sorted(known)


def try_tells(one: Statement) -> None:
    ((name, words),) = one.row["tells"].items()
    assert words in str(getattr(install_of(one.client), name))


def try_place(one: Statement) -> None:
    ((where, path),) = one.row["place"].items()
    sources = install_of(one.client).sources
    entries = [source for source in sources if source.holds == "entries"]
    found = {
        **{source.scope: [source.path] for source in entries},
        "macos": [source.macos for source in entries],
        "windows": [source.windows for source in entries],
        "more": [source.path for source in sources if source.holds == "more"],
    }
    assert path in found[where]


def try_matches(one: Statement, folder: Path) -> None:
    case = one.row["matches"]
    message = {"user": "u", "agent": "a"}
    made: dict[str, Any] = {"id": "r", "match": case["match"], "effect": case.get("effect", "deny"), "message": message}
    if "when" in case:
        made["when"] = case["when"]
    path = folder / "policy.yaml"
    path.write_text(yaml.safe_dump({**POLICY, "rules": [made]}), encoding="utf-8")
    loaded = open_program(source_loader(compile_policies([str(path)]).modules), rank_of("managed"))
    for payloads, fired in ((case["fires"], True), (case["quiet"], False)):
        for payload in payloads:
            event = one.read({**COMMON[one.client], "hook_event_name": one.native, **payload})
            decision = decide(event, [loaded], budget=1e12, outside=Here("", "", {}, PLACE))
            assert any(result.effect for result in decision.results) is fired, payload


TRIALS = {
    "reads": try_reads,
    "lacks": try_lacks,
    "answers": try_answers,
    "fails": try_fails,
    "entry": try_entry,
    "natives": try_natives,
    "knows": try_knows,
    "place": try_place,
    "tells": try_tells,
}
