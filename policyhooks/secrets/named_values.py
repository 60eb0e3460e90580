"""Values that a name is given: `DB_PASSWORD=...`, `"api_key": "..."`, `--token ...`, `<secret>...</secret>`.

names.py says which names count, literals.py which values; here is where a value stands.
"""

from __future__ import annotations

from policyhooks.secrets.formats import DOTTED
from policyhooks.secrets.literals import LONGEST_VALUE, is_assigned, is_chance, is_strong
from policyhooks.secrets.names import NAME_PARTS, is_open, is_weak, says_secret
from policyhooks.secrets.text_runs import is_reference, run_before, run_of, stop_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

_VALUE_ENDS = str.maketrans(dict.fromkeys(" \t\r\n\"',;&|)}]`<>", " "))
_BLANKS = " \t"
# Between a name and `=`, or between `:` and `=`, languages put the type.
_TYPES = ("string", "String", "str", "&str", "char*", "const", "text", "&'static")
LONGEST_NAME = 80
LONGEST_BEFORE = 200
_SHOWS = ("example", "e.g.")


def find_assigned(text: str, small: bytes, found: list[Span], wide: bool) -> None:
    """Look behind every name that may say secret."""
    for part in NAME_PARTS:
        name = part.encode()
        at = small.find(name)
        while at >= 0:
            end = run_of(text, at + len(part), DOTTED)
            _take_value(text, at, end, found, wide)
            at = small.find(name, end)


def _take_value(text: str, name_start: int, name_end: int, found: list[Span], wide: bool) -> None:
    start = run_before(text, name_start, DOTTED)
    if start and text.startswith("[SECRET:", start - 1):  # a placeholder of ours
        return
    name = text[start:name_end]
    weak = not says_secret(name)
    if weak and not is_weak(name):
        return
    place = value_place(text, start, name_end)
    if place is None or (not wide and (is_open(name) or is_illustration(text, start))):
        return
    at, quote, loose = place
    value = value_at(text, at, quote)
    plain = not loose and (name.startswith("--") or is_variable(text, name, name_end, at))
    if weak or loose:
        good = (quote != "" or weak) and is_strong(value) if weak else is_chance(value) and " " not in value
    else:
        good = is_assigned(value, quote != "", plain, wide)
    if good:
        found.append((at, at + len(value), "assigned"))


def is_illustration(text: str, start: int) -> bool:
    """Whether a name is part of an identifier, or stands where documentation shows how something is called.

    `arn:...:secret:Name-a1b2c3`, `Example api_key=...`, a badge's address, a call of an address that nobody can call.
    """
    before = text[max(0, start - LONGEST_BEFORE) : start]
    if before.endswith((":", "/")):
        return is_reference(text, start)
    if before.endswith(("?", "&")):
        address = before.rpartition("://")[2]
        return address.startswith("0.0.0.0") or ".svg?" in address  # noqa: S104 - read in a text
    return before.lower().rstrip(" \"'`").endswith(_SHOWS)


def is_variable(text: str, name: str, name_end: int, at: int) -> bool:
    """Whether a name is given its value as a shell gives it: capitals, and nothing around the sign."""
    return at == name_end + 1 and text[name_end] == "=" and name.upper() == name


def value_at(text: str, at: int, quote: str) -> str:
    """The value that begins here: to its quote, or to what ends a word; never over a line."""
    # One more than a secret may have: what goes on is too long for one.
    value = text[at : at + LONGEST_VALUE + 1]
    return (
        value.partition(quote)[0].partition("\n")[0].rstrip("\\") if quote else value[: stop_of(value, 0, _VALUE_ENDS)]
    )


def value_place(text: str, start: int, name_end: int) -> tuple[int, str, bool] | None:
    """Where the value begins that a name is given, the quote before it, and whether it is only near the name.

    None where it is given none. Near: behind a comma, a word `is`, a dash before the name, a tag.
    """
    at = name_end
    quoted = at + text.startswith("\\", at)  # a document inside a string of another one
    closed = quoted < len(text) and text[quoted] in "\"'"
    at = run_of(text, quoted + 1 if closed else at, _BLANKS)
    loose = False
    if at < len(text) and text[at] in ":=":
        at = _behind_sign(text, at)
    elif text.startswith(_TYPES, at) and (sign := _behind_type(text, at)):
        at = sign
    elif closed and text.startswith(",", at):
        at, loose = run_of(text, at + 1, _BLANKS), True
        if at >= len(text) or text[at] not in "\"'":
            return None
    elif text.startswith(">", at) and start and text[start - 1] == "<" and text[start - 2 : start] != "P<":
        at, loose = at + 1, True
    elif at > name_end and text.startswith("-", start):
        loose = not text.startswith("--", start)
    elif at > name_end and text.startswith("is ", at):
        at, loose = run_of(text, at + 3, _BLANKS + ":"), True
    else:
        return None
    at += text.startswith(('\\"', "\\'"), at)
    quote = text[at] if at < len(text) and text[at] in "\"'`" else ""
    return at + len(quote), quote, loose


def _behind_sign(text: str, at: int) -> int:
    """Behind `:`, `=`, `:=`, `=>` or `==`, and a type between two signs."""
    at = run_of(text[at : at + 4], 1, "=") + at
    at = run_of(text, at + text.startswith(">", at), _BLANKS)
    return _behind_type(text, at) or at if text.startswith(_TYPES, at) else at


def _behind_type(text: str, at: int) -> int:
    """Behind `string =`; 0 where no sign follows the type."""
    end = text.find("=", at, at + 24)
    if (
        end < 0
        or not text[at:end].replace("&", "").replace("*", "").replace("'", "").strip().replace(" ", "").isalpha()
    ):
        return 0
    return run_of(text, end + 1, _BLANKS)
