"""How many more prompts a session meets because files that it wrote are read when they run.

    python -m benchmarks.sessions FILE.jsonl ... [--most 400]

Rows with `command` and `note`; rows of one note are one session, in their order. Every session is decided twice by the
shipped packs, with `scripts: none` and with what its own commands have written. It prints what only the second meets.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.rulebook import of_compiled
from policyhooks.inspect.session import Deciding
from policyhooks.shipped.folders import shipped_folder

STOPS = ("deny", "ask")


def sessions_in(files: Iterable[Path]) -> dict[str, list[str]]:
    """The commands of each session."""
    found: dict[str, list[str]] = {}
    for file in files:
        for line in file.read_text().splitlines():
            row = json.loads(line)
            found.setdefault(f"{file.stem} {row.get('note', '')}", []).append(row["command"])
    return found


def verdicts(deciding: Deciding, session: str, commands: list[str], cwd: str) -> list[tuple[str, str]]:
    """What every command of a session meets, and by which rules."""
    told = []
    for number, command in enumerate(commands):
        payload = {
            "session_id": session,
            "transcript_path": "/home/dev/t.jsonl",
            "cwd": cwd,
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_use_id": f"t{number}",
            "tool_name": "Bash",
            "tool_input": {"command": command},
        }
        decision = deciding.decide("claude-code", "PreToolUse", payload)[1]
        told.append((decision.verdict, " ".join(decision.rules)))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=100_000, help="commands that are decided")
    parser.add_argument("--packs", nargs="*", default=[str(shipped_folder("policies"))], help="what decides")
    parser.add_argument("--cwd", default="/home/dev/project")
    arguments = parser.parse_args()
    book = of_compiled(compile_policies(arguments.packs))
    count = stopped = more = 0
    for session, commands in sessions_in(arguments.files).items():
        if count >= arguments.most:
            break
        past = Past()
        past.look = past.open_scripts
        before = verdicts(Deciding(book, outside="ok", home="/home/dev", links=False), session, commands, arguments.cwd)
        looking = Deciding(book, outside="ok", home="/home/dev", links=False, past=past)
        after = verdicts(looking, session, commands, arguments.cwd)
        for command, (was, _), (now, rules) in zip(commands, before, after, strict=True):
            count += 1
            stopped += was in STOPS
            if now in STOPS and was not in STOPS:
                more += 1
                print(f"{now:5} {rules}\n      {session}: {command[:200]!r}")
    print(f"{count} commands, {stopped} stopped before, {more} more ({more / max(count, 1):.2%})")


if __name__ == "__main__":
    main()
