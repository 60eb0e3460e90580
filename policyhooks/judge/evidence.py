"""What a model is shown of an event: the least, masked, bounded, as one line of JSON.

Over the size cap nothing is cut: the outcome is unknown, because an attacker chooses what a cut
leaves out. It knows neither prompts nor models.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from policyhooks.evaluation.transcripts import TRANSCRIPT_TAIL
from policyhooks.judge import tells
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.transcript import tail
from policyhooks.secrets.masking import find, mask, replace

SIZE_LIMIT = 100_000
STOP_EVENTS = ("agent.stop", "subagent.stop")
# Where agents explain their own calls; a reviewer must judge what is done, not what is said about it.
_PROSE = ("description", "explanation", "justification", "rationale")
# Characters that a person would not see: they reach the model as escapes.
_HIDDEN = re.compile(
    "[\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ue000-\uf8ff\U000e0000-\U0010ffff]"
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """The JSON text, and the names of the tells in it."""

    text: str
    signs: tuple[str, ...] = ()


def prepare(value: object, event: str, transcript: str, limit: int = SIZE_LIMIT) -> Evidence:
    """An event's evidence. Raises Undecided (too-large, injection, transcript)."""
    shown = _expanded(value, event, transcript)
    if event not in STOP_EVENTS:
        shown = _without_prose(shown)
    if sum(map(len, tells.texts(shown))) > limit:
        raise Undecided("too-large", "the event is too large for a model to judge")
    fake = tells.find_fake(shown)
    if fake:
        raise Undecided("injection", f"the event holds text that {fake}")
    text = json.dumps(masked(shown), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = _HIDDEN.sub(lambda found: json.dumps(found.group())[1:-1], text)
    if len(text) > limit:
        raise Undecided("too-large", "the event is too large for a model to judge")
    return Evidence(text, tells.find(shown))


def masked(value: object, name: str = "") -> object:
    """A JSON value with every secret replaced by its placeholder, keys included."""
    if isinstance(value, str):
        return _masked_text(value, name)
    if isinstance(value, dict):
        return {mask(key): masked(inner, key) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [masked(inner, name) for inner in value]
    return value


def _masked_text(text: str, name: str) -> str:
    """A text without secrets; the name it is given can be what tells that it is one."""
    shown = mask(text)
    if shown == text and name and "\n" not in text:
        label = f'{name}="'
        spans = [
            (start - len(label), end - len(label), kind) for start, end, kind in find(label + text + '"', wide=True)
        ]
        inside = [span for span in spans if 0 <= span[0] < span[1] <= len(text)]
        return replace(text, inside, "[SECRET:{kind}]") if inside else text
    return shown


def _without_prose(value: object) -> object:
    """A client's payload without what the agent says about its own call."""
    if not isinstance(value, dict):
        return value
    call = next((name for name in ("tool_input", "toolArgs") if isinstance(value.get(name), dict)), None)
    if call is None:
        return value
    return {**value, call: {key: inner for key, inner in value[call].items() if key not in _PROSE}}


def _expanded(value: object, event: str, transcript: str) -> object:
    """The value with its transcript tails read; only stop events may look at the conversation."""
    if not isinstance(value, dict):
        return value
    shown = {}
    for key, inner in value.items():
        if isinstance(inner, dict) and set(inner) == {TRANSCRIPT_TAIL}:
            count = inner[TRANSCRIPT_TAIL]
            if event not in STOP_EVENTS or not isinstance(count, int) or isinstance(count, bool):
                raise Undecided("transcript", "the conversation can only be shown on stop events")
            inner = tail(transcript, count)
        shown[key] = inner
    return shown
