"""Whether a text whose key says nothing looks like a command line: a known program, and more than a sentence has.

"make the tests pass" begins with a program too. So there must be an option, an operator or a path beside it.
"""

from __future__ import annotations

from policyhooks.shell.programs.lookup import is_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_LINE = 4096
MOST_LINES = 40
_OPERATORS = ("|", ";", "&&", ">", "<(", "$(", "`", "\n")
_COMPOUND = ("if ", "for ", "while ", "until ", "case ", "function ")
_ENDS = ("; do", ";do", "\ndo", "; then", "\nthen", "{")
_INTERPRETED = "#!"


def is_command_line(text: str) -> bool:
    """Whether a text is one or several command lines, by its look."""
    text = text.strip()
    if text.startswith(_INTERPRETED):
        return True
    if len(text) > LONGEST_LINE or text.count("\n") > MOST_LINES:
        return False
    start = text.lstrip("({! \t\n")
    if start.startswith(_COMPOUND):
        return any(end in start for end in _ENDS)
    words = start.split()
    while words and is_assignment(words[0]):
        del words[0]
    if not words:
        return "$(" in text or "`" in text
    return is_program(words[0].strip("\"'\\;")) and has_signs(text, words[1:])


def is_word_list(words: Sequence[str]) -> bool:
    """Whether a list is the words of one command, by its look."""
    return " " not in words[0].strip() and is_program(words[0]) and any(is_sign(word) for word in words[1:])


def is_assignment(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals) and name.isidentifier()


def is_program(word: str) -> bool:
    """A path of a program, or a name that a row knows."""
    if word.startswith(("/", "./", "../", "~/", "$")):
        return True
    return is_known(word.rpartition("/")[2])


def has_signs(text: str, words: Sequence[str]) -> bool:
    return any(sign in text for sign in _OPERATORS) or any(is_sign(word) for word in words)


def is_sign(word: str) -> bool:
    """An option or a path."""
    word = word.strip("\"'")
    return (word.startswith("-") and len(word) > 1) or "/" in word or word[:1] in ("~", "$") or word[:2] == ".."
