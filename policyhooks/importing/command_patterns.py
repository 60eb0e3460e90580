"""Entries of Claude Code's permissions, `Tool(specifier)`, and what a specifier of commands means."""

from __future__ import annotations

import re

_ENTRY = re.compile(r"^(?P<tool>[A-Za-z_][\w.*-]*)(?:\((?P<inner>.*)\))?$", re.DOTALL)


def read_entry(text: str) -> re.Match[str] | None:
    """The tool and what stands in its parentheses."""
    return _ENTRY.match(text.strip())


def command_pattern(inner: str | None) -> str:
    """A regular expression for one command; empty for every command."""
    text = (inner or "*").strip()
    if text in ("*", ":*", ""):
        return ""
    tail = ""
    if text.endswith(":*") or (text.endswith(" *") and text.count("*") == 1):
        text, tail = text[:-2], "(?: .*)?"
    return "^" + ".*".join(re.escape(part).replace("\\ ", " ") for part in text.split("*")) + tail + "$"


def example_of(inner: str | None) -> str:
    """A command that an entry means."""
    text = (inner or "*").strip()
    if text in ("*", ":*", ""):
        return "anything"
    return re.sub(r":\*$", " any", text).replace("*", "any")
