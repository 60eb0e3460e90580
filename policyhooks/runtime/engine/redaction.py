"""The redact effect: a tool's result in its own shape, with what the rules name replaced."""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.secrets.masking import find, merge, replace
from policyhooks.secrets.pii import find_pii
from policyhooks.secrets.spans import MOST_SPANS, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.verdict import RuleResult


DEFAULT_TEMPLATE = "[{kind}]"


def redact(output: object, results: Sequence[RuleResult]) -> tuple[object, list[RuleResult]]:
    """The output after all redactions, rule by rule in rank order (None: nothing was replaced), and the results.

    A rule that found nothing to take out has not fired. What keeps one from looking is raised, so that
    the whole result is withheld, unless the rule's `on_error` lets it pass.
    """
    changed = output
    seen: list[RuleResult] = []
    for result in results:
        if result.effect == "redact" and isinstance(result.value, dict):
            try:
                after = _walk(changed, result.value)
            except Exception as problem:
                if result.rule.on_error != "pass":
                    raise
                why = type(problem).__name__
                seen.append(but(result, outcome="error", effect="", would="", why=why))
                continue
            if after == changed:
                result = but(result, outcome="clear", effect="", would="")
            changed = after
        seen.append(result)
    return (None if output is None or changed == output else changed), seen


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
        for pattern in patterns:
            places = find_pattern(pattern, text)
            spans.extend(
                [(start, end, "pattern") for start, end in places] if len(places) <= MOST_SPANS else whole(text)
            )
    if not spans:
        return text
    return replace(text, merge(spans), str(redaction.get("with") or DEFAULT_TEMPLATE))


def find_pattern(pattern: str, text: str) -> list[tuple[int, int]]:
    """Where RE2 finds a pattern, up to one more place than are kept. Raises EvaluationError when RE2 cannot run."""
    from policyhooks.evaluation import regex

    engine = regex._engine()  # noqa: SLF001 - the one owner of RE2 offers only a search
    options = engine.RE2.Options()
    options.log_errors = False
    compiled = engine.RE2(pattern.encode("utf-8", "surrogatepass"), options)
    subject = text.encode("utf-8", "surrogatepass")
    found: list[tuple[int, int]] = []
    at = place = 0
    while at <= len(subject) and len(found) <= MOST_SPANS:
        start, end = compiled.Match(engine.RE2.Anchor.UNANCHORED, subject, at, len(subject))[0]
        if (start, end) == (-1, -1):
            break
        # RE2 counts bytes, texts count characters.
        place += len(subject[at:start].decode("utf-8", "surrogatepass"))
        length = len(subject[start:end].decode("utf-8", "surrogatepass"))
        if length:
            found.append((place, place + length))
        place += length
        at = end
        if start == end:
            step = next((n for n in range(1, 5) if at + n >= len(subject) or subject[at + n] & 0xC0 != 0x80), 1)
            at, place = at + step, place + 1
    return found
