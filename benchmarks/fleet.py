"""The fleet page on a lake of 50 installations with 20,000 records each: CPU of every question and of the whole page.

Exit 6 when a question takes more than half a second of CPU; where the extras `serve` and `collect` are not installed
nothing is measured.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

QUESTION_S = 0.5
INSTALLATIONS, RECORDS, DAYS = 50, 20_000, 7
MISSED = 6


def main() -> int:
    """All figures."""
    missing = [name for name in ("uvicorn", "duckdb", "pyarrow") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"{', '.join(missing)} not installed (make serve, make collect): nothing is measured")
        return 0
    from policyhooks.cli.verbs.serve import open_lakes
    from policyhooks.web.lake_questions import QUESTIONS, look
    from tests.support.lakes import make_lake, name_of
    from tests.web.serving import doors_of, page_on

    with tempfile.TemporaryDirectory() as name:
        lake = make_lake(Path(name, "lake"), INSTALLATIONS, RECORDS, days=DAYS, now=time.time())
        opens = open_lakes(str(lake))
        rows = {}
        for question, text in QUESTIONS.items():
            about = name_of(2) if "$about" in text else ""
            start = time.process_time()
            look(opens, DAYS, [about] if about else []).ask(question, about)
            rows[question] = time.process_time() - start
        (Path(name) / "journal").mkdir(mode=0o700)
        with page_on(replace(doors_of(Path(name)), lake=opens)) as page:
            for path in ("/fleet", "/fleet?span=30d", f"/fleet/{name_of(2)}"):
                start = time.process_time()
                status, text = page.look(path)
                assert status == 200, text
                print(
                    f"{path.replace(name_of(2), '...'):<32} {1000 * (time.process_time() - start):6.0f} ms CPU, whole"
                )
    print(f"{INSTALLATIONS * RECORDS:,} records; each question with opening the lake:")
    for question, spent in rows.items():
        print(f"  {question:<30} {1000 * spent:6.0f} ms CPU")
    return 0 if max(rows.values()) <= QUESTION_S else MISSED


if __name__ == "__main__":
    sys.exit(main())
