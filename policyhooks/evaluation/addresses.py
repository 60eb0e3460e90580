"""`cidr_contains`: IP addresses in all the spellings that clients of the network accept."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MAPPED = 0xFFFF << 32  # ::ffff:0:0/96, IPv4 inside IPv6


def cidr_contains(cidr: Any, address: Any) -> bool:
    """Whether an address lies in a network. A text that is no address lies in none; a malformed network is an error."""
    if type(cidr) is not str or type(address) is not str:
        raise EvaluationError("no such overload: a string is needed")
    base, slash, width = cidr.partition("/")
    network = read_address(base)
    if network is None or (slash and not (width.isascii() and width.isdigit() and len(width) <= 3)):
        raise EvaluationError("the text is not a network such as 10.0.0.0/8")
    bits, value = network
    prefix = int(width) if slash else bits
    if prefix > bits:
        raise EvaluationError("the text is not a network such as 10.0.0.0/8")
    given = read_address(address)
    return given is not None and given[0] == bits and given[1] >> (bits - prefix) == value >> (bits - prefix)


def read_address(text: str) -> tuple[int, int] | None:
    """(32 or 128, value); IPv4 inside IPv6 is IPv4."""
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    if ":" not in text:
        value = _version_4(text)
        return None if value is None else (32, value)
    value = _version_6(text.partition("%")[0])
    if value is None:
        return None
    return (32, value & 0xFFFFFFFF) if value >> 32 == _MAPPED >> 32 else (128, value)


def _version_4(text: str) -> int | None:
    """Four numbers, or fewer of which the last fills the rest, decimal, octal or hexadecimal: as inet_aton reads."""
    parts = text.split(".")
    if not 1 <= len(parts) <= 4:
        return None
    numbers = [_number(part) for part in parts]
    value = 0
    for place, number in enumerate(numbers):
        last = place == len(numbers) - 1
        room = 8 * (5 - len(numbers)) if last else 8
        if number is None or number >> room:
            return None
        value = value << room | number
    return value


def _number(text: str) -> int | None:
    if not text or len(text) > 12 or not text.isascii() or not text.isalnum():
        return None
    try:
        if text[:2] in ("0x", "0X"):
            return int(text[2:], 16)
        return int(text, 8 if text[0] == "0" and len(text) > 1 else 10)
    except ValueError:
        return None


def _version_6(text: str) -> int | None:
    if "." in text:
        head, _, tail = text.rpartition(":")
        inner = _version_4(tail) if tail.count(".") == 3 else None
        if inner is None:
            return None
        text = f"{head}:{inner >> 16:x}:{inner & 0xFFFF:x}"
    left, gap, right = text.partition("::")
    before = left.split(":") if left else []
    after = right.split(":") if right else []
    missing = 8 - len(before) - len(after)
    if (gap and missing < 1) or (not gap and missing) or "::" in right:
        return None
    value = 0
    for group in [*before, *["0"] * missing, *after]:
        if not 1 <= len(group) <= 4 or not group.isascii() or not group.isalnum():
            return None
        try:
            value = value << 16 | int(group, 16)
        except ValueError:
            return None
    return value
