"""The mathematical extension functions, and base64. Conditions of policies do not have them; `evaluate` does."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.numbers import INT_MAX, INT_MIN, UINT_MAX, UInt, in_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

_NUMBERS = (int, UInt, float)


def _refuse() -> NoReturn:
    raise EvaluationError("no such overload: these types are not numbers that the function takes")


def _candidates(values: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(values) == 1 and type(values[0]) in (list, tuple):
        values = tuple(values[0])
        if not values:
            raise EvaluationError("the list is empty")
    if any(type(value) not in _NUMBERS for value in values):
        _refuse()
    return values


def greatest(*values: Any) -> Any:
    from policyhooks.evaluation.comparison import greater

    found, *rest = _candidates(values)
    for value in rest:
        found = value if greater(value, found) else found
    return found


def least(*values: Any) -> Any:
    from policyhooks.evaluation.comparison import less

    found, *rest = _candidates(values)
    for value in rest:
        found = value if less(value, found) else found
    return found


def _double(value: Any) -> float:
    if type(value) is not float:
        _refuse()
    return value


def is_nan(value: Any) -> bool:
    return repr(_double(value)) == "nan"


def is_inf(value: Any) -> bool:
    return repr(_double(value)) in ("inf", "-inf")


def is_finite(value: Any) -> bool:
    return not is_nan(value) and not is_inf(value)


def truncate(value: Any) -> float:
    if not is_finite(value):
        return float(value)
    whole = float(int(value))
    return -0.0 if whole == 0 and repr(value)[0] == "-" else whole


def floor(value: Any) -> float:
    whole = truncate(value)
    return whole - 1.0 if whole > value else whole


def ceil(value: Any) -> float:
    whole = truncate(value)
    return whole + 1.0 if whole < value else whole


def round_half_away(value: Any) -> float:
    whole = truncate(value)
    if is_finite(value) and abs(value - whole) >= 0.5:
        return whole + 1.0 if value > 0 else whole - 1.0
    return whole


def absolute(value: Any) -> Any:
    if type(value) not in _NUMBERS:
        _refuse()
    if type(value) is UInt:
        return value
    return in_range(abs(value)) if type(value) is int else abs(value)


def sign(value: Any) -> Any:
    kind = type(value)
    if kind not in _NUMBERS:
        _refuse()
    return value if kind is float and is_nan(value) else kind((value > 0) - (value < 0))


def square_root(value: Any) -> float:
    if type(value) not in _NUMBERS:
        _refuse()
    return float("nan") if value < 0 else float(value) ** 0.5


def _bits(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is not type(right) or kind not in (int, UInt):
        _refuse()
    return kind


def bit_and(left: Any, right: Any) -> Any:
    return _bits(left, right)(int(left) & int(right))


def bit_or(left: Any, right: Any) -> Any:
    return _bits(left, right)(int(left) | int(right))


def bit_xor(left: Any, right: Any) -> Any:
    return _bits(left, right)(int(left) ^ int(right))


def bit_not(value: Any) -> Any:
    return UInt(int(value) ^ UINT_MAX) if _bits(value, value) is UInt else ~value


def _signed(bits: int) -> int:
    bits &= UINT_MAX
    return bits if bits <= INT_MAX else bits + 2 * INT_MIN


def _shift(value: Any, count: Any) -> int:
    if type(value) not in (int, UInt) or type(count) is not int:
        _refuse()
    if count < 0:
        raise EvaluationError("a shift by a negative number")
    return min(int(count), 64)


def bit_shift_left(value: Any, count: Any) -> Any:
    shifted = (int(value) << _shift(value, count)) & UINT_MAX
    return UInt(shifted) if type(value) is UInt else _signed(shifted)


def bit_shift_right(value: Any, count: Any) -> Any:
    """Zeros come in from the left, for negative numbers too."""
    shifted = (int(value) & UINT_MAX) >> _shift(value, count)
    return UInt(shifted) if type(value) is UInt else _signed(shifted)


def base64_encode(value: Any) -> str:
    import binascii

    if type(value) is not bytes:
        raise EvaluationError("no such overload: bytes are needed")
    return binascii.b2a_base64(value, newline=False).decode("ascii")


def base64_decode(text: Any) -> bytes:
    import binascii

    if type(text) is not str:
        raise EvaluationError("no such overload: a string is needed")
    try:
        return binascii.a2b_base64(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), strict_mode=True)
    except ValueError:
        raise EvaluationError("the text is not base64") from None
