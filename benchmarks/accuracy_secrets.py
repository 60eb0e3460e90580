"""How the shipped policies treat labelled secrets, MCP calls and file calls: every corpus at hand, through `decide`.

Secrets are JSON lines (`text`, `secret`, `label` secret or clean), sent as prompts, as outputs and as writes; calls
have `server`, `tool` and `arguments`, or `kind` and `input`. Rows are counted by even and odd number, because rules are
made on the even ones. Exit 6 when a goal is missed. `--misses` lists the rows behind the figures.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT.parent / "shared" / "corpora"
Row = Mapping[str, object]
Answer = Mapping[str, object]

# what is counted: (least share of what must be seen, most share of what must not)
GOALS = {"prompt": (0.85, 0.10), "output": (0.92, 0.10), "mcp": (0.90, 1 / 28)}
WANTED = ("secret", "block")
NAMES = {"read": "Read", "write": "Write", "edit": "Edit"}


def event(native: str, **fields: object) -> str:
    """An event as the client sends it."""
    common = {"session_id": "accuracy", "transcript_path": "/home/dev/.claude/projects/x.jsonl"}
    place = {"cwd": "/home/dev/project", "permission_mode": "default", "hook_event_name": native}
    return json.dumps({**common, **place, **fields})


def as_prompt(row: Row) -> str:
    return event("UserPromptSubmit", prompt=row["text"])


def as_output(row: Row) -> str:
    response = {"stdout": row["text"], "stderr": "", "interrupted": False}
    return event("PostToolUse", tool_name="Bash", tool_input={"command": "cat x"}, tool_response=response)


def as_write(row: Row) -> str:
    written = {"file_path": "/home/dev/project/src/settings.py", "content": row["text"]}
    return event("PreToolUse", tool_name="Write", tool_input=written, tool_use_id="t")


def as_call(row: Row) -> str:
    name = f"mcp__{row['server']}__{row['tool']}"
    return event("PreToolUse", tool_name=name, tool_input=row["arguments"], tool_use_id="t")


def as_file(row: Row) -> str:
    given = row["input"]
    assert isinstance(given, dict)
    path = str(given.get("path", "")).replace("~", "/home/dev")
    rest = {name: value for name, value in given.items() if name != "path"}
    name = NAMES[str(row["kind"])]
    return event("PreToolUse", tool_name=name, tool_input={"file_path": path, **rest}, tool_use_id="t")


def is_stopped(_row: Row, answer: Answer) -> bool:
    """Denied or asked."""
    return answer.get("verdict") in ("deny", "ask")


def is_masked(row: Row, answer: Answer) -> bool:
    """The output was replaced, and does not hold the secret any more where the row says which it is."""
    response = str(answer.get("response") or "")
    if "updatedToolOutput" not in response:
        return False
    shown = json.loads(response)["hookSpecificOutput"]["updatedToolOutput"]["stdout"]
    secret = row.get("secret")
    return row["label"] == "clean" or not secret or str(secret) not in shown


# what is counted: the file, a row as an event, when it counts as seen
TABLES: dict[str, tuple[str, Callable[[Row], str], Callable[[Row, Answer], bool]]] = {
    "prompt": ("secrets.jsonl.gz", as_prompt, is_stopped),
    "output": ("secrets.jsonl.gz", as_output, is_masked),
    "write": ("secrets.jsonl.gz", as_write, is_stopped),
    "mcp": ("mcp.jsonl", as_call, is_stopped),
    "file": ("files.jsonl", as_file, is_stopped),
}


def read_rows(path: Path) -> list[Row]:
    """The labelled rows of a corpus; none where it is not at hand."""
    if not path.is_file():
        return []
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def decide(events: Sequence[str]) -> list[Answer]:
    """One answer an event, from the command line that users have."""
    words = [sys.executable, "-m", "policyhooks", "decide", "--client", "claude-code"]
    done = subprocess.run(words, input="\n".join(events) + "\n", capture_output=True, text=True, cwd=ROOT, check=False)
    answers: list[Answer] = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(events):
        raise SystemExit(f"decide answered {len(answers)} of {len(events)} lines: {done.stderr[-2000:]}")
    return answers


def count(name: str, folder: Path, misses: bool) -> bool:
    """Print the lines of one table; whether its goal is missed."""
    file, make, seen = TABLES[name]
    rows = read_rows(folder / file)
    if not rows:
        print(f"{name:8} left out: {file} is not here")
        return False
    answers = decide([make(row) for row in rows])
    found = [
        (number, row, answer, seen(row, answer)) for number, (row, answer) in enumerate(zip(rows, answers, strict=True))
    ]
    missed = False
    for label in dict.fromkeys(str(row["label"]) for row in rows):
        hits = [(number % 2, hit) for number, row, _, hit in found if row["label"] == label]
        share = sum(hit for _, hit in hits) / len(hits)
        least, most = GOALS.get(name, (0.0, 1.0))
        short = share < least if label in WANTED else share > most
        missed |= short
        halves = [
            f"{sum(hit for half, hit in hits if half == side)}/{sum(half == side for half, _ in hits)}"
            for side in (0, 1)
        ]
        mark = "  goal missed" if short else ""
        print(f"{name:8} {label:7} {len(hits):5} {share:7.1%}   even {halves[0]:>8}  odd {halves[1]:>8}{mark}")
    for number, row, answer, hit in found if misses else ():
        if hit != (row["label"] in WANTED):
            shown = json.dumps(row.get("text") or row.get("arguments") or row.get("input"))
            print(f"    {number:4} {row['label']} {answer.get('rules')} {shown[:120]}")
    return missed


def main(argv: list[str] | None = None) -> int:
    """Print every table; say which goals are missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", choices=[[], *TABLES], help="what to count; default: everything")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="the folder of the labelled rows")
    parser.add_argument("--misses", action="store_true", help="list every row on the wrong side")
    options = parser.parse_args(argv)
    print(f"{'as':8} {'label':7} {'rows':>5} {'seen':>7}")
    missed = [count(name, options.corpora, options.misses) for name in options.tables or TABLES]
    return 6 if any(missed) else 0


if __name__ == "__main__":
    sys.exit(main())
