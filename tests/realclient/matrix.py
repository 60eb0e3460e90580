"""Writes docs/reference/real-clients.md from what the tests have seen: `python -m tests.realclient.matrix SEEN...`.

SEEN files are what POLICYHOOKS_REALCLIENT_SEEN names; a later line for the same scene replaces an earlier one. What
was seen of a client that is run on request (Cursor's) goes between the marks of its own page, docs/reference/cursor.md;
a page of which nothing was seen stays as it is.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.realclient.binaries import PACKAGES

REFERENCE = Path(__file__).resolve().parents[2] / "docs/reference"
PAGE = REFERENCE / "real-clients.md"
MARKS = ("<!-- seen by make realclient: begin -->\n", "<!-- seen by make realclient: end -->\n")
READ = "read: "  # of a scene that shows how an answer is read
HEAD = """\
# What the real clients do

Seen by `make realclient`: the clients from npm, in a network namespace of their own, without any of the developer's
environment, against a scripted model on loopback. A scene counts as blocked when the file that the scripted call would
make is not there afterwards; "the model is told why" when the rule's own words stand in the next request to the model.
Every client first runs the same call without hooks, and then the file is there. What the agent of Cursor's npm package
does stands on [a page of its own](cursor.md): it runs only where it is asked for (`make realclient CLIENTS=cursor`).

Versions: VERSIONS.

"""
FOOT = """
Where it says that the call runs, the client itself gives a hook no way to stop it: nothing of our command line was left
alive, and the client has no switch for that. Claude Code has one (`onFailure`), which install sets; Copilot CLI blocks
on every failure but its own time-out. The hook answers at 80 % of the client's time-out, so what is left is a machine
so slow, or an agent so hostile, that the whole process group is killed first.
See [failure modes](../explanation/failure-modes.md).

Repeat it: `make realclient`, or `make realclient CLIENTS=claude-code`. It is not part of `make test`.
"""


def main(paths: list[str]) -> int:
    seen: dict[str, dict[str, str]] = {}
    for path in paths:
        for line in Path(path).read_text("utf-8").splitlines():
            one = json.loads(line)
            seen.setdefault(one["client"], {})[one["scenario"]] = one["happened"]
    clients = [name for name, package in PACKAGES.items() if not package.on_request]
    if any(client in seen for client in clients):
        PAGE.write_text("".join(_page(clients, seen)), "utf-8")
    for client in seen.keys() - set(clients):
        _fill(REFERENCE / f"{client}.md", client, seen[client])
    return 0


def _page(clients: list[str], seen: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    told = {client: seen.get(client, {}) for client in clients}
    scenes = sorted({scene for found in told.values() for scene in found})
    common = [scene for scene in scenes if sum(scene in found for found in told.values()) > 1]
    versions = ", ".join(f"{client} {PACKAGES[client].version}" for client in clients)
    yield HEAD.replace("VERSIONS", versions) + "## On every client\n\n"
    yield f"| scene | {' | '.join(clients)} |\n|" + "---|" * (len(clients) + 1) + "\n"
    yield from (f"| {scene} | {' | '.join(told[one].get(scene, '') for one in clients)} |\n" for scene in common)
    yield "\n## On one client\n\n| client | scene | what happens |\n|---|---|---|\n"
    for client in clients:
        alone = [scene for scene in scenes if scene in told[client] and scene not in common]
        yield from (f"| {client} | {scene} | {told[client][scene]} |\n" for scene in alone)
    yield FOOT


def _fill(page: Path, client: str, found: Mapping[str, str]) -> None:
    """Two tables, between the marks: what was done, and how answers were read."""
    before, _, rest = page.read_text("utf-8").partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    lines = [f"Version {PACKAGES[client].version}, offline. What files and answers of ours meet:\n\n"]
    lines += ["| scene | what happens |\n|---|---|\n"]
    lines += [f"| {scene} | {found[scene]} |\n" for scene in sorted(found) if not scene.startswith(READ)]
    lines += ["\nHow any hook's answer is read at sessionStart:\n\n| the hook | the session |\n|---|---|\n"]
    lines += [f"| {scene.removeprefix(READ)} | {found[scene]} |\n" for scene in found if scene.startswith(READ)]
    page.write_text("".join([before, MARKS[0], "\n", *lines, "\n", MARKS[1], after]), "utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
