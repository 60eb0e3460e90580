"""`transcript_tail(n)`: asks the judge for the last messages of the conversation. It reads nothing itself.

The value stands for the messages until the judge process replaces it: reading and masking a
conversation is nothing for the hook. It means something only in `judge.input`, on stop events.
"""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

# judge/evidence.py looks for an object with this one key.
TRANSCRIPT_TAIL = "policyhooks.transcript_tail"
MOST = 50


def transcript_tail(count: object) -> dict[str, object]:
    """The mark for the last `count` messages."""
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST:
        raise EvaluationError(f"transcript_tail takes a number from 1 to {MOST}")
    return {TRANSCRIPT_TAIL: count}
