"""What a gap in coverage means and what to do about it, by its kind, its cause and how the installation stands now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from policyhooks.clients.catalog import rows
from policyhooks.clients.facts import doctor_of
from policyhooks.doctor.switches import off_switches
from policyhooks.doctor.target import Target
from policyhooks.history.coverage.gap_causes import EVENT, OLDER, SESSION, SINGLE, SUBAGENT, TOOL
from policyhooks.history.coverage.measured_coverage import AMBIGUOUS, DUPLICATE, IGNORED, LATE, UNCOVERED, Sort

Advice = tuple[str, str]  # what it means; what to do
LONGEST = 80


def tell(sort: Sort, count: int) -> str:
    """What was seen, in a few words."""
    words = {
        UNCOVERED: "without a decision",
        IGNORED: "denied, and a result all the same",
        LATE: "decided after the result was there",
        DUPLICATE: "decided more than once",
        AMBIGUOUS: "perhaps without a decision",
    }
    calls = f"{count} call{'s' if count > 1 else ''} of {short(sort.tool)}"
    where = f"{sort.client} {short(sort.version)}".strip() + (", sub-agent" if sort.agent else "")
    mode = f", mode {short(sort.mode)}" if sort.mode else ""
    return f"{calls} {words[sort.kind]} ({where}{mode})"


def short(text: str) -> str:
    """A text of a transcript: nobody has promised that it is a name."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def advise(sort: Sort, target: Target, versions: set[str]) -> Advice:
    """What it means, and a command or a sentence."""
    if sort.kind == UNCOVERED:
        message, repair = CAUSES[sort.cause](sort, target)
        decided = sorted(map(short, filter(None, versions)))[:3]
        if decided and sort.cause in (EVENT, TOOL, SUBAGENT):
            message += f"; version {', '.join(decided)} did start it"
        return message, repair
    return OTHERS[sort.kind](sort, target)


def _older(sort: Sort, target: Target) -> Advice:
    return (
        "the session began before the installation, and a client reads its entries when it starts",
        f"end the sessions of {sort.client} that began before, and start them anew",
    )


def _session(sort: Sort, target: Target) -> Advice:
    for file, switch in off_switches(target):
        return f"`{'.'.join(switch.key)}` in {file} {switch.effect}", target.repair("hooks-off")
    if _lacking(target):
        return f"{target.place.file} has no entry of ours", target.reinstall
    way = doctor_of(target.place.client).command_line
    return (
        f"nothing of these sessions was decided: hooks were off, the folder not trusted, or other settings used; {way}",
        f"see how {sort.client} was started there, then `policyhooks doctor {target.words()}`",
    )


def _event(sort: Sort, target: Target) -> Advice:
    lacking = [native for native in _natives(sort) if not target.ours(native)]
    if lacking:
        return f"{target.place.file} has no entry of ours for {lacking[0]}", target.reinstall
    return (
        "other events of these sessions were decided, calls were not: the entry for them was not there then",
        f"policyhooks doctor {target.words()}",
    )


def _tool(sort: Sort, target: Target) -> Advice:
    matcher = next(_matchers(sort, target), "")
    if matcher:
        return f"the matcher `{matcher}` of our entry leaves it out", target.reinstall
    lacking = _event(sort, target)
    if "has no entry" in lacking[0]:
        return lacking
    check, tool = f"`policyhooks doctor {target.words()}`", short(sort.tool)
    return (
        f"other tools were decided: our entry had a matcher then, or {sort.client} starts no hook for {tool}",
        f"{check}; if nothing is wrong now, keep {tool} in check by the client's own permissions",
    )


def _subagent(sort: Sort, target: Target) -> Advice:
    return (
        "calls of the main agent were decided, none of its sub-agents",
        f"update {sort.client}; until then keep sub-agents out by a rule on subagent.start",
    )


def _single(sort: Sort, target: Target) -> Advice:
    return (
        "other such calls were decided: the entries were changed in between, or the hook was ended before it wrote",
        f"`policyhooks log verify {target.words()}` and `policyhooks doctor {target.words()}`",
    )


def _ignored(sort: Sort, target: Target) -> Advice:
    return (
        "the client did not obey the answer",
        f"update {sort.client}; `policyhooks clients --client {sort.client}` says which answers it obeys",
    )


def _late(sort: Sort, target: Target) -> Advice:
    return (
        "the client did not wait for the answer: its time-out is too short, or the entry runs in the background",
        f"policyhooks doctor {target.words()}",
    )


def _duplicate(sort: Sort, target: Target) -> Advice:
    return (
        "our entry stands more than once in what the client reads",
        f"`policyhooks doctor {target.words()}`, and look at its other settings files",
    )


def _ambiguous(sort: Sort, target: Target) -> Advice:
    return (
        "calls that are alike at the same time, a call that may not have run, or an event that the hook could not read",
        "nothing, unless there are many: then compare the times with `policyhooks log`",
    )


CAUSES: Mapping[str, Callable[[Sort, Target], Advice]] = {
    OLDER: _older,
    SESSION: _session,
    EVENT: _event,
    TOOL: _tool,
    SUBAGENT: _subagent,
    SINGLE: _single,
}
OTHERS: Mapping[str, Callable[[Sort, Target], Advice]] = {
    IGNORED: _ignored,
    LATE: _late,
    DUPLICATE: _duplicate,
    AMBIGUOUS: _ambiguous,
}


def _lacking(target: Target) -> bool:
    return not any(target.ours(native) for native in target.hooks)


def _natives(sort: Sort) -> list[str]:
    """The client's own names of what is asked before a call of any tool."""
    return list(dict.fromkeys(row.native for row in rows(sort.client) if row.event == "tool.before"))


def _matchers(sort: Sort, target: Target) -> Iterator[str]:
    for native in _natives(sort):
        for entry in target.ours(native):
            matcher = entry.get("matcher") if isinstance(entry, Mapping) else None
            if isinstance(matcher, str) and matcher not in ("", "*"):
                yield matcher
