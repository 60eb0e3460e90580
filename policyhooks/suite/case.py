"""The tests beside a rule, read into trials: what to send, what must come of it. Nothing runs here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from policyhooks.clients.subject import STRING_FIELDS, Subject, from_string
from policyhooks.core.effects import TABLE
from policyhooks.core.events import SUBJECT

if TYPE_CHECKING:
    from policyhooks.compiler.model.cases import Case, CommandAnswer, JudgeAnswer, Step, Tests

LineOf = Callable[..., int]

QUIET = "quiet"
ANYTHING = "any"
# What tells that a call has run, by the event that came before it.
DONE = {
    "tool.before": "tool.after",
    "shell.before": "shell.after",
    "mcp.before": "mcp.after",
    "file.write": "file.edited",
}
WORDS = (*(row.name for row in TABLE if row.tested[0]), QUIET)

# Which event a matcher speaks of, for rules on the parent of them all.
MATCHER_EVENTS = {
    "commands": "shell.before",
    "paths": "file.read",
    "mcp": "mcp.before",
    "hosts": "web.before",
    "prompts": "prompt.submit",
    "subagents": "subagent.start",
}


@dataclass(frozen=True)
class RuleUnderTest:
    """What a rule's tests need to know of it."""

    id: str  # full
    path: str
    line: int
    events: Sequence[str]
    effect: str  # of a judge or command rule: its not_ok
    clients: Sequence[str] = ()
    natives: Sequence[str] = ()


@dataclass(frozen=True)
class Trial:
    """One event to send and what must come of it. `problem` says why it cannot be sent."""

    rule: RuleUnderTest
    line: int
    expect: str
    subject: Subject
    name: str = ""
    to: object = None
    client: str = ""
    native: str = ""
    roots: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    judge: JudgeAnswer | None = None
    command: CommandAnswer | None = None
    told: str = ""  # the combined verdict, where it is another than `expect`
    by: tuple[str, ...] = ()  # full ids
    error: str = ""  # a part of why the rule fails
    todo: bool = False
    problem: str = ""
    environ: Mapping[str, str] = field(default_factory=dict)  # what the client was started with
    past: tuple[Trial, ...] = ()  # of a step: those before it, which know none themselves
    later_ms: int = 0  # than the first step
    fresh: bool = False  # a new session begins with it

    @property
    def title(self) -> str:
        """What the trial is called in reports."""
        return self.name or self.subject.title


def events_of(events: Sequence[str], matchers: Sequence[str]) -> list[str]:
    """The events that a string of the rule stands for: those of one kind, narrowed by the rule's matchers."""
    narrowed = [MATCHER_EVENTS[name] for name in matchers if name in MATCHER_EVENTS]
    if "tool.before" in events and narrowed:
        events = narrowed
    first = STRING_FIELDS.get(events[0]) if events else None
    return [event for event in dict.fromkeys(events) if STRING_FIELDS.get(event) == first]


def read_trials(rule: RuleUnderTest, tests: Tests, line_of: LineOf) -> Iterator[Trial]:
    """Every trial of a rule. `line_of` gives the line of a place inside `tests`, such as "deny", 0."""
    for word in WORDS:
        for at, text in enumerate(getattr(tests, word)):
            yield from _strings(rule, word, text, line_of(word, at))
    for at, pair in enumerate(tests.rewrite):
        for trial in _strings(rule, "rewrite", pair.from_, line_of("rewrite", at)):
            yield Trial(**{**vars(trial), "to": pair.to})
    for at, case in enumerate(tests.cases):
        yield read_case(rule, case, line_of("cases", at))
    yield from read_steps(rule, tests.steps, line_of)


def read_steps(rule: RuleUnderTest, steps: Sequence[Step], line_of: LineOf) -> Iterator[Trial]:
    """A trial for every step that expects something, with all that came before it."""
    past: list[Trial] = []
    later_ms = 0
    for at, step in enumerate(steps):
        later_ms += step.after if past else 0
        trial = read_case(rule, step, line_of("steps", at), event_of_step(rule, step))
        if step.done and trial.subject.event in DONE:
            trial = replace(trial, subject=replace(trial.subject, event=DONE[trial.subject.event]))
        elif step.done:
            trial = replace(trial, problem=f"no event tells that a `{trial.subject.event}` was done")
        use = {"tool": {"use_id": f"step {at}", **trial.roots.get("tool", {})}}
        trial = replace(
            trial,
            name=trial.name or f"step {at + 1}: {trial.title}",
            past=tuple(past),
            later_ms=later_ms,
            fresh=step.fresh,
            roots={**trial.roots, **use},
        )
        past.append(replace(trial, past=()))
        if step.expect != ANYTHING:
            yield trial


def event_of_step(rule: RuleUnderTest, step: Step) -> str:
    """The event of a step on a file, which its `op` tells; else nothing."""
    if isinstance(step.event, str) or step.file is None:
        return ""
    return "file.write" if step.file.get("op") in ("write", "edit", "delete") else "file.read"


def _strings(rule: RuleUnderTest, word: str, text: str, line: int) -> Iterator[Trial]:
    for event in rule.events or ("other",):
        try:
            subject, problem = from_string(event, text), ""
        except ValueError as error:
            subject, problem = Subject(event), str(error)
        yield Trial(rule, line, word, subject, name="" if not problem else text, problem=problem)


def read_case(rule: RuleUnderTest, case: Case, line: int, event: str = "") -> Trial:
    """The trial of a case that is written out."""
    given = {name: dict(value) for name in ROOTS_GIVEN if isinstance(value := getattr(case, name), Mapping)}
    if isinstance(case.shell, str):
        given["shell"] = {"command": case.shell}
    if isinstance(case.event, str):
        event = case.event
    event = event or event_of_case(rule.events, given, case.text is not None)
    values: dict[str, object] = {}
    for root, mine in MOVED.items():
        for name, target in mine.items():
            if name in given.get(root, {}):
                values[target] = given[root].pop(name)
    if case.text is not None:
        values["text"] = case.text
    problem = _wrong_type(values)
    subject = Subject(event) if problem else Subject(event, **values)  # type: ignore[arg-type]
    listed = case.files or ()
    return Trial(
        rule=rule,
        line=line,
        expect=case.expect,
        subject=subject,
        name=case.name or "",
        to=case.to,
        client=case.client or "",
        native=case.native or "",
        roots={root: found for root, found in given.items() if found},
        files=dict(listed) if isinstance(listed, Mapping) else dict.fromkeys(listed, ""),
        judge=case.judge,
        command=case.command,
        told=case.told or "",
        by=tuple(name if "/" in name else f"{rule.id.rpartition('/')[0]}/{name}" for name in case.by),
        error=case.error or "",
        todo=case.todo,
        problem=problem,
        environ=dict(case.env),
    )


ROOTS_GIVEN = ("event", "session", "tool", "file", "mcp", "web", "prompt", "subagent", "shell")

# Fields of the roots that a client would put into its payload, and the field of Subject that carries them there.
MOVED: dict[str, dict[str, str]] = {
    "shell": {"command": "command"},
    "file": {"path": "path", "op": "op", "content": "content", "added": "added", "removed": "removed"},
    "mcp": {"server": "server", "tool": "tool", "arguments": "arguments"},
    "web": {"url": "url", "query": "query"},
    "prompt": {"text": "text"},
    "subagent": {"task": "task"},
    "session": {"last_message": "last_message", "source": "source", "reason": "reason"},
    "tool": {"name": "tool_name", "input": "tool_input", "output": "output", "error": "error"},
}
_MAPS = ("arguments", "tool_input")


def event_of_case(events: Sequence[str], given: Mapping[str, object], has_text: bool) -> str:
    """The canonical event that a case without one means: of the rule's events the one its fields speak of."""
    roots = [root for root in given if root not in ("event", "session")]
    if has_text:
        roots.append("text")
    for event in events:
        if SUBJECT.get(event, "tool") in roots:
            return event
    if not roots or "tool" in roots:
        return events[0] if events else "other"
    return next((event for event, root in SUBJECT.items() if root in roots), "other")


def _wrong_type(values: Mapping[str, object]) -> str:
    for name, value in values.items():
        if isinstance(value, str) == (name in _MAPS) or (name in _MAPS and not isinstance(value, Mapping)):
            return f"`{name}` must be {'a map' if name in _MAPS else 'a string'}"
    return ""
