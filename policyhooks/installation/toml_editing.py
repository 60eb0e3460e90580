"""Our entries in a TOML file (Codex's managed requirements), as one fenced block at its end. Pure."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.entries import Entry, commands_of

_OPEN = "# >>> policyhooks: written by `policyhooks install`, removed by `policyhooks uninstall`"
_CLOSE = "# <<< policyhooks"


def check_toml(path: Path, text: str) -> dict[str, object]:
    """The file's tables, or a clear error: a file that cannot be read is never touched."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise EnvironmentBroken(f"{path} is not valid TOML", "repair it; it was not touched") from None


def insert_toml(path: Path, text: str | None, entries: Sequence[Entry]) -> str:
    """The text with our block at its end; an error where the file's own tables forbid it."""
    newline = "\r\n" if text and "\r\n" in text else "\n"
    lines = [_OPEN]
    for entry in entries:
        lines += [f"[[hooks.{entry.native}]]", f"[[hooks.{entry.native}.hooks]]"]
        # A JSON string, number or boolean is written the same in TOML.
        lines += [f"{key} = {json.dumps(value)}" for key, value in entry.handler.keys.items()]
    block = newline.join([*lines, _CLOSE]) + newline
    result = block if not text else text + ("" if text.endswith("\n") else newline) + newline + block
    try:
        tomllib.loads(result)
    except tomllib.TOMLDecodeError:
        raise EnvironmentBroken(
            f"the hooks of {path} are written in a way that cannot be added to",
            "write them as [[hooks.EVENT]] tables; the file was not touched",
        ) from None
    return result


def strip_toml(text: str) -> str:
    """The text without our block and the empty line before it."""
    start = text.find(_OPEN)
    if start < 0:
        return text
    close = text.find(_CLOSE, start)
    end = len(text) if close < 0 else (text.find("\n", close) + 1 or len(text))
    for newline in ("\r\n", "\n"):
        if text[:start].endswith(newline * 2):
            start -= len(newline)
            break
    return text[:start] + text[end:]


def foreign_toml(document: dict[str, object], events: Sequence[str]) -> list[tuple[str, str]]:
    """(native event, command) of every entry of somebody else on these events."""
    hooks = document.get("hooks")
    if not isinstance(hooks, dict):
        return []
    return [(native, command) for native in events for command in commands_of(hooks.get(native))]
