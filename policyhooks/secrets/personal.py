"""What conditions may ask about personal data: whether a text or anything in a value holds some, of which kinds."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.secrets.pii import FINDERS, find_pii
from policyhooks.secrets.questions import MOST_DEPTH, OVERLAP, PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def has_pii(value: object, kinds: Sequence[object] = tuple(FINDERS)) -> bool:
    """Whether a text, or a text anywhere in lists and maps, holds personal data of one of the kinds."""
    if not kinds or not all(kind in FINDERS for kind in kinds):
        raise EvaluationError(f"has_pii knows the kinds {', '.join(FINDERS)}")
    return _holds(value, tuple(f"pii.{kind}" for kind in kinds), 0)


def _holds(value: object, kinds: tuple[str, ...], depth: int) -> bool:
    if isinstance(value, str):
        return any(find_pii(value[at : at + PART + OVERLAP], kinds) for at in range(0, len(value), PART))
    if depth >= MOST_DEPTH:
        return False  # nothing that a client sends is so deep: strict JSON refuses it before
    if isinstance(value, (list, tuple)):
        return any(_holds(one, kinds, depth + 1) for one in value)
    return isinstance(value, dict) and any(_holds(one, kinds, depth + 1) for one in value.values())
