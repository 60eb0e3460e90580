"""How a command is reached: through what, with which rights, where, with what on standard input."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.parsed import Parsed
    from policyhooks.shell.state import Word


class Context:
    """How a command is reached. Values; `but` gives a changed copy."""

    __slots__ = (
        "as_user", "background", "conditional", "depth", "elevated", "outer", "parent", "remote", "stdin", "stdin_args",
        "via", "wrappers",
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
        self.stdin: Word | None = None  # what standard input holds, where a here-document or a pipe says
        self.depth = 0

    def but(self, **changes: Any) -> Context:
        other = Context.__new__(Context)
        for name in Context.__slots__:
            setattr(other, name, changes[name] if name in changes else getattr(self, name))
        return other
