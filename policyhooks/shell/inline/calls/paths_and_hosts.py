"""Paths that calls of inline code touch, and hosts that they connect to: one may turn out to be the other."""

from __future__ import annotations

from policyhooks.shell.inline.nodes import Fields, Name
from policyhooks.shell.inline.values.value import HIDDEN, UNKNOWN, flat, single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.inline.calls.call_context import CallContext
    from policyhooks.shell.inline.nodes import Call
    from policyhooks.shell.inline.values.value import Text, Value

PLACE_FIELDS = ("url", "uri", "href", "host", "hostname", "PeerAddr", "PeerHost", "baseURL")
LOCAL = ("localhost", "127.", "0.0.0.0", "[::1]", "::1")  # noqa: S104  # read, not bound
MODE_LETTERS = frozenset("rwaxbtU+")


# Paths


def touch(code: CallContext, kind: str, where: str, node: Call) -> None:
    """read, write, append, delete, chmod, link, exec: the kind is what is done with the path."""
    add_paths(code, kind, code.texts(node, where), missing=where == "self")


def move(code: CallContext, kind: str, where: str, node: Call) -> None:
    first, _, second = where.partition(",")
    moved = code.texts(node, first)
    add_paths(code, "read", moved)
    add_paths(code, "delete", moved)
    add_paths(code, "write", code.texts(node, second))


def add_paths(code: CallContext, op: str, texts: Sequence[Text], missing: bool = False) -> None:
    effects = code.effects
    if not texts and missing:
        texts = UNKNOWN.texts
    for text, dynamic, glob in texts:
        if not text or (text.isdecimal() and not dynamic):
            continue  # a file descriptor
        if "://" in text and not text.startswith("file:"):
            connect(code, text, dynamic)
            if op == "exec":
                effects.runs.add("fetch")
            continue
        if dynamic:
            effects.hidden.add(op)
        effects.paths[op, (text, dynamic, glob)] = None
        if code.chdirs and not text.startswith(("/", "~", "$")):
            for folder, unsure, _ in code.chdirs:
                effects.paths[op, (f"{folder}/{text}", dynamic or unsure, glob)] = None


def open_file(code: CallContext, kind: str, where: str, node: Call) -> None:
    """open(path, mode): what is done is in the mode. `pathopen`: the path is what the method is called on."""
    first, _, second = where.partition(",")
    mode_value = code.value_at(node, second)
    mode = "r" if mode_value is None else single(mode_value)
    if kind == "pathopen" and (mode is None or not set(mode) <= MODE_LETTERS):
        add_paths(code, "read", code.texts(node, second))  # Image.open("x"), archive.open("x")
        return
    paths = code.texts(node, first)
    for op in ops_of_mode(mode):
        add_paths(code, op, paths, missing=kind == "pathopen")


def ops_of_mode(mode: str | None) -> tuple[str, ...]:
    if mode is None:
        return ("read", "write")
    if "a" in mode:
        return ("append",)
    if "+" in mode:
        return ("read", "write")
    return ("write",) if "w" in mode or "x" in mode or "c" in mode else ("read",)


# Hosts


def read_path_or_url(code: CallContext, kind: str, where: str, node: Call) -> None:
    value = code.value_at(node, where.partition(",")[0])
    for text in [] if value is None else flat(value):
        if "://" in text[0]:
            connect(code, text[0], text[1])
        else:
            add_paths(code, "read", [text])


def connect_address(code: CallContext, kind: str, where: str, node: Call) -> None:
    """A (host, port) pair; of other values only where the name says that it is a socket."""
    value = code.value_at(node, where.partition(",")[0])
    if value is None:
        return
    if value.items is not None and len(value.items) > 1:
        connect_all(code, value.items[0], port_of(value.items[1]))
    elif code.names.name_of(node.function).startswith(("socket.", "paramiko.")):
        connect_all(code, value, "")


def connect_place(code: CallContext, kind: str, where: str, node: Call) -> None:
    """url, host, place: a URL, a host with its port in the next argument, or an object with such fields."""
    first, _, second = where.partition(",")
    value = code.value_at(node, first) if first else None
    code.effects.talks = True
    if connect_fields(code, node) or value is None:
        return
    given = code.node_at(node, first)
    if given is not None and not isinstance(given, Fields):
        connect_all(code, value, port_of(code.value_at(node, second)) if second else "")


def connect_curl(code: CallContext, kind: str, where: str, node: Call) -> None:
    """PHP: curl_setopt(handle, CURLOPT_URL, url)."""
    option = node.arguments[1] if len(node.arguments) > 1 else None
    if isinstance(option, Name) and option.name == "CURLOPT_URL":
        connect_place(code, "url", where, node)


def connect_web(code: CallContext, where: str, node: Call, name: str) -> None:
    """A URL where it looks like one."""
    for text, dynamic, _ in code.texts(node, where):
        connecting = code.table.data.get("CONNECTING", ())
        if "://" in text or (dynamic and any(module.replace("::", ".") in name for module in connecting)):
            connect(code, text, dynamic)


def connect_fields(code: CallContext, node: Call) -> bool:
    port = port_of(code.field(node, "port") or code.field(node, "PeerPort"))
    hit = False
    for key in PLACE_FIELDS:
        value = code.field(node, key)
        if value is not None:
            hit = True
            connect_all(code, value, port)
    return hit


def port_of(value: Value | None) -> str:
    text = None if value is None else single(value)
    return text if text is not None and text.isdecimal() else ""


def connect_all(code: CallContext, value: Value, port: str) -> None:
    for text, dynamic, _ in value.texts:
        if text.startswith("/"):  # a socket in the file system
            add_paths(code, "write", [(text, dynamic, False)])
        connect(code, f"{text}:{port}" if port and "://" not in text and ":" not in text else text, dynamic)


def connect(code: CallContext, text: str, dynamic: bool) -> None:
    effects = code.effects
    effects.talks = True
    if not text or text.startswith(("php://", "data:", "about:", "javascript:")):
        return
    if text.startswith("unix:"):
        add_paths(code, "write", [("/" + text[5:].lstrip("/"), dynamic, False)])
        return
    text, dynamic = without_port(text.strip(), dynamic)
    effects.places[text, dynamic] = None
    host = text.partition("://")[2] or text
    if (dynamic and HIDDEN in host.partition("/")[0]) or not host.startswith(LOCAL):
        effects.fetches = True


def without_port(text: str, dynamic: bool) -> tuple[str, bool]:
    """`http://localhost:$_/x`: the host is known where only the port is not."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        scheme, rest = "", text
    authority, slash, path = rest.partition("/")
    host, colon, port = authority.rpartition(":")
    if colon and port == HIDDEN and HIDDEN not in host:
        return f"{scheme}{mark}{host}{slash}{path}", dynamic and HIDDEN in path
    return text, dynamic
