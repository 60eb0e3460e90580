"""A word that is the whole text of a file: what stands in it is known, and no shell has put it together."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word


class FileText(Word):
    """The text of a file that lies on the disk: known as a whole, and nothing that a shell has put together."""

    __slots__ = ("path",)

    def __init__(self, text: str, path: str) -> None:
        super().__init__(text)
        self.path = path
