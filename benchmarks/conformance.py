"""The CEL specification's own tests, where they lie beside the checkout: passed and total per file.

The data is JSON lines of (expr, bindings, container, want); nothing of it is part of this project.
"""

from __future__ import annotations

import base64
import json
import math
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from policyhooks.cel import CelError, Type, UInt, evaluate

DATA = Path(__file__).resolve().parents[2] / "shared" / "cel-spec"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CORE_GOAL, EXTENSION_GOAL = 0.99, 0.90


def read_value(typed: list[object]) -> object:
    """A value of the test data as plain Python."""
    kind, value = typed
    match kind, value:
        case "int", str():
            return int(value)
        case "uint", str():
            return UInt(int(value))
        case "double", str():
            return float(value)
        case "bytes", str():
            return base64.b64decode(value)
        case "type", str():
            return Type(value)
        case "timestamp_ns", str():
            return EPOCH + timedelta(microseconds=int(value) // 1000)
        case "duration_ns", str():
            return timedelta(microseconds=int(value) // 1000)
        case "list", list():
            return [read_value(item) for item in value]
        case "map", list():
            return {read_value(key): read_value(item) for key, item in value}
    return value


def same(got: object, want: object) -> bool:
    """Equality that tells types apart, to the bottom."""
    if type(got) is not type(want):
        return False
    match got, want:
        case list(), list():
            return len(got) == len(want) and all(map(same, got, want))
        case dict(), dict():
            return got.keys() == want.keys() and all(same(got[key], want[key]) for key in want)
        case float(), float():
            if math.isnan(got) or math.isnan(want):
                return math.isnan(got) and math.isnan(want)
            return got == want and math.copysign(1, got) == math.copysign(1, want)
    return got == want


def failure(case: dict[str, object]) -> str:
    """Why a test fails, or nothing."""
    bindings = case.get("bindings", {})
    expression, container = case["expr"], case.get("container", "")
    assert isinstance(bindings, dict)
    assert isinstance(expression, str)
    assert isinstance(container, str)
    variables = {name: read_value(value) for name, value in bindings.items()}
    try:
        got = evaluate(expression, variables, container=container)
    except CelError as problem:
        return "" if case["want"] == "error" else f"error: {problem}"
    if case["want"] == "error":
        return f"{got!r} instead of an error"
    want = case["want"]
    assert isinstance(want, list)
    return "" if same(got, read_value(want)) else f"{got!r} instead of {want}"


def run(folder: Path) -> dict[str, list[tuple[dict[str, object], str]]]:
    """Every test of every file with its failure, if any."""
    results = {}
    for path in sorted(folder.glob("*.jsonl")):
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        results[path.stem] = [(case, failure(case)) for case in cases]
    return results


def is_core(name: str) -> bool:
    return not name.endswith("_ext") and name != "optionals"


def main() -> int:
    if not DATA.is_dir():
        print(f"no conformance data at {DATA}", file=sys.stderr)
        return 0
    results = run(DATA)
    goals_met = True
    totals = {True: [0, 0], False: [0, 0]}
    for name, cases in results.items():
        passed = sum(not problem for _, problem in cases)
        totals[is_core(name)][0] += passed
        totals[is_core(name)][1] += len(cases)
        print(f"{name:16} {passed}/{len(cases)}")
        for case, problem in cases:
            if problem:
                print(f"    {case['section']}/{case['name']}: {case['expr']}: {problem}"[:200])
        if not is_core(name) and passed < EXTENSION_GOAL * len(cases):
            goals_met = False
    core, extensions = totals[True], totals[False]
    print(f"core             {core[0]}/{core[1]} ({core[0] / core[1]:.1%})")
    print(f"extensions       {extensions[0]}/{extensions[1]} ({extensions[0] / extensions[1]:.1%})")
    return 0 if goals_met and core[0] >= CORE_GOAL * core[1] else 1


if __name__ == "__main__":
    sys.exit(main())
