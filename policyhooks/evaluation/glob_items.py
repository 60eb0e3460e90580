"""The items of a glob as it is written: characters, escapes, sets. What braces stand for, glob_reader knows."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    # A character as it stands, or a set: whether it is negated, and pairs of first and last character.
    Item = str | tuple[bool, str]


class BadGlob(ValueError):
    """A glob that cannot be read; the message says why, the hint what to write."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def read_items(text: str, strict: bool) -> Iterator[Item]:
    """The characters of a glob; escapes and sets as one item each."""
    at = 0
    while at < len(text):
        if text[at] == "\\":
            if at + 1 == len(text) and strict:
                raise BadGlob("a backslash at the end escapes nothing", r"write `\\` for a backslash")
            yield literal(text[at + 1 : at + 2] or "\\")
            at += 2
        elif text[at] == "[":
            item, at = read_set(text, at, strict)
            yield item
        else:
            yield text[at]
            at += 1


def literal(character: str) -> Item:
    """A character that means nothing but itself."""
    return (False, character * 2)


def read_set(text: str, start: int, strict: bool) -> tuple[Item, int]:
    """`[a-z]`, `[!a-z]` or `[^a-z]` at a place, and where it ends."""
    at = start + 1
    negated = text[at : at + 1] in ("!", "^") and at < len(text)
    at += negated
    members: list[str] = []  # characters; a range as its ends with a dash between
    first = True
    while at < len(text) and (first or text[at] != "]"):
        if text[at] == "/" or text[at : at + 2] in ("[:", "[.", "[="):
            break
        first = False
        character, at = one_member(text, at)
        if text[at : at + 1] == "-" and text[at + 1 : at + 2] not in ("", "]"):
            last, at = one_member(text, at + 1)
            members.append(character + last)
        else:
            members.append(character * 2)
    if at >= len(text) or text[at] != "]":
        return unclosed(text, start, at, strict)
    wrong = [f"{pair[0]}-{pair[1]}" for pair in members if pair[0] > pair[1]]
    if wrong and strict:
        raise BadGlob(f"the range `{wrong[0]}` is empty", "write the smaller character first")
    return (negated, "".join(members)), at + 1


def one_member(text: str, at: int) -> tuple[str, int]:
    escaped = text[at] == "\\" and at + 1 < len(text)
    return text[at + escaped], at + escaped + 1


def unclosed(text: str, start: int, at: int, strict: bool) -> tuple[Item, int]:
    """A bracket that begins no set: itself, where nobody is to be told."""
    if not strict:
        return literal("["), start + 1
    if text[at : at + 1] == "[":
        raise BadGlob("classes such as `[:alpha:]` are not known", "write the characters, such as `[a-zA-Z]`")
    if text[at : at + 1] == "/":
        raise BadGlob("a set holds no slash", "write `{a/b,c}` for whole paths")
    raise BadGlob("`[` is not closed", r"write `[a-z]` for one character, `\[` for the bracket itself")
