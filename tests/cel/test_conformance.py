"""The specification's own tests, where they lie beside the checkout."""

from __future__ import annotations

import pytest

from benchmarks import conformance
from tests.support.shared import shared

# Rows whose expression lost a backslash on its way into the data: they ask for a character that is not there.
DEFECTIVE = frozenset({"triple_single_quoted_unescaped_punctuation", "triple_double_quoted_unescaped_punctuation"})


def test_conformance() -> None:
    results = conformance.run(shared("cel-spec"))
    assert len(results) > 5
    failed = {
        f"{name}/{case['name']}: {problem}"
        for name, cases in results.items()
        for case, problem in cases
        if problem and not (name == "parse" and case["section"] == "bytes_literals" and case["name"] in DEFECTIVE)
    }
    assert failed == set()


@pytest.mark.parametrize(
    ("case", "passes"),
    [
        ({"expr": "1", "want": ["int", "1"]}, True),
        ({"expr": "1", "want": ["uint", "1"]}, False),
        ({"expr": "true", "want": ["int", "1"]}, False),
        ({"expr": "1.0", "want": ["int", "1"]}, False),
        ({"expr": "-0.0", "want": ["double", "0.0"]}, False),
        ({"expr": "0.0/0.0", "want": ["double", "nan"]}, True),
        ({"expr": "1/0", "want": "error"}, True),
        ({"expr": "1/1", "want": "error"}, False),
        ({"expr": "x", "want": ["list", [["bytes", "YQ=="]]], "bindings": {"x": ["list", [["bytes", "YQ=="]]]}}, True),
        ({"expr": "[1]", "want": ["list", [["int", "1"], ["int", "2"]]]}, False),
    ],
)
def test_the_run_tells_right_from_wrong(case: dict[str, object], passes: bool) -> None:
    assert (conformance.failure(case) == "") is passes
