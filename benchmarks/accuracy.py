"""How many labelled commands the shipped policies flag: every corpus at hand, through `policyhooks decide`.

Corpora are JSON lines with `command`, `label` (block, allow) and `note`; rows without a command are not counted, and
files of another form are named and left out. Flagged means denied or asked. Exit 6 when a corpus with a stated goal
misses it. `--misses` lists the rows behind the figures.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT.parent / "shared" / "corpora"

# corpus: (least share of block flagged, most share of allow flagged)
GOALS = {"cc-safety-net.jsonl": (0.97, 0.03), "benign-ci-dev.jsonl": (0.0, 0.02)}
# Rows that need the context named in their note.
CONTEXT_NOTES = ("env:", "cwd-dependent")


def read_rows(path: Path) -> list[dict[str, str]]:
    """The labelled commands of a corpus that stand by themselves; none where the file has another form."""
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except ValueError:
        return []
    return [
        row for row in rows if is_labelled(row) and not any(mark in (row.get("note") or "") for mark in CONTEXT_NOTES)
    ]


def is_labelled(row: object) -> bool:
    """A command with a label that is counted."""
    return isinstance(row, dict) and isinstance(row.get("command"), str) and row.get("label") in ("block", "allow")


def payload(command: str) -> str:
    """The event that a client would send for a command."""
    return json.dumps(
        {
            "session_id": "accuracy",
            "transcript_path": "/home/dev/.claude/projects/x.jsonl",
            "cwd": "/w/project",
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "run"},
            "tool_use_id": "toolu_1",
        }
    )


def decide(commands: list[str], policies: list[str], config: str | None) -> list[dict[str, object]]:
    """One answer a command, from the command line that users have."""
    words = [sys.executable, "-m", "policyhooks", "decide", "--client", "claude-code"]
    words += ["--policies", *policies] if policies else []
    words += ["--config", config] if config else []
    done = subprocess.run(
        words, input="\n".join(map(payload, commands)) + "\n", capture_output=True, text=True, cwd=ROOT, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(commands):
        raise SystemExit(f"decide answered {len(answers)} of {len(commands)} lines: {done.stderr[-2000:]}")
    return answers


def main(argv: list[str] | None = None) -> int:
    """Print a line a corpus and label; say which goals are missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="*", type=Path, help="JSON lines files; default: those beside the checkout")
    parser.add_argument("--policies", action="append", default=[])
    parser.add_argument("--config")
    parser.add_argument(
        "--misses", action="store_true", help="list every block that passed and every allow that did not"
    )
    options = parser.parse_args(argv)
    files = options.corpora or sorted(CORPORA.glob("*.jsonl"))
    if not files:
        print("no corpora here: give files of labelled commands")
        return 0
    missed = False
    print(f"{'corpus':28} {'label':6} {'rows':>5} {'denied':>7} {'asked':>7} {'flagged':>8}")
    for path in files:
        rows = read_rows(path)
        if not rows:
            print(f"{path.name:28} left out: it has no labelled commands")
            continue
        answers = decide([row["command"] for row in rows], options.policies, options.config)
        least, most = GOALS.get(path.name, (0.0, 1.0))
        for label in ("block", "allow"):
            pairs = [(row, answer) for row, answer in zip(rows, answers, strict=True) if row["label"] == label]
            if not pairs:
                continue
            denied = sum(answer.get("verdict") == "deny" for _, answer in pairs)
            asked = sum(answer.get("verdict") == "ask" for _, answer in pairs)
            share = (denied + asked) / len(pairs)
            short = share < least if label == "block" else share > most
            missed |= short
            mark = "  goal missed" if short else ""
            print(f"{path.name:28} {label:6} {len(pairs):5} {denied:7} {asked:7} {share:8.1%}{mark}")
            if options.misses:
                show_misses(label, pairs)
    return 6 if missed else 0


def show_misses(label: str, pairs: list[tuple[dict[str, str], dict[str, object]]]) -> None:
    """The rows on the wrong side, with the rules that put them there."""
    for row, answer in pairs:
        flagged = answer.get("verdict") in ("deny", "ask")
        if flagged == (label == "allow"):
            print(f"    {answer.get('verdict')!s:5} {answer.get('rules')} {row['command'][:160]!r}")


if __name__ == "__main__":
    sys.exit(main())
