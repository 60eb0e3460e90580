"""Listens: on a loopback address or a private socket, nowhere else. It knows the address and the server, no page."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import re
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.web.gate import App, Place

UNIX = "unix:"
HINT = "such as --listen 127.0.0.1:8470, or --listen unix:/run/user/1000/policyhooks.sock behind a proxy of yours"
HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?")
HEADER = re.compile(r"[a-z0-9-]{1,64}")
MOST_AT_ONCE = 64


@dataclass(frozen=True)
class Listening:
    """An open socket, what requests to it must call us, and the address for a person."""

    socket: socket.socket
    place: Place
    shown: str
    path: str = ""  # of a socket in the file system


def listen(where: str, person: str = "", host: str = "") -> Listening:
    """Open the socket. Raises UsageError for an address that others can reach."""
    if where.startswith(UNIX):
        return _listen_unix(Path(where.removeprefix(UNIX)), person.lower(), host.lower())
    if person or host:
        raise UsageError("a proxy's header is only believed over a socket of the file system", HINT)
    name, colon, port = where.rpartition(":")
    address = _address(name.strip("[]"))
    if not colon or not port.isdecimal() or int(port) > 65535 or address is None:
        raise UsageError(f"`{where}` is no address and port", HINT)
    if not address.is_loopback:
        raise UsageError(f"`{name}` can be reached from elsewhere; this page is for this machine alone", HINT)
    family = socket.AF_INET6 if address.version == 6 else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((str(address), int(port)))
        opened.listen(64)
    except OSError as problem:
        opened.close()
        raise EnvironmentBroken(f"{where} cannot be listened on: {(problem.strerror or 'unknown').lower()}") from None
    number = opened.getsockname()[1]
    name = f"[{address}]:{number}" if address.version == 6 else f"{address}:{number}"
    return Listening(opened, Place(name, f"http://{name}", f"policyhooks-{number}"), f"http://{name}")


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _listen_unix(path: Path, person: str, host: str) -> Listening:
    """A socket that this user alone can connect to; whoever connects is the proxy."""
    if not (HEADER.fullmatch(person) and HOST.fullmatch(host)):
        hint = "--user-header X-Forwarded-User --host policies.example.com"
        raise UsageError("over a socket a proxy says who asks: name its header and the host that people see", hint)
    if not path.is_absolute():
        raise UsageError(f"`{path}` is no absolute path", HINT)
    status = path.parent.stat() if path.parent.is_dir() else None
    if status is None or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise UsageError(f"`{path.parent}` must be a folder of yours that others cannot write to", "chmod 700 FOLDER")
    _clear(path)
    opened = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        opened.bind(str(path))
        opened.listen(64)
    except OSError as problem:
        opened.close()
        raise EnvironmentBroken(f"`{path}` cannot be listened on: {problem.strerror or problem}") from None
    finally:
        os.umask(before)
    return Listening(opened, Place(host, f"https://{host}", "policyhooks", person), f"https://{host}", str(path))


def _clear(path: Path) -> None:
    """Remove the socket that an earlier page has left behind; one that somebody listens on is not ours to take."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise UsageError(f"`{path}` is there and is no socket")
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        other.settimeout(1)
        try:
            other.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
        except OSError:
            pass
    raise EnvironmentBroken(f"somebody listens on `{path}` already", "end that page, or name another socket")


def make_server(application: App) -> uvicorn.Server:
    """The server: bounded, silent, and without anything that a request could switch on."""
    return uvicorn.Server(
        uvicorn.Config(
            application,
            http="h11",
            ws="none",
            lifespan="off",
            loop="asyncio",
            access_log=False,
            log_config=None,
            log_level="critical",
            proxy_headers=False,
            server_header=False,
            date_header=False,
            limit_concurrency=MOST_AT_ONCE,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=2,
            h11_max_incomplete_event_size=16 << 10,
        )
    )


def close(listening: Listening) -> None:
    """Close the socket, and remove it from the file system."""
    listening.socket.close()
    if listening.path:
        with contextlib.suppress(OSError):
            os.unlink(listening.path)
