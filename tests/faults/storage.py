"""Disks that are full or read-only, and a journal or key that cannot be used.

A whole file system of one's own needs root and a mount namespace; elsewhere those cases cannot be made.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from policyhooks.inspect.journal_verification import verify
from tests.faults.calls import COMMAND
from tests.faults.installation import Bench, Installation
from tests.faults.outcomes import CannotBeMade, Outcome, compare, decided, every_kind_closed

FULL = 64  # KiB of a disk on which a journal soon has no room


def _swap(path: Path, text: str | None = None) -> None:
    """A file in the place of a folder, or nothing."""
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    if text is not None:
        path.write_text(text)


def _folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


DAMAGES: Mapping[str, Callable[[Installation], object]] = {
    "no journal folder": lambda one: _swap(one.state / "journal"),
    "a file in its place": lambda one: _swap(one.state / "journal", ""),
    "a folder in the file's place": lambda one: _folder(one.state / "journal/journal.jsonl"),
    "a journal that leads to a full device": lambda one: (one.state / "journal/journal.jsonl").symlink_to("/dev/full"),
    "a damaged key": lambda one: (one.state / "key").write_text("damaged"),
    "an empty key": lambda one: (one.state / "key").write_text(""),
    "a key that is a link": lambda one: (_swap(one.state / "key"), (one.state / "key").symlink_to("machine")),
    "a folder in the key's place": lambda one: _folder(one.state / "key"),
}


def unwritable(bench: Bench) -> Iterator[Outcome]:
    for installation in bench.every():
        for name, damage in DAMAGES.items():
            with installation.damaged():
                damage(installation)
                yield from every_kind_closed(name, installation)


def full_disk(bench: Bench) -> Iterator[Outcome]:
    """Decisions until the disk is full, then more: each is a decision with a record or a block, and the chain holds."""
    _check_mounts()
    for installation in bench.every():
        with installation.damaged(), _mounted("-t", "tmpfs", "-o", f"size={FULL}k,mode=700", "tmpfs", at=installation):
            call = installation.call(COMMAND)
            passed = 0
            while passed < 500 and not compare("", call, installation.run(call), "pass").problem:
                passed += 1
            yield Outcome(f"{call.name}: it fills", "" if 0 < passed < 500 else f"{passed} decisions had room")
            yield from every_kind_closed("the disk is full", installation)
            checked = verify(installation.state)
            lost = passed - checked.records
            problems = [*map(str, checked.problems), *([f"{lost} records are lost"] if lost > 0 else [])]
            yield Outcome(f"{call.name}: the journal of a full disk", "; ".join(problems))


def read_only(bench: Bench) -> Iterator[Outcome]:
    _check_mounts()
    for installation in bench.every():
        with installation.damaged(), _bound(installation.state):
            yield from every_kind_closed("a read-only state folder", installation)
    for installation in bench.every():
        yield from decided("writable again", installation)


def no_room_for_a_record(bench: Bench) -> Iterator[Outcome]:
    """A limit on the size of files makes the short write that a full disk makes, for any user."""
    for installation in bench.every():
        with installation.damaged():
            installation.run(installation.call(COMMAND))
            file = installation.state / "journal/journal.jsonl"
            before = file.read_bytes()
            words = ("/usr/bin/prlimit", f"--fsize={len(before) + 50}", "--")
            yield from every_kind_closed("half a record has room", installation, before=words)
            kept = file.read_bytes() == before
            yield Outcome(f"{installation.client}: no half record is left", "" if kept else "the journal has changed")


def _check_mounts() -> None:
    if os.geteuid() != 0 or shutil.which("mount") is None:
        raise CannotBeMade("only root can mount a file system")


class _Mounted:
    def __init__(self, path: Path, *steps: list[str]) -> None:
        self.path, self.steps = path, steps

    def __enter__(self) -> None:
        for step in self.steps:
            done = subprocess.run(step, capture_output=True, check=False)
            if done.returncode:
                raise CannotBeMade(f"nothing can be mounted here: {done.stderr.decode().strip()}")

    def __exit__(self, *_: object) -> None:
        subprocess.run(["/bin/umount", str(self.path)], check=True, capture_output=True)


def _mounted(*words: str, at: Installation) -> _Mounted:
    folder = at.state / "journal"
    return _Mounted(folder, ["/bin/mount", *words, str(folder)])


def _bound(path: Path) -> _Mounted:
    bind = ["/bin/mount", "--bind", str(path), str(path)]
    return _Mounted(path, bind, ["/bin/mount", "-o", "remount,ro,bind", str(path)])
