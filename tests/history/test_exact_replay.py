"""A record with its body and what was seen replays exactly, on another machine too; with less it is counted as such."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.history.kept_bodies import CHANGED, GONE
from policyhooks.history.replaying import Replay, replay
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import find_segments
from policyhooks.history.verdicts import NOT_KEPT, NOT_REMEMBERED, NOT_SEEN, Bench
from policyhooks.image.activation import activate
from policyhooks.image.front import find_front
from policyhooks.inspect.journal import read_lines
from policyhooks.inspect.rulebook import of_compiled
from policyhooks.runtime.ports.whole_events import FOLDER, SEALER, UNSEALED
from tests.support.counts import scaled
from tests.support.residents import resident_of

EVENTS = scaled(10_000)
FEW = 12
SHIPPED = str(Path(__file__).parents[2] / "policies")
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.exact, title: Exact, owner: appsec@acme.example}
memory:
  read_key: {flag: true, events: [file.read], when: 'file.path.real.endsWith("/secret.txt")'}
  pushes: {count: 1, events: [shell.before], when: 'shell.command.contains("git")', per: 1h}
rules:
"""
RULES = {
    "link": ("file.read", "ask", 'file.path.real.endsWith("/secret.txt")'),
    "branch": ("shell.before", "deny", 'event.branch == "main" && shell.command.contains("commit")'),
    "after": ("shell.before", "deny", 'memory.read_key.set && shell.command.contains("curl")'),
    "often": ("shell.before", "ask", "memory.pushes.count > 1"),
    "ci": ("mcp.before", "deny", "event.ci"),
    "even": ("file.write", "ask", "event.time.getMilliseconds() % 2 == 0"),
    "words": ("prompt.submit", "deny", 'prompt.text.contains("token")'),
}
RULE = """\
  - id: {}
    match: {{events: [{}]}}
    effect: {}
    when: {}
    message: {{user: No., agent: Do something else.}}
"""
COMMANDS = (
    "ls", "git commit -m x", "git push origin x", "curl https://x.example/a", "rm -rf ./linked",
    "cd sub && rm -rf ../out",
    "cat alias.txt", "rm -rf .", "find . -name '*.txt' -delete", "git ls-files | xargs rm", "cp -r out /tmp/x",
    "cd nowhere; rm -rf *", "for f in *; do echo $f; done", "tar xf a.tar -C linked", "echo hi > alias.txt",
)  # fmt: skip
KEY = "A" * 43 + "="
TOKEN = "token ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def furnish(project: Path) -> None:
    (project / "sub").mkdir(parents=True)
    (project / "out").mkdir()
    (project / "secret.txt").write_text("x")
    (project / "alias.txt").symlink_to("secret.txt")
    (project / "linked").symlink_to("/etc")
    (project / ".git").mkdir()
    (project / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (project / ".git/config").write_text('[remote "origin"]\n\turl = git@x.example:a/b.git\n')
    os.link(project / "secret.txt", project / "hard.txt")


def compiled_in(folder: Path, *more: str) -> Compiled:
    (folder / "policies").mkdir()
    (folder / "policies/p.yaml").write_text(POLICY + "".join(RULE.format(name, *RULES[name]) for name in RULES))
    return compile_policies([str(folder / "policies"), *more], None)


def payloads(project: Path, count: int, seed: int = 7) -> Iterator[dict[str, object]]:
    chosen = random.Random(seed)
    for number in range(count):
        head = {"session_id": f"s{number % 3}", "cwd": str(project), "tool_use_id": f"t{number}"}
        event = {"hook_event_name": "PreToolUse", **head}
        kind = chosen.randrange(6)
        if kind < 2:
            yield {**event, "tool_name": "Bash", "tool_input": {"command": chosen.choice(COMMANDS)}}
        elif kind == 2:
            name = chosen.choice(("alias.txt", "hard.txt", "sub/a.py", "linked/passwd"))
            yield {**event, "tool_name": "Read", "tool_input": {"file_path": str(project / name)}}
        elif kind == 3:
            path = str(project / chosen.choice(("sub/b.py", "linked/x", ".git/hooks/pre-commit")))
            yield {**event, "tool_name": "Write", "tool_input": {"file_path": path, "content": "x" * 5000}}
        elif kind == 4:
            yield {**event, "tool_name": "mcp__files__read", "tool_input": {"path": str(project / "alias.txt")}}
        else:
            text = chosen.choice(("hello", f"my {TOKEN}"))
            yield {**head, "hook_event_name": "UserPromptSubmit", "prompt": text}


class Machine:
    """An installation in a scratch folder, its policies, and a project that it has decided in."""

    def __init__(self, folder: Path, bodies: str, *more: str) -> None:
        if bodies == "full":
            pytest.importorskip("nacl", reason="PyNaCl is not installed (make .venv/history)")
        self.folder, self.project = folder, folder / "project"
        furnish(self.project)
        self.compiled = compiled_in(folder, *more)
        options = {"journal": {"bodies": bodies, "seal": KEY, "on_error": "deny"}}
        self.active = activate(folder / "state", [self.compiled], options=options)
        self.state = self.active.state
        self.seal()

    def seal(self) -> None:
        (self.state / FOLDER).mkdir(mode=0o700, exist_ok=True)
        (self.state / FOLDER / SEALER).touch()

    def decide(self, count: int) -> None:
        for at, payload in enumerate(payloads(self.project, count)):
            environ = {"CI": "true"} if at % 3 == 0 else {"CLAUDE_PROJECT_DIR": str(self.project)}
            native = str(payload["hook_event_name"])
            words = [f"{self.state}/bin/hook", "2", "-", "claude-code", native, "30"]
            done = subprocess.run(
                words, input=json.dumps(payload).encode(), capture_output=True, check=False, env=environ
            )
            assert done.returncode in (0, 2, 64), done.stderr

    def records(self) -> list[dict[str, object]]:
        return [dict(line.record) for line in read_lines(self.state) if line.record is not None]

    def replay(self) -> Replay:
        """Where nothing of the project is left."""
        if self.project.exists():
            shutil.rmtree(self.project)
        skipped = Skipped()
        found = replay(find_segments([self.state], skipped), Bench(of_compiled(self.compiled)), None, most=1)
        found.skipped += skipped
        return found


def test_full_bodies_give_exactly_the_recorded_verdicts(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "full", SHIPPED)
    machine.decide(EVENTS)
    verdicts = [str(record["verdict"]) for record in machine.records()]
    assert {"deny", "ask", "pass"} == set(verdicts)
    rules = {rule for record in machine.records() for rule in record.get("by", ())}
    assert {f"acme.exact/{name}" for name in RULES} <= rules
    assert TOKEN not in (machine.state / "journal/journal.jsonl").read_text()
    found = machine.replay()
    assert not found.unknown
    assert not found.records
    assert (found.events, found.same) == (EVENTS, EVENTS)


@pytest.mark.skipif(sys.platform != "linux" or not find_front().data, reason="no native front was built")
def test_a_resident_keeps_the_same(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "full")
    with resident_of(machine.active):
        machine.decide(FEW * 5)
    requests = [record for record in machine.records() if record.get("request")]
    assert requests, "the resident has answered"
    found = machine.replay()
    assert not found.unknown
    assert found.same == FEW * 5


def test_masked_bodies_replay_what_no_mask_hides(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "masked")
    machine.decide(FEW * 5)
    hidden = sum("[SECRET" in json.dumps(record["input"]) for record in machine.records())
    long = sum('"length"' in json.dumps(record["input"]) for record in machine.records())
    assert hidden
    assert long
    found = machine.replay()
    assert found.unknown == {NOT_KEPT: hidden + long}
    assert not found.records
    assert found.same == FEW * 5 - hidden - long
    text = (machine.state / "journal/journal.jsonl").read_text()
    assert TOKEN not in text
    assert not list((machine.state / FOLDER).glob("2*"))


def changed(machine: Machine, change: str) -> None:
    """Every body, or what keeps it, otherwise than it was recorded."""
    for path in (machine.state / FOLDER).glob("2*/*"):
        if change == "gone":
            path.unlink()
        elif change == "other":
            path.write_bytes(path.read_bytes().replace(b'"salt":"', b'"salt":"0'))
        elif change == "linked":
            path.rename(path.with_suffix(".x"))
            path.symlink_to(path.with_suffix(".x"))
        else:
            path.write_bytes(b"[" * 100_000)


@pytest.mark.parametrize(("change", "why"), [("gone", GONE), ("other", CHANGED), ("linked", GONE), ("deep", CHANGED)])
def test_a_body_that_is_not_the_recorded_one_is_not_believed(tmp_path: Path, change: str, why: str) -> None:
    machine = Machine(tmp_path, "full")
    machine.decide(FEW)
    changed(machine, change)
    found = machine.replay()
    assert found.skipped[why] == FEW
    assert found.events == FEW
    assert found.unknown[NOT_KEPT] > 0, "prompts and contents are not known"


def rewritten(machine: Machine, change: str) -> None:
    """The journal with what was seen changed in its records."""
    path = machine.state / "journal/journal.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        if change == "remembered":
            record.get("memory", {})["read"] = {"session": 7}
        elif change == "less":
            record["seen"]["looks"].pop("link", None)
        else:
            record["seen"]["looks"]["link"] = dict.fromkeys(record["seen"]["looks"].get("link", ()), 7)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


@pytest.mark.parametrize(
    ("change", "why"), [("less", NOT_SEEN), ("other types", NOT_SEEN), ("remembered", NOT_REMEMBERED)]
)
def test_what_was_not_seen_or_remembered_is_not_guessed(tmp_path: Path, change: str, why: str) -> None:
    machine = Machine(tmp_path, "masked")
    machine.decide(FEW)
    rewritten(machine, change)
    found = machine.replay()
    assert found.unknown[why] > 0
    assert not found.records


def test_nothing_is_kept_where_nobody_seals(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "full")
    long_ago = 1_700_000_000
    os.utime(machine.state / FOLDER / SEALER, (long_ago, long_ago))
    machine.decide(2)
    assert [record["body"] for record in machine.records()] == [{"why": UNSEALED}] * 2
    assert [path.name for path in (machine.state / FOLDER).iterdir()] == [SEALER]


def test_a_body_that_cannot_be_written_denies(tmp_path: Path) -> None:
    machine = Machine(tmp_path, "full")
    shutil.rmtree(machine.state / FOLDER)
    machine.seal()
    for later in (0, 3600):  # a file where the folder of the hour would be
        hour = time.strftime("%Y-%m-%dT%H", time.gmtime(time.time() + later))
        (machine.state / FOLDER / hour).write_text("")
    payload = json.dumps(next(payloads(machine.project, 1))).encode()
    words = [f"{machine.state}/bin/hook", "2", "-", "claude-code", "PreToolUse", "30"]
    done = subprocess.run(words, input=payload, capture_output=True, check=False, env={})
    assert done.returncode == 2 or b'"deny"' in done.stdout
