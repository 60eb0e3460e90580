"""Lifts that a listed key has signed: what the statement says, and why one does not lift a call.

The statement is kept as the very text that was signed. INVARIANT: nothing of such a lift is believed but the statement,
and that only once enough signatures hold: the files of a state folder may be their user's.
"""

from __future__ import annotations

import posix

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.core.values import Record
from policyhooks.runtime.platform import monotonic
from policyhooks.runtime.ports.ssh_keygen import holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

FORMAT = "policyhooks-lift@v1"  # also the purpose that signatures are made for
KEYS = frozenset(
    ("also", "bind", "digest", "format", "from", "installation", "nonce", "reason", "rules", "ticket", "until", "uses")
)
SKEW_S = 120  # between the clock of who signs and ours
MOST_SIGNATURES = 5
LIMIT_S = 5.0


class Wanted(Record):
    """What a statement must say, and who must have signed it. `twin`: the digest as the call's second event."""

    ticket: str = ""
    installation: str = ""
    digest: str = ""
    twin: str = ""
    rules: Sequence[str] = ()
    bind: str = ""
    for_s: int = 0
    uses: int = 0
    signers: int = 1
    four_eyes: bool = False
    approvers: Sequence[Mapping[str, Any]] = ()  # as Asked has them
    now: float = 0.0


def statement_of(text: object) -> dict[str, Any] | None:
    """A statement, where it is one."""
    try:
        told: Any = parse(text) if isinstance(text, str) else None
    except RejectedJson:
        return None
    if not isinstance(told, dict) or frozenset(told) != KEYS or told["format"] != FORMAT:
        return None
    numbers = all(type(told[name]) is int for name in ("from", "until", "uses"))
    lists = all(isinstance(told[name], list) for name in ("also", "rules"))
    texts = all(isinstance(told[name], str) for name in ("bind", "digest", "installation", "reason", "ticket"))
    return told if numbers and lists and texts else None


def examine(wanted: Wanted, text: object, signatures: object) -> tuple[str, list[str]]:
    """Why a signed lift is none for a call, empty where it is one; and who has signed it."""
    told = statement_of(text)
    if told is None or not isinstance(text, str):
        return "it is no statement of a lift", []
    problem = difference(wanted, told)
    if problem:
        return problem, []
    return count(wanted, text.encode("utf-8"), signatures)


def difference(wanted: Wanted, told: Mapping[str, Any]) -> str:
    """What a statement says otherwise than it must."""
    if told["installation"] != wanted.installation or told["ticket"] != wanted.ticket:
        return "it is of another ticket or installation"
    if told["digest"] != wanted.digest and wanted.twin not in told["also"]:
        return "it is for another call"
    if not set(wanted.rules) <= set(told["rules"]) or told["bind"] != wanted.bind:
        return "it is for other rules"
    if not told["from"] - SKEW_S <= wanted.now < told["until"]:
        return "its time is over, or the clocks differ"
    if told["until"] - told["from"] > wanted.for_s or not 1 <= told["uses"] <= wanted.uses:
        return "it is for longer, or for more calls, than the rules let it be"
    return ""


def count(wanted: Wanted, message: bytes, signatures: object) -> tuple[str, list[str]]:
    """Whether enough signatures hold for every Config, and whose they are."""
    if not isinstance(signatures, list) or len(signatures) > MOST_SIGNATURES or not wanted.approvers:
        return "nobody is listed who could sign it, or too many have", []
    end, everybody = monotonic() + LIMIT_S, set()
    for table in wanted.approvers:
        names = set(signed_by(table, message, signatures, end))
        if wanted.four_eyes:
            own = (table.get("requesters") or {}).get(str(posix.getuid()))
            if not own:
                return "the Config does not say who asks under this account, and the rules want somebody else", []
            names -= set(own)
        if len(names) < wanted.signers:
            return f"it has {len(names)} of the {wanted.signers} signatures that count here", []
        everybody |= names
    return "", sorted(everybody)


def signed_by(table: Mapping[str, Any], message: bytes, signatures: Sequence[object], end: float) -> Iterator[str]:
    """The listed people whose signature holds; a person with two keys counts once."""
    signers = table.get("signers") or {}
    for one in signatures:
        if not isinstance(one, dict) or not isinstance(one.get("signature"), str):
            continue
        key = one.get("key")
        for name in [name for name, keys in signers.items() if key in keys]:
            if holds(message, one["signature"], namespace=FORMAT, name=name, key=str(key), end=end):
                yield name
