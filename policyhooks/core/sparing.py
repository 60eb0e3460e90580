"""What a compiled `unless` calls whose key `match` has too: commands, paths, hosts.

The values that `unless` names are taken out of the event, and it holds when what is left does not match any more: one
excused value never carries a second one through, and a value that the rule does not look at is in nobody's way.
"""

from __future__ import annotations

from policyhooks.core.matching import (
    event_hosts,
    event_paths,
    host_matches,
    is_bare,
    is_named,
    is_named_host,
    is_named_path,
    names_path,
    runs,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.matching import Command, Pattern


def spare_commands(e: Event, data: tuple[Sequence[Command], Sequence[Sequence[Command]]]) -> bool:
    """Whether the whole line is understood and without the commands that are named nothing of `match` is left."""
    patterns, wanted = data
    left = [c for c in e.shell.commands if not is_named(c, patterns)]
    return len(left) < len(e.shell.commands) and is_bare(e) and any(not runs(left, tests) for tests in wanted)


def spare_paths(e: Event, data: tuple[Sequence[Pattern], Sequence[Sequence[Pattern]]]) -> bool:
    """Whether without the paths that are named nothing of `match` is left."""
    patterns, wanted = data
    paths = event_paths(e)
    left = [path for path in paths if not is_named_path(e, path, patterns)]
    return len(left) < len(paths) and any(not names_path(e, left, tests) for tests in wanted)


def spare_hosts(e: Event, data: tuple[Sequence[str], Sequence[Sequence[str]]]) -> bool:
    """Whether without the hosts that are named nothing of `match` is left."""
    patterns, wanted = data
    hosts = event_hosts(e)
    left = [host for host in hosts if not is_named_host(host, patterns)]
    fitting = [any(host_matches(host, pattern) for host in left for pattern in tests) for tests in wanted]
    return len(left) < len(hosts) and not all(fitting)
