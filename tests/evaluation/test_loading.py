"""What the evaluation package costs a hook process: nothing but the interpreter's own modules, and little of those."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import policyhooks

ROOT = Path(policyhooks.__file__).resolve().parents[1]
MODULES = sorted(path.stem for path in (ROOT / "policyhooks" / "evaluation").glob("*.py") if path.stem != "__init__")
ALLOWED = {"_sre", "_imp", "posix", "sys", "builtins"}


def loaded(code: str) -> list[str]:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nbefore = set(sys.modules)\n{code}\n"
    program += "print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    names: list[str] = json.loads(done.stdout.splitlines()[-1].replace("'", '"'))
    return [name for name in names if not name.startswith("policyhooks") and name != "__future__"]


def test_modules_import_nothing_heavy() -> None:
    assert set(loaded("\n".join(f"import policyhooks.evaluation.{name}" for name in MODULES))) <= ALLOWED


def test_ordinary_calls_load_nothing_heavy() -> None:
    code = """
from policyhooks.evaluation.comparison import equal
from policyhooks.evaluation.conversion import to_string, to_timestamp, to_double
from policyhooks.evaluation.calendar import hours
from policyhooks.evaluation.formatting import format_text
from policyhooks.evaluation.matching import glob
from policyhooks.evaluation.addresses import cidr_contains
from policyhooks.evaluation.arithmetic import add
from policyhooks.evaluation.optionals import select_optional, or_value
assert equal([1, {"a": (2.0,)}], (1.0, {"a": [2]}))
assert to_string(to_timestamp("2024-01-01T00:00:00Z")) == "2024-01-01T00:00:00Z"
assert hours(to_timestamp("2024-01-01T12:00:00Z"), "+02:00") == 14
assert format_text("%s %.1f", [{"a": 1}, 2.5]) == "{a: 1} 2.5"
assert glob("/a/b", "/a/*") and cidr_contains("10.0.0.0/8", "10.1.1.1")
assert add("a", "b" * 300) and or_value(select_optional({}, "k"), 1) == 1
"""
    assert loaded(code) == []


def test_re2_is_loaded_alone() -> None:
    import re2._re2

    code = f"""
from policyhooks.evaluation import regex
regex.EXTENSION = {re2._re2.__file__!r}
assert not regex.search_re2("a.*b", "zz", "ab")
assert "re2._re2" not in sys.modules
assert regex.search_re2("a.*b", "b", "xaxxb")
"""
    assert loaded(code) == ["re2._re2"]


def test_without_re2_a_pattern_is_an_error_and_not_a_false() -> None:
    code = """
from policyhooks.evaluation import regex
from policyhooks.evaluation.errors import EvaluationError
try:
    regex.search_re2("a.*b", "b", "ab")
except EvaluationError as problem:
    assert "RE2" in problem.message
else:
    raise SystemExit("no error")
"""
    assert loaded(code) == []
