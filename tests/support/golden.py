"""Golden files: compared by tests, rewritten only by `make golden`."""

import os
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def assert_golden(name: str, text: str) -> None:
    """Compare with tests/golden/<name>, or write it under POLICYHOOKS_GOLDEN=write."""
    path = GOLDEN / name
    if os.environ.get("POLICYHOOKS_GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no golden file {name}; `make golden` writes it"
    assert text == path.read_text(encoding="utf-8")
