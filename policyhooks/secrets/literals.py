"""Whether a value that a secret name is given is a secret: a literal that somebody or chance has chosen, not code.

Two measures. In what an agent reads (source code, outputs) only literals count that look chosen by chance, because a
masked expression misleads it. In what is kept or sent (`wide`) every literal counts. It knows no names.
"""

from __future__ import annotations

LONGEST_VALUE = 2000
LEAST = 6
_NO_SECRET = ("$", "<", "{", "%", "*", "xx", "XX", "[", "(", "`", "~", ".", "&", ",", ")", "\\")
_HARMLESS = frozenset(
    "true false null none undefined required optional string changeme password secret token example redacted"  # noqa: SIM905
    " placeholder your-password environ process.env".split()
)
# Passwords that documentation and tests write into addresses.
DUMMIES = frozenset(
    "pass password passwd pwd pw secret token p x xx xxx xxxx test foo bar user example changeme abc abc123 123 1234"  # noqa: SIM905
    " hunter2 mypassword mypass your-password yourpassword your_password".split()
)
_DUMMY_PARTS = (
    "dummy", "changeme", "placeholder", "your-", "your_", "xxxx", "****", "...", "\u2026", "redacted", "example",
)  # fmt: skip
_FILLERS = "xX*0."
_STEPS = "abcdefghijklmnopqrstuvwxyza 12345678901 f0"
_LEAST_SEQUENCE, _LONGEST_SEQUENCE = 8, 128
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
_CODED = _BASE64 + "-_.:@!~"
# Pieces of identifiers in which digits say nothing of chance.
_KNOWN = (
    "sha256", "sha512", "sha384", "sha224", "sha1", "base64", "base32", "utf8", "utf16", "utf32", "x509", "oauth2",
    "md5", "uint64", "uint32", "uint16", "uint8", "int64", "int32", "int16", "int8", "float32", "float64", "pkcs12",
    "pkcs8", "pkcs1", "aes256", "aes192", "aes128", "ed25519", "secp256k1", "rs256", "hs256", "es256", "http2", "http3",
    "i18n", "l10n", "k8s", "s3", "ec2", "ipv4", "ipv6", "v1", "v2", "v3", "v4",
)  # fmt: skip
_SIGNS = "!@#%^*?+~"


def looks_secret(value: str) -> bool:
    """Whether a value may be a secret at all: not a reference, a placeholder or a plain word."""
    if not LEAST <= len(value) <= LONGEST_VALUE or value.startswith(_NO_SECRET) or value.lower() in _HARMLESS:
        return False
    if value.startswith("/") and not is_coded(value):
        return False
    if (
        " " in value
        or "://" in value
        or is_call(value)
        or is_filler(value)
        or value.startswith(("os.", "process.", "env.", "config."))
    ):
        return False
    return not value.isalpha() or (len(value) >= 12 and not value.islower() and not value.isupper())


def is_assigned(value: str, quoted: bool, plain: bool, wide: bool) -> bool:
    """Whether what a secret name is given is a secret.

    `plain`: it is given as a shell or an option gives it (`NAME=value`, `--name value`), where no quotes are needed.
    """
    if not looks_secret(value) or (not quoted and ("(" in value or is_expression(value))):
        return False
    if wide:
        return quoted or plain or not is_name(value)
    return (plain and not quoted and is_chosen(value)) or is_chance(value)


def is_chosen(value: str) -> bool:
    """Whether a value that needs no quotes was chosen by somebody: no placeholder, no name of another variable."""
    return not is_dummy(value) and "=" not in value and not ("_" in value and is_name(value))


def is_strong(value: str) -> bool:
    """Whether a value is a secret although its name says little: long, mixed, and neither hash nor UUID."""
    if not 16 <= len(value) <= LONGEST_VALUE or not looks_secret(value) or is_hexadecimal(value):
        return False
    return not value.strip(_CODED) and not is_expression(value) and is_chance(value)


def is_hexadecimal(value: str) -> bool:
    """A hash, a number or a UUID: nothing but hexadecimal digits and dashes."""
    return not value.lower().strip("0123456789abcdef-")


def is_coded(value: str) -> bool:
    """Whether what begins like a path is base64 of a key."""
    return len(value) >= 32 and not value.strip(_BASE64) and is_chance(value)


def is_call(value: str) -> bool:
    """Whether a value with a bracket in it is code; a password may have one too."""
    return "(" in value and (
        is_expression(value) or ")" in value[value.find("(") :] or not any(map(value.count, _SIGNS))
    )


def is_filler(value: str) -> bool:
    """Whether a value holds a place with one letter again and again."""
    return 5 * sum(map(value.count, _FILLERS)) >= 3 * len(value)


def is_dummy(value: str) -> bool:
    """Whether a value says of itself that it stands for another."""
    small = value.lower()
    return any(part in small for part in _DUMMY_PARTS) or is_sequence(small)


def is_sequence(small: str) -> bool:
    """Whether a value counts up, as what somebody typed to fill a place does: `abc123def456`, `a1b2c3d4e5`."""
    if not _LEAST_SEQUENCE <= len(small) <= _LONGEST_SEQUENCE:
        return False
    steps = pairs = 0
    for kept in (filter(str.isalpha, small), filter(str.isdigit, small)):
        run = "".join(kept)
        pairs += max(0, len(run) - 1)
        steps += sum(run[at : at + 2] in _STEPS for at in range(len(run) - 1))
    return 4 * steps >= 3 * pairs > 0 and pairs >= _LEAST_SEQUENCE - 2


def is_expression(value: str) -> bool:
    """Whether a value without quotes is code: a call, an index, a path of names, a type."""
    at = 0
    while at < len(value) and (value[at].isalnum() or value[at] in "_.$@"):
        at += 1
    rest = value[at : at + 2]
    if at and rest[:1] and (rest[0] in "([{<" or rest in ("->", "::", "?.", "!.", "??", "||", "!=", "==")):
        return True
    return "." in value and at == len(value) and all(is_name(part) or not part for part in value.split("."))


def is_name(value: str) -> bool:
    """Whether a value can be an identifier of words: nothing in it looks like chance."""
    word = value.strip("_")
    if not word or not (word[0].isalpha() and word.replace("_", "").isalnum()):
        return False
    return not is_chance(value)


def is_chance(value: str) -> bool:
    """Whether a value is not made of words: kinds of letters change within its pieces as chance changes them."""
    small = value.lower()
    if is_dummy(value) or len(set(value)) < 6:
        return False
    for known in _KNOWN:
        if known in small:
            small = small.replace(known, "_" * len(known))
    found = "".join(["_" if kept == "_" else letter for letter, kept in zip(value, small, strict=False)])
    if len(value) >= 8 and any(sign in value for sign in _SIGNS) and any(letter.isdigit() for letter in found):
        return any(letter.isalpha() for letter in found)
    pieces = _pieces_of(found)
    # Names have their numbers at the end of a word; a secret of several short pieces has them anywhere.
    return (
        any(map(_is_irregular, pieces))
        or _is_shuffled(value, pieces)
        or (len(value) >= 12 and sum(map(_is_broken, pieces)) >= 2)
    )


def _is_shuffled(value: str, pieces: list[str]) -> bool:
    """Whether a long value changes its kind of letter so often that its separators are chance too."""
    if len(value) < 20 or value.islower() or value.isupper() or not any(letter.isdigit() for letter in value):
        return False
    humps = [hump for piece in pieces for hump in _humps_of(piece)]
    return len(humps) >= 8 and 2 * sum(len(hump) <= 2 for hump in humps) >= len(humps)


def _is_broken(piece: str) -> bool:
    """Whether a letter follows a digit inside a piece that is too short to be judged alone."""
    return 4 <= len(piece) < 12 and any(piece[at].isdigit() and piece[at + 1].isalpha() for at in range(len(piece) - 1))


def _pieces_of(value: str) -> list[str]:
    """The runs of letters and digits."""
    return "".join([letter if letter.isalnum() else " " for letter in value]).split()


def _is_irregular(piece: str) -> bool:
    """Several runs of letters and digits that alternate, or many short humps where names have words."""
    if len(piece) < 8:
        return False
    humps = _humps_of(piece)
    digits = sum(hump.isdigit() for hump in humps)
    if digits >= 2 and len(humps) >= 4 and len(piece) <= 4 * len(humps):  # numbers in names stand between words
        return True
    short = sum(len(hump) <= 2 for hump in humps)
    return len(piece) >= 16 and len(humps) >= 5 and 5 * short >= 2 * len(humps) and short > 2


def _humps_of(piece: str) -> list[str]:
    """`getX509Cert` as get, X, 509, Cert."""
    humps: list[str] = []
    kind = ""
    for letter in piece:
        now = "d" if letter.isdigit() else "u" if letter.isupper() else "l"
        if humps and (now == kind or (kind == "u" and now == "l" and len(humps[-1]) == 1)):
            humps[-1] += letter
        elif humps and kind == "u" and now == "l":
            humps.append(humps[-1][-1] + letter)
            humps[-2] = humps[-2][:-1]
        else:
            humps.append(letter)
        kind = now
    return humps
