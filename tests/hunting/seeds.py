"""Where each search begins: what the tests' own tables hold, and inputs that once found something."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

from policyhooks.clients.catalog import natives
from policyhooks.clients.registry import CLIENTS
from tests.clients.fixtures import load
from tests.shell.oddities import ODDITIES, WRITING_ODDITIES

ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "tests" / "data" / "hunting"

DOCUMENTS = (
    *(
        '{"a": [1, -2.5e3, true, false, null, "x\\u00e9\\n"]}',
        '{"a": {"a": {"a": []}}}',
        '"\\ud83d\\ude00"',
        "[[[[]]]]",
    ),
    *('{"a": 1, "a": 2}', "[NaN]", "[1e999]", '"\\ud800"', "\ufeff{}", "{} x", "[1,]", "0123", '"\x01"', "-0", "1e5"),
)
ANSWERS = (
    '{"ok": true, "reason": ""}',
    '{"ok": false, "reason": "deletes the data", "confidence": 0.9}',
    '```json\n{"ok": true, "reason": "fine"}\n```',
    '```\n{"ok": false, "reason": "a\\u202eb"}\n```',
    '{"ok": "true", "reason": 1}',
    '{"ok": true} {"ok": false}',
)
PATCHES = (
    "*** Begin Patch\n*** Add File: a.txt\n+one\n*** End Patch",
    "*** Begin Patch\n*** Update File: a/b.py\n*** Move to: c.py\n@@ def f\n-old\n+new\n*** End Patch",
    "*** Begin Patch\n*** Delete File: ../x\n*** End Patch\n",
    "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n",
    'diff --git "a/f g" "b/f g"\nrename from f g\nrename to h\n',
    "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n",
)


def payloads() -> Iterator[bytes]:
    """Recorded events, behind two bytes that name client and event."""
    for place, client in enumerate(CLIENTS):
        known = natives(client)
        for fixture in load(client):
            if fixture.native in known:
                yield bytes((place, known.index(fixture.native))) + json.dumps(fixture.payload).encode()


def conditions() -> Iterator[bytes]:
    """The conditions of the shipped policies."""
    for path in sorted((ROOT / "policies").rglob("*.yaml")):
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
        for rule in given.get("rules", ()):
            if isinstance(rule.get("when"), str):
                yield rule["when"].encode()


def commands() -> Iterator[bytes]:
    for text in (*ODDITIES, *WRITING_ODDITIES):
        yield b"\0" + text.encode()


def texts(given: tuple[str, ...]) -> Callable[[], Iterator[bytes]]:
    return lambda: (text.encode() for text in given)


SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "payload": payloads,
    "json": texts(DOCUMENTS),
    "condition": conditions,
    "command": commands,
    "answer": texts(ANSWERS),
    "patch": texts(PATCHES),
}


def kept(name: str) -> list[Path]:
    """Inputs on which something once did not hold."""
    return sorted((KEPT / name).glob("*")) if (KEPT / name).is_dir() else []


def plant(name: str, folder: Path) -> None:
    """Every input where a search begins, a file each."""
    for number, data in enumerate([*SEEDS[name](), *(path.read_bytes() for path in kept(name))]):
        (folder / f"seed-{number}").write_bytes(data)
