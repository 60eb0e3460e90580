"""Secrets that are more than a beginning and have a form of their own: JWT, PEM, and tokens with a sign in the middle.

Each function is called with a text that holds its sign, and appends spans.
"""

from __future__ import annotations

from policyhooks.secrets.formats import ALNUM, DOTTED, HEX, WORD
from policyhooks.secrets.literals import LEAST, is_chance, is_filler
from policyhooks.secrets.structures import is_alone
from policyhooks.secrets.text_runs import run_before, run_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

_AZURE = DOTTED + "~"
_JOINS = ("+", "/", "-", "_", "(")
_BEGIN = "-----BEGIN "


def find_jwt(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    """Three parts or five; two where only the signature is missing."""
    at = text.find("eyJ")
    while at >= 0:
        end = run_of(text, at, DOTTED)
        parts = text[at:end].rstrip(".").split(".")
        if len(parts) in (2, 3, 5) and is_token(parts):
            found.append((at, end, "jwt"))
        at = text.find("eyJ", max(end, at + 1))


def is_token(parts: list[str]) -> bool:
    """Whether parts are those of a JWT: a header and a content of some length."""
    return len(parts[0]) >= 10 and len(parts[1]) >= 10 and (len(parts) > 2 or parts[1].startswith("eyJ"))


def find_pem(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    """Private keys between their marks."""
    at = text.find(_BEGIN)
    while at >= 0:
        head = text.find("-----", at + 11)
        label = text[at + 11 : head] if 0 <= head - at < 80 else ""
        if label.endswith(("PRIVATE KEY", "PRIVATE KEY BLOCK")):
            tail = f"-----END {label}-----"
            end = text.find(tail, head)
            # A key that is cut off is still a key.
            stop = end + len(tail) if end >= 0 else len(text)
            body = text[head + 5 : end if 0 <= end < head + 200 else head + 200].replace("\\n", " ").lstrip()
            if body[:1].isalnum() and (end < 0 or has_body(body)):
                found.append((at, stop, "private-key"))
            at = text.find(_BEGIN, stop)
        else:
            at = text.find(_BEGIN, at + 11)


def has_body(text: str) -> bool:
    """Whether something stands between the marks of a key: code that names both marks has no key."""
    return any(len(word) >= LEAST for word in text.split() if word.isalnum())


def find_azure_secret(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    """A client secret of Azure AD: three letters, a digit, `Q~`, and 31 to 34 more."""
    at = text.find("Q~")
    while at >= 0:
        end = run_of(text[at : at + 64], 2, _AZURE) + at
        start = at - 4
        if start >= 0 and text[at - 1].isdigit() and run_of(text[start:at], 0, _AZURE) == 4:
            alone = start == 0 or text[start - 1] not in ALNUM
            if alone and 31 <= end - at - 2 <= 34 and not is_filler(text[at + 2 : end]):
                found.append((start, end, "azure-secret"))
        at = text.find("Q~", at + 2)


def find_artifactory(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    """Artifactory's keys, `AKC` and ten more at least, and its coded passwords, `AP`, a digit and eight more."""
    for prefix, least in (("AKC", 10), ("AP", 9)):
        at = text.find(prefix)
        while at >= 0:
            end = run_of(text, at, ALNUM)
            alone = is_alone(text, at) and not text.startswith(_JOINS, end)
            if alone and end - at - len(prefix) >= least and is_artifactory(text[at:end]):
                found.append((at, end, "artifactory-key"))
            at = text.find(prefix, end)


def is_artifactory(word: str) -> bool:
    """`AKC`, or `AP` and a hexadecimal digit; what capitals spell may be a word."""
    if word.startswith("AKC") or word[2].isdigit():
        return not word.isalpha() or not word.isupper()
    return word[2] in "ABCDEF" and is_chance(word)


def find_mailchimp(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    """32 hexadecimal digits and the data centre, `-us6`."""
    at = text.find("-us")
    while at >= 0:
        end = run_of(text[at : at + 8], 3, "0123456789") + at
        start = at - 32
        if start >= 0 and 1 <= end - at - 3 <= 2 and not text[start:at].strip(HEX) and not is_filler(text[start:at]):
            alone = (start == 0 or text[start - 1] not in WORD) and (end == len(text) or text[end] not in WORD)
            if alone:
                found.append((start, end, "mailchimp-key"))
        at = text.find("-us", at + 3)


def find_telegram(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    """A bot's number, a colon, `AA` and 33 more."""
    at = text.find(":AA")
    while at >= 0:
        end = run_of(text[at : at + 48], 1, WORD) + at
        start = run_before(text[:at] if at < 16 else text[at - 16 : at], min(at, 16), "0123456789") + max(0, at - 16)
        if 8 <= at - start <= 10 and end - at - 1 == 35 and (start == 0 or text[start - 1] not in ALNUM):
            found.append((start, end, "telegram-token"))
        at = text.find(":AA", at + 3)


def find_terraform(text: str, _small: bytes, found: list[Span], _wide: bool) -> None:
    """14 letters, `.atlasv1.`, and 60 or more."""
    at = text.find(".atlasv1.")
    while at >= 0:
        end = run_of(text, at + 9, WORD)
        start = at - 14
        if start >= 0 and text[start:at].isalnum() and end - at - 9 >= 60 and is_chance(text[at + 9 : end][:100]):
            found.append((start, end, "terraform-token"))
        at = text.find(".atlasv1.", max(end, at + 1))
