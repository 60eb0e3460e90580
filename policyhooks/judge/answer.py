"""Reads a model's answer strictly: exactly one object {ok, reason, criterion, confidence}, or nothing.

A lenient reader is an injection route: whoever can make the model quote text could place a verdict
in it. So prose around the object, two objects, wrong types and extra keys are all "unparsable".
"""

from __future__ import annotations

import unicodedata

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.judge.opinion import Opinion, Undecided

# The JSON schema that models with structured output are held to.
SCHEMA: dict[str, object] = {
    "type": "object",
    # In this order: a model that writes its reason first has thought before it decides.
    "properties": {
        "reason": {"type": "string"},
        "criterion": {"type": "string"},
        "ok": {"type": "boolean"},
        # A few steps: a small model that is held to "a number" may write digits without end.
        "confidence": {"type": "number", "enum": [0, 0.25, 0.5, 0.75, 0.9, 1]},
    },
    "required": ["reason", "criterion", "ok", "confidence"],
    "additionalProperties": False,
}
KEYS = frozenset({"ok", "reason", "criterion", "confidence"})
CRITERION_LIMIT = 40
TEXT_LIMIT = 20_000
REASON_LIMIT = 500
_FENCE = "```"
_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")


def read(text: str | None, finish_reason: str | None) -> Opinion:
    """The opinion in an answer. Raises Undecided."""
    if finish_reason != "stop":
        cause = "refused" if finish_reason == "content_filter" else "unparsable"
        raise Undecided(cause, "the model's answer is not complete")
    if not text or len(text) > TEXT_LIMIT:
        raise Undecided("unparsable", "the model's answer is empty" if not text else "the model's answer is too long")
    try:
        value = parse(_unfenced(text))
    except RejectedJson:
        raise Undecided("unparsable", "the model's answer is not exactly one JSON object") from None
    return _opinion(value)


def _opinion(value: object) -> Opinion:
    if not isinstance(value, dict) or not KEYS.issuperset(value):
        raise Undecided("unparsable", "the model's answer has other keys than ok and reason")
    ok, reason, criterion = value.get("ok"), value.get("reason", ""), value.get("criterion", "")
    confidence = value.get("confidence")
    if not isinstance(ok, bool) or not isinstance(reason, str) or not isinstance(criterion, str):
        raise Undecided("unparsable", "the model's answer has an ok or reason of another type")
    if confidence is None:
        return Opinion(ok, one_line(reason), one_line(criterion)[:CRITERION_LIMIT])
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        raise Undecided("unparsable", "the model's answer has a confidence that is not between 0 and 1")
    return Opinion(ok, one_line(reason), one_line(criterion)[:CRITERION_LIMIT], float(confidence))


def _unfenced(text: str) -> str:
    """The text without one Markdown fence around all of it."""
    text = text.strip()
    if not text.startswith(_FENCE):
        return text
    head, newline, rest = text.partition("\n")
    if not newline or head[len(_FENCE) :].strip().lower() not in ("", "json") or not rest.rstrip().endswith(_FENCE):
        return text
    return rest.rstrip()[: -len(_FENCE)]


def one_line(text: str) -> str:
    """A reason fit to be shown: no control or hidden characters, one line, bounded."""
    shown = "".join(" " if unicodedata.category(character) in _HIDDEN else character for character in text)
    shown = " ".join(shown.split())
    return shown if len(shown) <= REASON_LIMIT else shown[: REASON_LIMIT - 1] + "…"
