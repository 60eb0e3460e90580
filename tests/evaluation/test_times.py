"""Timestamps and durations: texts, calendar, ranges."""

from __future__ import annotations

import datetime as dt
import zoneinfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.evaluation import calendar
from policyhooks.evaluation.arithmetic import add, subtract
from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.times import MAX_DURATION, MAX_TIMESTAMP, MIN_TIMESTAMP, SECOND, Duration, Timestamp
from tests.support.counts import scaled

EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
SPANS: tuple[tuple[str, int], ...] = (
    ("1h45m47s", 6347 * SECOND),
    ("-1.5s", -1_500_000_000),
    ("100ms", 100_000_000),
    ("1us", 1_000),
    ("1µs", 1_000),
    ("7ns", 7),
    ("0", 0),
    ("1.5h", 5400 * SECOND),
    (".5s", SECOND // 2),
    ("+1s", SECOND),
    ("315576000000s", 315_576_000_000 * SECOND),
)
BAD_SPANS = (
    "",
    "1",
    "s",
    "1x",
    "1d",
    "1h-1m",
    "--1s",
    "1..5s",
    "1e3s",
    " 1s",
    "1s ",
    "-",
    ".s",
    "315576000001s",
    "9" * 200 + "s",
)
BAD_TIMES = (
    "",
    "2024",
    "2024-01-01",
    "2024-01-01T00:00:00",
    "2024-01-01 00:00:00Z",
    "2024-13-01T00:00:00Z",
    "2023-02-29T00:00:00Z",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z",
    "2024-01-01T00:00:00.Z",
    "2024-01-01T00:00:00.1xZ",
    "2024-01-01T00:00:00+24:00",
    "2024-01-01T00:00:00+0200",
    "0000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z",
    "２024-01-01T00:00:00Z",
)


@pytest.mark.parametrize(("text", "ns"), SPANS)
def test_durations(text: str, ns: int) -> None:
    assert calendar.read_duration(text) == Duration(ns)


@pytest.mark.parametrize("text", BAD_SPANS)
def test_bad_durations(text: str) -> None:
    with pytest.raises(EvaluationError):
        calendar.read_duration(text)


@pytest.mark.parametrize("text", BAD_TIMES)
def test_bad_timestamps(text: str) -> None:
    with pytest.raises(EvaluationError):
        calendar.read_timestamp(text)


@settings(max_examples=scaled(6_000), deadline=None)
@given(st.integers(MIN_TIMESTAMP, MAX_TIMESTAMP))
def test_texts_read_back(ns: int) -> None:
    text = calendar.time_text(Timestamp(ns))
    assert calendar.read_timestamp(text) == Timestamp(ns)


@settings(max_examples=scaled(6_000), deadline=None)
@given(st.integers(-MAX_DURATION, MAX_DURATION))
def test_duration_texts_read_back(ns: int) -> None:
    assert calendar.read_duration(calendar.time_text(Duration(ns))) == Duration(ns)


@settings(max_examples=scaled(6_000), deadline=None)
@given(
    st.datetimes(dt.datetime(2, 1, 1), dt.datetime(9998, 12, 31)),  # noqa: DTZ001
    st.sampled_from(["UTC", "Australia/Sydney", "America/St_Johns", "Asia/Kathmandu", "+05:30", "-11:00"]),
)
def test_calendar_agrees_with_datetime(moment: dt.datetime, zone: str) -> None:
    aware = moment.replace(tzinfo=dt.UTC)
    value = Timestamp((aware - EPOCH) // dt.timedelta(microseconds=1) * 1000)
    if zone[0] in "+-":
        sign = -1 if zone[0] == "-" else 1
        shift = sign * dt.timedelta(hours=int(zone[1:3]), minutes=int(zone[4:]))
        local = aware.astimezone(dt.timezone(shift))
    else:
        local = aware.astimezone(zoneinfo.ZoneInfo(zone))
    assert calendar.full_year(value, zone) == local.year
    assert calendar.month(value, zone) == local.month - 1
    assert calendar.day_of_month(value, zone) == local.day - 1
    assert calendar.day_of_month_from_one(value, zone) == local.day
    assert calendar.day_of_week(value, zone) == local.isoweekday() % 7
    assert calendar.day_of_year(value, zone) == local.timetuple().tm_yday - 1
    assert calendar.hours(value, zone) == local.hour
    assert calendar.minutes(value, zone) == local.minute
    assert calendar.seconds(value, zone) == local.second
    assert calendar.milliseconds(value, zone) == local.microsecond // 1000


@pytest.mark.parametrize("zone", ["Nowhere", "../etc/passwd", "/etc/passwd", "+1", "+25:00", "12:60", "a\x00b", "-"])
def test_unknown_zones_are_errors(zone: str) -> None:
    with pytest.raises(EvaluationError):
        calendar.hours(Timestamp(0), zone)


@pytest.mark.parametrize("ns", [MIN_TIMESTAMP, MAX_TIMESTAMP])
def test_zones_at_the_ends_of_time(ns: int) -> None:
    assert 0 <= calendar.hours(Timestamp(ns), "Australia/Sydney") < 24


@pytest.mark.parametrize(
    ("operation", "left", "right"),
    [
        (add, Timestamp(MAX_TIMESTAMP), Duration(1)),
        (subtract, Timestamp(MIN_TIMESTAMP), Duration(1)),
        (subtract, Timestamp(MAX_TIMESTAMP), Timestamp(MIN_TIMESTAMP)),
        (add, Duration(MAX_DURATION), Duration(MAX_DURATION)),
        (subtract, Duration(-MAX_DURATION), Duration(MAX_DURATION)),
        (add, Timestamp(0), Timestamp(0)),
        (subtract, Duration(0), Timestamp(0)),
    ],
)
def test_what_leaves_the_range_is_an_error(operation: object, left: object, right: object) -> None:
    with pytest.raises(EvaluationError):
        operation(left, right)  # type: ignore[operator]
