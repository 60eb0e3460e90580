"""Counts, bars, percentiles, histograms."""

import pytest

from policyhooks.report.screen.chart import bar, count, histogram, milliseconds, percentile


@pytest.mark.parametrize(
    ("value", "most", "shown"),
    [(0, 10, ""), (10, 10, "████"), (5, 10, "██"), (0.001, 10, "▏"), (20, 10, "████"), (1, 0, "")],
)
def test_bar(value: float, most: float, shown: str) -> None:
    assert bar(value, most, 4) == shown


@pytest.mark.parametrize(
    ("values", "share", "want"),
    [([], 0.5, 0.0), ([7], 0.99, 7), ([1, 2, 3, 4], 0.5, 2), ([4, 3, 2, 1], 0.95, 4), (list(range(1, 101)), 0.99, 99)],
)
def test_percentile(values: list[float], share: float, want: float) -> None:
    assert percentile(values, share) == want


def test_histogram_counts_every_value_once() -> None:
    assert histogram([0, 1, 2, 5, 9, 100], [1, 5, 10]) == [1, 2, 2, 1]


@pytest.mark.parametrize(
    ("value", "shown"), [(0.04, "0.0 ms"), (9.94, "9.9 ms"), (120.4, "120 ms"), (12_345, "12.3 s")]
)
def test_milliseconds(value: float, shown: str) -> None:
    assert milliseconds(value) == shown


@pytest.mark.parametrize(("number", "text"), [(0, "0 rules"), (1, "1 rule"), (2, "2 rules"), (3725, "3725 rules")])
def test_what_is_counted_is_one_or_many(number: int, text: str) -> None:
    assert count(number, "rule") == text
