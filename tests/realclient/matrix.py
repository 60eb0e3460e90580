"""Writes docs/reference/real-clients.md from what the tests have seen: `python -m tests.realclient.matrix SEEN...`.

SEEN files are what POLICYHOOKS_REALCLIENT_SEEN names; a later line for the same scene replaces an earlier one.
"""

import json
import sys
from pathlib import Path

from tests.realclient.binaries import PACKAGES

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/real-clients.md"
HEAD = """\
# What the real clients do

Seen by `make realclient`: the clients from npm, in a network namespace of their own, without any of the developer's
environment, against a scripted model on loopback. A scene counts as blocked when the file that the scripted call would
make is not there afterwards; "the model is told why" when the rule's own words stand in the next request to the model.
Every client first runs the same call without hooks, and then the file is there. Of Cursor it is the agent of its npm
package, driven by what the package exports and only where it is asked for by name (`make realclient CLIENTS=cursor`):
[what that reaches](cursor.md).

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
            seen.setdefault(one["scenario"], {})[one["client"]] = one["happened"]
    clients = [name for name, package in PACKAGES.items() if not package.on_request]
    common = [scene for scene, found in seen.items() if len(found) > 1]
    versions = ", ".join(f"{client} {package.version}" for client, package in PACKAGES.items())
    lines = [HEAD.replace("VERSIONS", versions), "## On every client\n\n"]
    lines += [f"| scene | {' | '.join(clients)} |\n", "|" + "---|" * (len(clients) + 1) + "\n"]
    lines += [f"| {scene} | {' | '.join(seen[scene].get(one, '') for one in clients)} |\n" for scene in sorted(common)]
    lines += ["\n## On one client\n\n", "| client | scene | what happens |\n|---|---|---|\n"]
    single = [(*found.popitem(), scene) for scene, found in seen.items() if scene not in common]
    every = list(PACKAGES)
    order = [(every.index(client), scene, happened) for client, happened, scene in single]
    lines += [f"| {every[at]} | {scene} | {happened} |\n" for at, scene, happened in sorted(order)]
    PAGE.write_text("".join([*lines, FOOT]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
