"""shell.read_only: whether a whole text only reads what may be read. Closed: what is not known is not read-only."""

from __future__ import annotations

from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.view.flows import is_network, sources_of
from policyhooks.shell.walk.surroundings import SINKS, is_harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.shell_records import PathRef
    from policyhooks.shell.view.shell import View
    from policyhooks.shell.walk.commands import Command

LOOKS = frozenset(("read", "use", "exec"))
# Places whose content is nobody's to show.
SECRET_TAGS = frozenset(("credential", "shell_history", "policy_state"))


def reads_only(view: View) -> bool:
    """Something runs, all of it is known, and nothing is written, assigned, defined, sent, elevated or secret."""
    reading = view.reading
    if not reading.commands or not reading.understood or reading.defines or not all(map(is_harmless, reading.env)):
        return False
    if not all(map(stays_here, reading.commands)) or view.hosts or view.urls:
        return False
    # A limit that one of these fields reached has taken it back.
    return all(may_be_shown(path, reading.settings.home) for path in view.paths) and view.understood


def stays_here(command: Command) -> bool:
    """It changes nothing, also not as a dry run that loads what a project brings; no network, no secret printed."""
    parsed = command.parsed
    if not command.read_only or (parsed.idle and parsed.surely(parsed.idle)) or loads_project(command):
        return False
    return not is_network(command) and "secret" not in sources_of(command)


def loads_project(command: Command) -> bool:
    """make runs `$(shell ...)` of its makefile whatever it is asked for."""
    return describe(command.name).get("special") == "make" and not command.parsed.help


def may_be_shown(path: PathRef, home: str) -> bool:
    """A path that is only looked at, is known, and neither is nor holds the secrets of a home folder."""
    if path.dynamic or not SECRET_TAGS.isdisjoint(path.tags):
        return False
    if path.op not in LOOKS:
        return path.norm in SINKS
    return path.op == "use" or not is_within(home, path.norm)


def is_within(path: str, folder: str) -> bool:
    """Whether a folder is the path itself or above it."""
    return bool(path) and (path == folder or path.startswith(folder.rstrip("/") + "/"))
