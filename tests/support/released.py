"""What the engine released as commit 9986c44 has left on disks (tests/data/released), and that engine itself."""

import hashlib
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

COMMIT = "9986c44"
REPOSITORY = Path(__file__).resolve().parents[2]
DATA = REPOSITORY / "tests/data/released"


def unpack(root: Path) -> Path:
    """The state folder of that engine below `root`, as if it had always been there."""
    root.mkdir(parents=True, exist_ok=True)
    with tarfile.open(DATA / "state.tar.gz") as tar:
        tar.extractall(root, filter="data")
    for path in root.rglob("*"):
        if path.is_symlink():
            continue
        if path.is_dir():
            path.chmod(0o700)
            continue
        data = path.read_bytes()
        moved = data.replace(b"@ROOT@", str(root).encode())
        moved = moved.replace(b"@PYTHON@", os.path.realpath(sys.executable).encode())
        if moved != data:
            path.write_bytes(moved)
        path.chmod(0o600)
    _name_again(root)
    return root / "state"


def _name_again(root: Path) -> None:
    """Records that are named by the path of what they are about, or hold the digest of a file that names a path."""
    for record in (root / "state/installs").iterdir():
        found = json.loads(record.read_text())
        found["written"] = hashlib.sha256(Path(found["file"]).read_bytes()).hexdigest()
        name = hashlib.sha256(found["file"].encode()).hexdigest()[:16]
        record.unlink()
        (record.parent / f"{name}.json").write_text(json.dumps(found))
    for layer in (root / "state/layers").iterdir():
        sources = json.loads(layer.read_text())["sources"]
        layer.rename(layer.with_name(hashlib.sha256(sources.encode()).hexdigest()[:32] + ".json"))


class Engine:
    """That engine, from the repository's own history; the test skips where the history is not at hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        git = ["git", "-C", str(REPOSITORY), "archive", COMMIT, "policyhooks", "policies"]
        try:
            archive = subprocess.run(git, capture_output=True, check=False)
        except FileNotFoundError:
            pytest.skip("no git")
        if archive.returncode:
            pytest.skip(f"commit {COMMIT} is not in this repository")
        subprocess.run(["tar", "x", "-C", str(folder)], input=archive.stdout, check=True)

    def run(self, *words: str, code: int = 0) -> str:
        """One verb of it, which must end so; everything that it says."""
        environ = {**os.environ, "PYTHONPATH": str(self.folder)}
        done = subprocess.run(
            [sys.executable, "-m", "policyhooks", *words],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=environ,
            check=False,
        )
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done.stdout + done.stderr


def ask(state: Path, native: str, where: str = "/w/elsewhere", **fields: object) -> str:
    """The verdict of an installed hook of Claude Code; of a follow-up its text."""
    payload = {"session_id": "s1", "cwd": where, "hook_event_name": native, **fields}
    interpreter = os.path.realpath(sys.executable)
    line = [interpreter, "-I", "-S", f"{state}/hook.py", "claude-code", native, "20"]
    done = subprocess.run(line, input=json.dumps(payload).encode(), capture_output=True, check=False, env={})
    if not done.stdout:
        assert (done.returncode, done.stderr) == (0, b"")
        return "pass"
    said = json.loads(done.stdout)
    return str(said.get("reason") or said["hookSpecificOutput"]["permissionDecision"])


def shell(state: Path, command: str, where: Path | str = "/w/elsewhere") -> str:
    """The verdict on a command."""
    return ask(state, "PreToolUse", str(where), tool_name="Bash", tool_use_id="t", tool_input={"command": command})


def stop(state: Path) -> str:
    """The follow-up at the end of a turn, or pass."""
    return ask(state, "Stop", stop_hook_active=False)


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every path below a folder with its mode and content."""
    found = {}
    for path in [folder, *sorted(folder.rglob("*"))]:
        content = os.readlink(path).encode() if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(folder))] = (path.lstat().st_mode, content)
    return found
