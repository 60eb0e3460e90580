"""Arguments that are known at build time: times, spans and networks written as literals are read once, here."""

from __future__ import annotations

from policyhooks.cel.nodes import Literal, Node
from policyhooks.evaluation.addresses import cidr_contains
from policyhooks.evaluation.calendar import full_year, read_duration, read_timestamp
from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.times import Duration, Timestamp

TIMES = frozenset({"timestamp", "duration"})


def read_time(function: str, node: Node) -> Timestamp | Duration | None:
    """The value of `timestamp("...")` or `duration("...")`; None where it is not known or not valid."""
    if not isinstance(node, Literal) or not isinstance(node.value, str) or function not in TIMES:
        return None
    try:
        return read_timestamp(node.value) if function == "timestamp" else read_duration(node.value)
    except EvaluationError:
        return None


def refusal(function: str, place: int, node: Node) -> str:
    """Why the literal argument at a place of a call can only fail, or nothing."""
    if not isinstance(node, Literal) or not isinstance(node.value, str):
        return ""
    try:
        if function in TIMES and place == 0:
            read_timestamp(node.value) if function == "timestamp" else read_duration(node.value)
        elif function == "cidr_contains" and place == 0:
            cidr_contains(node.value, "")
        elif function.startswith("get") and place == 1:
            full_year(Timestamp(0), node.value)
    except EvaluationError as problem:
        return problem.message
    return ""
