"""How a command is reached: through what, with which rights, where."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.programs.parsed import Parsed


class Context:
    """How a command is reached. Values; `but` gives a changed copy."""

    __slots__ = (
        "appended", "as_user", "background", "conditional", "depth", "elevated", "outer", "parent", "remote", "shared",
        "stdin_args", "via", "wrappers",
    )  # fmt: skip

    def __init__(self) -> None:
        self.parent = 0
        self.via: tuple[str, ...] = ()
        self.conditional = False
        self.background = False
        self.elevated = False
        self.as_user = ""
        self.remote = ""
        self.wrappers: tuple[str, ...] = ()
        self.outer: tuple[Parsed, ...] = ()  # what the removed wrappers' own words say
        self.stdin_args = False
        self.appended = -1  # of stdin_args: unknown words follow, this many of the written ones stand for them
        self.shared = False  # standard input is the script that is read
        self.depth = 0

    def but(self, **changes: Any) -> Context:
        other = Context.__new__(Context)
        other.parent, other.via, other.depth = self.parent, self.via, self.depth
        other.conditional, other.background, other.elevated = self.conditional, self.background, self.elevated
        other.as_user, other.remote, other.shared = self.as_user, self.remote, self.shared
        other.wrappers, other.outer = self.wrappers, self.outer
        other.stdin_args, other.appended = self.stdin_args, self.appended
        for name, value in changes.items():
            setattr(other, name, value)
        return other
