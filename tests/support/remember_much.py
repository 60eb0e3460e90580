"""A process that feeds facts of one session until it is ended, and says after each commit what it was.

Started by tests that end it at any moment: `python -m tests.support.remember_much FOLDER STATE NUMBER EVENTS`.
"""

import sys
from pathlib import Path

from policyhooks.core.verdict import Moved
from tests.support import remembering as past
from tests.support.sessions import Session

MEMORY = """\
  edited: {set: file.path.norm, events: [file.edited], most: 2000}
  few: {set: file.path.norm, events: [file.edited], most: 5}
  count: {count: 1, events: [file.edited]}
"""
RULES = f"""\
  - id: one
    match: {{events: [shell.before]}}
    when: memory.edited.size > 5000 || memory.few.size > 5000 || memory.count.count > 5000
    effect: deny
    {past.MESSAGE}
"""


def name(worker: int, number: int) -> str:
    return f"/home/dev/project/{worker}-{number}"


def main(folder: str, state: str, worker: int, events: int) -> None:
    session = Session(Path(folder), state=state, memory=MEMORY, rules=RULES)
    print("ready", flush=True)
    for number in range(events):
        payload = past.edit(name(worker, number), use=f"{worker}-{number}")
        while True:
            try:
                session.send(payload)
                break
            except Moved:
                continue
        print(number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
