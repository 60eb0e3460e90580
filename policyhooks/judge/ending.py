"""Ends the judge's worker of a state folder, as uninstalling does: asked first, then by its number."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

PATIENCE_S = 10.0


def end_worker(state: Path) -> bool:
    """Whether one ran; it is gone then. It is known by what answers on its private socket."""
    from policyhooks.judge.control import tell
    from policyhooks.runtime.ports.judge_process import FOLDER

    status = tell(state / FOLDER, "status") if (state / FOLDER).is_dir() else None
    number = status.get("pid") if status is not None else None
    if not isinstance(number, int) or number < 2:
        return False
    tell(state / FOLDER, "stop")
    end = time.monotonic() + PATIENCE_S
    while _runs(number):
        if time.monotonic() > end:
            os.kill(number, signal.SIGKILL)
            return True
        time.sleep(0.02)
    return True


def _runs(number: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        os.kill(number, 0)
        state = Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()[:1]
    except ProcessLookupError:
        return False
    except OSError:
        return not Path("/proc/self/stat").exists()  # no such system: the signal has found it
    return state != [b"Z"]
