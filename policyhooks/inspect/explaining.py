"""Puts an explanation together from a decision: the views of rules, what nearly fired, what has to be said besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from policyhooks.core.event import Event
from policyhooks.core.verdict import Decision, Response
from policyhooks.inspect.explanation import Answer, Explanation, view_rules
from policyhooks.inspect.rule_view import near_misses
from policyhooks.inspect.session import UNTRUSTED, Deciding
from policyhooks.runtime.engine.concealment import conceal, secrets_of
from policyhooks.runtime.engine.deciding import CARRYING, as_seen
from policyhooks.runtime.engine.inner_events import derived_events
from policyhooks.runtime.engine.servers import NOT

Decided = tuple[Event, Decision, Response]

NOTES = {
    "unknown": "no judge or command was asked; --outside ok shows the other branch",
    UNTRUSTED: "policyhooks.yaml is not trusted: no judge or command of it is started; --outside ok shows the branch",
}
TOLD = "policyhooks/layer-"  # results that no rule gave: what became of a trusted layer


def assemble(
    deciding: Deciding,
    decided: Sequence[Decided],
    milliseconds: float,
    source: Mapping[str, object],
    notes: Sequence[str] = (),
) -> Explanation:
    """Everything that is told about the first of these decisions, and what each client receives."""
    event, decision, _ = decided[0]
    programs = deciding.programs_for(event)
    sights = as_seen(event, programs)
    seen = sights[0][0]
    derived = [part for part, _ in derived_events(seen, programs)] if seen.name in CARRYING else []
    told = [result for result in decision.results if result.rule.id.startswith(TOLD)]
    ranks = {program.rank for program in programs}
    ruled = [one for one in deciding.rulebook.ruled if one.rank in ranks]
    spoken = [result for result in decision.results if result not in told]
    views = view_rules(seen, derived, spoken, ruled)
    secrets = secrets_of(seen)
    asked = [result for result in decision.results if result.rule.kind != "effect" and result.outcome == "error"]
    outside = [NOTES[deciding.outside]] if asked and deciding.outside in NOTES else []
    servers = [*server_notes(event, [one for one, _ in sights]), *script_notes(seen)]
    return Explanation(
        client=event.client,
        native=event.native,
        event=event.name,
        title=conceal(title_of(seen), secrets),
        decision=decision,
        views=views,
        near=near_misses(views),
        rules=sum(len(one.outline.rules) for one in ruled),
        answers=[answer_of(*one) for one in decided],
        digest=deciding.rulebook.digest,
        milliseconds=milliseconds,
        notes=[*notes, *servers, *deciding.rulebook.notes, *(result.why for result in told), *outside],
        secrets=secrets,
        source=source,
    )


def server_notes(event: Event, sights: Sequence[Event]) -> list[str]:
    """What the `servers` of the Configs make of an MCP call, a line for each different view of it."""
    told, found = event.mcp, []
    where = "address" if told.url else "command"
    for seen in sights:
        server = seen.mcp.server
        if server.startswith(NOT):
            found.append(f"another server took the name `{server[1:]}`: rules see it as `{server}`, by its {where}")
        elif server != told.server:
            found.append(f"by its {where} the server is `{server}`")
        elif seen.alike:
            found.append(f"the server is not `{seen.alike[0]}`, but like it: only restrictions hold for it")
        elif seen.mcp.identity != told.identity and not (told.url or told.command):
            found.append(f"{event.client} tells the name `{server}` alone: which server runs is not known")
    return list(dict.fromkeys(found))


def script_notes(event: Event) -> list[str]:
    """The files that were looked into because the call runs them, and why."""
    if event.command is None:
        return []
    found = [item for command in event.shell.commands for item in command.code if item.source == "fresh"]
    read = "is newer than the session: its text was read as if it stood in the line"
    unread = "is newer than the session, and nobody can read it: what it runs is not known"
    return list(dict.fromkeys(f"{item.path} {read if item.read else unread}" for item in found))


def title_of(event: Event) -> str:
    """What the event is about, in its own words."""
    if event.command is not None:
        return event.command
    if event.mcp.server:
        return f"{event.mcp.server}/{event.mcp.tool}"
    return event.file.path.raw or event.web.url or event.prompt.text or event.tool.name or event.text


def answer_of(event: Event, decision: Decision, response: Response) -> Answer:
    """What the client would receive."""
    out, err = response.stdout.decode("utf-8"), response.stderr.decode("utf-8")
    return Answer(event.client, event.native, decision.verdict, response.exit_code, out, err)
