"""An explanation as plain data for a page: the reason, the tree without what decides nothing, near misses, answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.explanation.text import asked, pruned
from policyhooks.runtime.engine.concealment import conceal_all

if TYPE_CHECKING:
    from policyhooks.inspect.explanation import Explanation
    from policyhooks.inspect.rule_view import RuleView
    from policyhooks.inspect.trace import Part

SPOKEN = ("fired", "error", "skipped")
MOST_RULES = 40
MOST_PARTS = 400  # of all rules together
DEEPEST = 24

Told = dict[str, object]


def tell_explanation(explanation: Explanation) -> Told:
    """Everything that a page shows of it, without the secrets of its event."""
    decision = explanation.decision
    shown = [view for view in explanation.views if asked(view) or view.outcome in SPOKEN]
    quiet = explanation.rules - len({view.id for view in shown})
    left = [MOST_PARTS]
    told: Told = {
        "verdict": decision.verdict,
        "rules": list(decision.rules),
        "user": decision.user,
        "agent": decision.agent,
        "warnings": list(decision.warnings),
        "rewritten": [f"{field} becomes {value}" for field, value in (decision.rewrite or {}).items()],
        "client": explanation.client,
        "native": explanation.native,
        "event": explanation.event,
        "subject": explanation.title,
        "program": explanation.digest[:12],
        "trace": [_view(view, left) for view in shown[:MOST_RULES]],
        "quiet": max(0, quiet),
        "near": [_near(view) for view in explanation.near],
        "answers": [vars(answer) for answer in explanation.answers],
        "notes": list(explanation.notes),
    }
    hidden = conceal_all(told, explanation.secrets)
    return hidden if isinstance(hidden, dict) else {}


def _view(view: RuleView, left: list[int]) -> Told:
    return {
        "rule": view.id,
        "place": view.place,
        "outcome": view.outcome,
        "effect": view.effect if view.outcome in ("fired", "error") else "",
        "why": view.why,
        "derived": view.derived,
        "parts": [_part(pruned(part), left, 0) for part in view.parts],
        "judge": None if view.judged is None else {str(name): str(value) for name, value in view.judged.items()},
    }


def _part(part: Part, left: list[int], depth: int) -> Told:
    left[0] -= 1
    below = part.parts if left[0] > 0 and depth < DEEPEST else ()
    found = [_part(one, left, depth + 1) for one in below]
    return {"text": part.text, "value": part.value, "note": "" if part.parts else part.note, "parts": found}


def _near(view: RuleView) -> Told:
    missing = view.missing
    return {
        "rule": view.id,
        "effect": view.effect,
        "missing": "" if missing is None else missing.text,
        "value": "" if missing is None else missing.value,
        "note": "" if missing is None else missing.note,
    }
