"""What stands in a file that a call is about to run, as far as somebody has looked: the answer of a reader of files.

A value only: who looks, and which files are new enough to be read, is known elsewhere.
"""

from __future__ import annotations

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Annotated


class StoredText(Record):
    """A file that is read as if its text stood in the line. One that is not to be read has no StoredText at all."""

    text: Annotated[str, "what is in it"] = ""
    problem: Annotated[str, "why nobody has its text"] = ""
    compiled: Annotated[bool, "a program that a compiler made: no text of anybody"] = False
