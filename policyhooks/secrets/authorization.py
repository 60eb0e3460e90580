"""What clients prove themselves with: `Authorization` headers, `Bearer`, and `curl --user`. It knows no formats."""

from __future__ import annotations

from policyhooks.secrets.formats import ALNUM, BASE64
from policyhooks.secrets.literals import is_chance, is_dummy
from policyhooks.secrets.text_runs import run_of, stop_of
from policyhooks.secrets.url_secrets import is_documented

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

_VALUE = BASE64 + "_-.~:"
LONGEST_LINE = 4000
_WORD_ENDS = str.maketrans(dict.fromkeys(" \t\r\n`\"'", " "))
_USER_OPTIONS = (" -u ", " --user ", " --user=", " -u", " --proxy-user ", " --proxy-user=", " -U ")


def find_bearer(text: str, small: bytes, found: list[Span], wide: bool) -> None:
    """What stands behind the name of a scheme."""
    for word in (b"bearer ", b"basic "):
        at = small.find(word)
        while at >= 0:
            body = at + len(word)
            end = run_of(text, body, BASE64 + "_-.")
            value = text[body:end]
            if end - body >= 16 and (at == 0 or text[at - 1] not in ALNUM) and is_credential(value, wide):
                found.append((body, end, "authorization"))
            at = small.find(word, body)


def is_credential(value: str, wide: bool) -> bool:
    """Whether what follows `Bearer` or `Basic` is one, and not a word of the sentence."""
    if wide:
        return not value.isalpha()
    return (is_chance(value) or (value.endswith("=") and "_" not in value)) and not is_dummy(value)


def find_header(text: str, small: bytes, found: list[Span], wide: bool) -> None:
    """`Authorization: anything value`: schemes are free."""
    word = b"authorization"
    at = small.find(word)
    while at >= 0:
        start = header_value(text, at + len(word))
        if start:
            end = run_of(text, start, _VALUE)
            if text.startswith(" ", end) and end - start <= 20:  # the scheme
                start, end = end + 1, run_of(text, end + 1, _VALUE)
            if end - start >= 10 and is_credential(text[start:end], wide):
                found.append((start, end, "authorization"))
        at = small.find(word, at + len(word))


def header_value(text: str, at: int) -> int:
    """Where the value of a header begins whose name ends here; 0 where it is given none."""
    while at < len(text) and text[at] in "\"'":
        at += 1
    begin = at
    while at < len(text) and text[at] in ":=, \t\"'":
        at += 1
    return at if at > begin and at < len(text) and text[begin:at].strip(" \t\"'") else 0


def find_curl_user(text: str, small: bytes, found: list[Span], wide: bool) -> None:
    """The password of `curl -u user:password`, as far as the line goes."""
    at = small.find(b"curl")
    while at >= 0:
        after = small.find(b"curl", at + 4)
        end = line_end(text, at) if after < 0 else min(line_end(text, at), after)
        for option in _USER_OPTIONS:
            place = text.find(option, at, end)
            if place >= 0:
                _take_password(text, place + len(option), end, found, wide)
                break
        at = after


def line_end(text: str, at: int) -> int:
    """Where a command ends that begins here; a backslash continues it on the next line."""
    most = min(len(text), at + LONGEST_LINE)
    end = text.find("\n", at, most)
    while end > 0 and text[end - 1] == "\\":
        end = text.find("\n", end + 1, most)
    return end if end >= 0 else most


def _take_password(text: str, at: int, end: int, found: list[Span], wide: bool) -> None:
    at = run_of(text, at, " \t")
    quote = text[at] if at < end and text[at] in "\"'" else ""
    at += len(quote)
    word = text[at:end].partition(quote)[0] if quote else text[at : stop_of(text, at, _WORD_ENDS)].rstrip(");")
    if not quote and word.endswith(":") and (inner := text[at + len(word) : at + len(word) + 1]) and inner in "\"'":
        word += inner + text[at + len(word) + 1 : end].partition(inner)[0]  # user:'password'
    user, colon, password = word.partition(":")
    user, password = user + password[: len(password) - len(password.lstrip("\"'"))], password.lstrip("\"'")
    if not colon or len(password) < 3 or password.startswith(("$", "<", "{", "*", "[", "%")):
        return
    if wide or not is_documented(password):
        found.append((at + len(user) + 1, at + len(word), "authorization"))
