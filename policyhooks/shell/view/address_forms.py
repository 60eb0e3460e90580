"""Hosts in the address forms of single programs: curl --connect-to, ssh -L, httpie items, socat addresses."""

from __future__ import annotations

from policyhooks.core.records import Host
from policyhooks.shell.view.hosts import read_host, read_url

SOCAT_NETWORK = ("tcp", "udp", "ssl", "openssl", "sctp", "socks", "proxy", "ip")


def read_address(role: str, text: str, dynamic: bool) -> list[Host]:
    """The hosts named by one word."""
    if role in ("connectto", "forward"):
        return [
            read_host(part, "", dynamic) for part in text.split(":") if part and not part.isdecimal() and part != "*"
        ]
    if role == "httpie":
        if text.isupper() or "=" in text or "@" in text:
            return []
        if text.startswith(":"):
            text = "localhost" + text
        return (
            [read_url(text, dynamic)[1]]
            if ":" not in text.partition("/")[0] or text.partition(":")[2][:1].isdigit()
            else []
        )
    kind, _, rest = text.partition(":")
    if kind.lower().startswith(SOCAT_NETWORK) and "listen" not in kind.lower():
        return [read_host(rest.partition(",")[0], "", dynamic)]
    return []
