"""Files that the text itself makes while it is read: copies, links, and what is written into them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import Word


class Files:
    """What is known of files that did not exist, or were others, before this text ran."""

    __slots__ = ("copies", "ends", "made", "texts")

    def __init__(self) -> None:
        self.copies: dict[str, str] = {}  # path made by cp, mv or ln -> what it is
        self.made: dict[str, str] = {}  # links only; replaced, never changed: commands keep what they met
        self.texts: dict[str, Word] = {}  # files that are written -> what is in them
        self.ends: dict[str, Word] = {}  # files that are added to -> the end of what is in them

    def text_at(self, path: str) -> Word | None:
        """The known text of a file, also where it was copied or linked to another name."""
        seen: set[str] = set()
        while path not in self.texts:
            if path not in self.copies or path in seen:
                return None
            seen.add(path)
            path = self.copies[path]
        return self.texts[path]
