"""The formats of diagnostics: one module each, which loads on use, and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from policyhooks.errors import Diagnostic
from policyhooks.report.screen.style import PLAIN, Style

MAX_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Report:
    """What a format may show."""

    diagnostics: Sequence[Diagnostic]
    files: int
    version: str = ""
    style: Style = PLAIN  # of text alone


def render(diagnostics: Sequence[Diagnostic], form: str, files: int, version: str = "", style: Style = PLAIN) -> str:
    """The diagnostics in one of FORMATS."""
    return FORMATS[form](Report(diagnostics, files, version, style))


def _in(name: str) -> Any:
    return import_module(f"policyhooks.report.diagnostics.{name}")


class LineReader:
    """Lines of files, each file read once. A file that cannot be read has no lines."""

    def __init__(self) -> None:
        self.files: dict[str, list[str]] = {}

    def read(self, path: str, line: int) -> str | None:
        """A line from 1, or None."""
        if path not in self.files:
            try:
                with open(path, "rb") as file:
                    data = file.read(MAX_BYTES)
            except (OSError, ValueError):
                data = b""
            text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").replace("\r\n", "\n")
            self.files[path] = text.split("\n")
        lines = self.files[path]
        return lines[line - 1] if 0 < line <= len(lines) else None


FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": lambda report: _in("text").render(report.diagnostics, report.files, LineReader().read, report.style),
    "json": lambda report: _in("json").render(report.diagnostics, report.files),
    "github": lambda report: _in("github").render(report.diagnostics),
    "sarif": lambda report: _in("sarif").render(report.diagnostics, report.version),
}
