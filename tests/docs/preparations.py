"""What pages take for granted: files and installations of a reader who follows them. Also who runs what a page cannot.

`sudo` and `make` are stand-ins on the PATH: managed installations go to a root folder of the test's own, words of make
to this checkout with the packages that are installed already.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.docs.walkthrough import ROOT, Step, environment
from tests.support.counts import SOAK
from tests.support.pipelines import CONFIG, EVENTS, POLICY

FORCE = '"command": "git push --force"'
EVENT = (
    '{"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/w", "permission_mode": "default",'
    ' "tool_name": "Bash", "tool_use_id": "t1", "tool_input": {' + FORCE + "}}\n"
)
TRUSTED = "policyhooks trust policyhooks.yaml --yes"
INSTALLED = "policyhooks install --client claude-code --policies policies"
OWN = [Step(file="policyhooks.yaml", content=CONFIG), Step(file="policies/git.yaml", content=POLICY)]
BUNDLE = "policyhooks bundle build policies --config policyhooks.yaml --name acme --version 1.3.0 --serial"
SIGNER = "{ printf '%s namespaces=\"policyhooks\" ' ALICE; cut -d' ' -f1,2 KEY.pub; } >> "


def run(*lines: str) -> list[Step]:
    return [Step(command=line) for line in lines]


def sign(name: str, key: str, file: str) -> Step:
    return Step(command=SIGNER.replace("ALICE", name).replace("KEY", key) + file)


HOOKIFY = "---\nname: no-rm\nenabled: true\nevent: bash\npattern: rm\\s+-rf\naction: block\n---\nDo not.\n"
CURSOR = '{"version": 1, "hooks": {"beforeShellExecution": [{"command": "./audit.sh", "matcher": "curl"}]}}'
KEY, SECOND = "~/.ssh/id_ed25519", "~/.ssh/id_ed25519_sk"

SIGNERS = [
    *run(
        'mkdir -p -m 700 ~/.ssh "$PLACE/etc/policyhooks"',
        f"ssh-keygen -q -t ed25519 -N '' -f {KEY} && ssh-keygen -q -t ed25519 -N '' -f {SECOND}",
    ),
    *(sign(name, key, "allowed_signers") for name, key in (("a@acme.example", KEY), ("b@acme.example", SECOND))),
    *run('cp allowed_signers "$PLACE/etc/policyhooks"'),
]

MARKERS = POLICY.replace("git push --force", "touch marker").replace("git push -f", "touch marker")
# Transcripts in the reader's home folder, as the real clients wrote them, and policies from before and after a change.
HISTORY = [
    *run(f"cp -r '{ROOT}/tests/data/history/home/.' ~"),
    Step(file="policies/markers.yaml", content=MARKERS),
    Step(file="new/markers.yaml", content=MARKERS.replace("effect: deny", "effect: ask").replace("{deny:", "{ask:")),
]

BEFORE: dict[str, list[Step]] = {
    "docs/how-to/look-back.md": HISTORY,
    "docs/how-to/learn-from-history.md": HISTORY,
    "docs/how-to/lift-a-deny.md": [*OWN, *run(INSTALLED)],
    "docs/how-to/measure-coverage.md": [*OWN, *run(INSTALLED)],
    "docs/explanation/journal-and-privacy.md": [*OWN, *run(INSTALLED, "policyhooks doctor || true")],
    "docs/how-to/roll-out-to-a-fleet.md": [*OWN, *SIGNERS],
    "docs/how-to/upgrade.md": [*OWN, *run(TRUSTED, "policyhooks install --client claude-code")],
    "docs/how-to/ci.md": [
        *OWN,
        *run(f"{BUNDLE} 1 -o base.phb", f"{BUNDLE} 1 -o head.phb"),
        Step(file="events.jsonl", content=EVENT),
        Step(file="events/pushes.json", content=EVENTS),
        *run("mkdir before && cp -r policies before"),
    ],
    "docs/how-to/debug-a-deny.md": [
        *OWN,
        *run(INSTALLED, "policyhooks doctor || true"),
    ],
    "docs/how-to/learn-from-false-alarms.md": [*OWN, *run(INSTALLED, "policyhooks doctor || true")],
    "docs/how-to/ship-the-journal.md": [*OWN, *run(INSTALLED, "policyhooks doctor || true")],
    "docs/how-to/watch-a-fleet.md": [*OWN, *run(INSTALLED, "policyhooks doctor || true")],
    "docs/how-to/import-existing-rules.md": [
        Step(file=".claude/settings.json", content='{"permissions": {"deny": ["Bash(curl:*)", "Read(.env)"]}}'),
        Step(file=".cursor/hooks.json", content=CURSOR),
        Step(file=".claude/hookify.no-rm.local.md", content=HOOKIFY),
    ],
    "docs/how-to/install.md": [*OWN, *run(TRUSTED)],
    "docs/how-to/prove-it-fires.md": [*OWN, *run(INSTALLED)],
    "docs/how-to/record-payloads.md": [
        *OWN,
        *run(TRUSTED, "policyhooks install --client cursor", "policyhooks doctor || true"),
    ],
    "docs/how-to/review-with-a-model.md": [*OWN, *run(INSTALLED)],
    "docs/how-to/ship-a-bundle.md": [
        *OWN,
        *SIGNERS,
        *run(
            f"{BUNDLE} 13 -o acme-1.3.0.phb",
            f"policyhooks bundle sign acme-1.3.0.phb --key {KEY}",
            "sudo policyhooks bundle activate acme-1.3.0.phb --client cursor --scope managed",
            "policyhooks install --client cursor --scope user --policies policies",
            "mkdir .policyhooks && sed s/acme.git/acme.project/ policies/git.yaml > .policyhooks/git.yaml",
        ),
        Step(file="policies/policyhooks.yaml", content="apiVersion: policyhooks/v1\nkind: Config\n"),
    ],
}

# Pages that install do so for seconds of computing each: `make soak` follows them.
QUICK = (
    "README.md",
    "docs/tutorial/first-policy.md",
    "docs/how-to/ci.md",
    "docs/how-to/describe-a-program.md",
    "docs/how-to/allow-mcp-servers.md",
    "docs/how-to/import-existing-rules.md",
    "docs/how-to/look-back.md",
    "docs/how-to/learn-from-history.md",
    "docs/how-to/own-rules-beside-packs.md",
    "docs/how-to/map-rules.md",
    "docs/explanation/shell-view.md",
    "docs/explanation/image.md",
)

WHEEL = ("tests/packaging/test_wheel.py", "for step in rest if")
README_LINES = (
    "pip install dist/policyhooks-*.whl",
    "policyhooks demo",
    "policyhooks install --client claude-code --dry-run",
    "policyhooks install --client claude-code",
    "policyhooks doctor --client claude-code",
    "policyhooks log",
    "policyhooks approvals list",
    "policyhooks ship --to ocsf:decisions.jsonl --once",
)
# Lines that a test elsewhere runs, and what stands there; a line of a page and not of another.
ELSEWHERE: dict[tuple[str, str], tuple[str, str]] = {
    **{("README.md", line): WHEEL for line in README_LINES},
    ("README.md", "pipx install dist/policyhooks-*.whl"): ("tests/packaging/test_index.py", '"pipx", "uv"'),
    ("README.md", "uv tool install dist/policyhooks-*.whl"): ("tests/packaging/test_index.py", '"pipx", "uv"'),
    ("docs/how-to/install.md", "policyhooks trust policyhooks.yaml"): (
        "tests/cli/test_trust_project.py",
        '("yes\\n", 0)',
    ),
}
# Words of a line that stand for something.
STANDING_FOR = {
    "docs/how-to/debug-a-deny.md": {"show ID": "show 1", "--log ID": "--log 1"},
    "docs/how-to/learn-from-false-alarms.md": {"false-alarm ID": "false-alarm 1"},
}

# Pages that need a server beside them: tests of their own follow them, where that server is.
WITH_SERVERS = {"docs/how-to/watch-a-fleet.md": "tests/collecting/test_page.py"}

SLOW = ("make demo",)  # `make soak` runs them

STAND_INS = {
    "sudo": 'exec "$@" --root "$PLACE"',
    "make": f'exec /usr/bin/make -C "{ROOT}" -o .venv/ready BIN="{Path(sys.executable).parent}" "$@"',
}


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a reader: a home, a root folder for what needs root, stand-ins."""
    programs = folder / "programs"
    for inner in (programs, folder / "home", folder / "root"):
        inner.mkdir()
    for name, line in STAND_INS.items():
        (programs / name).write_text(f"#!/bin/sh\n{line}\n")
        (programs / name).chmod(0o755)
    around = environment(folder / "home")
    return {**around, "PATH": f"{programs}:{around['PATH']}", "PLACE": str(folder / "root")}


def elsewhere(page: str, command: str) -> bool:
    return (page, command.partition("#")[0].strip()) in ELSEWHERE


def steps_to_take(page: str, steps: list[Step]) -> Iterator[Step]:
    """What goes before, then the page; without what runs elsewhere."""
    yield from BEFORE.get(page, ())
    for step in steps:
        for words, value in STANDING_FOR.get(page, {}).items():
            step.command = step.command.replace(words, value)
        if not elsewhere(page, step.command) and (SOAK or step.command not in SLOW):
            yield step
