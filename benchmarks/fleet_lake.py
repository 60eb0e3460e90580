"""How long the questions of a fleet's pages take on a lake of a million records: seconds, and ratios to the smallest.

python -m benchmarks.fleet_lake [--installations 50] [--records 20000]
"""

import argparse
import tempfile
import time
from pathlib import Path

from tests.support.lakes import NOW, make_lake, name_of

QUESTIONS = {
    "how many records": "SELECT count(*) FROM records",
    "the fleet": "SELECT * FROM fleet ORDER BY installation",
    "open findings": "SELECT * FROM open_findings ORDER BY time DESC",
    "verdicts by day": "SELECT date_trunc('day', time) AS day, verdict, count(*) FROM decisions GROUP BY 1, 2",
    "verdicts by machine": "SELECT installation, verdict, count(*) FROM decisions GROUP BY 1, 2",
    "what rules did": "SELECT rule, effect, count(*) FROM rules GROUP BY 1, 2",
    "what it was about": "SELECT tag, verdict, count(*) FROM tags GROUP BY 1, 2",
    "the newest denies": "SELECT id, time, tool FROM decisions WHERE verdict = 'deny' ORDER BY time DESC LIMIT 50",
    "one record": f"SELECT document FROM records WHERE id = '{name_of(9)}:1:77'",
}
TIMES = 3


def main() -> None:
    """Make a lake, ask, print."""
    from policyhooks.collecting.lake_views import open_lake

    parser = argparse.ArgumentParser()
    parser.add_argument("--installations", type=int, default=50)
    parser.add_argument("--records", type=int, default=20_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lake = make_lake(Path(folder) / "lake", arguments.installations, arguments.records)
        open_lake(lake, now=NOW)  # what is loaded once
        seconds = {"opening it": best(lambda: open_lake(lake, now=NOW))}
        views = open_lake(lake, now=NOW)
        for name, question in QUESTIONS.items():
            seconds[name] = best(lambda question=question: views.execute(question).fetchall())  # type: ignore[misc]
    least = min(seconds.values())
    for name, found in seconds.items():
        print(f"{name:<22} {found:6.3f} s {found / least:7.1f}x")


def best(deed: object) -> float:
    """The shortest of a few times."""
    times = []
    for _ in range(TIMES):
        before = time.perf_counter()
        deed()  # type: ignore[operator]
        times.append(time.perf_counter() - before)
    return min(times)


if __name__ == "__main__":
    main()
