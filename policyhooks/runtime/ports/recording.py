"""Makes the journal's record of a decision: masked input, bodies as length and keyed hash, rule results.

The keys are documented in journal.py. It writes nothing.
"""

from __future__ import annotations

import time

from policyhooks.clients.answers import settle
from policyhooks.clients.catalog import row_of
from policyhooks.core.program import RANKS, TRUSTED
from policyhooks.core.values import is_given
from policyhooks.runtime.ports.journal import VERSION
from policyhooks.runtime.ports.journal_head import keyed_hash
from policyhooks.secrets.masking import find, mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision, RuleResult
    from policyhooks.runtime.engine.command_secrets import Concealed

# Payload keys that hold file contents, prompts, outputs or the agent's own prose.
BODIES = frozenset(
    "content contents file_text new_string old_string edits prompt prompt_text tool_response tool_output toolResult"  # noqa: SIM905
    " output result_json llm_request llm_response prompt_response text last_assistant_message agent_message message"
    " delta summary patch new_source task description custom_instructions compact_summary initialPrompt error"
    " additional_context attachments".split()
)
LONGEST = 4000  # a longer string is kept like a body


def stamp(seconds: float) -> str:
    """A time as text."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds % 1 * 1000):03d}Z"


def record_of(
    event: Event,
    decision: Decision,
    *,
    exit_code: int,
    stdin: bytes,
    key: bytes,
    programs: Sequence[str],
    bodies: str = "none",
    timings: Mapping[str, float],
    request: str = "",
) -> dict[str, object]:
    """The record of one decision."""
    secrets = _secrets_of(event)
    record: dict[str, object] = {
        "v": VERSION,
        "time": stamp(time.time()),
        "kind": "decision",
        "client": event.client,
        "version": event.event.version,
        "native": event.native,
        "event": event.name,
        "session": event.session.id,
        "tool": event.tool.name,
        "cwd": _hidden(mask(event.event.cwd), secrets),
        "verdict": told(event, decision),
        "by": list(decision.rules),
        "rules": results_of(decision.results, secrets),
        "error": decision.error,
        "ms": {name: round(value * 1000, 2) for name, value in timings.items()},
        "programs": list(programs),
        "input": _hidden(masked(event.payload, key, bodies), secrets),
        "input_hash": keyed_hash(key, stdin),
        "answer": exit_code,
        "request": request,
    }
    return {name: value for name, value in record.items() if value not in ("", [])}


def hide(value: object, event: Event) -> object:
    """The same with secrets masked, and without what the event's commands give away."""
    return _hidden(_mask_all(value), _secrets_of(event))


def told(event: Event, decision: Decision) -> str:
    """The verdict that the client hears: an ask may be left to another event."""
    if decision.verdict == "pass":
        return "pass"
    return settle(row_of(event), event, decision)


def failure_of(
    client: str, native: str, error: str, *, exit_code: int, stdin: bytes, key: bytes, programs: Sequence[str]
) -> dict[str, object]:
    """The record of an event that could not be read or decided."""
    return {
        "v": VERSION,
        "time": stamp(time.time()),
        "kind": "decision",
        "client": client,
        "native": native,
        "event": "unreadable",
        "verdict": "deny" if exit_code == 2 else "pass",
        "rules": [],
        "error": error,
        "programs": list(programs),
        "input_hash": keyed_hash(key, stdin),
        "answer": exit_code,
    }


def later_of(event: Event, results: Sequence[RuleResult], answered: int, programs: Sequence[str]) -> dict[str, object]:
    """The second record: audit judges and commands that ran after the answer `answered`."""
    return {
        "v": VERSION,
        "time": stamp(time.time()),
        "kind": "later",
        "client": event.client,
        "native": event.native,
        "event": event.name,
        "session": event.session.id,
        "of": answered,
        "rules": results_of(results, _secrets_of(event)),
        "programs": list(programs),
    }


def results_of(results: Iterable[RuleResult], secrets: Sequence[Concealed] = ()) -> list[dict[str, object]]:
    """What every rule came to that did not simply stay clear; of a model's ok too there is a trace."""
    found = []
    for result in results:
        if result.outcome == "clear" and result.judged is None:
            continue
        one: dict[str, object] = {"id": result.rule.id, "outcome": result.outcome, "effect": result.effect}
        if result.would != result.effect:
            one["would"] = result.would
        if result.why:
            one["why"] = str(_hidden(mask(result.why), secrets))
        if result.derived:
            one["derived"] = str(_hidden(mask(result.derived[:LONGEST]), secrets))
        if result.rule.mode != "enforce":
            one["mode"] = result.rule.mode
        if result.rule.rank >= TRUSTED:
            one["rank"] = RANKS[result.rule.rank]  # its id may be that of an installed rule
        if result.judged is not None:
            one["judge"] = _hidden(_mask_all(result.judged), secrets)  # a model may repeat what it was shown
        found.append(one)
    return found


def _secrets_of(event: Event) -> Sequence[Concealed]:
    """What the commands of an event give away; an event without any loads nothing."""
    if event.command is None and not (is_given(event, "held") and event.held.commands):
        return ()
    from policyhooks.runtime.engine.concealment import secrets_of

    return secrets_of(event)


def _hidden(value: object, secrets: Sequence[Concealed]) -> object:
    if not secrets:
        return value
    from policyhooks.runtime.engine.concealment import conceal_all

    return conceal_all(value, secrets)


def masked(payload: Mapping[str, object], key: bytes, bodies: str) -> object:
    """A payload for keeping. One search over all of its short texts decides whether any needs masking."""
    texts: list[str] = []
    shape = _reduce(payload, "", key, bodies, texts)
    return _mask_all(shape) if find("\n".join(texts).replace("=\n", "="), wide=True) else shape


def _reduce(value: object, name: str, key: bytes, bodies: str, texts: list[str]) -> object:
    if isinstance(value, str):
        if (name in BODIES and bodies != "masked") or len(value) > LONGEST:
            return {"length": len(value), "hash": keyed_hash(key, value.encode("utf-8", "surrogatepass"))[:32]}
        texts.append(value)
        return value
    if isinstance(value, dict):
        reduced = {}
        for inner, one in value.items():
            texts.append(f"{inner}=")  # a name beside its value, so that `password` gives its value away
            reduced[inner] = _reduce(one, name if name in BODIES else inner, key, bodies, texts)
        return reduced
    if isinstance(value, list):
        return [_reduce(one, name, key, bodies, texts) for one in value]
    return value


def _mask_all(value: object) -> object:
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        # A secret that stands beside the name that tells it apart is found by reading both.
        return {mask(name): _mask_named(name, inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_mask_all(inner) for inner in value]
    return value


def _mask_named(name: str, value: object) -> object:
    if isinstance(value, str) and find(f'"{name}": "{value}"', wide=True) and not find(value, wide=True):
        return "[SECRET:assigned]"
    return _mask_all(value)
