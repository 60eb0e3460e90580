"""Files that the text itself makes while it is read: copies, links, and what is written into them."""

from __future__ import annotations

from policyhooks.shell.pathtext import normalize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.stored_text import StoredText
    from policyhooks.shell.expansion.state import Word

UNKNOWN_FOLDER = "/?"  # stands for a working directory that nobody knows
UNKNOWN_FILE = "?"  # what a copy is where its source is only known when it runs
Moment = tuple[int, int]  # how many commands and redirections had been listed


class Files:
    """What is known of files that did not exist, or were others, before this text ran."""

    __slots__ = ("at", "copies", "ends", "made", "opaque", "outputs", "stored", "texts")

    def __init__(self) -> None:
        self.copies: dict[str, str] = {}  # path made by cp, mv or ln -> what it is
        self.made: dict[str, str] = {}  # links only; replaced, never changed: commands keep what they met
        self.texts: dict[str, Word] = {}  # files that are written -> what is in them
        self.ends: dict[str, Word] = {}  # files that are added to -> the end of what is in them
        self.at: dict[str, Moment] = {}  # when that was so
        self.opaque: set[str] = set()  # files that stay open for writing: what is in them can change at any time
        self.outputs: dict[tuple[int, ...], Word] = {}  # what the commands of a process substitution certainly write
        self.stored: dict[str, StoredText | None] = {}  # files on the disk that were asked for: stored_code.py

    def text_at(self, path: str) -> Word | None:
        """The known text of a file, also where it, or a folder above it, was copied or linked to another name."""
        return self.texts.get(self.follow(path))

    def end_at(self, path: str) -> Word | None:
        """The end of a file of which no more is known."""
        return self.ends.get(self.follow(path))

    def is_unknown(self, path: str) -> bool:
        """Whether it is a copy, or a copy of a copy, of something that only the run tells."""
        return self.follow(path) == UNKNOWN_FILE

    def follow(self, path: str) -> str:
        """The file of which it is a copy, over every copy in between; itself where it is none."""
        seen: set[str] = set()
        while path not in self.texts and path not in self.ends and path not in seen:
            seen.add(path)
            path = self.source_of(path) or path
        return path

    def source_of(self, path: str) -> str:
        """What a path is a copy of; empty where it is none."""
        if not self.copies:
            return ""
        head, tail = path, ""
        while head:
            if head in self.copies:
                old = self.copies[head]
                return old if old == UNKNOWN_FILE else old + tail
            head, slash, name = head.rpartition("/")
            tail = slash + name + tail
        return ""


def place(path: str, folder: str) -> str:
    """The name under which a file is kept. A relative one in an unknown folder is the same as long as that is."""
    return normalize(path, folder or UNKNOWN_FOLDER)
