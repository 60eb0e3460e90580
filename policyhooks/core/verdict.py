"""Rule results, the decision and the response: the values between engine and client. Effects are in effects.py."""

from __future__ import annotations

from policyhooks.core.effects import PASS
from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.program import Memory, Rule

SEVERITIES = ("info", "low", "medium", "high", "critical")


class Moved(Exception):
    """What a decision rests on has changed since it was read; nothing of it is stored."""


class RuleResult(Record):
    """What one rule came to.

    `outcome`: fired, clear, error, skipped. `effect` is what counts after mode, exception and
    error handling (a verdict, a modifier, or "" for none); `would` is what it would have been
    without audit mode or an exception. `why` names the mode, exception or cause in a few words.
    """

    rule: Rule
    outcome: str = "clear"
    effect: str = ""
    would: str = ""
    why: str = ""
    user: str = ""
    agent: str = ""
    value: object = None  # of a modifier: the rewrite map, context text, redaction, env map, follow-up text
    derived: str = ""  # the path or command of the derived event it fired on
    judged: Mapping[str, object] | None = None  # of a prompt rule that was put to the judge: what came of it


class Lifting(Record):
    """What became of a deny that a person can lift (law 10): a lift that is used, or a ticket to ask for one."""

    ticket: str = ""
    granted: bool = False
    words: str = ""  # for the user
    told: Mapping[str, object] = {}  # for the record: ticket, who, reason


class Decision(Record):
    """The combined answer to one event, before it is put into a client's words."""

    verdict: str = PASS
    user: str = ""
    agent: str = ""
    rules: Sequence[str] = ()  # full ids of the rules whose verdict won
    halt: bool = False
    warnings: Sequence[str] = ()
    contexts: Sequence[str] = ()
    feedback: Sequence[str] = ()  # for the agent, about what it has done
    rewrite: Mapping[str, object] | None = None  # dotted field -> new value
    output: object = None  # redacted tool output in the tool's own result shape, or what a rule puts in its place
    followup: str = ""
    env: Mapping[str, str] | None = None
    endings: Sequence[str] = ()  # why the turn ends, for the user
    retries: Sequence[str] = ()  # why the agent may try again
    suppress: bool = False  # nothing of the answer is for the user, and no rule wants it printed
    remember: Sequence[Mapping[str, object]] = ()  # with an allow: rules and destination, for the client to keep
    results: Sequence[RuleResult] = ()
    later: Sequence[object] = ()  # judges and commands in audit mode: they run after the answer (law 8)
    left: bool = False  # an ask that the specific event of the same call will put (runtime/engine/asking.py)
    memory: Memory | None = None  # what was asked of the past, and what the event adds (runtime/engine/remembering.py)
    lift: Lifting | None = None  # a lift that it rests on, or a ticket that it gives (runtime/engine/lifting.py)
    error: str = ""  # why the engine itself could not decide; the verdict is then the fail answer


class Response(Record):
    """What the hook process does: INVARIANT: stdout is empty or exactly one JSON document."""

    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int = 0
    append_path: str = ""  # a file of the client that gets `append_text` before stdout is written
    append_text: bytes = b""
