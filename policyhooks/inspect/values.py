"""Values of the policy language in a few words, for people."""

from __future__ import annotations

import json
from collections.abc import Mapping

from policyhooks.core.shell_records import Cmd, CodeSource, Flow, Host, PathRef, Pkg, Url
from policyhooks.core.values import Record

TEXT = 60
ITEMS = 4


def show(value: object) -> str:
    """A value on one line, cut where it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str):
        return json.dumps(_cut(value), ensure_ascii=False)
    if isinstance(value, Record):
        return _record(value)
    if isinstance(value, Mapping):
        shown = [f"{show(key)}: {show(inner)}" for key, inner in list(value.items())[:ITEMS]]
        return "{" + ", ".join(shown) + (", …" if len(value) > ITEMS else "") + "}"
    if isinstance(value, list | tuple):
        shown = [show(inner) for inner in value[:ITEMS]]
        return "[" + ", ".join(shown) + (", …" if len(value) > ITEMS else "") + "]"
    return _cut(str(value))


def _record(value: Record) -> str:
    if isinstance(value, Cmd):
        return "`" + _cut(" ".join(value.argv) or value.name) + "`"
    if isinstance(value, PathRef):
        return f"{_cut(value.norm or value.raw)} ({value.op})" if value.op else _cut(value.norm or value.raw)
    if isinstance(value, Host):
        return _cut(value.name)
    if isinstance(value, Url):
        return _cut(value.raw)
    if isinstance(value, Flow):
        return f"{value.source} to {value.sink}"
    if isinstance(value, CodeSource):
        return f"code {value.source} {_cut(value.path)}".rstrip()
    if isinstance(value, Pkg):
        return f"{value.manager} {value.op} {value.name}".rstrip()
    return type(value).__name__


def _cut(text: str) -> str:
    return text if len(text) <= TEXT else text[: TEXT - 1] + "…"
