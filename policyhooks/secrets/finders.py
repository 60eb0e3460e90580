"""Finds secrets of every kind in a text that masking.py holds suspicious: formats, PEM, JWT, passwords, chance.

Spans may overlap and come in any order; masking.py merges them.
"""

from __future__ import annotations

from policyhooks.secrets.formats import ALNUM, BASE64, DOTTED, PREFIXES
from policyhooks.secrets.literals import DUMMIES, LEAST, LONGEST_VALUE, is_assigned, is_chance
from policyhooks.secrets.spans import Spans, TooManySpans, whole
from policyhooks.secrets.text_runs import run_before, run_of, stop_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.secrets.spans import Span

# Where the secret is the value that follows, not the word itself.
_VALUE_AFTER = ("AccountKey=", "SharedAccessKey=")

# What every secret name holds in lower case.
NAME_PARTS = ("pass", "pwd", "secret", "token", "key", "cred")
# Names whose assigned value is a secret; compared in lower case without separators.
SECRET_NAMES = (
    "password", "passwd", "pwd", "secret", "token", "apikey", "accesskey", "privatekey", "credential", "authkey",
    "passphrase", "secrets", "secretkey", "encryptionkey", "signingkey", "masterkey", "accountkey", "dbpass",
    "userpass", "mysqlpass", "smtppass", "pgpass", "storepass", "keypass", "secretkeybase",
)  # fmt: skip
_NAME = DOTTED
_HOST_ENDS = str.maketrans(dict.fromkeys(" \t\r\n\"'<>/?#", " "))
_VALUE_ENDS = str.maketrans(dict.fromkeys(" \t\r\n\"',;&|)}]", " "))
# Most beginnings hold one of these; a text without it needs no search for them.
_MARKS = "_-.="


def says_secret(name: str) -> bool:
    """Whether what is given to a name of this spelling is a secret."""
    short = name.lower().replace("_", "").replace("-", "").replace(".", "")
    return short.endswith(SECRET_NAMES) or short.startswith(SECRET_NAMES[:3]) or short == "pass"


def find_all(text: str, wide: bool = False) -> list[Span]:
    """Look for every kind of secret; `wide`: in a text that is kept or sent, not read by an agent."""
    found = Spans()
    try:
        _look(text, found, wide)
    except TooManySpans:
        return whole(text)
    return found


def _look(text: str, found: list[Span], wide: bool) -> None:
    from policyhooks.secrets.random_words import find_random

    absent = [mark for mark in _MARKS if mark not in text]
    for prefix, follow, least, kind in PREFIXES:
        if not any(mark in prefix for mark in absent) and prefix in text:
            _find_prefix(text, prefix, follow, least, kind, found)
    # Small letters at the same places: `lower` makes some characters longer.
    small = text.encode("ascii", "replace").lower()
    for signs, any_case, finder in SHAPES:
        if any(sign.encode() in small if any_case else sign in text for sign in signs):
            finder(text, small, found, wide)
    find_random(text, found)


def _find_prefix(text: str, prefix: str, follow: str, least: int, kind: str, found: list[Span]) -> None:
    at = text.find(prefix)
    while at >= 0:
        body = at + len(prefix)
        end = run_of(text, body, follow)
        # Inside a longer word it is somebody else's text; "task-..." is no "sk-...".
        if end - body >= least and (at == 0 or text[at - 1] not in ALNUM):
            found.append((body if prefix in _VALUE_AFTER else at, end, kind))
        at = text.find(prefix, max(end, at + 1))


def _find_jwt(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    at = text.find("eyJ")
    while at >= 0:
        end = run_of(text, at, DOTTED)
        parts = text[at:end].split(".")
        if len(parts) in (3, 5) and len(parts[0]) >= 10 and len(parts[1]) >= 10:
            found.append((at, end, "jwt"))
        at = text.find("eyJ", max(end, at + 1))


def _find_pem(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    at = text.find("-----BEGIN ")
    while at >= 0:
        head = text.find("-----", at + 11)
        label = text[at + 11 : head] if 0 <= head - at < 80 else ""
        if label.endswith(("PRIVATE KEY", "PRIVATE KEY BLOCK")):
            tail = f"-----END {label}-----"
            end = text.find(tail, head)
            # A key that is cut off is still a key.
            stop = end + len(tail) if end >= 0 else len(text)
            if end < 0 or has_body(text[head + 5 : min(end, head + 200)]):
                found.append((at, stop, "private-key"))
            at = text.find("-----BEGIN ", stop)
        else:
            at = text.find("-----BEGIN ", at + 11)


def has_body(text: str) -> bool:
    """Whether something stands between the marks of a key: code that names both marks has no key."""
    return any(len(word) >= LEAST for word in text.replace("\\n", " ").split() if word.isalnum())


def _find_userinfo(text: str, _small: bytes, found: list[Span], wide: bool) -> None:
    """The password of `scheme://user:password@host`."""
    at = text.find("://")
    while at >= 0:
        start = at + 3
        end = stop_of(text, start, _HOST_ENDS)
        user, at_sign, _ = text[start:end].rpartition("@")
        span = secret_user(user, wide) if at_sign else None
        if span is not None:
            found.append((start + span[0], start + span[1], "url-password"))
        at = text.find("://", start)


def secret_user(user: str, wide: bool) -> tuple[int, int] | None:
    """Where the secret stands in the user information of an address: the password, or a user that is a token."""
    name, colon, password = user.partition(":")
    if not colon:
        return (0, len(user)) if len(user) >= 16 and is_assigned(user, quoted=True, plain=True, wide=False) else None
    if not password or password.startswith(("$", "<", "{", "%(", "*")):
        return None
    if not wide and (len(password) < 4 or password.lower() in DUMMIES):
        return None  # documentation
    return len(name) + 1, len(user)


def _find_bearer(text: str, small: bytes, found: list[Span], wide: bool) -> None:
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
    return not value.isalpha() if wide else is_chance(value) or value.endswith("=")


def _find_assigned(text: str, small: bytes, found: list[Span], wide: bool) -> None:
    """Values given to a name that says secret: `DB_PASSWORD=...`, `"api_key": "..."`, `--token ...`."""
    for part in NAME_PARTS:
        name = part.encode()
        at = small.find(name)
        while at >= 0:
            end = run_of(text, at + len(part), _NAME)
            _take_value(text, at, end, found, wide)
            at = small.find(name, end)


def _take_value(text: str, name_start: int, name_end: int, found: list[Span], wide: bool) -> None:
    start = run_before(text, name_start, _NAME)
    if start and text.startswith("[SECRET:", start - 1):  # a placeholder of ours
        return
    name = text[start:name_end]
    if not says_secret(name):
        return
    place = value_place(text, start, name_end)
    if place is None:
        return
    at, quote = place
    # One more than a secret may have: what goes on is too long for one.
    value = text[at : at + LONGEST_VALUE + 1]
    value = value.partition(quote)[0].partition("\n")[0] if quote else value[: stop_of(value, 0, _VALUE_ENDS)]
    plain = name.startswith("--") or (at == name_end + 1 and text[name_end] == "=" and name.upper() == name)
    if is_assigned(value, quote != "", plain, wide):
        found.append((at, at + len(value), "assigned"))


def value_place(text: str, start: int, name_end: int) -> tuple[int, str] | None:
    """Where the value begins that a name is given, and the quote before it; None where it is given none."""
    at = name_end
    dashed = text.startswith("--", start)
    if at < len(text) and text[at] in "\"'":
        at += 1
    gap = at
    while at < len(text) and text[at] in " \t":
        at += 1
    if at < len(text) and text[at] in ":=":
        at += 1 + text.startswith("=", at + 1) + text.startswith(">", at + 1)
        while at < len(text) and text[at] in " \t":
            at += 1
    elif not (dashed and at > gap):
        return None
    quote = text[at] if at < len(text) and text[at] in "\"'" else ""
    return at + len(quote), quote


# Secrets that are more than a beginning: signs of which each such secret holds one, whether in any case, and who
# looks then. The cheap question (secrets/masking.py) is made from this table.
SHAPES: tuple[tuple[tuple[str, ...], bool, Callable[[str, bytes, list[Span], bool], None]], ...] = (
    (("eyJ",), False, _find_jwt),
    (("-----BEGIN ",), False, _find_pem),
    (("://",), False, _find_userinfo),
    (("bearer ", "basic "), True, _find_bearer),
    (NAME_PARTS, True, _find_assigned),
)
