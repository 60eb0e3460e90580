"""A new detector touches one table: docs/how-to-change/detector.md, done to a copy of the package."""

from __future__ import annotations

from pathlib import Path

from tests.support.copies import change, copy_of_package, run_copy, touched

ASK = """
from policyhooks.secrets.masking import is_suspicious, mask
from policyhooks.secrets.pii import DETECTORS, find_pii
text = "use acme_" + "k" * 24 + " now"
print(is_suspicious(text), mask(text), "pii.badge" in DETECTORS, find_pii("badge B-123456 here", ("pii.badge",)))
"""
FINDER = '''
def badges(text: str) -> Iterator[tuple[int, int]]:
    """`B-` and six digits."""
    at = text.find("B-")
    while at >= 0:
        if run_of(text, at + 2, _DIGITS) == at + 8:
            yield at, at + 8
        at = text.find("B-", at + 1)


FINDERS: dict['''


def test_a_token_and_a_kind_of_personal_data_are_a_row_each(tmp_path: Path) -> None:
    copy = copy_of_package(tmp_path)
    row = '    ("AKIA", UPPER, 16, "aws-key"),\n'
    change(copy, "secrets/formats.py", row, row + '    ("acme_", ALNUM, 20, "acme-key"),\n')
    change(copy, "secrets/pii.py", "FINDERS: dict[", FINDER.lstrip())
    change(copy, "secrets/pii.py", '    "email": emails,\n', '    "email": emails,\n    "badge": badges,\n')
    done = run_copy(copy, "-c", ASK)
    assert done.stdout == "True use [SECRET:acme-key] now True [(6, 14, 'badge')]\n", done.stderr
    assert touched(copy) == {"secrets/formats.py", "secrets/pii.py"}
