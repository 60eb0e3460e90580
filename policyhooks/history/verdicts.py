"""What policies make of an event of the past: the pure function behind scan and replay.

INVARIANT: nothing that an event names is touched. Links are not followed, repositories not looked at, no judge is
asked and no command run: where a verdict hangs on one of these, it is not known.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from policyhooks.clients.errors import MalformedPayload
from policyhooks.core.event import Event
from policyhooks.core.events import SUBJECT
from policyhooks.core.looks import place_witness
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from policyhooks.history.past_events import PastEvent
from policyhooks.history.prose import SHELL, is_prose, reads_raw_input
from policyhooks.history.recorded_answers import Answers, DigestOf, answers_for
from policyhooks.history.seen_again import Again, Seen, forget
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.rulebook import Rulebook
from policyhooks.inspect.session import Answering, Deciding, home_of
from policyhooks.runtime.engine.completing import MachineView
from policyhooks.runtime.engine.concealment import conceal_all, secrets_of
from policyhooks.runtime.engine.deciding import decide
from policyhooks.runtime.engine.remembering import Recall
from policyhooks.runtime.engine.session import read_event, with_memory
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
from policyhooks.runtime.ports.memory_commit import NAMES
from policyhooks.runtime.ports.recording import told
from policyhooks.secrets.masking import mask

BUDGET_S = 30.0
LONGEST = 400
UNKNOWN = "unknown"
UNREADABLE = "its payload cannot be read"
ASKED_OUTSIDE = "a judge or a command decides it"
BROKEN = "the engine could not decide it"
NOT_KEPT = "something of it was not kept"
NOT_SEEN = "the hook had not looked at what it hangs on"
NOT_REMEMBERED = "what was remembered then is not in these records"


@dataclass(frozen=True)
class Judged:
    """A verdict as the client would be told: deny, ask, allow, pass, or unknown with the reason in `why`."""

    verdict: str
    rules: tuple[str, ...] = ()
    severity: int = 0
    redacts: bool = False
    why: str = ""
    event: str = ""
    text: str = ""  # masked; only of what is not simply passed


class Silent(Answering):
    """Surroundings in which nobody is asked; it notes that somebody would have been, but for recorded answers."""

    __slots__ = ("answers", "asked", "call")

    def __init__(
        self, place: MachineView, outcome: str, machine: str, call: PastEvent, answers: Answers, past: Past
    ) -> None:
        super().__init__(place, outcome, machine, past=past)
        self.call, self.answers = call, answers
        self.asked = False

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        recorded = [self.answers.find(self.call, request) for request in judges]
        self.asked = self.asked or bool(commands) or None in recorded
        others, ran = super().consult(judges, commands, end)
        return [found or other for found, other in zip(recorded, others, strict=True)], ran

    def has_entry(self, client: str, native: str) -> bool:
        return True


class Bench:
    """Decides one event after the other by one rulebook."""

    def __init__(self, rulebook: Rulebook, home: str = "", digest_of: DigestOf | None = None) -> None:
        """With `digest_of`, the judge's name for a prompt, answers that journals hold are given again."""
        self.rulebook = rulebook
        self.home = home
        self.deciding = Deciding(rulebook, outside="unknown", home=home, links=False)
        self.reads_prose = reads_raw_input(rulebook.programs)
        self.answers = answers_for(rulebook.programs, digest_of)
        self.past = Past()
        self.pasts: dict[str, Past] = {}

    def begin(self) -> None:
        """Another segment: what is remembered begins with its first event."""
        self.past = Past()
        self.pasts = {}

    def turn_to(self, source: str) -> None:
        """The transcript or journal of the next event, of several in a segment; each has a past of its own."""
        if source not in self.pasts:
            self.pasts[source] = Past()
        self.past = self.pasts[source]

    def judge_kept(self, past: PastEvent) -> Judged:
        """The same, unless something was not kept that could matter."""
        if past.unknown and (self.reads_prose or not is_prose(past.unknown)):
            return Judged(UNKNOWN, why=NOT_KEPT)
        judged = self.judge(past)
        return Judged(UNKNOWN, why=NOT_KEPT) if past.unknown and judged.event != SHELL else judged

    def judge(self, past: PastEvent) -> Judged:
        """The verdict before a call, and whether its result would have been redacted or withheld."""
        before = self._judge(past, past.native, past.payload)
        if not past.after_native or before.verdict == "deny":
            return before
        after = self._judge(past, past.after_native, past.after)
        if not after.redacts and after.verdict != "deny":
            return before
        rules = tuple(dict.fromkeys((*before.rules, *after.rules)))
        severity = max(before.severity, after.severity)
        text = before.text or after.text
        return Judged(before.verdict, rules, severity, True, before.why, before.event, text)

    def consider(self, past: PastEvent) -> tuple[Event, Decision] | None:
        """A call and all that came of it; None where it cannot be decided without asking somebody."""
        past = replace(past, seen={})  # the event goes on to others, who see nothing of that machine
        try:
            event, decision, asked = self._decide(past, past.native, past.payload, "ok")
            self.past.keep(event, decision)
        except Exception:  # noqa: BLE001 - as above: what cannot be read or decided is no more than not known
            return None
        return None if asked or decision.error else (event, decision)

    def _judge(self, past: PastEvent, native: str, payload: Mapping[str, object]) -> Judged:
        if not past.seen:
            return self._judge_there(past, native, payload)
        seen = Seen(past.seen.get("looks"))
        forget()
        place_witness(seen)
        try:
            judged = self._judge_there(past, native, payload)
        finally:
            place_witness(None)
        return Judged(UNKNOWN, why=NOT_SEEN, event=judged.event) if seen.missing else judged

    def _judge_there(self, past: PastEvent, native: str, payload: Mapping[str, object]) -> Judged:
        try:
            event, decision, asked = self._decide(past, native, payload, "ok")
            other = self._decide(past, native, payload, "not-ok") if asked else None
            known = is_remembered(past, decision)
            self.past.keep(event, decision)
            verdict = told(event, decision)
            if other is not None and told(other[0], other[1]) != verdict:
                rules = tuple(other[1].rules or decision.rules)
                return Judged(UNKNOWN, rules, why=ASKED_OUTSIDE, event=event.name, text=describe(event))
        except MalformedPayload:
            return Judged(UNKNOWN, why=UNREADABLE)
        except Exception:  # noqa: BLE001 - a bug on one event of the past is counted, and takes no other with it
            return Judged(UNKNOWN, why=BROKEN)
        if decision.error or not known:
            return Judged(UNKNOWN, why=BROKEN if decision.error else NOT_REMEMBERED, event=event.name)
        redacts = decision.output is not None
        if verdict == "pass" and not redacts:
            return Judged("pass", event=event.name)
        rules = tuple(decision.rules) if verdict != "pass" else ()
        if redacts:
            rules = (*rules, *(one.rule.id for one in decision.results if one.effect in ("redact", "replace")))
        severity = max((one.rule.severity for one in decision.results if one.rule.id in rules), default=0)
        return Judged(verdict, tuple(dict.fromkeys(rules)), severity, redacts, "", event.name, describe(event))

    def _decide(
        self, past: PastEvent, native: str, payload: Mapping[str, object], answer: str
    ) -> tuple[Event, Decision, bool]:
        outside: Silent | Again
        if past.seen:
            outside = Again(past.seen, answer, past, self.answers, self.past)
        else:
            place = self.deciding.place(self.home or home_of(payload))
            outside = Silent(place, answer, self.rulebook.machine, past, self.answers, self.past)
        event = read_event(past.client, native, payload, outside.environ, outside.place)
        moment = 0 if past.seen else nanoseconds(past.at)
        if moment:
            event = but(event, event=but(event.event, time_ns=moment))
        end = time.monotonic() + BUDGET_S
        event = with_memory(event, self.rulebook.programs, outside)
        decision = decide(event, self.rulebook.programs, budget=end, outside=outside)
        return event, decision, outside.asked


def is_remembered(past: PastEvent, decision: Decision) -> bool:
    """Whether what was remembered is what the hook had read, as far as its record says."""
    asked = decision.memory
    if not past.seen or not isinstance(asked, Recall):
        return True
    read = {NAMES[scope]: -1 if kept.unknown else kept.version for scope, kept in asked.known.items()}
    return not past.remembered or read == past.remembered


def nanoseconds(at: str) -> int:
    """A time of the past as rules see it; 0 where it is none."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return 0
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return max(0, int(moment.timestamp() * 1_000_000) * 1000)


def describe(event: Event) -> str:
    """What an event is about in one masked text."""
    root = SUBJECT.get(event.name, "tool")
    if event.command is not None:
        text = event.command
    elif root == "file":
        text = f"{event.tool.name} {event.file.path.raw}"
    elif root == "mcp":
        text = f"{event.mcp.server}/{event.mcp.tool}"
    elif root == "web":
        text = event.web.url or event.web.query
    elif root == "prompt":
        text = "a prompt"
    else:
        text = event.tool.name or event.name
    return str(conceal_all(mask(text[:LONGEST]), secrets_of(event)))
