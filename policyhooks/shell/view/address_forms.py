"""Hosts in the forms in which programs take them: one function a form that the table of roles names.

A text with a scheme is a URL in every form, and read before (network.py). `url` and `scheme` need no code of their own.
"""

from __future__ import annotations

from policyhooks.core.shell_records import Host
from policyhooks.shell.view.hosts import read_host, read_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.expansion.state import Word

SOCAT_NETWORK = ("tcp", "udp", "ssl", "openssl", "sctp", "socks", "proxy", "ip")


def host(word: Word) -> list[Host]:
    return [read_host(word.text, "", word.dynamic)] if word.text and word.text[0] not in "-+" else []


def dns(word: Word) -> list[Host]:
    """`@server`, or the name that is looked up; `+x` is an option."""
    text = word.text.removeprefix("@")
    return [read_host(text, "", word.dynamic)] if text and text[0] not in "-+" else []


def image(word: Word) -> list[Host]:
    """The registry, where the first part looks like a host."""
    head, slash, _ = word.text.partition("/")
    named = slash and ("." in head or ":" in head or head == "localhost")
    return [read_host(head, "", word.dynamic)] if named else []


def ssh(word: Word) -> list[Host]:
    """`host:path`: a colon before the first slash."""
    head, colon, _ = word.text.partition(":")
    return [read_host(head, "ssh", word.dynamic and "$" in head)] if colon and "/" not in head and head else []


def git(word: Word) -> list[Host]:
    """As ssh; what is not known may be any host."""
    found = ssh(word)
    return found or ([Host(name=word.text, dynamic=True)] if word.dynamic else [])


def hosts(word: Word) -> list[Host]:
    """curl --connect-to, ssh -L: parts between colons, of which those that are no port are hosts."""
    parts = [part for part in word.text.split(":") if part and not part.isdecimal() and part != "*"]
    return [read_host(part, "", word.dynamic) for part in parts]


def httpie(word: Word) -> list[Host]:
    """A host with a path, `:8080/x`; not a method, a header, a field or a file."""
    text = word.text
    if text.isupper() or "=" in text or "@" in text:
        return []
    if text.startswith(":"):
        text = "localhost" + text
    named = ":" not in text.partition("/")[0] or text.partition(":")[2][:1].isdigit()
    return [read_url(text, word.dynamic)[1]] if named else []


def socat(word: Word) -> list[Host]:
    """`TCP:host:port`, not `TCP-LISTEN:port`."""
    kind, _, rest = word.text.partition(":")
    connects = kind.lower().startswith(SOCAT_NETWORK) and "listen" not in kind.lower()
    return [read_host(rest.partition(",")[0], "", word.dynamic)] if connects else []


ADDRESS_FORMS: dict[str, Callable[[Word], list[Host]]] = {
    "host": host,
    "dns": dns,
    "image": image,
    "ssh": ssh,
    "git": git,
    "hosts": hosts,
    "httpie": httpie,
    "socat": socat,
}
