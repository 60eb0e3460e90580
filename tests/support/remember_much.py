"""Processes that feed facts of the same sessions until they are ended, and write down each commit that they made.

Started by tests that end them at any moment: `python -m tests.support.remember_much FOLDER STATE WORKERS EVENTS`. It
compiles once, forks, and prints the process numbers of the workers; what worker 3 has committed is in FOLDER/told-3.
"""

import os
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


IN_A_SESSION = 25  # events of a worker: what 64 of them send to one session is below the caps


def name(worker: int, number: int) -> str:
    return f"/home/dev/project/{worker}-{number}"


def session_of(number: int) -> str:
    return f"s{number // IN_A_SESSION}"


def main(folder: Path, state: str, workers: int, events: int) -> None:
    first = Session(folder, state=state, memory=MEMORY, rules=RULES)
    children = []
    for worker in range(workers):
        child = os.fork()
        if not child:
            feed(first, folder, worker, events)
            os._exit(0)
        children.append(child)
    print(*children, flush=True)
    for child in children:
        os.waitpid(child, 0)


def feed(first: Session, folder: Path, worker: int, events: int) -> None:
    """One worker: each event until it is committed, then its number on a line."""
    told = os.open(folder / f"told-{worker}", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in range(events):
        session = Session(folder, name=session_of(number), state=first.state, programs=first.programs)
        payload = past.edit(name(worker, number), use=f"{worker}-{number}")
        while True:
            try:
                session.send(payload)
                break
            except Moved:
                continue
        os.write(told, b"%d\n" % number)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
