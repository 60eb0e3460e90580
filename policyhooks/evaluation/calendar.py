"""Calendar arithmetic on timestamps and texts of times, without the datetime package.

Zones are `UTC`, offsets such as `+02:00`, or names of the zone database, which alone loads zoneinfo.
"""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.times import SECOND, Duration, Timestamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DAY = 86_400
_UNITS = {"h": 3600 * SECOND, "m": 60 * SECOND, "s": SECOND, "ms": 1_000_000, "us": 1_000, "µs": 1_000, "ns": 1}
_DIGITS = frozenset("0123456789")
_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _days(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a date of the proleptic Gregorian calendar."""
    year -= month <= 2
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719_468


def _date(days: int) -> tuple[int, int, int]:
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted + 2) // 5 + 1
    month = shifted + (3 if shifted < 10 else -9)
    return year_of_era + era * 400 + (month <= 2), month, day


def read_timestamp(text: str) -> Timestamp:
    """RFC 3339: `2009-02-13T23:31:30.5Z`, `...+02:00`."""
    zone = 1 if text[-1:] in ("Z", "z") else 6
    body, offset = text[:-zone], text[-zone:]
    whole, _, fraction = body.partition(".")
    if len(whole) != 19 or whole[4] + whole[7] + whole[13] + whole[16] != "--::" or whole[10] not in "Tt":
        raise EvaluationError("the text is not an RFC 3339 timestamp")
    numbers = [_number(whole[place : place + width]) for place, width in _FIELDS]
    year, month, day, hour, minute, second = numbers
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    valid = 1 <= month <= 12 and 1 <= day <= (28 if month == 2 and not leap else _MONTHS[month - 1])
    if not valid or hour > 23 or minute > 59 or second > 59 or ("." in body and not _is_digits(fraction)):
        raise EvaluationError("the text is not an RFC 3339 timestamp")
    nanoseconds = _number(fraction[:9].ljust(9, "0")) if fraction else 0
    seconds = _days(year, month, day) * _DAY + hour * 3600 + minute * 60 + second
    return Timestamp((seconds - (0 if zone == 1 else _read_offset(offset))) * SECOND + nanoseconds)


_FIELDS = ((0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2))


def _is_digits(text: str) -> bool:
    return bool(text) and _DIGITS.issuperset(text)


def _number(digits: str) -> int:
    if not _is_digits(digits) or len(digits) > 9:
        raise EvaluationError("the text is not a number of a time")
    return int(digits)


def _read_offset(text: str) -> int:
    """Seconds of `+02:00`, `-02:00` or `02:00`."""
    sign = -1 if text[0] == "-" else 1
    digits = text[1:] if text[0] in "+-" else text
    hour, _, minute = digits.partition(":")
    if not 1 <= len(hour) <= 2 or len(minute) != 2:
        raise EvaluationError("the text is not a time zone")
    hours, minutes = _number(hour), _number(minute)
    if hours > 23 or minutes > 59:
        raise EvaluationError("the text is not a time zone")
    return sign * (hours * 3600 + minutes * 60)


def read_duration(text: str) -> Duration:
    """`1h45m47s`, `-1.5h`, `100ms`: decimal numbers with units, and `0`."""
    sign = -1 if text[:1] == "-" else 1
    rest = text[1:] if text[:1] in ("-", "+") else text
    if rest == "0":
        return Duration(0)
    if not rest or len(rest) > 100:
        raise EvaluationError("the text is not a duration")
    total = 0
    while rest:
        number = rest[: len(rest) - len(rest.lstrip("0123456789."))]
        rest = rest[len(number) :]
        unit = rest[:2] if rest[:2] in _UNITS else rest[:1]
        rest = rest[len(unit) :]
        whole, dot, fraction = number.partition(".")
        if unit not in _UNITS or not (whole or fraction) or not _DIGITS.issuperset(whole + fraction):
            raise EvaluationError("the text is not a duration")
        total += int(whole or "0") * _UNITS[unit]
        if dot and fraction:
            total += int(fraction) * _UNITS[unit] // 10 ** len(fraction)
    return Duration(sign * total)


def time_text(value: Timestamp | Duration) -> str:
    """The canonical text of a timestamp (RFC 3339, UTC) or a duration (seconds)."""
    if isinstance(value, Duration):
        seconds, rest = divmod(abs(value.ns), SECOND)
        return f"{'-' if value.ns < 0 else ''}{seconds}{_fraction(rest)}s"
    seconds, rest = divmod(value.ns, SECOND)
    days, second = divmod(seconds, _DAY)
    year, month, day = _date(days)
    clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    return f"{year:04}-{month:02}-{day:02}T{clock}{_fraction(rest)}Z"


def _fraction(nanoseconds: int) -> str:
    """Nothing, or three, six or nine digits."""
    if not nanoseconds:
        return ""
    digits = f".{nanoseconds:09}"
    return digits.removesuffix("000").removesuffix("000")


def _local(value: Any, zone: Any) -> tuple[int, int, int]:
    """Days since the epoch, second of the day and nanosecond of a timestamp in a zone."""
    if type(value) is not Timestamp or (zone is not None and type(zone) is not str):
        raise EvaluationError("no such overload: a timestamp is needed")
    seconds, rest = divmod(value.ns, SECOND)
    days, second = divmod(seconds + (_offset(zone, seconds) if zone else 0), _DAY)
    return days, second, rest


def _offset(zone: str, seconds: int) -> int:
    if zone == "UTC":
        return 0
    if zone[0] in "+-0123456789":
        return _read_offset(zone)
    import datetime as dt
    import zoneinfo

    try:
        known = zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise EvaluationError("unknown time zone") from None
    # At the ends of the calendar the local time has no datetime; rules there are those of the nearest day.
    near = min(max(seconds, -62_135_400_000), 253_402_100_000)
    moment = dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(seconds=near)
    offset = moment.astimezone(known).utcoffset()
    return int(offset.total_seconds()) if offset is not None else 0


def full_year(value: Any, zone: Any = None) -> int:
    return _date(_local(value, zone)[0])[0]


def month(value: Any, zone: Any = None) -> int:
    return _date(_local(value, zone)[0])[1] - 1


def day_of_month(value: Any, zone: Any = None) -> int:
    return _date(_local(value, zone)[0])[2] - 1


def day_of_month_from_one(value: Any, zone: Any = None) -> int:
    return _date(_local(value, zone)[0])[2]


def day_of_week(value: Any, zone: Any = None) -> int:
    return (_local(value, zone)[0] + 4) % 7


def day_of_year(value: Any, zone: Any = None) -> int:
    days = _local(value, zone)[0]
    return days - _days(_date(days)[0], 1, 1)


def _span(value: Any, zone: Any, unit: int) -> int:
    """A duration in whole units, rounded towards zero."""
    if zone is not None:
        raise EvaluationError("no such overload: a duration has no zone")
    return int(abs(value.ns) // unit) * (-1 if value.ns < 0 else 1)


def hours(value: Any, zone: Any = None) -> int:
    return _span(value, zone, 3600 * SECOND) if type(value) is Duration else _local(value, zone)[1] // 3600


def minutes(value: Any, zone: Any = None) -> int:
    return _span(value, zone, 60 * SECOND) if type(value) is Duration else _local(value, zone)[1] // 60 % 60


def seconds(value: Any, zone: Any = None) -> int:
    return _span(value, zone, SECOND) if type(value) is Duration else _local(value, zone)[1] % 60


def milliseconds(value: Any, zone: Any = None) -> int:
    if type(value) is Duration:
        return _span(Duration(_remainder(value.ns)), zone, 1_000_000)
    return _local(value, zone)[2] // 1_000_000


def _remainder(ns: int) -> int:
    """The part of a duration below a second, with its sign."""
    return abs(ns) % SECOND * (-1 if ns < 0 else 1)
