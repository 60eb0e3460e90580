"""`policyhooks log purge`: what is older than the journal keeps, shown, and with `--yes` let go."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path

from policyhooks.cli.options.said import say
from policyhooks.errors import EnvironmentBroken, PolicyHooksError, UsageError, VerificationFailed
from policyhooks.report.screen.chart import count

UNITS = {"h": 3600, "d": 86400, "w": 604800}


def add_purge_arguments(parser: argparse.ArgumentParser) -> None:
    """What `log purge` takes beside the installation."""
    group = parser.add_argument_group("purge")
    group.add_argument("--keep", metavar="TIME", help="`30d`: what is younger stays (default: `journal.keep`)")
    group.add_argument("--yes", action="store_true", help="let it go; without it, purge only says what would go")


def purge_journals(states: Sequence[Path], arguments: argparse.Namespace) -> int:
    """Each journal by the time that is named, else by the one that its Config binds."""
    from policyhooks.history.sealing import drop_before
    from policyhooks.installation.journal_purge import find_border

    _refuse_managed(states, arguments)
    for state in states:
        seconds = _read_time(arguments.keep) if arguments.keep else _bound(state)
        before = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - seconds))
        border = find_border(state, before)
        if border is None:
            say(f"nothing is older than {before}  {state}")
            continue
        went = f"{count(border.records, 'record')} up to {border.seq}, from before {before}"
        if not arguments.yes:
            say(f"would let go of {went}; add --yes  {state}")
            continue
        _as_owner(state, border, arguments.keep or f"{seconds} s")
        drop_before(state, before)
        say(f"let go of {went}; the rest still verifies  {state}")
    return 0


def _refuse_managed(states: Sequence[Path], arguments: argparse.Namespace) -> None:
    """A managed journal is its administrator's, though each user's folder is that user's."""
    managed = arguments.scope == "managed" or any(state.parent.name == "users" for state in states)
    if managed and os.geteuid() != 0:
        raise VerificationFailed("managed journals are an administrator's to purge", "run it as root")


def _as_owner(state: Path, border: object, why: str) -> None:
    """Purge with the rights of the journal's owner: in a folder of somebody else, root follows no link of theirs."""
    from policyhooks.installation.journal_purge import Border, purge

    assert isinstance(border, Border)
    owner = state.lstat()
    if os.geteuid() == owner.st_uid or os.geteuid() != 0:
        purge(state, border, why)
        return
    child = os.fork()
    if not child:
        code = 1
        try:
            os.setgroups([])
            os.setgid(owner.st_gid)
            os.setuid(owner.st_uid)
            purge(state, border, why)
            code = 0
        except PolicyHooksError as problem:
            os.write(2, f"error: {problem.message}\n".encode())
        finally:
            os._exit(code)
    if os.waitpid(child, 0)[1]:
        raise EnvironmentBroken(f"the journal of {state} was not purged")


def _bound(state: Path) -> int:
    """The seconds that the installed Config binds."""
    from policyhooks.bundle.break_glass import current_programs, options_of

    home = state.parent.parent if state.parent.name == "users" else state
    journal = options_of(current_programs(home)).get("journal")
    seconds = journal.get("keep_s") if isinstance(journal, dict) else None
    if not seconds:
        raise UsageError(
            "nothing says how long records are kept", "give --keep 30d, or bind `journal.keep` in the Config"
        )
    return int(seconds)


def _read_time(text: str) -> int:
    if not text[:-1].isdecimal() or text[-1:] not in UNITS or int(text[:-1]) < 1:
        raise UsageError(f"`{text}` is not a time to keep records for", "write `12h`, `30d` or `8w`")
    return int(text[:-1]) * UNITS[text[-1]]
