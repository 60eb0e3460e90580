"""URLs and hosts read strictly, as a client that connects would: user information, ports, odd IP forms, brackets.

`read_url` never guesses what a lenient client might make of a malformed host: it marks such a host dynamic.
"""

from __future__ import annotations

from policyhooks.core.shell_records import Host, Url
from policyhooks.core.values import but

PORTS = {
    "http": 80,
    "https": 443,
    "ws": 80,
    "wss": 443,
    "ftp": 21,
    "ftps": 990,
    "sftp": 22,
    "ssh": 22,
    "git": 9418,
    "ldap": 389,
    "telnet": 23,
    "rsync": 873,
    "redis": 6379,
    "postgres": 5432,
    "postgresql": 5432,
    "mysql": 3306,
    "mongodb": 27017,
    "smtp": 25,
}
ALLOWED = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-._")


def read_url(text: str, dynamic: bool = False) -> tuple[Url, Host]:
    """A URL and its host. Without a scheme the text is taken as `host[:port]/path`."""
    scheme, rest = split_scheme(text)
    if scheme == "file":
        return Url(raw=text, scheme="file", path=rest.removeprefix("//"), dynamic=dynamic), Host(
            scheme="file", dynamic=dynamic
        )
    if scheme and not rest.startswith("//"):
        return Url(raw=text, scheme=scheme, path=rest, dynamic=dynamic), Host(scheme=scheme, dynamic=dynamic)
    rest = rest.removeprefix("//")
    cut = next((at for at, char in enumerate(rest) if char in "/?#\\"), len(rest))
    authority, path = rest[:cut], rest[cut:]
    before, at, after = authority.rpartition("@")
    host = read_host(after if at else authority, scheme, dynamic or "\\" in rest[: cut + 1])
    if dynamic and not is_marked(authority):
        host = but(host, dynamic=False)  # only what follows the host is unknown
    url = Url(
        raw=text,
        scheme=scheme,
        host=host.name,
        port=host.port,
        path=path,
        userinfo=bool(at and before),
        dynamic=dynamic,
    )
    return url, host


def is_marked(text: str) -> bool:
    """Text of a dynamic word in which something unknown stands."""
    return "$" in text or "?" in text or "*" in text or not text or "`" in text


def split_scheme(text: str) -> tuple[str, str]:
    scheme, colon, rest = text.partition(":")
    if (
        colon
        and scheme[:1].isalpha()
        and scheme.isascii()
        and scheme.replace("+", "a").replace("-", "a").replace(".", "a").isalnum()
        and (rest.startswith("/") or scheme.lower() in ("data", "mailto", "javascript", "file", "git+ssh"))
    ):
        return scheme.lower(), rest
    return "", text


def read_host(text: str, scheme: str = "", dynamic: bool = False) -> Host:
    """`name`, `name:port`, `[v6]:port`, `user@name`; odd IPv4 forms become dotted."""
    text = text.rpartition("@")[2]
    port = ""
    if text.startswith("["):
        name, bracket, tail = text[1:].partition("]")
        port = tail.removeprefix(":")
        name = name.lower().partition("%")[0]
        odd = not bracket or not is_v6(name)
        return Host(name=name, port=number(port, scheme), scheme=scheme, dynamic=dynamic or odd, is_ip=not odd)
    if text.count(":") > 1 and is_v6(text.lower()):
        return Host(name=text.lower(), port=number("", scheme), scheme=scheme, dynamic=dynamic, is_ip=True)
    name, _, port = text.partition(":")
    name = percent(name).lower().rstrip(".")
    if not name.isascii():
        name = punycode(name)
    address = read_v4(name)
    if address:
        return Host(name=address, port=number(port, scheme), scheme=scheme, dynamic=dynamic, is_ip=True)
    odd = not name or not ALLOWED.issuperset(name) or (bool(port) and not port.isdecimal())
    return Host(name=name, port=number(port, scheme), scheme=scheme, dynamic=dynamic or odd, is_ip=False)


def number(port: str, scheme: str) -> int:
    if port.isdecimal() and port.isascii() and len(port) < 6:
        return int(port)
    return PORTS.get(scheme, 0)


def percent(text: str) -> str:
    """Percent escapes of a host are decoded by clients."""
    if "%" not in text:
        return text
    head, *pieces = text.split("%")
    for piece in pieces:
        try:
            head += chr(int(piece[:2], 16)) + piece[2:]
        except ValueError:
            return text
    return head


def punycode(name: str) -> str:
    """The ASCII form of an international name; labels that cannot be encoded stay and make the host dynamic."""
    for dot in "\u3002\uff0e\uff61":
        name = name.replace(dot, ".")
    labels = []
    for label in name.split("."):
        if label.isascii():
            labels.append(label)
            continue
        import _codecs

        try:
            encoded, _ = _codecs.lookup("punycode").encode(fold_wide(label))
            folded = fold_wide(label)
            labels.append(folded if folded.isascii() else "xn--" + encoded.decode("ascii"))
        except (LookupError, UnicodeError):
            labels.append(label)
    return ".".join(labels)


def fold_wide(label: str) -> str:
    """Full-width letters and digits are the plain ones to a resolver."""
    return "".join(chr(ord(char) - 0xFEE0) if 0xFF01 <= ord(char) <= 0xFF5E else char for char in label).lower()


def is_v6(text: str) -> bool:
    groups = text.split(":")
    if not 3 <= len(groups) <= 8 or text.count("::") > 1:
        return False
    last = groups[-1]
    if "." in last and read_v4(last):
        groups = groups[:-1]
    return all(len(group) <= 4 and all(char in "0123456789abcdef" for char in group) for group in groups)


def read_v4(name: str) -> str:
    """Dotted form of what inet_aton reads: decimal, octal, hexadecimal, one to four parts."""
    parts = name.split(".")
    if not 1 <= len(parts) <= 4:
        return ""
    numbers = []
    for part in parts:
        value = read_number(part)
        if value < 0:
            return ""
        numbers.append(value)
    last = numbers.pop()
    if any(value > 255 for value in numbers) or last >= 256 ** (4 - len(numbers)):
        return ""
    address = last
    for index, value in enumerate(numbers):
        address += value << (8 * (3 - index))
    return ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0))


def read_number(text: str) -> int:
    try:
        if text[:2] in ("0x", "0X"):
            return int(text[2:] or "0", 16) if text[2:].isalnum() or len(text) == 2 else -1
        if len(text) > 1 and text[0] == "0":
            return int(text, 8) if text.isdecimal() else -1
        return int(text) if text.isdecimal() and text.isascii() else -1
    except ValueError:
        return -1
