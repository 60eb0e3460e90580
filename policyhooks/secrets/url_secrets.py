"""Secrets inside addresses: the password before a host, a webhook's path, a key among the parameters.

An address that works without anything else is a secret as a whole: its path is replaced, its host is not.
"""

from __future__ import annotations

from policyhooks.secrets.literals import DUMMIES, is_assigned, is_chance, is_dummy, is_filler
from policyhooks.secrets.text_runs import stop_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

_HOST_ENDS = str.maketrans(dict.fromkeys(" \t\r\n\"'<>/?#", " "))
_ENDS = str.maketrans(dict.fromkeys(" \t\r\n\"'<>`\\)]}", " "))
LONGEST = 2000
# Hosts whose addresses are given to whoever may send there, and how the path of such an address begins.
WEBHOOKS = (
    ("hooks.slack.com", ("/services/", "/workflows/", "/triggers/")),
    ("discord.com", ("/api/webhooks/",)),
    ("discordapp.com", ("/api/webhooks/",)),
    ("hooks.zapier.com", ("/hooks/catch/",)),
    (".webhook.office.com", ("/webhookb2/",)),
    ("outlook.office.com", ("/webhook/",)),
    ("outlook.office365.com", ("/webhook/",)),
    ("api.telegram.org", ("/bot",)),
    ("maker.ifttt.com", ("/trigger/", "/use/")),
    ("chat.googleapis.com", ("/v1/spaces/",)),
    ("open.feishu.cn", ("/open-apis/bot/",)),
    ("oapi.dingtalk.com", ("/robot/send",)),
    ("qyapi.weixin.qq.com", ("/cgi-bin/webhook/",)),
)
# Parameters that let their bearer in; long names are told by names.py.
PARAMETERS = ("key", "sig", "auth", "apikey", "code", "appid", "access", "hash_key", "sas")
LEAST_PATH = 20
HOOKS = frozenset(("hook", "hooks", "webhook", "webhooks", "incoming-webhook", "webhookb2"))
# Where a password before the host is usual. Of other schemes (`github://org:repo@sha`) it must look like one.
_SCHEMES = (
    "http", "https", "ftp", "ftps", "sftp", "postgres", "postgresql", "mysql", "mariadb", "mongodb", "srv",
    "redis", "rediss", "amqp", "amqps", "smtp", "smtps", "ldap", "ldaps", "mssql", "sqlserver", "cockroachdb",
    "clickhouse", "nats", "imap", "imaps", "ws", "wss", "oracle", "couchbase", "memcached", "rtsp", "socks5",
)  # fmt: skip


def find_in_addresses(text: str, _small: bytes, found: list[Span], wide: bool) -> None:
    """Look behind every `://`."""
    at = text.find("://")
    while at >= 0:
        start = at + 3
        end = stop_of(text, start, _HOST_ENDS)
        user, at_sign, host = text[start:end].rpartition("@")
        span = secret_user(user, wide) if at_sign else None
        if span is not None and (wide or is_usual(text, at, user, span[0])):
            found.append((start + span[0], start + span[1], "url-password"))
        if end < len(text) and text[end] in "/?":
            _look_behind(text, end, host, found)
        at = text.find("://", start)


def is_usual(text: str, at: int, user: str, start: int) -> bool:
    """Whether a scheme that ends here has passwords, or this is one whatever the scheme; tokens alone are of HTTP."""
    begin = at
    while begin and at - begin < 14 and (text[begin - 1].isalnum() or text[begin - 1] in "+.-"):
        begin -= 1
    scheme = text[begin:at].lower().rpartition("+")[2]
    return not scheme or scheme in _SCHEMES[:2] or (start > 0 and (scheme in _SCHEMES or is_chance(user[start:])))


def secret_user(user: str, wide: bool) -> tuple[int, int] | None:
    """Where the secret stands in the user information of an address: the password, or a user that is a token."""
    name, colon, password = user.partition(":")
    if not colon:
        return (0, len(user)) if len(user) >= 16 and is_assigned(user, quoted=True, plain=True, wide=False) else None
    if not password or password.startswith(("$", "<", "{", "%(", "*", "[")):
        return None
    if not wide and (is_documented(password) or password == name):  # `postgres:postgres`, `guest:guest`
        return None
    return len(name) + 1, len(user)


def is_documented(password: str) -> bool:
    """Whether a password is one of those that documentation and tests write."""
    small = password.lower().rpartition(":")[2]
    if len(password) < 4 or small in DUMMIES or is_filler(password) or is_dummy(password):
        return True
    return any(word in small for word in ("password", "passwd", "secret", "%20")) or small.endswith(("}", ")", "]"))


def _look_behind(text: str, end: int, host: str, found: list[Span]) -> None:
    """The path of a webhook, and what its parameters are given."""
    host = host.lower().partition(":")[0]
    for name, paths in WEBHOOKS:
        if (host == name or (name[0] == "." and host.endswith(name))) and text.startswith(paths, end):
            path = rest_of(text, end)
            if len(path) >= LEAST_PATH and not is_dummy(path) and not is_filler(path.rpartition("/")[2] or "xx"):
                found.append((end + 1, end + len(path), "webhook"))
            return
    path = rest_of(text, end) if text.find("hook", end, end + LONGEST) >= 0 else ""
    parts = path.partition("?")[0].split("/")
    if any(part.lower() in HOOKS and any(map(is_key, parts[at:])) for at, part in enumerate(parts)):
        found.append((end + 1, end + len(path), "webhook"))
        return
    mark = text.find("?", end, end + LONGEST)
    if mark < 0:
        return
    stop = end + len(rest_of(text, end))
    if mark < stop:
        _look_at_parameters(text, mark + 1, stop, found)


def is_key(part: str) -> bool:
    """Whether a part of a path was chosen by chance, and lets in whoever knows it."""
    return 16 <= len(part) <= 200 and part.isalnum() and is_chance(part)


def rest_of(text: str, at: int) -> str:
    """An address from here on, to where it ends."""
    piece = text[at : at + LONGEST]
    return piece[: stop_of(piece, 0, _ENDS)]


def _look_at_parameters(text: str, start: int, stop: int, found: list[Span]) -> None:
    for pair in text[start:stop].split("&"):
        name, equals, value = pair.partition("=")
        if equals and name.lower() in PARAMETERS and len(value) >= 16 and is_chance(value):
            at = start + len(name) + 1
            found.append((at, at + len(value), "url-key"))
        start += len(pair) + 1
