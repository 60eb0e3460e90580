"""Places in a text that are to be replaced, and how many of them are kept. It knows nothing of what stands there.

A short text can hold more places than a hook has memory for: from MOST_SPANS on the whole text is the one place.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Span = tuple[int, int, str]
    Base = list[Span]
else:
    Base = list

MOST_SPANS = 100_000
TOO_MANY = "too-many-to-replace"  # the kind of what is replaced as a whole


class TooManySpans(Exception):
    """The text holds more than is kept."""


class Spans(Base):
    """A list that raises TooManySpans instead of growing without end."""

    def append(self, span: Span) -> None:
        if len(self) >= MOST_SPANS:
            raise TooManySpans
        list.append(self, span)


def whole(text: str) -> list[Span]:
    """The text as one place."""
    return [(0, len(text), TOO_MANY)]
