"""The redact effect: a tool's result in its own shape, with what the rules name replaced."""

from __future__ import annotations

from policyhooks.runtime.masking import find, merge, replace
from policyhooks.runtime.pii import find_pii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.verdict import RuleResult

DEFAULT_TEMPLATE = "[{kind}]"


def redact(output: object, results: Sequence[RuleResult]) -> object:
    """The output after all redactions, rule by rule in rank order; None when nothing had to be replaced."""
    changed = output
    for result in results:
        if result.effect == "redact" and isinstance(result.value, dict):
            changed = _walk(changed, result.value)
    return None if output is None or changed == output else changed


def _walk(value: object, redaction: Mapping[str, object]) -> object:
    if isinstance(value, str):
        return redact_text(value, redaction)
    if isinstance(value, dict):
        return {key: _walk(inner, redaction) for key, inner in value.items()}
    if isinstance(value, list):
        return [_walk(inner, redaction) for inner in value]
    return value


def redact_text(text: str, redaction: Mapping[str, object]) -> str:
    """One string with what the detectors and patterns find replaced."""
    detectors: tuple[str, ...] = tuple(redaction.get("detectors") or ())  # type: ignore[arg-type]
    patterns: Sequence[str] = redaction.get("patterns") or ()  # type: ignore[assignment]
    spans = []
    if "secrets" in detectors:
        spans.extend(find(text))
    if any(name.startswith("pii") for name in detectors):
        spans.extend(find_pii(text, detectors))
    if patterns:
        from policyhooks.evaluation.regex import find_all

        for pattern in patterns:
            spans.extend((start, end, "pattern") for start, end in find_all(pattern, text) if end > start)
    if not spans:
        return text
    return replace(text, merge(spans), str(redaction.get("with") or DEFAULT_TEMPLATE))
