"""Functions that the text defines, and which of them it calls: what nothing calls may be called later."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.walk.rare_compound import Body


class Functions:
    __slots__ = ("bodies", "called")

    def __init__(self) -> None:
        self.bodies: dict[str, Body] = {}
        self.called: set[str] = set()
