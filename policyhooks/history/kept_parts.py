"""A folder in which a job leaves what its segments came to, so that another run goes on from there.

Each segment's answer is a file of its own, named after the segment as it was, with a digest in front. INVARIANT: a file
that is torn, changed or of another job is no answer: its segment is done again. One run at a time works on a folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.history.past_events import Segment
from policyhooks.history.replay_part import Damaged, Part, decode
from policyhooks.history.safe_files import LARGEST_FILE, Refused, open_regular

JOB = "job"
DIGEST = 64

Run = Callable[[Sequence[Segment]], Iterator[tuple[Segment, Part]]]


class KeptParts:
    """The folder, held by this run until it ends. Raises UsageError, EnvironmentBroken."""

    def __init__(self, folder: Path, job: bytes) -> None:
        self.folder = folder
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = folder.stat()
            if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
                raise UsageError(f"{folder} is not private to you", "name a new folder for --resume")
            self.lock = os.open(folder / JOB, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._check(hashlib.sha256(job).hexdigest().encode("ascii"))
        except BlockingIOError:
            raise UsageError(f"another run works on {folder}", "wait for it, or name another folder") from None
        except OSError as problem:
            raise self._broken(problem) from None

    def _check(self, job: bytes) -> None:
        """Whose folder it is; a new one, or one whose first run died at once, becomes this job's."""
        known = os.pread(self.lock, DIGEST + 1, 0)
        if known == job:
            return
        if len(known) == DIGEST or len(list(self.folder.iterdir())) > 1:
            hint = "policies, or --since, are others than before; name a new folder"
            raise UsageError(f"{self.folder} is not of this job", hint)
        os.ftruncate(self.lock, 0)
        os.pwrite(self.lock, job, 0)
        os.fsync(self.lock)

    def run(self, segments: Sequence[Segment], run: Run) -> Iterator[tuple[Segment, Part]]:
        """What is known already, then what `run` makes of the others, each kept before it is told. It ends the hold."""
        left = []
        try:
            for segment in segments:
                part = self.find(segment)
                if part is None:
                    left.append(segment)
                else:
                    yield segment, part
            for segment, part in run(left):
                self.keep(segment, part)
                yield segment, part
        finally:
            os.close(self.lock)

    def find(self, segment: Segment) -> Part | None:
        """What the segment came to, where that is known."""
        try:
            with open_regular(self._path(segment), LARGEST_FILE) as stream:
                digest, data = stream.read(DIGEST), stream.read()
            return decode(data) if hashlib.sha256(data).hexdigest().encode("ascii") == digest else None
        except (Refused, OSError, Damaged):
            return None

    def keep(self, segment: Segment, part: Part) -> None:
        """Put it on the disk, whole."""
        data = part.encode()
        path = self._path(segment)
        draft = path.with_name(f".{path.name}")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            with os.fdopen(descriptor, "wb") as out:
                out.write(hashlib.sha256(data).hexdigest().encode("ascii") + data)
                out.flush()
                os.fsync(out.fileno())
            os.rename(draft, path)
        except OSError as problem:
            raise self._broken(problem) from None

    def _path(self, segment: Segment) -> Path:
        return self.folder / f"part-{fingerprint(segment)}"

    def _broken(self, problem: OSError) -> EnvironmentBroken:
        why = (problem.strerror or "unknown").lower()
        return EnvironmentBroken(f"{self.folder} cannot be used: {why}", "what is whole in it counts in the next run")


def fingerprint(segment: Segment) -> str:
    """The segment as it is now: a file that grows is another one."""
    files = [_state(path) for path in segment.files or (segment.path,)]
    told = [segment.kind, segment.client, segment.person, segment.machine, files]
    return hashlib.sha256(json.dumps(told).encode("ascii")).hexdigest()[:32]


def _state(path: str) -> list[object]:
    try:
        status = os.lstat(path)
    except OSError:
        return [path]
    return [path, status.st_size, status.st_mtime_ns]
