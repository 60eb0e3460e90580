"""What a program that agrees has printed, where its rule has a use for it: context, a line for the user, variables.

The text is the policy's own program's. It knows neither how programs are run nor clients.
"""

from __future__ import annotations

from policyhooks.core.variables import inserted
from policyhooks.core.verdict import RuleResult
from policyhooks.runtime.engine.rule_results import degraded, errored, lowered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.runtime.engine.rule_results import Pending

CONTEXT_LIMIT = 10_000
LINE_LIMIT = 2000
FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
REST = FIRST | frozenset("0123456789")
# What a shell puts in front of a name when it lists its variables.
PREFIXES = ("export ", "declare -x ", "typeset -x ")


class UnreadableLine(ValueError):
    """Output that does not consist of variables. Its text holds no value."""


def offered(one: Pending, effect: str, text: str) -> RuleResult:
    """The result of a rule whose program is ok and has printed `text`; nothing where it has printed nothing."""
    rule, event, carrier = one.rule, one.event, one.carrier
    text = text.strip()
    if not text:
        return RuleResult(rule=rule, derived=one.derived)
    would = degraded(rule, event, effect, carrier)
    value: object = None
    try:
        if would == "env":
            value = variables(text)
        elif would == "context":
            value = _cut(text, CONTEXT_LIMIT)
    except UnreadableLine as problem:
        return errored(rule, one.namespace, event, carrier, f"command: {problem}", one.derived)
    final, why = lowered(rule, one.namespace, event, carrier, would)
    user = _cut(text, LINE_LIMIT) if final == "warn" else ""
    return RuleResult(
        rule=rule, outcome="fired", effect=final, would=would, why=why, user=user, value=value, derived=one.derived
    )


def variables(text: str) -> dict[str, str]:
    """`NAME=value` lines, also as shells list their variables; the values stand for themselves."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        for prefix in PREFIXES:
            line = line.removeprefix(prefix)
        name, equals, value = line.partition("=")
        if not equals or not name or name[0] not in FIRST or not REST.issuperset(name):
            raise UnreadableLine(f"line {number} of its output is not NAME=value")
        plain = _unquoted(value, number)
        found[name] = inserted(lambda plain=plain: plain)  # type: ignore[misc]
    return found


def _unquoted(value: str, number: int) -> str:
    """The value without the quotation marks of a shell; what a shell would still compute is refused."""
    if not value or value[0] not in "\"'":
        return value
    mark, inner = value[0], value[1:-1]
    if len(value) < 2 or value[-1] != mark:
        raise UnreadableLine(f"line {number} of its output has an open quotation mark")
    if mark == "'":
        return inner
    plain, at = "", 0
    while at < len(inner):
        escaped = inner[at] == "\\" and inner[at + 1 : at + 2] in ("\\", '"', "$", "`")
        if not escaped and inner[at] in '$`"':
            raise UnreadableLine(f"line {number} of its output is a shell expression, not a value")
        plain += inner[at + escaped]
        at += 1 + escaped
    return plain


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
