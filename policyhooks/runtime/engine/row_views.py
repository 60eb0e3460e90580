"""With which rows of users each program's rules see a command. Loaded only where a program carries some.

INVARIANT: rules see rows of their own program and of higher ranks, and no others: what a lower rank says of a
program hides nothing from a higher one. Where two have a row for a name, that of the higher rank counts.
"""

from __future__ import annotations

from policyhooks.core.own_rows import OwnRows, owner_of
from policyhooks.core.values import but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.own_rows import RowStore
    from policyhooks.core.shell_records import Shell
    from policyhooks.runtime.engine.selection import LoadedProgram

    Sight = tuple[Shell, set[str]]  # a view, and the names that it asked users' rows for


class Sighted:
    """Reads commands as some programs may see them; a view in which no other row is named is read once for all."""

    __slots__ = ("above", "known", "programs", "read", "stores")

    def __init__(self, read: Callable[[Event], Shell], stores: Sequence[RowStore], above: Sequence[Sighted]) -> None:
        self.read = read
        self.stores = stores
        self.above = tuple(above)
        self.programs: list[LoadedProgram] = []
        self.known: dict[tuple[str | None, str, str], Sight] = {}  # by what tells commands of one event apart

    def read_shell(self, event: Event) -> Shell:
        return self.sight(event)[0]

    def sight(self, event: Event) -> Sight:
        """The view of the event's command, and the names that decide whether others may share it."""
        key = (event.command, event.dialect, event.event.cwd)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.shared(event) or self.own(event)
        return found

    def shared(self, event: Event) -> Sight | None:
        """A view that others have read, where every name that it asked for means the same here."""
        for other in self.above:
            shell, asked = other.sight(event)
            if all(owner_of(name, self.stores) is owner_of(name, other.stores) for name in asked):
                return shell, asked
        return None

    def own(self, event: Event) -> Sight:
        rows = OwnRows(self.stores)
        return self.read(but(event, rows=rows)), rows.asked


def views_of(event: Event, programs: Sequence[LoadedProgram]) -> list[tuple[Event, Sequence[LoadedProgram]]]:
    """The event as programs see it, with those that see it so; the highest ranks first."""
    read = event.read_shell
    if read is None:
        return [(event, programs)]
    ranked = sorted(programs, key=lambda one: one.rank)
    found: dict[tuple[RowStore, ...], Sighted] = {}
    for program in ranked:
        stores = tuple(
            one.rows for one in ranked if one.rows is not None and (one.rank < program.rank or one is program)
        )
        if stores not in found:
            found[stores] = Sighted(read, stores, list(found.values()))
        found[stores].programs.append(program)
    return [(but(event, read_shell=one.read_shell), one.programs) for one in found.values()]
