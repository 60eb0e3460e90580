"""Makes the files beside it with the engine that was released as commit 9986c44 (program format 1, state layout 1).

    git archive --prefix=released/ 9986c44 | tar x -C /tmp
    cd /tmp/released && PYTHONPATH=. CHECKOUT/.venv/bin/python CHECKOUT/tests/data/released/make.py

It is not run by the tests: the files are what a user of that engine has. They are

    acme.phb, allowed_signers   a signed bundle, and who may sign
    state.tar.gz                a state folder with its journal, layers, counters, ledger and install record, the
                                client's file, and the projects around it

Paths of the machine stand as @ROOT@ and @PYTHON@ in the archive; tests/support/released.py puts others there. What
belongs to one interpreter or platform is left out: images and shfmt. No event of the journal names a path of the
machine, since its chain could not be moved.
"""

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from policyhooks import __version__
from policyhooks.cli.main import run
from policyhooks.core.program import FORMAT

HERE = Path(__file__).resolve().parent
SETTINGS = b'{\n   "model":"own",\n\t"permissions": {"deny": ["Read(.env)"]}\n}'
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Small, owner: appsec@acme.example}
params:
  words: {type: list<string>, default: [npm install]}
rules:
  - id: no-install
    match: {events: [shell.before]}
    when: params.words.exists(word, shell.command.contains(word))
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
    exceptions:
      - {id: EX-1, becomes: ask, when: 'shell.command.contains("left-pad")', owner: a@acme.example, reason: r,
         ticket: T-1, expires: 2099-01-01}
    tests: {deny: ["npm install"], quiet: ["npm ci"]}
  - id: go-on
    match: {events: [agent.stop], clients: [claude-code]}
    effect: followup
    followup: {text: "Run the tests.", limit: 3}
    tests: {followup: ["done"]}
  - id: look-at-it
    match: {events: [mcp.before], clients: [claude-code]}
    when: mcp.tool == "send"
    judge: {prompt: "Fine? $ARGUMENTS", not_ok: ask, cache: 1h}
    message: {user: "u", agent: "a"}
"""
LAYER = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {{id: {name}.own, title: Own, owner: team@acme.example}}
match: {{events: [shell.before], clients: [claude-code]}}
rules:
  - id: no-{word}
    when: shell.command.contains("{word}")
    effect: deny
    message: {{user: "No {word}.", agent: "Use npm."}}
  - id: let-me
    when: shell.command.contains("make deploy")
    effect: allow
"""
BUNDLE = """\
apiVersion: policyhooks/v1
kind: Bundle
name: acme
version: 1.4.0
serial: 14
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def ask(state: Path, native: str, **fields: object) -> int:
    """One hook; no path of this machine is in the event."""
    payload = {"session_id": "s1", "cwd": "/w/elsewhere", "hook_event_name": native, **fields}
    line = [os.path.realpath(sys.executable), "-I", "-S", f"{state}/hook.py", "claude-code", native, "20"]
    return subprocess.run(line, input=json.dumps(payload).encode(), capture_output=True, check=False, env={}).returncode


def use(root: Path) -> None:
    """A project's installation, two trusted layers, some decisions, what a judge was asked."""
    place = ["--client", "claude-code", "--scope", "project", "--root", f"{root}/project", "--state", f"{root}/state"]
    policies = write(root / "policies/small.yaml", POLICY).parent
    write(root / "project/.policyhooks/own.yaml", LAYER.format(name="project", word="yarn"))
    write(root / "own/.policyhooks/own.yaml", LAYER.format(name="user", word="pnpm"))
    write(root / "project/.claude/settings.json", "").write_bytes(SETTINGS)
    assert run(["install", "--policies", str(policies), *place]) == 0
    assert run(["trust", f"{root}/project", *place]) == 0
    assert run(["trust", f"{root}/own", "--layer", "user", *place]) == 0
    state = root / "state"
    codes = [
        ask(state, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": command})
        for command in ("npm install", "ls -la", "pnpm x", "npm install left-pad")
    ]
    assert codes == [2, 0, 2, 0], codes
    assert [ask(state, "Stop", stop_hook_active=False) for _ in range(2)] == [0, 0]
    from policyhooks.judge.budget import Budget, Caps
    from policyhooks.judge.cache import VerdictCache
    from policyhooks.judge.ledger import Ledger
    from policyhooks.judge.opinion import Opinion
    from policyhooks.judge.place import LEDGER, cache_key

    ledger = Ledger(state / "judge" / LEDGER)
    now = time.time()
    Budget(ledger).reserve("claude-code s1", Caps.of({}, ""), now)
    Budget(ledger).charge("claude-code s1", Caps.of({}, ""), 120, 0.01, now)
    cache = VerdictCache(ledger, cache_key(state / "judge"))
    cache.keep(b"k" * 32, "acme.small/look-at-it", Opinion(False, "no"), "fast", now, 10**9)
    ledger.count("not_ok")
    ledger.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    ledger.close()


def pack(root: Path) -> bytes:
    """The folder as an archive without the machine in it."""
    out = io.BytesIO()
    words = ((os.path.realpath(sys.executable), "@PYTHON@"), (os.path.abspath(sys.executable), "@PYTHON@"))
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=9) as tar:
        for path in sorted(root.rglob("*")):
            if path.name.endswith(".image") or path.name.startswith("shfmt-"):
                continue
            entry = tarfile.TarInfo(str(path.relative_to(root)))
            entry.mode = path.lstat().st_mode & 0o777
            if path.is_symlink():
                entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(path)
                tar.addfile(entry)
            elif path.is_dir():
                entry.type = tarfile.DIRTYPE
                tar.addfile(entry)
            else:
                data = path.read_bytes()
                for real, mark in (*words, (str(root), "@ROOT@")):
                    data = data.replace(real.encode(), mark.encode())
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def main() -> None:
    assert (__version__, FORMAT) == ("0.1.0", 1), "this is not the engine that it is made with"
    root = Path(tempfile.mkdtemp(prefix="released-"))
    try:
        use(root)
        journal = (root / "state/journal/journal.jsonl").read_text()
        assert str(root) not in journal
        (HERE / "state.tar.gz").write_bytes(pack(root))
        write(root / "policies/bundle.yaml", BUNDLE)
        key = root / "key"
        words = ["-q", "-t", "ed25519", "-N", "", "-C", "acme", "-f", str(key)]
        subprocess.run(["/usr/bin/ssh-keygen", *words], check=True)
        bundle = HERE / "acme.phb"
        assert run(["bundle", "build", str(root / "policies"), "-o", str(bundle)]) == 0
        assert run(["bundle", "sign", str(bundle), "--key", str(key)]) == 0
        public = " ".join(key.with_suffix(".pub").read_text().split()[:2])
        (HERE / "allowed_signers").write_text(f"release@acme.example {public}\n")
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    main()
