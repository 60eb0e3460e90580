"""An explanation for machines: the same content as the screen, as one JSON object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.inspect.explanation import Explanation
    from policyhooks.inspect.rule_view import RuleView
    from policyhooks.inspect.trace import Part


def render(explanation: Explanation) -> str:
    """One object, indented."""
    decision = explanation.decision
    document = {
        "verdict": decision.verdict,
        "rules": list(decision.rules),
        "messages": {"user": decision.user, "agent": decision.agent, "warnings": list(decision.warnings)},
        "client": explanation.client,
        "native": explanation.native,
        "event": explanation.event,
        "subject": explanation.title,
        "program": explanation.digest,
        "policies": dict(explanation.source),
        "trace": [_view(view) for view in explanation.views],
        "near_misses": [_view(view) for view in explanation.near],
        "answers": [vars(answer) for answer in explanation.answers],
        "notes": list(explanation.notes),
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _view(view: RuleView) -> dict[str, object]:
    return {
        "rule": view.id,
        "place": view.place,
        "kind": view.kind,
        "outcome": view.outcome,
        "effect": view.effect,
        "why": view.why,
        "derived": view.derived,
        "maps": {key: list(ids) for key, ids in view.maps.items()},
        "parts": [_part(part) for part in view.parts],
        **({} if view.judged is None else {"judge": dict(view.judged)}),
    }


def _part(part: Part) -> dict[str, object]:
    found: dict[str, object] = {"text": part.text, "value": part.value}
    if part.note:
        found["note"] = part.note
    if part.parts:
        found["parts"] = [_part(one) for one in part.parts]
    return found
