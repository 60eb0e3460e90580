"""The functions that conditions may call: signatures, and what each is lowered to.

One row per overload: its signature, the helper (of policyhooks.evaluation, or named in full) that implements it for
values of any type, and, where proved types allow it, a Python expression instead. `_0` is the receiver or first one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policyhooks.cel.types import Type, parse_type

PACKAGE = "policyhooks.evaluation"


@dataclass(frozen=True, slots=True)
class Overload:
    """One signature. `native` is a Python expression for proved arguments, `total` says that it cannot fail."""

    parameters: tuple[Type, ...]
    result: Type
    native: str = ""
    total: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """All overloads of a name, called on a receiver (`member`) or not, and their common helper."""

    name: str
    member: bool
    overloads: tuple[Overload, ...]
    helper: tuple[str, str]


Functions = Mapping[tuple[str, bool], Function]
Row = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, bool]
TOTAL = True  # as the last item of a row: with proved arguments it cannot fail

STANDARD: tuple[Row, ...] = (
    ("size(string): int", "access.size", "len(_0)", TOTAL),
    ("size(bytes): int", "access.size", "len(_0)", TOTAL),
    ("size(list<A>): int", "access.size", "len(_0)", TOTAL),
    ("size(map<A, B>): int", "access.size", "len(_0)", TOTAL),
    ("string.size(): int", "access.size", "len(_0)", TOTAL),
    ("bytes.size(): int", "access.size", "len(_0)", TOTAL),
    ("list<A>.size(): int", "access.size", "len(_0)", TOTAL),
    ("map<A, B>.size(): int", "access.size", "len(_0)", TOTAL),
    ("string.contains(string): bool", "strings.contains_text", "_1 in _0", TOTAL),
    ("MemorySet.contains(string): bool", "strings.contains_text", "_0.contains(_1)"),
    ("string.startsWith(string): bool", "strings.starts_with", "_0.startswith(_1)", TOTAL),
    ("string.endsWith(string): bool", "strings.ends_with", "_0.endswith(_1)", TOTAL),
    ("string.matches(string): bool", "regex.matches"),
    ("matches(string, string): bool", "regex.matches"),
    ("dyn(A): dyn", "kinds.as_dyn", "_0", TOTAL),
    ("type(A): type", "kinds.type_of", "type_of(_0)", TOTAL),
    ("bool(bool): bool", "conversion.to_bool", "_0", TOTAL),
    ("bool(string): bool", "conversion.to_bool"),
    ("int(int): int", "conversion.to_int", "_0", TOTAL),
    ("int(uint): int", "conversion.to_int"),
    ("int(double): int", "conversion.to_int"),
    ("int(string): int", "conversion.to_int"),
    ("int(timestamp): int", "conversion.to_int"),
    ("uint(uint): uint", "conversion.to_uint", "_0", TOTAL),
    ("uint(int): uint", "conversion.to_uint"),
    ("uint(double): uint", "conversion.to_uint"),
    ("uint(string): uint", "conversion.to_uint"),
    ("double(double): double", "conversion.to_double", "_0", TOTAL),
    ("double(int): double", "conversion.to_double"),
    ("double(uint): double", "conversion.to_double"),
    ("double(string): double", "conversion.to_double"),
    ("string(string): string", "conversion.to_string", "_0", TOTAL),
    ("string(bool): string", "conversion.to_string"),
    ("string(int): string", "conversion.to_string", "str(_0)", TOTAL),
    ("string(uint): string", "conversion.to_string"),
    ("string(double): string", "conversion.to_string"),
    ("string(bytes): string", "conversion.to_string"),
    ("string(timestamp): string", "conversion.to_string"),
    ("string(duration): string", "conversion.to_string"),
    ("bytes(bytes): bytes", "conversion.to_bytes", "_0", TOTAL),
    ("bytes(string): bytes", "conversion.to_bytes"),
    ("timestamp(timestamp): timestamp", "conversion.to_timestamp", "_0", TOTAL),
    ("timestamp(string): timestamp", "conversion.to_timestamp"),
    ("timestamp(int): timestamp", "conversion.to_timestamp"),
    ("duration(duration): duration", "conversion.to_duration", "_0", TOTAL),
    ("duration(string): duration", "conversion.to_duration"),
)

_CALENDAR = {
    "getFullYear": "full_year",
    "getMonth": "month",
    "getDate": "day_of_month_from_one",
    "getDayOfMonth": "day_of_month",
    "getDayOfWeek": "day_of_week",
    "getDayOfYear": "day_of_year",
    "getHours": "hours",
    "getMinutes": "minutes",
    "getSeconds": "seconds",
    "getMilliseconds": "milliseconds",
}
TIMES: tuple[Row, ...] = tuple(
    (f"{receiver}.{name}({zone}): int", f"calendar.{helper}")
    for name, helper in _CALENDAR.items()
    for receiver, zone in (("timestamp", ""), ("timestamp", "string"), ("duration", ""))
    if receiver == "timestamp" or name in ("getHours", "getMinutes", "getSeconds", "getMilliseconds")
)

STRINGS: tuple[Row, ...] = (
    ("string.charAt(int): string", "strings.char_at"),
    ("string.indexOf(string): int", "strings.index_of", "_0.find(_1)", TOTAL),
    ("string.indexOf(string, int): int", "strings.index_of"),
    ("string.lastIndexOf(string): int", "strings.last_index_of", "_0.rfind(_1)", TOTAL),
    ("string.lastIndexOf(string, int): int", "strings.last_index_of"),
    ("list<string>.join(): string", "strings.join_texts", "join_texts(_0)", TOTAL),
    ("list<string>.join(string): string", "strings.join_texts", "join_texts(_0, _1)", TOTAL),
    ("string.replace(string, string): string", "strings.replace_text", "replace_text(_0, _1, _2)", TOTAL),
    ("string.replace(string, string, int): string", "strings.replace_text", "replace_text(_0, _1, _2, _3)", TOTAL),
    ("string.split(string): list<string>", "strings.split_text", "split_text(_0, _1)", TOTAL),
    ("string.split(string, int): list<string>", "strings.split_text", "split_text(_0, _1, _2)", TOTAL),
    ("string.substring(int): string", "strings.substring"),
    ("string.substring(int, int): string", "strings.substring"),
    ("string.trim(): string", "strings.trim_text", "trim_text(_0)", TOTAL),
    ("string.lowerAscii(): string", "strings.lower_ascii", "lower_ascii(_0)", TOTAL),
    ("string.upperAscii(): string", "strings.upper_ascii", "upper_ascii(_0)", TOTAL),
    ("string.reverse(): string", "strings.reverse_text", "_0[::-1]", TOTAL),
    ("string.format(list<dyn>): string", "formatting.format_text"),
    ("strings.quote(string): string", "formatting.quote_text", "quote_text(_0)", TOTAL),
)

OPTIONALS: tuple[Row, ...] = (
    ("optional.of(A): optional<A>", "optionals.optional_of", "optional_of(_0)", TOTAL),
    ("optional.none(): optional<A>", "optionals.optional_none", "optional_none()", TOTAL),
    ("optional.ofNonZeroValue(A): optional<A>", "optionals.optional_of_non_zero", "optional_of_non_zero(_0)", TOTAL),
    ("optional<A>.hasValue(): bool", "optionals.has_value", "has_value(_0)", TOTAL),
    ("optional<A>.value(): A", "optionals.value_of"),
    ("optional<A>.or(optional<A>): optional<A>", "optionals.or_optional", "or_optional(_0, _1)", TOTAL),
    ("optional<A>.orValue(A): A", "optionals.or_value", "or_value(_0, _1)", TOTAL),
)

OURS: tuple[Row, ...] = (
    ("glob(string, string): bool", "matching.glob", "glob(_0, _1)", TOTAL),
    ("path_under(string, string): bool", "matching.path_under", "path_under(_0, _1)", TOTAL),
    ("host_matches(string, string): bool", "matching.host_matches", "host_matches(_0, _1)", TOTAL),
    ("cidr_contains(string, string): bool", "addresses.cidr_contains"),
    ("has_secret(dyn): bool", "policyhooks.secrets.questions.has_secret", "has_secret(_0)", TOTAL),
    ("has_pii(dyn): bool", "policyhooks.secrets.personal.has_pii", "has_pii(_0)", TOTAL),
    ("has_pii(dyn, list<string>): bool", "policyhooks.secrets.personal.has_pii", "has_pii(_0, _1)"),
    ("name_words(string): list<string>", "strings.name_words", "name_words(_0)", TOTAL),
    ("transcript_tail(int): map<string, dyn>", "transcripts.transcript_tail"),
    ("supplied(A): bool", "logic.fail"),
)


_DOUBLES = {"ceil": "ceil", "floor": "floor", "round": "round_half_away", "trunc": "truncate"}
_TESTS = {"isNaN": "is_nan", "isInf": "is_inf", "isFinite": "is_finite"}
_BITS = {"bitAnd": "bit_and", "bitOr": "bit_or", "bitXor": "bit_xor"}
_SHIFTS = {"bitShiftLeft": "bit_shift_left", "bitShiftRight": "bit_shift_right"}
_SAME = {"abs": "absolute", "sign": "sign"}
_MOST_ARGUMENTS = 8
MATHEMATICS: tuple[Row, ...] = (
    *(
        (f"math.{name}({', '.join(['dyn'] * count)}): dyn", f"mathematics.{name}")
        for name in ("greatest", "least")
        for count in range(1, _MOST_ARGUMENTS + 1)
    ),
    *((f"math.{name}(double): double", f"mathematics.{helper}") for name, helper in _DOUBLES.items()),
    *((f"math.{name}(double): bool", f"mathematics.{helper}") for name, helper in _TESTS.items()),
    *(
        (f"math.{name}({kind}): {kind}", f"mathematics.{helper}")
        for name, helper in _SAME.items()
        for kind in ("int", "uint", "double")
    ),
    *((f"math.sqrt({kind}): double", "mathematics.square_root") for kind in ("int", "uint", "double")),
    *(
        (f"math.{name}({kind}, {other}): {kind}", f"mathematics.{helper}")
        for name, helper in (*_BITS.items(), *_SHIFTS.items())
        for kind in ("int", "uint")
        for other in ((kind,) if name in _BITS else ("int",))
    ),
    ("math.bitNot(int): int", "mathematics.bit_not"),
    ("math.bitNot(uint): uint", "mathematics.bit_not"),
    ("base64.encode(bytes): string", "mathematics.base64_encode"),
    ("base64.decode(string): bytes", "mathematics.base64_decode"),
)


def declare(rows: Sequence[Row]) -> dict[tuple[str, bool], Function]:
    """The functions that a table describes."""
    functions: dict[tuple[str, bool], Function] = {}
    for row in rows:
        name, member, parameters, result = _read_signature(row[0])
        module, _, helper = row[1].rpartition(".")
        overload = Overload(parameters, result, row[2] if len(row) > 2 else "", len(row) > 3)
        known = functions.get((name, member))
        overloads = (*known.overloads, overload) if known else (overload,)
        functions[name, member] = Function(name, member, overloads, (_module(module), helper))
    return functions


def _module(name: str) -> str:
    """A module of the evaluation package, or one that is named in full."""
    return name if "." in name else f"{PACKAGE}.{name}"


def _read_signature(text: str) -> tuple[str, bool, tuple[Type, ...], Type]:
    """`list<A>.join(string): string` or `strings.quote(string): string`: a namespace is no type."""
    head, _, rest = text.partition("(")
    inside, _, result = rest.rpartition("): ")
    receiver, _, name = head.rpartition(".")
    member = bool(receiver) and receiver not in ("strings", "optional", "math", "base64", "sets", "lists")
    parameters = [_generic(parse_type(part)) for part in _split(inside)]
    if member:
        parameters.insert(0, _generic(parse_type(receiver)))
    return name if member else head, member, tuple(parameters), _generic(parse_type(result))


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for character in text:
        depth += (character == "<") - (character == ">")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part for part in parts if part.strip()]


def _generic(kind: Type) -> Type:
    if kind.name in ("A", "B"):
        return Type(f"%{kind.name}")
    return Type(kind.name, tuple(map(_generic, kind.parameters)))


POLICY_FUNCTIONS: Functions = declare((*STANDARD, *TIMES, *STRINGS, *OPTIONALS, *OURS))
ALL_FUNCTIONS: Functions = {**POLICY_FUNCTIONS, **declare(MATHEMATICS)}
