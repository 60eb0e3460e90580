"""Finds secrets of every kind in a text that masking.py holds suspicious: formats, PEM, JWT, passwords, chance.

Spans may overlap and come in any order; masking.py merges them.
"""

from __future__ import annotations

from policyhooks.runtime.masking import ENTROPY_LENGTH, NAME_PARTS, WORD_ENDS, looks_random
from policyhooks.runtime.secret_formats import ALNUM, BASE64, DOTTED, PREFIXES, WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.runtime.masking import Span

# Where the secret is the value that follows, not the word itself.
_VALUE_AFTER = ("AccountKey=", "SharedAccessKey=")

# Names whose assigned value is a secret; compared in lower case without separators.
SECRET_NAMES = (
    "password", "passwd", "pwd", "secret", "token", "apikey", "accesskey", "privatekey", "credential", "authkey",
    "passphrase",
)  # fmt: skip
_NAME = WORD | frozenset(".")
_NO_SECRET = ("$", "<", "{", "%", "*", "x", "X", "[", "(", "`", "/", "~", ".", "&")
_HARMLESS = frozenset(
    "true false null none undefined required optional string changeme password secret token example redacted"  # noqa: SIM905
    " placeholder your-password environ process.env".split()
)


def find_all(text: str) -> list[Span]:
    """Look for every kind of secret."""
    found: list[Span] = []
    for prefix, follow, least, kind in PREFIXES:
        if prefix in text:
            _find_prefix(text, prefix, follow, least, kind, found)
    for sign, finder in _SIGNS:
        if sign in text:
            finder(text, found)
    _find_assigned(text, text.lower(), found)
    _find_random(text, found)
    return found


def run_of(text: str, at: int, allowed: frozenset[str]) -> int:
    """Where the run of allowed characters that begins at `at` ends."""
    end, size = at, len(text)
    while end < size and text[end] in allowed:
        end += 1
    return end


def _find_prefix(text: str, prefix: str, follow: frozenset[str], least: int, kind: str, found: list[Span]) -> None:
    at = text.find(prefix)
    while at >= 0:
        body = at + len(prefix)
        end = run_of(text, body, follow)
        # Inside a longer word it is somebody else's text; "task-..." is no "sk-...".
        if end - body >= least and (at == 0 or text[at - 1] not in ALNUM):
            found.append((body if prefix in _VALUE_AFTER else at, end, kind))
        at = text.find(prefix, max(end, at + 1))


def _find_jwt(text: str, found: list[Span]) -> None:
    at = text.find("eyJ")
    while at >= 0:
        end = run_of(text, at, DOTTED)
        parts = text[at:end].split(".")
        if len(parts) in (3, 5) and len(parts[0]) >= 10 and len(parts[1]) >= 10:
            found.append((at, end, "jwt"))
        at = text.find("eyJ", max(end, at + 1))


def _find_pem(text: str, found: list[Span]) -> None:
    at = text.find("-----BEGIN ")
    while at >= 0:
        head = text.find("-----", at + 11)
        label = text[at + 11 : head] if 0 <= head - at < 80 else ""
        if label.endswith(("PRIVATE KEY", "PRIVATE KEY BLOCK")):
            tail = f"-----END {label}-----"
            end = text.find(tail, head)
            # A key that is cut off is still a key.
            found.append((at, end + len(tail) if end >= 0 else len(text), "private-key"))
            at = text.find("-----BEGIN ", found[-1][1])
        else:
            at = text.find("-----BEGIN ", at + 11)


def _find_userinfo(text: str, found: list[Span]) -> None:
    """The password of `scheme://user:password@host`."""
    at = text.find("://")
    while at >= 0:
        start = at + 3
        end = start
        while end < len(text) and text[end] not in " \t\r\n\"'<>/?#":
            end += 1
        user, at_sign, _ = text[start:end].rpartition("@")
        name, colon, password = user.partition(":")
        if at_sign and colon and password and not password.startswith(("$", "<", "{", "%(", "*")):
            begin = start + len(name) + 1
            found.append((begin, begin + len(password), "url-password"))
        at = text.find("://", start)


def _find_bearer(text: str, found: list[Span]) -> None:
    lower = text.lower()
    for word in ("bearer ", "basic "):
        at = lower.find(word)
        while at >= 0:
            body = at + len(word)
            end = run_of(text, body, BASE64 | DOTTED)
            value = text[body:end]
            if end - body >= 16 and (at == 0 or text[at - 1] not in ALNUM) and not value.isalpha():
                found.append((body, end, "authorization"))
            at = lower.find(word, body)


def _find_assigned(text: str, lower: str, found: list[Span]) -> None:
    """Values given to a name that says secret: `DB_PASSWORD=...`, `"api_key": "..."`, `--token ...`."""
    for part in NAME_PARTS:
        at = lower.find(part)
        while at >= 0:
            end = at + len(part)
            while end < len(text) and text[end] in _NAME:
                end += 1
            _take_value(text, at, end, found)
            at = lower.find(part, end)


def _take_value(text: str, name_start: int, name_end: int, found: list[Span]) -> None:
    start = name_start
    while start > 0 and text[start - 1] in _NAME:
        start -= 1
    if start and text.startswith("[SECRET:", start - 1):  # a placeholder of ours
        return
    name = text[start:name_end].lower().replace("_", "").replace("-", "").replace(".", "")
    if not name.endswith((*SECRET_NAMES, "secrets")) and not name.startswith(SECRET_NAMES[:3]):
        return
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
        return
    quote = text[at] if at < len(text) and text[at] in "\"'" else ""
    at += len(quote)
    end = at
    while end < len(text) and (text[end] != quote if quote else text[end] not in " \t\r\n\"',;&|)}]"):
        if text[end] == "\n":
            break
        end += 1
    if looks_secret(text[at:end]):
        found.append((at, end, "assigned"))


def looks_secret(value: str) -> bool:
    """Whether a value that a secret name is given is one: not a reference, a placeholder or a plain word."""
    if not 6 <= len(value) <= 500 or value.startswith(_NO_SECRET) or value.lower() in _HARMLESS:
        return False
    if " " in value or "(" in value or "://" in value or value.startswith(("os.", "process.", "env.", "config.")):
        return False
    return not value.isalpha() or (len(value) >= 12 and not value.islower() and not value.isupper())


def _find_random(text: str, found: list[Span]) -> None:
    """Long mixed words whose letters are spread like chance."""
    if len(text) < ENTROPY_LENGTH:
        return
    at = 0
    for word in text.translate(WORD_ENDS).split():
        if len(word) >= ENTROPY_LENGTH and looks_random(word):
            at = text.find(word, at)
            if at < 0:
                return
            found.append((at, at + len(word), "high-entropy"))
            at += len(word)


_SIGNS: tuple[tuple[str, Callable[[str, list[Span]], None]], ...] = (
    ("eyJ", _find_jwt),
    ("-----BEGIN ", _find_pem),
    ("://", _find_userinfo),
    ("earer ", _find_bearer),
    ("asic ", _find_bearer),
    ("EARER ", _find_bearer),
    ("ASIC ", _find_bearer),
)
