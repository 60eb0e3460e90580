"""Finds secrets in text and replaces them by typed placeholders such as `[SECRET:aws-key]`.

Used by everything that shows, stores or sends event data. Written without regular expressions: a
text without the tell-tale pieces costs a few substring searches. Personal data is pii.py's.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Span = tuple[int, int, str]

ALNUM = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
WORD = ALNUM | frozenset("_-")
DOTTED = WORD | frozenset(".")
HEX = frozenset("0123456789abcdef")
UPPER = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
BASE64 = ALNUM | frozenset("+/=")

# (what it begins with, what follows, at least so many of them, kind). Longer beginnings stand first.
PREFIXES: tuple[tuple[str, frozenset[str], int, str], ...] = (
    ("AKIA", UPPER, 16, "aws-key"),
    ("ASIA", UPPER, 16, "aws-key"),
    ("ABIA", UPPER, 16, "aws-key"),
    ("github_pat_", WORD, 22, "github-token"),
    ("ghp_", ALNUM, 30, "github-token"),
    ("gho_", ALNUM, 30, "github-token"),
    ("ghu_", ALNUM, 30, "github-token"),
    ("ghs_", ALNUM, 30, "github-token"),
    ("ghr_", ALNUM, 30, "github-token"),
    ("glpat-", WORD, 20, "gitlab-token"),
    ("gldt-", WORD, 20, "gitlab-token"),
    ("glrt-", WORD, 20, "gitlab-token"),
    ("xoxb-", WORD, 20, "slack-token"),
    ("xoxp-", WORD, 20, "slack-token"),
    ("xoxa-", WORD, 20, "slack-token"),
    ("xoxs-", WORD, 20, "slack-token"),
    ("xapp-", WORD, 20, "slack-token"),
    ("sk-ant-", WORD, 20, "anthropic-key"),
    ("sk-proj-", WORD, 20, "openai-key"),
    ("sk-", ALNUM, 32, "openai-key"),
    ("sk_live_", ALNUM, 16, "stripe-key"),
    ("rk_live_", ALNUM, 16, "stripe-key"),
    ("sk_test_", ALNUM, 16, "stripe-key"),
    ("whsec_", BASE64, 24, "webhook-secret"),
    ("AIza", WORD, 35, "google-key"),
    ("ya29.", WORD, 20, "google-token"),
    ("npm_", ALNUM, 36, "npm-token"),
    ("pypi-AgE", WORD, 40, "pypi-token"),
    ("dop_v1_", HEX, 64, "digitalocean-token"),
    ("SG.", DOTTED, 60, "sendgrid-key"),
    ("hf_", ALNUM, 30, "huggingface-token"),
    ("shpat_", HEX, 32, "shopify-token"),
    ("shpss_", HEX, 32, "shopify-token"),
    ("dckr_pat_", WORD, 20, "docker-token"),
    ("lin_api_", ALNUM, 32, "linear-key"),
    ("hvs.", WORD, 24, "vault-token"),
    ("AGE-SECRET-KEY-1", UPPER, 50, "age-key"),
    ("glsa_", WORD, 32, "grafana-token"),
    ("gsk_", ALNUM, 40, "groq-key"),
    ("nvapi-", WORD, 40, "nvidia-key"),
    ("PMAK-", WORD, 40, "postman-key"),
    ("dapi", HEX, 32, "databricks-token"),
    ("ATATT3", WORD, 40, "atlassian-token"),
    ("tskey-", WORD, 20, "tailscale-key"),
    ("sntrys_", BASE64, 40, "sentry-token"),
    ("ntn_", ALNUM, 40, "notion-token"),
    ("rubygems_", HEX, 40, "rubygems-key"),
    ("AccountKey=", BASE64, 40, "azure-key"),
    ("SharedAccessKey=", BASE64, 40, "azure-key"),
)
# What every secret name holds in lower case: the cheap question before the exact one.
NAME_PARTS = ("pass", "pwd", "secret", "token", "key", "cred")
# What every other secret holds.
PIECES = (*[row[0] for row in PREFIXES], "eyJ", "-----BEGIN ", "://", "earer ", "asic ", "EARER ", "ASIC ")
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
ENTROPY_LENGTH = 24
ENTROPY_BITS = 4.1
_TO_SPACE = str.maketrans(dict.fromkeys("\"'`,;:()[]{}<>|&\\\t\r\n=@?!#*/.$%^~", " "))


def mask(text: str) -> str:
    """The text with every secret replaced by its placeholder."""
    spans = find(text)
    return replace(text, spans, "[SECRET:{kind}]") if spans else text


def replace(text: str, spans: list[Span], template: str) -> str:
    """The text with spans replaced; `{kind}` in the template names what was there."""
    pieces, at = [], 0
    for start, end, kind in spans:
        pieces.append(text[at:start])
        pieces.append(template.replace("{kind}", kind))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def find(text: str) -> list[Span]:
    """Every secret as (start, end, kind), in order, without overlaps."""
    return find_all(text) if is_suspicious(text) else []


def is_suspicious(text: str) -> bool:
    """Whether a text holds any piece that a secret has: a few substring searches, and mostly no."""
    lower = text if text.islower() else text.lower()
    for piece in PIECES:
        if piece in text:
            return True
    for piece in NAME_PARTS:
        if piece in lower:
            return True
    if len(text) >= ENTROPY_LENGTH:
        for word in text.translate(_TO_SPACE).split():
            if len(word) >= ENTROPY_LENGTH and not word.islower() and not word.isupper() and looks_random(word):
                return True
    return False


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
    return merge(found)


def merge(spans: list[Span]) -> list[Span]:
    """Spans in order; of two that overlap the one that begins first, then the longer one."""
    if len(spans) < 2:
        return spans
    kept: list[Span] = []
    for span in sorted(spans, key=_order):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
        elif span[1] > kept[-1][1]:
            kept[-1] = (kept[-1][0], span[1], kept[-1][2])
    return kept


def _order(span: Span) -> tuple[int, int]:
    return span[0], -span[1]


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
    for word in text.translate(_TO_SPACE).split():
        if len(word) >= ENTROPY_LENGTH and looks_random(word):
            at = text.find(word, at)
            if at < 0:
                return
            found.append((at, at + len(word), "high-entropy"))
            at += len(word)


def looks_random(word: str) -> bool:
    """Upper, lower and digits mixed throughout, and more bits a letter than words or identifiers have."""
    if len(word) > 500 or word.islower() or word.isupper() or "--" in word or "__" in word:
        return False
    digits = sum(map(word.count, "0123456789"))
    if digits < 3 or digits < len(word) // 12:
        return False
    # Identifiers change kind at their seams; random text does all the time.
    kinds = ["u" if c.isupper() else "l" if c.islower() else "d" if c.isdigit() else "s" for c in word]
    changes = sum(kinds[at] != kinds[at - 1] for at in range(1, len(kinds)))
    return changes >= len(word) // 3 and entropy(word) >= min(ENTROPY_BITS, _most(len(word)))


def _most(length: int) -> float:
    """What to ask of short words: they cannot have more different letters than they have letters."""
    return 3.9 if length < 32 else ENTROPY_BITS


def entropy(word: str) -> float:
    """Shannon bits a letter."""
    size = len(word)
    bits = 0.0
    for count in map(word.count, set(word)):
        share = count / size
        bits -= share * _log2(share)
    return bits


def _log2(value: float) -> float:
    """log2 for 0 < value <= 1, without the math extension: exponent, then a short series."""
    exponent = 0
    while value < 0.75:
        value *= 2
        exponent -= 1
    ratio = (value - 1) / (value + 1)
    square = ratio * ratio
    return exponent + 2.885390081777927 * ratio * (1 + square * (1 / 3 + square * (0.2 + square / 7)))


_SIGNS: tuple[tuple[str, Callable[[str, list[Span]], None]], ...] = (
    ("eyJ", _find_jwt),
    ("-----BEGIN ", _find_pem),
    ("://", _find_userinfo),
    ("earer ", _find_bearer),
    ("asic ", _find_bearer),
    ("EARER ", _find_bearer),
    ("ASIC ", _find_bearer),
)
