"""Whether full bodies that the Config keeps are sealed by somebody: up to then they lie in clear. It opens none."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from policyhooks.bundle.break_glass import current_programs, options_of
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.target import Target
from policyhooks.errors import PolicyHooksError
from policyhooks.history.sealing import HOUR
from policyhooks.report.screen.chart import count
from policyhooks.runtime.ports.whole_events import FOLDER, is_sealed

CHECK = "bodies"
LATE_S = 2 * 3600  # an hour that ended so long ago should be sealed, where that is done every hour


def check_bodies(target: Target) -> Iterator[Finding]:
    """One finding where bodies are kept in full, else none."""
    state = target.place.state
    try:
        journal = options_of(current_programs(state)).get("journal")
    except (PolicyHooksError, OSError):
        return  # what is wrong with the program is said by others
    if not isinstance(journal, dict) or journal.get("bodies") != "full":
        return
    repair = f"policyhooks bodies seal {target.words()}, every hour: by cron, a timer or a service"
    hours = _hours(state / FOLDER)
    waiting = [hour for hour in hours if hour < time.strftime("%Y-%m-%dT%H", time.gmtime(time.time() - LATE_S))]
    wait = f"{count(len(hours), 'hour')} of them in clear" + (f", since {hours[0]}" if hours else "")
    if not is_sealed(str(state)):
        yield fault(CHECK, f"nobody has sealed bodies for a day, so none are kept; {wait}", repair)
    elif waiting:
        yield note(CHECK, f"bodies are sealed late: {wait}", repair)
    else:
        yield ok(CHECK, f"bodies are sealed; {wait}")


def _hours(folder: Path) -> list[str]:
    try:
        return sorted(one.name for one in folder.iterdir() if HOUR.fullmatch(one.name))
    except OSError:
        return []
