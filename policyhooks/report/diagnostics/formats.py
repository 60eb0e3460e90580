"""The formats of diagnostics, one module each."""

from __future__ import annotations

from collections.abc import Sequence

from policyhooks.errors import Diagnostic
from policyhooks.report.screen.style import PLAIN, Style

FORMATS = ("text", "json", "github", "sarif")
MAX_BYTES = 32 * 1024 * 1024


def render(diagnostics: Sequence[Diagnostic], form: str, files: int, version: str = "", style: Style = PLAIN) -> str:
    """The diagnostics in one of FORMATS; only text has a style."""
    if form == "json":
        from policyhooks.report.diagnostics import json as diagnostics_json

        return diagnostics_json.render(diagnostics, files)
    if form == "github":
        from policyhooks.report.diagnostics import github as diagnostics_github

        return diagnostics_github.render(diagnostics)
    if form == "sarif":
        from policyhooks.report.diagnostics import sarif as diagnostics_sarif

        return diagnostics_sarif.render(diagnostics, version)
    from policyhooks.report.diagnostics import text as diagnostics_text

    return diagnostics_text.render(diagnostics, files, LineReader().read, style)


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
